"""Scarper on the shelf: the card of the game, and the functions that the house plays it with."""

from functools import partial

from companion.engine.game import Chair, Game, OwnerFile, Procedure, Resolution
from companion.engine.whole_game import recorded
from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER, SIDE_NAMES, SIDES
from companion.games.scarper.printables import PRINTABLES
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
from companion.games.scarper.rules import apply, chance, naming, secrets, set_up, telling
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.rules.resulting import result
from companion.games.scarper.rules.whole_game import WHOLE_GAME
from companion.games.scarper.screens import view
from companion.games.scarper.screens.desk import DESK
from companion.games.scarper.screens.recalling import recall
from companion.games.scarper.state import State, read_state, starter_board, starter_library, state_json
from companion.games.scarper.state.options import HOUSE_RULES

CHAIRS = tuple(Chair(side, SIDE_NAMES[side]) for side in SIDES)

PROCEDURES = (
    *WHOLE_GAME.procedures(),
    Procedure(
        name="steady-push",
        title="Steady push",
        summary="Move frontlines with points: 1 a space, 2 a trench.",
        resolve=steady_push.resolve,
    ),
    Procedure(
        name="frontal-charge",
        title="Frontal charge",
        summary="Two dice against each other; the difference moves the line, or propaganda.",
        resolve=frontal_charge.resolve,
        complete=chance.roll_charge,
    ),
    Procedure(
        name="frontal-charge-odds",
        title="Odds of a frontal charge",
        summary="The chances of all 36 rolls before anybody rolls.",
        resolve=frontal_charge_odds.resolve,
    ),
    Procedure(
        name="concentrated-assault",
        title="Concentrated assault",
        summary="A whole card and a d3 against one front, paid for in morale.",
        resolve=concentrated_assault.resolve,
        complete=chance.roll_assault,
    ),
    Procedure(
        name="concentrated-assault-odds",
        title="Odds of a concentrated assault",
        summary="The three ways in which it can end.",
        resolve=concentrated_assault.resolve_odds,
    ),
    Procedure(
        name="build-trenches",
        title="Build trenches",
        summary="Economy turned into trenches on one's own ground.",
        resolve=build_trenches.resolve,
    ),
    Procedure(
        name="end-of-year",
        title="End of the year",
        summary="Missions, battlefields, propaganda and economy scored.",
        resolve=end_of_year.resolve,
    ),
    Procedure(
        name="check-missions",
        title="Check missions",
        summary="Which missions the board fulfils.",
        resolve=check_missions.resolve,
    ),
    Procedure(
        name="event-status",
        title="Event or points",
        summary="Whether a card's event may, must or cannot happen.",
        resolve=event_status.resolve,
    ),
    Procedure(
        name="initiative",
        title="Who goes first",
        summary="Which side decides who takes the first round.",
        resolve=initiative.resolve,
    ),
    Procedure(
        name="final-result",
        title="Has somebody won",
        summary="The end of the war by a broken morale or by attrition.",
        resolve=morale.resolve,
    ),
    Procedure(
        name="check-library",
        title="Check a card library",
        summary="Whether a file of cards and missions can be played with.",
        resolve=check_files.check_library,
    ),
    Procedure(
        name="check-board",
        title="Check a board",
        summary="Whether a file of battlefields can be played on.",
        resolve=check_files.check_board,
    ),
)


def _check_library(file: Json) -> Resolution:
    return check_files.check_library({"library": file})


def _check_board(file: Json) -> Resolution:
    return check_files.check_board({"board": file})


FILES = (
    OwnerFile(
        key="library",
        title="Card library",
        help="The event cards and missions of your box, as a JSON file; else the project's own are used.",
        check=_check_library,
        sample=lambda: starter_library().given,
    ),
    OwnerFile(
        key="board",
        title="Board",
        help="The nine battlefields of your board with their values, as a JSON file.",
        check=_check_board,
        sample=lambda: starter_board().given,
    ),
)


GAME: Game[State] = Game(
    slug="scarper",
    title="Scarper",
    tagline="The Western Front, 1914 to 1918, trench by trench",
    players="2",
    folder=FOLDER,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=lambda setup: CHAIRS,
    options=HOUSE_RULES,
    shuffle=chance.shuffle,
    open=set_up,
    roll=chance.roll,
    apply=apply,
    legal=secrets.seen_legal,
    looks=secrets.looks,
    asks=naming.asks,
    answer=naming.answer,
    state_json=state_json,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.phase == "over",
    describe=telling.describe,
    recall=recall,
    headline=telling.headline,
    view=view,
    printables=PRINTABLES,
    files=FILES,
    demo=partial(recorded, FOLDER),
    desk=DESK,
    result=result,
)
