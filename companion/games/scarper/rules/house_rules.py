"""The house rules in plain words: each ruling of the specification that names an alternative (section 7)."""

from companion.engine.game import Option
from companion.games.scarper.state.options import CHOICES, DEFAULTS, RANGES

type Words = tuple[str, str, str, tuple[str, ...]]

WORDS: dict[str, Words] = {
    "cards": (
        "R1",
        "Whose cards",
        "The app shuffles, deals and keeps the hands secret, or it follows the cards on your table.",
        ("The app deals", "Our own cards on the table"),
    ),
    "direct_victory": (
        "R11",
        "When does 15 win",
        "The rulebook says both: at once, or after a year's scoring.",
        ("At once, at any time", "Only after a year's scoring"),
    ),
    "initiative_tie": (
        "R14",
        "Who decides on level morale",
        "From 1915 on the side behind on morale says who goes first. On level morale somebody else must.",
        (
            "Who went second last year",
            "Who went first last year",
            "The Allied side",
            "The German side",
        ),
    ),
    "relative_position": (
        "R6",
        "How neighbours are compared",
        "A charge gains from fronts beside it that are farther forward, by spaces or by printed values.",
        ("By spaces", "By steps of value"),
    ),
    "propaganda_max": ("R9", "Length of the Propaganda Track", "Its last space.", ()),
    "economy_max": ("R9", "Length of the Economic Track", "Its last space.", ()),
    "trench_supply": (
        "R5",
        "Trench markers a side",
        "The most trenches that a side can have on the board; without a number there is no limit.",
        (),
    ),
    "unspent_points": (
        "R19",
        "Points left over",
        "Once something was bought, the rest of a card's points may be lost, or must be spent.",
        ("May be lost", "Must be spent"),
    ),
    "ongoing_at": (
        "R22",
        "When lasting cards move the tracks",
        "At a year's end some cards in play move propaganda or economy: but when?",
        ("Before the scoring", "Before the missions"),
    ),
    "mission_success": ("4.3 E", "Morale for a mission fulfilled", "To its owner.", ()),
    "mission_failure": ("4.3 E", "Morale for a mission failed", "To the other side.", ()),
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
        may_be_none=key == "trench_supply",
        leading=key == "cards",
    )


OPTIONS = tuple(_option(key, words) for key, words in WORDS.items())
