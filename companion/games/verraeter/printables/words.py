"""What Verräter's paper says, in this project's own words (`words.json`), gaps filled by the house rules."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from companion.games.verraeter.data import (
    BONUS,
    FARMER_CARDS,
    FOLDER,
    MOST_OFFICES,
    MOST_SUPPLY_PLAYED,
    TURNS_AS_START_PLAYER,
)
from companion.games.verraeter.state import Options


class Saying(NamedTuple):
    """What a card does: the ways to say it, the longest first, and its figures with a word for each."""

    told: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]


class PhaseWords(NamedTuple):
    """One of the thirteen phases: what it is called, what happens, and that in fewer and fewer words."""

    number: int
    name: str
    told: str
    brief: tuple[str, ...]


@cache
def _words() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((FOLDER / "printables" / "words.json").read_text("utf-8"))
    return found


def _gaps(options: Options) -> Mapping[str, object]:
    """What fills the gaps, by the house rules in force (R7, R9, R14, R20, R22 to R25)."""
    always, cap, shared = options.bonus == "always", options.office_card_cap, options.tie_break == "shared"
    three, four = (options.rounds_per_player or TURNS_AS_START_PLAYER[players] for players in (3, 4))
    return {
        "traitor": BONUS["traitor"],
        "strategist": BONUS["strategist"],
        "farmer": FARMER_CARDS,
        "if_won": "" if always else ", if your side wins",
        "always": ", in a tie too" if always else ", if their side won",
        "on": " on its estate side" if options.build_side == "estate" else "",
        "most": MOST_SUPPLY_PLAYED,
        "offices": MOST_OFFICES,
        "prize": _prize(options),
        "limit": options.hand_limit,
        "surplus": "first" if options.surplus == "before" else "after",
        "hand": "" if cap is None else f", {cap} at most",
        "each": "" if cap is None else f", at most {cap} cards each",
        "equal": "the victory is shared" if shared else "most supply in hand decides",
        "tie": "equals share" if shared else "then most supply",
        "three": 3 * three,
        "four": 4 * four,
    }


def _prize(options: Options) -> str:
    if options.vp_mode == "table":
        return "Each winner scores what the lost landscape shows for that many winners."
    rounding = {"down": "down", "half_up": "to the nearest", "up": "up"}[options.divide_rounding]
    return f"The winners divide the lost landscape's first number, rounded {rounding}."


def sayings(options: Options) -> Mapping[str, Saying]:
    """The six action cards by the house rules in force (5, 6, 10; R27)."""
    gaps = _gaps(options)
    return {
        card: Saying(
            tuple(each.format_map(gaps) for each in saying["told"]),
            tuple((figure.format_map(gaps), word.format_map(gaps)) for figure, word in saying["figures"]),
        )
        for card, saying in _words()["actions"].items()
    }


def phases(options: Options) -> tuple[PhaseWords, ...]:
    """The thirteen phases of a round by the house rules in force."""
    gaps = _gaps(options)
    return tuple(
        PhaseWords(
            number,
            each["name"],
            each["told"].format_map(gaps),
            tuple(way.format_map(gaps) for way in each["brief"]),
        )
        for number, each in enumerate(_words()["phases"], 1)
    )


def ways(what: str, options: Options) -> tuple[str, ...]:
    """What an estate or an office gives (10, R18; R23, R25), the longest way first; how the game ends."""
    return tuple(each.format_map(_gaps(options)) for each in _words()[what])
