"""A table's house rules: every ruling of the specification that names an alternative (3 and 7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.house_rules import Rule, options_of
from companion.engine.option import Own
from companion.engine.shape import Between

OWN_CARDS = Own("table", "Our own cards", "You play with the box. The app deals nothing and keeps count.")

type TieRule = Literal["previous_second", "previous_first", "allied", "german"]

TIE = "From 1915 on the side behind on morale says who goes first. On level morale somebody else must."
SUPPLY = "The most trenches that a side can have on the board; without a number there is no limit."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default (specification 3)."""

    cards: Annotated[
        Literal["app", "table"],
        Rule(
            "R1",
            "Whose cards",
            "The app shuffles, deals and keeps the hands secret, or it follows the cards on your table.",
            ("The app deals", "Our own cards on the table"),
            leading=True,
            own=OWN_CARDS,
        ),
    ] = "app"
    direct_victory: Annotated[
        Literal["any_time", "year_end"],
        Rule(
            "R11",
            "When does 15 win",
            "The rulebook says both: at once, or after a year's scoring.",
            ("At once, at any time", "Only after a year's scoring"),
        ),
    ] = "any_time"
    initiative_tie: Annotated[
        TieRule,
        Rule(
            "R14",
            "Who decides on level morale",
            TIE,
            (
                "Who went second last year",
                "Who went first last year",
                "The Allied side",
                "The German side",
            ),
        ),
    ] = "previous_second"
    relative_position: Annotated[
        Literal["spaces", "value_steps"],
        Rule(
            "R6",
            "How neighbours are compared",
            "A charge gains from fronts beside it that are farther forward, by spaces or by printed values.",
            ("By spaces", "By steps of value"),
        ),
    ] = "spaces"
    propaganda_max: Annotated[
        int, Between(1, 99), Rule("R9", "Length of the Propaganda Track", "Its last space.")
    ] = 10
    economy_max: Annotated[
        int, Between(5, 99), Rule("R9", "Length of the Economic Track", "Its last space.")
    ] = 10
    trench_supply: Annotated[
        Annotated[int, Between(6, 99)] | None, Rule("R5", "Trench markers a side", SUPPLY)
    ] = None
    unspent_points: Annotated[
        Literal["lose", "forbid"],
        Rule(
            "R19",
            "Points left over",
            "Once something was bought, the rest of a card's points may be lost, or must be spent.",
            ("May be lost", "Must be spent"),
        ),
    ] = "lose"
    ongoing_at: Annotated[
        Literal["scoring", "missions"],
        Rule(
            "R22",
            "When lasting cards move the tracks",
            "At a year's end some cards in play move propaganda or economy: but when?",
            ("Before the scoring", "Before the missions"),
        ),
    ] = "scoring"
    mission_success: Annotated[
        int, Between(0, 15), Rule("4.3 E", "Morale for a mission fulfilled", "To its owner.")
    ] = 3
    mission_failure: Annotated[
        int, Between(0, 15), Rule("4.3 E", "Morale for a mission failed", "To the other side.")
    ] = 2


DEFAULTS = Options()
HOUSE_RULES = options_of(Options)
