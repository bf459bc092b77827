"""The choices that printables share, and how they are read from a form, an address, a command line."""

from collections.abc import Mapping, Sequence

from companion.engine.errors import InvalidInput
from companion.engine.game import Option
from companion.engine.wire import Json
from companion.press.paper import MARGIN, PAPER_NAMES, PAPERS
from companion.press.sheet import Layout
from companion.press.text import SMALLEST, SMALLEST_LARGE

YES: tuple[tuple[Json, str], ...] = ((True, "Yes"), (False, "No"))
SPOKEN = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


def papers(*names: str) -> Option:
    """The choice between these papers; the first is the default."""
    return Option(
        key="paper",
        title="Paper",
        help="What lies in the printer. Nothing is ever scaled to it.",
        default=names[0],
        choices=tuple((name, PAPER_NAMES[name]) for name in names),
    )


PAPER = papers("a4", "letter", "a3", "legal", "both")
INK = Option(
    key="ink",
    title="Ink",
    help="Symbols and hatching tell the sides apart in each.",
    default="colour",
    choices=(("colour", "Colour"), ("grey", "Greys only"), ("saver", "Saver: outlines, no filled areas")),
)
MARKS = Option(
    key="marks",
    title="Cut marks",
    help="Ticks around the sheet, or thin lines along every cut.",
    default="ticks",
    choices=(("ticks", "Ticks outside"), ("lines", "Lines all along"), ("none", "None")),
)
BACKS = Option(
    key="backs",
    title="Backs",
    help="Tell the printer to turn the paper over the same edge.",
    default="long",
    choices=(
        ("long", "Turned over the long edge"),
        ("short", "Turned over the short edge"),
        ("none", "None"),
    ),
)
LARGE = Option(
    key="large",
    title="Large type",
    help=f"Nothing smaller than {SMALLEST_LARGE:g} pt (else {SMALLEST:g} pt).",
    default=False,
    choices=YES,
)
BLEED = Option(
    key="bleed",
    title="Colour beyond the cut",
    help="Three millimetres of ground beyond each cut; fewer pieces a sheet.",
    default=False,
    choices=YES,
)
CARD_OPTIONS: tuple[Option, ...] = (PAPER, INK, MARKS, BACKS, BLEED, LARGE)
"""What every printable of cards or counters offers."""


def layout(choices: Mapping[str, Json], note: str) -> Layout:
    """How the sheets of cards or counters are to be laid out."""
    return Layout(
        paper=PAPERS[choices["paper"]],
        marks=choices["marks"],
        backs=choices["backs"],
        bleed=choices.get("bleed", False),
        margin=MARGIN,
        note=note,
    )


def chosen(options: Sequence[Option], given: Mapping[str, Json]) -> dict[str, Json]:
    """A value for every option, from what was given; `InvalidInput` at an unknown key or value."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise InvalidInput(
                key, f"There is no option “{key}” here; there is {', '.join(known) or 'none'}."
            )
    return {
        key: _value(option, given[key]) if key in given else option.default for key, option in known.items()
    }


def _value(option: Option, given: Json) -> Json:
    if option.choices:
        return _choice(option, given)
    if option.low is not None and option.high is not None:
        return _number(option, given, option.low, option.high)
    return given


def _choice(option: Option, given: Json) -> Json:
    values = [value for value, _ in option.choices]
    spoken = SPOKEN.get(given.lower(), given) if isinstance(given, str) and True in values else given
    for value in values:
        if (type(value) is type(spoken) and value == spoken) or (str(value) == given):
            return value
    raise InvalidInput(option.key, f"“{given}” is none of {', '.join(spelt(value) for value in values)}.")


def spelt(value: Json) -> str:
    """A choice's value as forms, addresses and command lines spell it.

    >>> spelt(True), spelt("a4")
    ('yes', 'a4')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _number(option: Option, given: Json, low: int, high: int) -> int:
    text = str(given)
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or not low <= int(text) <= high:
        raise InvalidInput(option.key, f"This is a whole number from {low} to {high}; “{text}” was given.")
    return int(text)
