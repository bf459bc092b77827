"""The sheets of the year's end: scoring, who goes first, who has won (specification 6.10, 6.13, 6.14)."""

from companion.engine.form import Choice, Group, Pick, Rows, Text
from companion.engine.procedure import Procedure
from companion.games.scarper.data import SIDE_NAMES, SIDES
from companion.games.scarper.procedures import end_of_year, initiative
from companion.games.scarper.procedures import morale as final
from companion.games.scarper.screens.desk.questions import (
    BARE_LINE,
    SIDE_PICKS,
    front,
    house_rules,
    in_play,
    morale,
    pair,
    year,
)
from companion.games.scarper.screens.desk.told.year import told_final, told_initiative, told_year

VERDICT = Choice(
    key="success", label="Verdict", picks=(Pick(True, "Fulfilled"), Pick(False, "Failed")), default=True
)


def _missions(who: str) -> Rows:
    fields = (Text(key="name", label="Mission"), VERDICT)
    return Rows(key=f"missions.{who}", label=SIDE_NAMES[who], fields=fields, lead="name", default=[], most=2)


PROCEDURES = (
    Procedure(
        name="end-of-year",
        title="End of the year",
        summary="Missions, battlefields, propaganda and economy scored.",
        resolve=end_of_year.resolve,
        group="Year’s end",
        button="Score the year",
        fields=(
            year(),
            morale(),
            Group(label="Missions revealed", form="below", fields=tuple(_missions(who) for who in SIDES)),
            front(words=BARE_LINE),
            pair("propaganda", "Propaganda", 99, 0),
            pair("economy", "Economy", 99, 5),
            Group(label="Cards in play", form="folded", fields=(in_play(),)),
            house_rules(
                "direct_victory",
                "ongoing_at",
                "mission_success",
                "mission_failure",
                "propaganda_max",
                "economy_max",
                files=("board", "library"),
            ),
        ),
        told=told_year,
    ),
    Procedure(
        name="initiative",
        title="Who goes first",
        summary="Which side decides who takes the first round.",
        resolve=initiative.resolve,
        group="Year’s end",
        button="Who decides?",
        fields=(
            year(),
            morale(),
            Choice(
                key="previous_first",
                label="Who went first last year",
                picks=(*SIDE_PICKS, Pick(None, "No last year")),
                default="german",
            ),
            house_rules("initiative_tie", files=()),
        ),
        told=told_initiative,
    ),
    Procedure(
        name="final-result",
        title="Has somebody won",
        summary="The end of the war by a broken morale or by attrition.",
        resolve=final.resolve,
        group="Year’s end",
        button="Who has won?",
        fields=(
            year(),
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
            morale(),
            house_rules("direct_victory", files=()),
        ),
        told=told_final,
    ),
)
