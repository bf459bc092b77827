"""The sheets about cards and missions (specification 6.11, 6.12), and of one's own files (6.15, 6.16)."""

import json

from companion.engine.form import Area, Checks, Choice, Group, Sheet
from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER
from companion.games.scarper.screens.desk.house_rules import house_rules
from companion.games.scarper.screens.desk.questions import (
    cards,
    front,
    in_play,
    lasting_cards,
    missions,
    morale,
    pair,
    side,
    year,
)
from companion.games.scarper.screens.desk.told_cards import (
    told_board,
    told_event,
    told_library,
    told_missions,
)


def _starter(name: str) -> Json:
    return json.loads((FOLDER / "starter" / f"{name}.json").read_text("utf-8"))


SHEETS = {
    "check-missions": Sheet(
        group="Missions & cards",
        button="Check the missions",
        fields=(
            Checks(
                key="missions",
                label="Which missions",
                picks=missions,
                default=["allied-broad-front", "german-dig-in"],
            ),
            year("facts.year"),
            morale("facts.morale"),
            pair("facts.propaganda", "Propaganda", 99, 0),
            pair("facts.economy", "Economy", 99, 5),
            front("facts.battlefields"),
            Group(label="Cards in play", form="folded", fields=(in_play("facts.in_play"),)),
            house_rules(files=("board", "library")),
        ),
        tries={
            "rulebook-missions": "the rulebook’s three missions of 1915",
            "missions-equal": "an economy that is level",
        },
        read_out=told_missions,
    ),
    "event-status": Sheet(
        group="Missions & cards",
        button="May its event happen?",
        fields=(
            Choice(key="card", label="Card", picks=cards, form="list", default="brusilov-offensive"),
            side("player", "Who plays it"),
            Checks(key="in_play", label="Cards in play", picks=lasting_cards, default=[]),
            house_rules(files=("library",)),
        ),
        tries={
            "status-missing": "a card that needs another",
            "status-foe": "a card of the enemy’s",
            "status-cancels": "a card that cancels another",
        },
        read_out=told_event,
    ),
    "check-library": Sheet(
        group="Check a file",
        button="Check the cards",
        fields=(
            Area(
                key="library",
                label="Card library",
                help="Paste a library file, or choose one. The starter library stands here for a start.",
                rows=18,
                sample=lambda: _starter("library"),
            ),
        ),
        tries={"library-tiny": "a small library"},
        read_out=told_library,
    ),
    "check-board": Sheet(
        group="Check a file",
        button="Check the board",
        fields=(
            Area(
                key="board",
                label="Board",
                help="Paste a board file, or choose one. The starter board stands here for a start.",
                rows=18,
                sample=lambda: _starter("board"),
            ),
        ),
        tries={"board-starter": "the starter board", "board-odd": "a deep Verdun"},
        read_out=told_board,
    ),
}
