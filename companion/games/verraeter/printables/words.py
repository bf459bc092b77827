"""What Verräter's paper says, in this project's own words: phases, action cards, buildings."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.verraeter.data import (
    BONUS,
    FARMER_CARDS,
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


SAYINGS: Mapping[str, Saying] = {
    "traitor": Saying(
        (
            "Change sides as the cards are turned over, and your supply with you.",
            "Change sides, and your supply with you.",
            "Change sides.",
        ),
        (("+{traitor}", "point{if_won}"),),
    ),
    "diplomat_2": Saying(
        (
            "Your house's total is 2 higher. One card more for you when you pick up.",
            "2 for your house, one card for you.",
        ),
        (("+2", "total"), ("+1", "card")),
    ),
    "diplomat_5": Saying(("Your house's total is 5 higher.", "5 for your house."), (("+5", "total"),)),
    "master_builder": Saying(
        (
            "Do one: lay one of your building cards{on}, move one, or turn one over.",
            "Lay, move or turn one building card.",
        ),
        (("1", "building"),),
    ),
    "strategist": Saying(
        ("Take the strategy card: you choose where the next conflict is.", "Take the strategy card."),
        (("+{strategist}", "points{if_won}"),),
    ),
    "farmer": Saying(
        (
            "Pick up before the others: up to {farmer} supply cards, and none for estates.",
            "Pick up first, up to {farmer}.",
        ),
        (("+{farmer}", "cards"),),
    ),
}
"""The six action cards, with gaps for what the house rules say."""

PHASES = (
    (
        "Site",
        "Who holds the strategy card lays the conflict card between two neighbours of different houses.",
        ("strategy card: two neighbours", "where to fight"),
    ),
    (
        "Draft",
        "One of the six action cards is put aside unseen. The start player takes one of five and hands "
        "the rest on to the left. What the last one leaves goes face down.",
        ("one action card each, in secret", "a card each, secret"),
    ),
    (
        "Supply",
        "From the start player on, each lays down 0 to {most} supply cards.",
        ("play 0 to {most} cards",),
    ),
    (
        "Reveal",
        "All action cards are turned over together. The traitor turns the allegiance card.",
        ("all at once; the traitor turns", "all at once"),
    ),
    (
        "Conflict",
        "Each house adds its landscape, its players' supply and its diplomats. The higher total wins; "
        "equal totals win nothing.",
        ("land + supply + diplomats", "add up, compare"),
    ),
    (
        "Points",
        "{prize} Traitor +{traitor}, strategist +{strategist}{always}. The lost landscape is turned over.",
        ("winners score, the land turns", "score, turn the land"),
    ),
    (
        "Building",
        "The master builder lays, moves or turns one card, or passes. {offices} offices at most.",
        ("the master builder",),
    ),
    ("Strategy", "The strategist takes the strategy card.", ("to the strategist",)),
    ("Discard", "All supply that was played goes to the discard pile.", ("played supply goes",)),
    (
        "Pick up",
        "The farmer first: up to {farmer}. Then from the start player: one for each estate in a landscape "
        "of your house, one more for Diplomat +2. Hand limit {limit}: lay the rest down {surplus}.",
        ("farmer first; {limit} in hand", "farmer first"),
    ),
    ("Gather", "All six action cards and the conflict card are taken back.", ("action cards back",)),
    ("Start player", "The start player card goes to the left.", ("one seat left",)),
    (
        "Next round",
        "Again from phase 1, unless that was the last round or one house holds all twelve.",
        ("or the end",),
    ),
)
"""The thirteen phases, with the same gaps."""


def _gaps(options: Options) -> Mapping[str, object]:
    """What fills the gaps, by the house rules in force (R7, R9, R14, R20)."""
    always = options.bonus == "always"
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
    }


def sayings(options: Options) -> Mapping[str, Saying]:
    """The six action cards by the house rules in force (5, 6, 10; R27)."""
    gaps = _gaps(options)
    return {
        card: Saying(
            tuple(each.format_map(gaps) for each in saying.told),
            tuple((figure.format_map(gaps), word.format_map(gaps)) for figure, word in saying.figures),
        )
        for card, saying in SAYINGS.items()
    }


def phases(options: Options) -> tuple[PhaseWords, ...]:
    """The thirteen phases of a round by the house rules in force."""
    gaps = _gaps(options)
    return tuple(
        PhaseWords(number, name, told.format_map(gaps), tuple(each.format_map(gaps) for each in brief))
        for number, (name, told, brief) in enumerate(PHASES, 1)
    )


def _prize(options: Options) -> str:
    if options.vp_mode == "table":
        return "Each winner scores what the lost landscape shows for that many winners."
    rounding = {"down": "down", "half_up": "to the nearest", "up": "up"}[options.divide_rounding]
    return f"The winners divide the lost landscape's first number, rounded {rounding}."


def estate(options: Options) -> tuple[str, ...]:
    """What an estate gives (10, R18), the longest way first."""
    return (
        "While the landscape above serves your house: one supply card each time all pick up.",
        "Your house's land: one supply card.",
        "+1 card",
    )


def office(options: Options) -> tuple[str, ...]:
    """What an office gives (score, R23, R25), the longest way first."""
    cap = options.office_card_cap
    most = "" if cap is None else f", {cap} at most"
    return (
        f"At the end, whoever holds the land: a point for each supply card in your hand{most}.",
        f"At the end: a point a card{most}.",
        "1 a card",
    )


def ending(options: Options) -> tuple[str, ...]:
    """When the game ends, and what counts then (R22 to R24)."""
    three, four = _lengths(options)
    cap = "" if options.office_card_cap is None else f", at most {options.office_card_cap} cards each"
    tie = "the victory is shared" if options.tie_break == "shared" else "most supply in hand decides"
    return (
        f"After {three} rounds for three players, {four} for four; sooner if one house holds all twelve "
        "landscapes.",
        f"Each office: one point for every supply card in hand{cap}.",
        f"Most points win. Equal: {tie}.",
    )


def brief_ending(options: Options) -> tuple[str, ...]:
    """The same in few words."""
    three, four = _lengths(options)
    cap = "" if options.office_card_cap is None else f", {options.office_card_cap} at most"
    tie = "equals share" if options.tie_break == "shared" else "then most supply"
    return (
        f"{three} rounds with three, {four} with four.",
        f"Office: a point a card{cap}.",
        f"Most points win; {tie}.",
    )


def _lengths(options: Options) -> tuple[int, int]:
    """The rounds of a game of three and of one of four (R22)."""
    three, four = (options.rounds_per_player or TURNS_AS_START_PLAYER[players] for players in (3, 4))
    return 3 * three, 4 * four
