"""A table's house rules: every ruling of the specification that names an alternative (3.2 and 7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine.house_rules import Rule, options_of
from companion.games.parabellum.data import Metric, Tie

type LiquidAssets = Literal["credits", "credits_and_scrap"]

ENDURING = "An objective held for its turns is complete; it may still be lost before the scenario ends."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules in force, each with its default."""

    metric: Annotated[
        Metric,
        Rule(
            "R14",
            "How ranges are counted",
            "Range, nearness, artillery arcs and explosions. Movement is never diagonal.",
            ("Orthogonally, like movement", "Diagonally too"),
            leading=True,
        ),
    ] = "orthogonal"
    enemy_sharing: Annotated[
        bool,
        Rule(
            "R15",
            "Sharing a square with enemies",
            "Half-width units may share a square and pass each other; enemies too?",
            ("Enemies may share and pass", "Enemies bar the whole square"),
            leading=True,
        ),
    ] = True
    counter_range: Annotated[
        bool,
        Rule(
            "R34",
            "Range of a counterattack",
            "Whether the defender strikes back only at an attacker within its own range.",
            ("Only within its range", "At any range"),
        ),
    ] = True
    casualties: Annotated[
        Literal["out", "pool"],
        Rule(
            "R40",
            "Where the dead go",
            "The pool of people dwindles for the whole campaign, or fills again as they fall.",
            ("Out of the campaign", "Back into the pool"),
        ),
    ] = "out"
    partial_resupply: Annotated[
        bool,
        Rule(
            "R27",
            "Resupply with fewer tokens",
            "Counters are refilled for exactly their token cost, or in part for fewer.",
            ("All or nothing", "A part for fewer tokens"),
        ),
    ] = False
    payout_tie: Annotated[
        Tie,
        Rule(
            "R42",
            "Payouts midway between two fives",
            "42.50 is as far from 40 as from 45.",
            ("They go up", "They go down"),
        ),
    ] = "up"
    liquid_assets: Annotated[
        LiquidAssets,
        Rule(
            "R51",
            "What counts as liquid",
            "For elimination and for the ranking after a scenario.",
            ("Credits alone", "Credits and the scrap value of all units"),
        ),
    ] = "credits"
    setup_manipulation: Annotated[
        bool,
        Rule(
            "R11",
            "Scrapping during Set-up",
            "Reorganizing, disbanding and scrapping belong to the Boardroom.",
            ("In the Boardroom alone", "Also during Set-up"),
        ),
    ] = False
    livery_required: Annotated[
        bool,
        Rule(
            "R10",
            "Flags and the livery",
            "Whether every flag must begin with the company's two colours.",
            ("The livery is advice", "Flags begin with the livery"),
        ),
    ] = False
    hold_until: Annotated[
        Literal["withdrawal", "driven_off", "completed"],
        Rule(
            "R49",
            "How long a hold must last",
            ENDURING,
            ("Until the holder withdraws", "Until enemies drive the holder off", "It is never lost again"),
        ),
    ] = "withdrawal"
    recon_public: Annotated[
        bool,
        Rule(
            "R35",
            "Who hears a recon report",
            "The player who asked and the owner, or the whole table.",
            ("Those two alone", "It is read out to the table"),
        ),
    ] = False
    reposition_with_move: Annotated[
        bool,
        Rule(
            "R17",
            "Repositioning and moving",
            "A unit repositions instead of moving, or both in one turn.",
            ("One or the other", "Both in one turn"),
        ),
    ] = False


DEFAULTS = Options()
HOUSE_RULES = options_of(Options)
