"""The sheets of the year's end: scoring, who goes first, who has won (specification 6.10, 6.13, 6.14)."""

from companion.engine.form import Choice, Group, Pick, Rows, Text
from companion.engine.procedure import Answer
from companion.games.scarper.data import SIDE_NAMES, SIDES
from companion.games.scarper.procedures import end_of_year, initiative
from companion.games.scarper.procedures import morale as final
from companion.games.scarper.screens.desk import questions as ask
from companion.games.scarper.screens.desk.told import year as told

VERDICT = Choice(
    key="success", label="Verdict", picks=(Pick(True, "Fulfilled"), Pick(False, "Failed")), default=True
)


def _missions(who: str) -> Rows:
    fields = (Text(key="name", label="Mission"), VERDICT)
    return Rows(key=f"missions.{who}", label=SIDE_NAMES[who], fields=fields, lead="name", default=[], most=2)


ANSWERS = {
    "end-of-year": Answer(
        end_of_year.resolve,
        told.year,
        (
            ask.year(),
            ask.morale(),
            Group(label="Missions revealed", form="below", fields=tuple(_missions(who) for who in SIDES)),
            ask.front(words=ask.BARE_LINE),
            ask.pair("propaganda", "Propaganda", 99, 0),
            ask.pair("economy", "Economy", 99, 5),
            Group(label="Cards in play", form="folded", fields=(ask.in_play(),)),
            ask.house_rules(
                "direct_victory",
                "ongoing_at",
                "mission_success",
                "mission_failure",
                "propaganda_max",
                "economy_max",
                files=("board", "library"),
            ),
        ),
    ),
    "initiative": Answer(
        initiative.resolve,
        told.initiative,
        (
            ask.year(),
            ask.morale(),
            Choice(
                key="previous_first",
                label="Who went first last year",
                picks=(*ask.SIDE_PICKS, Pick(None, "No last year")),
                default="german",
            ),
            ask.house_rules("initiative_tie", files=()),
        ),
    ),
    "final-result": Answer(
        final.resolve,
        told.final,
        (
            ask.year(),
            Choice(
                key="phase",
                label="When",
                picks=(
                    Pick("rounds", "During the rounds"),
                    Pick("missions", "After the missions"),
                    Pick("scoring", "After scoring"),
                ),
                default="scoring",
            ),
            ask.morale(),
            ask.house_rules("direct_victory", files=()),
        ),
    ),
}
