"""The sheets of the year's end: scoring, who goes first, who has won (specification 6.10, 6.13, 6.14)."""

from companion.engine.form import Choice, Group, Pick, Rows, Sheet, Text
from companion.games.scarper.data import SIDE_NAMES, SIDES
from companion.games.scarper.screens.desk.house_rules import house_rules
from companion.games.scarper.screens.desk.questions import (
    BARE_LINE,
    SIDE_PICKS,
    front,
    in_play,
    morale,
    pair,
    year,
)
from companion.games.scarper.screens.desk.told_year import told_final, told_initiative, told_year

VERDICT = Choice(
    key="success", label="Verdict", picks=(Pick(True, "Fulfilled"), Pick(False, "Failed")), default=True
)


def _missions(who: str) -> Rows:
    fields = (Text(key="name", label="Mission"), VERDICT)
    return Rows(key=f"missions.{who}", label=SIDE_NAMES[who], fields=fields, lead="name", default=[], most=2)


SHEETS = {
    "end-of-year": Sheet(
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
        tries={
            "rulebook-year-1915": "the rulebook’s year 1915",
            "year-direct-e": "missions that end the war",
            "year-direct-year-end": "the same, won only at the year’s end",
            "year-draw": "1918 ends level",
        },
        read_out=told_year,
    ),
    "initiative": Sheet(
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
        tries={"init-behind": "a side behind", "init-tie": "morale level", "init-1914": "the first year"},
        read_out=told_initiative,
    ),
    "final-result": Sheet(
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
        tries={
            "final-direct": "15 in the middle of a year",
            "final-year-end": "the same, won only at the year’s end",
            "final-attrition": "after 1918",
        },
        read_out=told_final,
    ),
}
