"""The house rules in plain words: each ruling of the specification that names an alternative (section 7)."""

from companion.engine.game import Option
from companion.engine.wire import Json
from companion.games.parabellum.state.options import CHOICES, DEFAULTS, KEYS

type Words = tuple[str, str, str, tuple[str, ...]]

WORDS: dict[str, Words] = {
    "metric": (
        "R14",
        "How ranges are counted",
        "Range, nearness, artillery arcs and explosions. Movement is never diagonal.",
        ("Orthogonally, like movement", "Diagonally too"),
    ),
    "enemy_sharing": (
        "R15",
        "Sharing a square with enemies",
        "Half-width units may share a square and pass each other; enemies too?",
        ("Enemies may share and pass", "Enemies bar the whole square"),
    ),
    "counter_range": (
        "R34",
        "Range of a counterattack",
        "Whether the defender strikes back only at an attacker within its own range.",
        ("Only within its range", "At any range"),
    ),
    "casualties": (
        "R40",
        "Where the dead go",
        "The pool of people dwindles for the whole campaign, or fills again as they fall.",
        ("Out of the campaign", "Back into the pool"),
    ),
    "partial_resupply": (
        "R27",
        "Resupply with fewer tokens",
        "Counters are refilled for exactly their token cost, or in part for fewer.",
        ("A part for fewer tokens", "All or nothing"),
    ),
    "payout_tie": (
        "R42",
        "Payouts midway between two fives",
        "42.50 is as far from 40 as from 45.",
        ("They go up", "They go down"),
    ),
    "liquid_assets": (
        "R51",
        "What counts as liquid",
        "For elimination and for the ranking after a scenario.",
        ("Credits alone", "Credits and the scrap value of all units"),
    ),
    "setup_manipulation": (
        "R11",
        "Scrapping during Set-up",
        "Reorganizing, disbanding and scrapping belong to the Boardroom.",
        ("Also during Set-up", "In the Boardroom alone"),
    ),
    "livery_required": (
        "R10",
        "Flags and the livery",
        "Whether every flag must begin with the company's two colours.",
        ("Flags begin with the livery", "The livery is advice"),
    ),
    "hold_until": (
        "R49",
        "How long a hold must last",
        "An objective held for its turns is complete; it may still be lost before the scenario ends.",
        ("Until the holder withdraws", "Until enemies drive the holder off", "It is never lost again"),
    ),
    "recon_public": (
        "R35",
        "Who hears a recon report",
        "The player who asked and the owner, or the whole table.",
        ("It is read out to the table", "Those two alone"),
    ),
    "reposition_with_move": (
        "R17",
        "Repositioning and moving",
        "A unit repositions instead of moving, or both in one turn.",
        ("Both in one turn", "One or the other"),
    ),
}
LEADING = ("metric", "enemy_sharing")


def _option(key: str) -> Option:
    ruling, title, help, words = WORDS[key]
    default: Json = getattr(DEFAULTS, key)
    # Said above in the order yes, no; asked with the rulebook's own way first.
    values: tuple[Json, ...] = CHOICES.get(key, (True, False))
    choices = sorted(zip(values, words, strict=True), key=lambda choice: choice[0] != default)
    return Option(
        key=key,
        title=title,
        help=help,
        default=default,
        choices=tuple(choices),
        ruling=ruling,
        leading=key in LEADING,
    )


OPTIONS = tuple(_option(key) for key in KEYS)
