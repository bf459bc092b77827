"""The order form: each option as a field, in groups, with what is chosen now and what is wrong with it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse

from companion.engine.errors import GameError
from companion.engine.game import Option
from companion.engine.option import picks_of, read_option, spelt
from companion.shop.models import Printer
from companion.shop.orders import Order

GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("What to print", frozenset({"which"})),
    ("Paper", frozenset({"paper", "size", "format", "own", "join", "overlap"})),
    ("Cutting", frozenset({"marks", "back_marks", "bleed", "radius", "machine", "proof", "house"})),
    ("Backs", frozenset({"backs", "sides"})),
    ("Ink and type", frozenset({"ink", "large"})),
    ("Which and how many", frozenset({"position", "only", "copies", "skip", "blank", "changed", "part"})),
)
OTHER = "More"

FEW = 3
"""Choices that stand side by side; more of them make a list."""

TAPPED = {"only": ("print:cards", "Tap the cards"), "skip": ("print:places", "Tap the used places")}
"""Options that can also be chosen by tapping, where, and what the button says."""

OF_A_TABLE = frozenset({"position"})
"""Options that say something about a live table only."""


class Field(NamedTuple):
    """One option as the form shows it."""

    option: Option
    kind: str
    value: str
    choices: tuple[tuple[str, str, bool], ...]
    error: str
    tap_url: str = ""
    tap_words: str = ""

    @property
    def default(self) -> str:
        """What the address need not say."""
        return spelt(self.option.default) if self.option.default is not None else ""


class Group(NamedTuple):
    """Fields that belong together."""

    title: str
    fields: list[Field]


def form(order: Order, error: GameError | None) -> tuple[list[Group], list[Group]]:
    """The form, group by group: what is asked of everybody, and what lies folded away."""
    fields = list(_fields(order, error))
    leads = any(field.option.leading for field in fields)
    shown = [field for field in fields if field.option.leading or not leads]
    return _grouped(shown), _grouped([field for field in fields if field not in shown])


def is_used(folded: list[Group]) -> bool:
    """Whether something that lies folded away is not as usual, and must be seen."""
    return any(field.error or field.value != field.default for group in folded for field in group.fields)


def _grouped(fields: list[Field]) -> list[Group]:
    named = {key for _, keys in GROUPS for key in keys}
    found = [Group(title, [f for f in fields if f.option.key in keys]) for title, keys in GROUPS]
    found.append(Group(OTHER, [f for f in fields if f.option.key not in named]))
    return [group for group in found if group.fields]


def _fields(order: Order, error: GameError | None) -> Iterator[Field]:
    for option in order.plate.asked:
        if option.key in OF_A_TABLE and not order.scene:
            continue
        field = _field(option, order.given, error)
        if option.key in TAPPED:
            name, words = TAPPED[option.key]
            there = reverse(name, args=[order.plate.game.slug, order.plate.printable.name])
            field = field._replace(tap_url=there, tap_words=words)
        yield field


def _field(option: Option, given: Any, error: GameError | None) -> Field:
    wrong = ""
    try:
        value = read_option(option, given[option.key]) if option.key in given else option.default
    except GameError as problem:
        value, wrong = option.default, problem.message
        if not option.choices:
            value = given[option.key]
    if not wrong and error and error.path in (option.key, f"options.{option.key}"):
        wrong = error.message
    told = "" if value is None else spelt(value)
    choices = tuple((each, title, each == told) for each, title in picks_of(option))
    return Field(option, _kind(option), told, choices, wrong)


def _kind(option: Option) -> str:
    if option.choices:
        short = len(option.choices) <= FEW and all(len(title) < 28 for _, title in option.choices)
        return "segments" if short else "select"
    return "number" if option.low is not None else "text"


def unplaced(shown: list[Group], error: GameError) -> bool:
    """Whether an error belongs to no field of the form, and must stand above it."""
    return not any(field.error for group in shown for field in group.fields) and error.path != "printer"


def printers(wanted: str) -> list[tuple[Printer, bool]]:
    """The printers that can be chosen, and which is."""
    return [(each, each.name == wanted) for each in Printer.objects.all()]
