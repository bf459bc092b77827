"""A table's house rules: every ruling of the specification that names an alternative (3 and 7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.house_rules import Rule, options_of
from companion.engine.shape import Between, InFull, Sized
from companion.games.proelii.data import Adjacency, Combat, Face, GainCap, Level, Pieces

type SixFaces = Annotated[tuple[Face, ...], Sized(6, 6)]


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of the three dice, six each; they are not printed (R3, 9.2)."""

    white: SixFaces = ("blank", "blank", "sword", "sword", "shield", "shield")
    blue: SixFaces = ("blank", "sword", "sword", "two_swords", "shield", "two_shields")
    red: SixFaces = ("blank", "sword", "two_swords", "two_swords", "shield", "two_shields")


DICE = Dice()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    combat: Annotated[
        Combat,
        Rule(
            "8.4.5",
            "Combat",
            "Arcade: swords strike and shields block. Realistic: swords may parry swords too.",
            ("Arcade", "Realistic"),
            leading=True,
        ),
    ] = "arcade"
    level: Annotated[
        Level,
        Rule(
            "9.0",
            "Optional rules",
            "Yellow adds prestige; red adds morale and command as well.",
            ("White: none", "Yellow: prestige", "Red: prestige, morale, command"),
            leading=True,
        ),
    ] = "white"
    adjacency: Annotated[
        Adjacency,
        Rule(
            "R5",
            "Next to each other",
            "Are squares neighbours along edges only, or at corners too?",
            ("Along edges", "At corners too"),
        ),
    ] = "orthogonal"
    gain_cap: Annotated[
        GainCap,
        Rule(
            "R30",
            "Energy gained in a round",
            "As balances of two accounts, or one bonus of any kind.",
            ("By balance", "One bonus"),
        ),
    ] = "net"
    experience_order: Annotated[
        bool,
        Rule(
            "R18",
            "Who moves first in a tier",
            "Does experience order the units of a tier?",
            ("Experience orders them", "Any order"),
        ),
    ] = True
    cancel_blank: Annotated[
        bool,
        Rule(
            "R28",
            "Cancelling a blank",
            "May a blank roll be cancelled for its energy?",
            ("It may not", "It may"),
        ),
    ] = False
    crossing_saved: Annotated[
        bool,
        Rule(
            "R12",
            "The way to the distant battlefield",
            "Are movement points that were paid at the line kept for later?",
            ("They are kept", "All at once"),
        ),
    ] = True
    free_deployment: Annotated[
        bool,
        Rule(
            "R17",
            "Deployment",
            "Free and secret, or as the battle was fought.",
            ("Free and secret", "Historical"),
            leading=True,
        ),
    ] = True
    escape_attacks: Annotated[
        Literal["each", "one"],
        Rule(
            "R21",
            "Attacks on who escapes",
            "May each enemy that binds it strike, or one of them?",
            ("Each of them", "One of them"),
        ),
    ] = "each"
    paid_rerolls: Annotated[
        Annotated[int, Between(1, 3)], Rule("R27", "Rerolls for energy", "How many for each roll.")
    ] = 1
    max_rounds: Annotated[
        Annotated[int, Between(0, 99)] | None,
        Rule("R42", "Rounds", "Without a number, the battle's own; 0 sets no limit."),
    ] = None
    pieces: Annotated[
        Pieces | None,
        Rule("R2", "Pieces", "12 tokens a side, or 40 cubes; left out, as the battle has it."),
    ] = None
    dice: Annotated[Dice, InFull()] = DICE


DEFAULTS = Options()
SHOWN = (
    *("level", "combat", "free_deployment", "adjacency", "gain_cap", "experience_order", "cancel_blank"),
    *("crossing_saved", "escape_attacks", "paid_rerolls", "max_rounds"),
)
HOUSE_RULES = options_of(Options, SHOWN)
