"""A table's house rules: every ruling of the specification that names an alternative (3.1 and 7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.house_rules import Rule, options_of
from companion.engine.option import Own
from companion.engine.shape import Between, Unusual

TRACKING = "The app deals supply or is told every card drawn; or you draw real cards and it only counts them."
OWN_CARDS = Own("counts", "Our own supply", "You draw real supply cards and hold them. The app keeps count.")
OFFICE_CAP = "The most that count in the end score; without a number all of them do."
ROUNDS = "How often each is the start player; without a number 2 with four players and 3 with three."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    bonus: Annotated[
        Literal["always", "winning_side"],
        Rule(
            "R9",
            "Traitor +1 and strategist +2",
            "The rulebook pays them even in a tie; some groups pay only those whose house won.",
            ("Always", "Only on the winning side"),
        ),
    ] = "always"
    build_side: Annotated[
        Literal["either", "estate"],
        Rule(
            "R14",
            "A new card of the master builder",
            "May it come in as an office at once, or as an estate that is turned over later?",
            ("Estate or office", "Estate only"),
        ),
    ] = "either"
    divide_rounding: Annotated[
        Literal["down", "half_up", "up"],
        Rule(
            "R7",
            "Rounding when dividing",
            "Only where points are divided.",
            ("Down", "To the nearest, halves up", "Up"),
        ),
    ] = "down"
    hand_limit: Annotated[
        int, Between(3, 9), Rule("R20", "Hand limit", "The most supply cards in hand after picking up.")
    ] = 5
    hand_tracking: Annotated[
        Literal["full", "counts"],
        Rule(
            "R30",
            "Whose supply cards",
            TRACKING,
            ("The app knows every card", "The app counts cards"),
            leading=True,
            own=OWN_CARDS,
        ),
    ] = "full"
    office_card_cap: Annotated[
        Annotated[int, Between(0, 9)] | None, Rule("R23", "Supply cards that count for an office", OFFICE_CAP)
    ] = 3
    rounds_per_player: Annotated[
        Annotated[int, Between(1, 5)] | None, Rule("R22", "Rounds for each player", ROUNDS)
    ] = None
    surplus: Annotated[
        Literal["before", "after"],
        Rule(
            "R20",
            "Laying down what is too much",
            "Before picking up, from the hand alone; or after it, with the new cards seen.",
            ("Before picking up", "After picking up"),
        ),
    ] = "before"
    tie_break: Annotated[
        Literal["shared", "supply"],
        Rule(
            "R24",
            "Equal totals at the end",
            "Shared, or won by who holds more supply.",
            ("The victory is shared", "More supply wins"),
        ),
    ] = "shared"
    vp_mode: Annotated[
        Literal["table", "divide"],
        Rule(
            "R7",
            "Points of a conquered landscape",
            "By the table on the card, or the first number divided among the winners.",
            ("The table on the card", "Divide the first number"),
        ),
    ] = "table"

    adviser: Annotated[
        bool,
        Unusual,
        Rule(
            "",
            "The adviser",
            "Weighs your choice, on your own screen, by what you hold and what the others may hold.",
            ("No advice", "Each may have his choice weighed"),
        ),
    ] = False

    @property
    def counts_only(self) -> bool:
        """Whether the table does not tell the app which cards it draws (R30)."""
        return self.hand_tracking == "counts"


DEFAULTS = Options()
SHOWN = (
    "hand_tracking",
    "bonus",
    "vp_mode",
    "divide_rounding",
    "build_side",
    "surplus",
    "hand_limit",
    "office_card_cap",
    "rounds_per_player",
    "tie_break",
    "adviser",
)
HOUSE_RULES = options_of(Options, SHOWN)
