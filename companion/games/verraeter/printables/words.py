"""What Verräter's paper says, in this project's own words: phases, action cards, buildings."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.verraeter.data import BONUS, FARMER_CARDS, MOST_OFFICES, MOST_SUPPLY_PLAYED
from companion.games.verraeter.state import Options


class Saying(NamedTuple):
    """What a card does: the ways to say it, the longest first, and its figures with a word for each."""

    told: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]


class PhaseWords(NamedTuple):
    """One of the thirteen phases: what it is called, what happens, and that in brief."""

    number: int
    name: str
    told: str
    brief: str


def sayings(options: Options) -> Mapping[str, Saying]:
    """The six action cards by the house rules in force (5, 6, 10; R9, R14, R27)."""
    if_won = ", if your side wins" if options.bonus == "winning_side" else ""
    on = " on its estate side" if options.build_side == "estate" else ""
    traitor, strategist = BONUS["traitor"], BONUS["strategist"]
    return {
        "traitor": Saying(
            (
                "Change sides as the cards are turned over, and your supply with you.",
                "Change sides, and your supply with you.",
                "Change sides.",
            ),
            ((f"+{traitor}", f"point{if_won}"),),
        ),
        "diplomat_2": Saying(
            (
                "Your house's total is 2 higher. One card more for you when you pick up.",
                "2 for your house, one card for you.",
            ),
            (("+2", "total"), ("+1", "card")),
        ),
        "diplomat_5": Saying(
            ("Your house's total is 5 higher.", "5 for your house."),
            (("+5", "total"),),
        ),
        "master_builder": Saying(
            (
                f"Do one: lay one of your building cards{on}, move one, or turn one over.",
                "Lay, move or turn one building card.",
            ),
            (("1", "building"),),
        ),
        "strategist": Saying(
            (
                "Take the strategy card: you choose where the next conflict is.",
                "Take the strategy card.",
            ),
            ((f"+{strategist}", f"points{if_won}"),),
        ),
        "farmer": Saying(
            (
                f"Pick up before the others: up to {FARMER_CARDS} supply cards, and none for estates.",
                f"Pick up first, up to {FARMER_CARDS}.",
            ),
            ((f"+{FARMER_CARDS}", "cards"),),
        ),
    }


def phases(options: Options) -> tuple[PhaseWords, ...]:
    """The thirteen phases of a round by the house rules in force."""
    told = (
        (
            "Site",
            "Who holds the strategy card lays the conflict card between two neighbours of different houses.",
            "strategy card: two neighbours",
        ),
        (
            "Draft",
            "One of the six action cards is put aside unseen. The start player takes one of five and hands "
            "the rest on to the left. What the last one leaves goes face down.",
            "one action card each, in secret",
        ),
        (
            "Supply",
            f"From the start player on, each plays 0 to {MOST_SUPPLY_PLAYED} supply cards for his house.",
            f"play 0 to {MOST_SUPPLY_PLAYED} cards",
        ),
        (
            "Reveal",
            "All action cards are turned over together. The traitor turns the allegiance card.",
            "all at once; the traitor turns",
        ),
        (
            "Conflict",
            "Each house adds its landscape, its players' supply and its diplomats. The higher total wins; "
            "equal totals win nothing.",
            "land + supply + diplomats",
        ),
        (
            "Points",
            f"{_prize(options)} Traitor +1, strategist +2{_always(options)}. "
            "The lost landscape is turned over.",
            "winners score, the land turns",
        ),
        (
            "Building",
            f"The master builder lays, moves or turns one card, or passes. {MOST_OFFICES} offices at most.",
            "the master builder",
        ),
        ("Strategy", "The strategist takes the strategy card.", "to the strategist"),
        ("Discard", "All supply that was played goes to the discard pile.", "played supply goes"),
        (
            "Pick up",
            f"The farmer first: up to {FARMER_CARDS}. Then from the start player: one for each estate in a "
            f"landscape of your house, one more for Diplomat +2. Hand limit {options.hand_limit}: "
            f"{_surplus(options)}.",
            f"farmer first; {options.hand_limit} in hand",
        ),
        ("Gather", "All six action cards and the conflict card are taken back.", "action cards back"),
        ("Start player", "The start player card goes to the left.", "one seat left"),
        (
            "Next round",
            "Again from phase 1, unless that was the last round or one house holds all twelve.",
            "or the end",
        ),
    )
    return tuple(PhaseWords(number, *each) for number, each in enumerate(told, 1))


def _prize(options: Options) -> str:
    if options.vp_mode == "table":
        return "Each winner scores what the lost landscape shows for that many winners."
    rounding = {"down": "down", "half_up": "to the nearest", "up": "up"}[options.divide_rounding]
    return f"The winners divide the lost landscape's first number, rounded {rounding}."


def _always(options: Options) -> str:
    return ", in a tie too" if options.bonus == "always" else ", if their side won"


def _surplus(options: Options) -> str:
    return "lay the rest down first" if options.surplus == "before" else "lay the rest down after"


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


def ending(options: Options, players: int | None = None) -> tuple[str, ...]:
    """When the game ends, and what counts then (R22 to R24)."""
    each = options.rounds_per_player
    if each:
        length = f"{3 * each} rounds for three players, {4 * each} for four"
    else:
        length = "9 rounds for three players, 8 for four"
    cap = "" if options.office_card_cap is None else f", at most {options.office_card_cap} cards each"
    tie = "the victory is shared" if options.tie_break == "shared" else "most supply in hand decides"
    return (
        f"After {length}; sooner if one house holds all twelve landscapes.",
        f"Each office: one point for every supply card in hand{cap}.",
        f"Most points win. Equal: {tie}.",
    )
