"""The house rules in plain words: each ruling of the specification that names an alternative (section 7)."""

from companion.engine.game import Option
from companion.games.verraeter.state.options import CHOICES, DEFAULTS, MAY_BE_NONE, RANGES

type Words = tuple[str, str, str, tuple[str, ...]]

WORDS: dict[str, Words] = {
    "hand_tracking": (
        "R30",
        "Whose supply cards",
        "The app deals supply or is told every card drawn; or you draw real cards and it only counts them.",
        ("The app knows every card", "The app counts cards"),
    ),
    "bonus": (
        "R9",
        "Traitor +1 and strategist +2",
        "The rulebook pays them even in a tie; some groups pay only those whose house won.",
        ("Always", "Only on the winning side"),
    ),
    "vp_mode": (
        "R7",
        "Points of a conquered landscape",
        "By the table on the card, or the first number divided among the winners.",
        ("The table on the card", "Divide the first number"),
    ),
    "divide_rounding": (
        "R7",
        "Rounding when dividing",
        "Only where points are divided.",
        ("Down", "To the nearest, halves up", "Up"),
    ),
    "build_side": (
        "R14",
        "A new card of the master builder",
        "May it come in as an office at once, or as an estate that is turned over later?",
        ("Estate or office", "Estate only"),
    ),
    "surplus": (
        "R20",
        "Laying down what is too much",
        "Before picking up, from the hand alone; or after it, with the new cards seen.",
        ("Before picking up", "After picking up"),
    ),
    "hand_limit": ("R20", "Hand limit", "The most supply cards in hand after picking up.", ()),
    "office_card_cap": (
        "R23",
        "Supply cards that count for an office",
        "The most that count in the end score; without a number all of them do.",
        (),
    ),
    "rounds_per_player": (
        "R22",
        "Rounds for each player",
        "How often each is the start player; without a number 2 with four players and 3 with three.",
        (),
    ),
    "tie_break": (
        "R24",
        "Equal totals at the end",
        "Shared, or won by who holds more supply.",
        ("The victory is shared", "More supply wins"),
    ),
}


def _option(key: str, words: Words) -> Option:
    ruling, title, explained, named = words
    low, high = RANGES.get(key, (None, None))
    return Option(
        key=key,
        title=title,
        help=explained,
        default=getattr(DEFAULTS, key),
        choices=tuple(zip(CHOICES.get(key, ()), named, strict=True)),
        low=low,
        high=high,
        ruling=ruling,
        may_be_none=key in MAY_BE_NONE,
        leading=key == "hand_tracking",
    )


OPTIONS = tuple(_option(key, words) for key, words in WORDS.items())
