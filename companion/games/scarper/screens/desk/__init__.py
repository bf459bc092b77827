"""The desk of Scarper: its sixteen procedures (specification 6), each with its sheet in `desk.json`."""

from companion.engine.procedure import Answer, on_desk
from companion.games.scarper.data import FOLDER
from companion.games.scarper.procedures import (
    build_trenches,
    check_files,
    check_missions,
    concentrated_assault,
    end_of_year,
    event_status,
    frontal_charge,
    frontal_charge_odds,
    initiative,
    morale,
    steady_push,
)
from companion.games.scarper.rules import chance
from companion.games.scarper.screens.desk import war
from companion.games.scarper.screens.desk.questions import NAMES
from companion.games.scarper.screens.desk.told import attack, cards, year

__all__ = ["PROCEDURES"]

LIBRARY, BOARD = check_files.FILES
ROLLS = ("rolls",)
ANSWERS = {
    "frontal-charge": Answer(
        frontal_charge.resolve, attack.charge, chance=ROLLS, complete=chance.roll_charge
    ),
    "concentrated-assault": Answer(
        concentrated_assault.resolve, attack.assault, chance=ROLLS, complete=chance.roll_assault
    ),
    "steady-push": Answer(steady_push.resolve, attack.push),
    "frontal-charge-odds": Answer(frontal_charge_odds.resolve, attack.charge_odds),
    "concentrated-assault-odds": Answer(concentrated_assault.resolve_odds, attack.assault_odds),
    "build-trenches": Answer(build_trenches.resolve, attack.trenches),
    "end-of-year": Answer(end_of_year.resolve, year.year),
    "initiative": Answer(initiative.resolve, year.initiative),
    "final-result": Answer(morale.resolve, year.final),
    "check-missions": Answer(check_missions.resolve, cards.missions),
    "event-status": Answer(event_status.resolve, cards.event),
    "check-library": Answer(LIBRARY.asked, cards.library),
    "check-board": Answer(BOARD.asked, cards.board),
}
PROCEDURES = on_desk(FOLDER / "screens" / "desk" / "desk.json", ANSWERS, ready=war.PROCEDURES, names=NAMES)
