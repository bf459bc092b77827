"""The sheets about cards and missions (specification 6.11, 6.12), and of one's own files (6.15, 6.16)."""

from companion.engine.form import Area, Checks, Choice, Group
from companion.engine.procedure import Answer
from companion.games.scarper.procedures import check_files, check_missions, event_status
from companion.games.scarper.screens.desk import questions as ask
from companion.games.scarper.screens.desk.told import cards as told

ANSWERS = {
    "check-missions": Answer(
        check_missions.resolve,
        told.missions,
        (
            Checks(
                key="missions",
                label="Which missions",
                picks=ask.missions,
                default=["allied-broad-front", "german-dig-in"],
            ),
            ask.year("facts.year"),
            ask.morale("facts.morale"),
            ask.pair("facts.propaganda", "Propaganda", 99, 0),
            ask.pair("facts.economy", "Economy", 99, 5),
            ask.front("facts.battlefields"),
            Group(label="Cards in play", form="folded", fields=(ask.in_play("facts.in_play"),)),
            ask.house_rules(files=("board", "library")),
        ),
    ),
    "event-status": Answer(
        event_status.resolve,
        told.event,
        (
            Choice(key="card", label="Card", picks=ask.cards, form="list", default="brusilov-offensive"),
            ask.side("player", "Who plays it"),
            Checks(key="in_play", label="Cards in play", picks=ask.lasting_cards, default=[]),
            ask.house_rules(files=("library",)),
        ),
    ),
}
HERE = "Paste a {0} file, or choose one. The starter {0} stands here for a start."
TOLD = {"library": told.library, "board": told.board}
FILES = {
    f"check-{file.key}": Answer(
        file.asked,
        TOLD[file.key],
        (
            Area(
                key=file.key,
                label=file.title,
                help=HERE.format(file.key),
                rows=18,
                sample=file.sample,
            ),
        ),
    )
    for file in check_files.FILES
}
