"""The sheets about cards and missions (specification 6.11, 6.12), and of one's own files (6.15, 6.16)."""

from companion.engine.form import Area, Checks, Choice, Group
from companion.engine.procedure import Procedure
from companion.games.scarper.procedures import check_files, check_missions, event_status
from companion.games.scarper.screens.desk.questions import (
    cards,
    front,
    house_rules,
    in_play,
    lasting_cards,
    missions,
    morale,
    pair,
    side,
    year,
)
from companion.games.scarper.screens.desk.told.cards import (
    told_board,
    told_event,
    told_library,
    told_missions,
)
from companion.games.scarper.state import starter_board, starter_library

PROCEDURES = (
    Procedure(
        name="check-missions",
        title="Check missions",
        summary="Which missions the board fulfils.",
        resolve=check_missions.resolve,
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
        told=told_missions,
    ),
    Procedure(
        name="event-status",
        title="Event or points",
        summary="Whether a card's event may, must or cannot happen.",
        resolve=event_status.resolve,
        group="Missions & cards",
        button="May its event happen?",
        fields=(
            Choice(key="card", label="Card", picks=cards, form="list", default="brusilov-offensive"),
            side("player", "Who plays it"),
            Checks(key="in_play", label="Cards in play", picks=lasting_cards, default=[]),
            house_rules(files=("library",)),
        ),
        told=told_event,
    ),
)
FILES = (
    Procedure(
        name="check-library",
        title="Check a card library",
        summary="Whether a file of cards and missions can be played with.",
        resolve=check_files.check_library,
        group="Check a file",
        button="Check the cards",
        fields=(
            Area(
                key="library",
                label="Card library",
                help="Paste a library file, or choose one. The starter library stands here for a start.",
                rows=18,
                sample=lambda: starter_library().given,
            ),
        ),
        told=told_library,
    ),
    Procedure(
        name="check-board",
        title="Check a board",
        summary="Whether a file of battlefields can be played on.",
        resolve=check_files.check_board,
        group="Check a file",
        button="Check the board",
        fields=(
            Area(
                key="board",
                label="Board",
                help="Paste a board file, or choose one. The starter board stands here for a start.",
                rows=18,
                sample=lambda: starter_board().given,
            ),
        ),
        told=told_board,
    ),
)
