"""A table's house rules: every ruling of the specification that names an alternative (3.1 and 7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.house_rules import Rule, options_of
from companion.engine.shape import Between
from companion.games.scope.data import Target

type Worth = Annotated[int, Between(0, 9)]


@dataclass(frozen=True, slots=True)
class Points:
    """What each card is worth to who eliminates it (R3)."""

    infantry: Worth = 1
    machine_gun: Worth = 1
    mortar: Worth = 1
    officer: Worth = 2
    scout: Worth = 1
    sniper: Worth = 2

    def of(self, card: str) -> int:
        """The points of a card; an empty area and a decoy have none."""
        return int(getattr(self, card, 0))


WORTH = Points()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    defensive_fire_scores: Annotated[
        bool,
        Rule(
            "R18",
            "Infantry that falls to defensive fire",
            "Does the side whose machine gun stopped an assault score the infantry?",
            ("It scores", "It does not"),
        ),
    ] = True
    memory_aid: Annotated[
        bool,
        Rule(
            "R31",
            "Remembering what was seen",
            "Memory is part of the game; or the app keeps what was turned up, and reckons the odds with it.",
            ("The people remember", "The app remembers"),
            leading=True,
        ),
    ] = False
    objective: Annotated[
        Annotated[int, Between(1, 30)] | None,
        Rule("R2", "Objective points", "Without a number, the scenario's own."),
    ] = None
    points: Points = WORTH
    reinforce_points: Annotated[
        Literal["return", "keep"],
        Rule(
            "R23",
            "Points of a card that comes back",
            "When eliminated infantry returns to its front, do its points go too?",
            ("They go with the card", "They are kept"),
        ),
    ] = "return"
    shot_card_until: Annotated[
        Literal["seat", "player"],
        Rule(
            "R12",
            "The shot card with three players",
            "It goes at the start of the next turn of the seat that fired, or of either seat of that side.",
            ("The seat's next turn", "The side's next turn"),
        ),
    ] = "seat"


DEFAULTS = Options()
SHOWN = ("memory_aid", "objective", "defensive_fire_scores", "reinforce_points", "shot_card_until")
HOUSE_RULES = options_of(Options, SHOWN)


def worth(points: Points, cards: tuple[Target, ...]) -> int:
    """What these cards are worth together."""
    return sum(points.of(card) for card in cards)
