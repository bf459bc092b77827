"""A binder to look at: its tree, its prints, and two versions beside each other in words and pictures."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached
from django.urls import reverse

from campaigns.designer import Bench, Spot, called, design_of, every, in_words
from campaigns.models import BinderVersion
from campaigns.tree import PLUS, SIGN, UNLIKE, Drawing, Mark, Marks, drawing
from companion.engine.campaign.design import Design
from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import Checks, Choice, Field, Place, look, picks, written
from companion.engine.form.board import Painted
from companion.engine.tree import Node, Tree
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.press.text import CannotPrint
from companion.printing import Plate, find, make

type Picture = Sequence[Sequence[Square]]


def tree_of(design: Design, content: Json) -> Tree | None:
    """The scenarios and their ways; None while there is nothing to draw."""
    try:
        tree = design.tree(content)
    except ValueError:
        # Ways that cannot be drawn yet are told among the faults.
        return None
    return tree if tree.nodes else None


def drawn(bench: Bench, marks: Marks = Marks()) -> Drawing | None:
    """Boxes and ways, each box a link to its scenario; None while there is no scenario to draw."""
    tree = tree_of(bench.design, bench.content)
    if tree is None:
        return None
    return drawing(
        tree,
        lambda node: reverse("campaigns:binder-entry", args=[bench.binder.code, f"scenarios.{node}"]),
        marks=marks,
    )


@dataclass(frozen=True, slots=True)
class Leading:
    """The tree's drawing, with the scenario in hand, if one is, and those to which it may lead."""

    drawing: Drawing
    origin: Node | None = None
    goes: str = ""
    goals: Collection[str] = ()
    page: str = ""

    @property
    def at(self) -> str:
        """The scenario in hand as a place in the content."""
        return f"scenarios.{self.origin.id}" if self.origin else ""


def leading(bench: Bench, chosen: str) -> Leading | None:
    """The tree with that scenario in hand; None while there is no tree to draw."""
    tree = tree_of(bench.design, bench.content)
    if tree is None:
        return None
    origin = tree.named.get(chosen)
    if origin is None:
        return Leading(drawing(tree, str, marks=Marks(_first(tree))))
    ways = [edge.goal for edge in tree.out_of(chosen)]
    goals = [node.id for node in tree.nodes if node.round > origin.round]
    marks = Marks(_first(tree) | {node: FOLLOWS if node in ways else COULD for node in goals})
    return Leading(
        drawing=drawing(tree, str, chosen, [(chosen, goal) for goal in ways], marks),
        origin=origin,
        goes=listed(node.code for node in tree.nodes if node.id in ways)
        or "nothing: the campaign ends with it",
        goals=goals,
        page=reverse("campaigns:binder-entry", args=[bench.binder.code, f"scenarios.{chosen}"]),
    )


FOLLOWS, COULD = Mark("Follows", "open", SIGN["played"]), Mark("Lead here", "locked", PLUS)
"""What each later scenario says: whether it follows."""


def _first(tree: Tree) -> dict[str, Mark]:
    return {node.id: Mark("First", "now", SIGN["now"]) for node in tree.nodes if node.status == "now"}


CHECKED = 64


def plates_of(system: str) -> list[Plate]:
    """What is printed of that game's binders, in the order of the shop."""
    return [find(system, name) for name in design_of(system).papers]


def pdf(version: BinderVersion, name: str, given: Mapping[str, Json]) -> bytes:
    """One print of a version; `GameError` where it cannot be printed as asked."""
    design, plate = design_of(version.binder.system), find(version.binder.system, name)
    if name not in design.papers:
        raise InvalidInput("printable", f"{plate.printable.title} is not printed of a binder.")
    return bytes(make(plate, {**given, design.file: version.content}).pdf())


@cached(LRUCache(CHECKED), lambda version: sha256(version.text.encode()).hexdigest(), Lock())
def faults(version: BinderVersion) -> tuple[GameError, ...]:
    """What stands in the way of printing a version that can be played: the first of each print."""
    if version.fault:
        return ()
    refusals: dict[str, GameError] = {}
    for name, base in design_of(version.binder.system).papers.items():
        fault = _fault(version, name, base)
        # The binder's book holds the cards too, and sets whole tables: it says the same again, less exactly.
        if fault and not any(
            fault.message == each.message or each.path.startswith(fault.path) for each in refusals.values()
        ):
            refusals[fault.path] = fault
    return tuple(refusals.values())


def _fault(version: BinderVersion, name: str, base: str) -> GameError | None:
    design = design_of(version.binder.system)
    try:
        make(find(version.binder.system, name), {design.file: version.content})
    except CannotPrint as error:
        return type(error)(join(base, error.path), error.message)
    return None


TOLD = 10
"""So many squares are told one by one."""


class Side(NamedTuple):
    """A version's content, where a field stands in it, and what it says there."""

    content: Json
    path: str
    value: Json


class Square(NamedTuple):
    tone: str
    mark: str
    marked: bool
    other: bool


class Maps(NamedTuple):
    """Both pictures, and the difference in words."""

    before: Picture
    after: Picture
    words: str


def maps(field: Painted, old: Side, new: Side) -> Maps:
    before, after = (
        {square["square"]: square for row in _board(field, side) for square in row} for side in (old, new)
    )
    bears = _ground if field.mode == "ground" else _mark
    others = [at for at in {**before, **after} if bears(before, at) != bears(after, at)]
    rows = [f"{at.upper()} {bears(before, at)} → {bears(after, at)}" for at in others[:TOLD]]
    rows += [f"{len(others) - TOLD} more"] if len(others) > TOLD else []
    words = (
        f"{'1 square differs' if len(others) == 1 else f'{len(others)} squares differ'}: {', '.join(rows)}"
    )
    return Maps(_picture(field, old, others), _picture(field, new, others), words)


def _board(field: Painted, side: Side) -> list[list[Json]]:
    """The squares, row by row."""
    return [row["squares"] for row in field.show(Place(side.content, side.path, None)).parts["board"]]


def _ground(squares: dict[str, Json], at: str) -> str:
    """What a square is called, after its name."""
    return str(squares[at]["label"]).partition(": ")[2] if at in squares else "off the map"


def _mark(squares: dict[str, Json], at: str) -> str:
    """What stands on it."""
    bears = at in squares and squares[at]["marked"]
    return str(squares[at]["label"]).rpartition(", ")[2] if bears else "nothing"


def _picture(field: Painted, side: Side, others: Sequence[str]) -> Picture:
    other = set(others)
    return [
        [Square(each["tone"], each["mark"], bool(each["marked"]), each["square"] in other) for each in row]
        for row in _board(field, side)
    ]


LONG = 60
"""Letters of a text that is told apart, as it was and as it is."""


class Change(NamedTuple):
    """A field that differs: its label and the change in words; long texts and maps as they were and are."""

    label: str
    words: str = ""
    before: str = ""
    after: str = ""
    maps: Maps | None = None


def change(field: Field, old: Side, new: Side) -> Change:
    label = called(field)
    if isinstance(field, Painted):
        drawn = maps(field, old, new)
        return Change(label, drawn.words, maps=drawn)
    if isinstance(field, Checks):
        return Change(label, _ticked(field, old, new))
    before, after = _one(field, old), _one(field, new)
    if len(before) + len(after) > LONG:
        return Change(label, "", before, after)
    unit = getattr(field, "unit", "")
    number = any(type(side.value) is int for side in (old, new))
    return Change(label, f"{before} → {after}{f' {unit}' if unit and number else ''}")


def _one(field: Field, side: Side) -> str:
    if isinstance(field, Choice):
        return _names(field, side).get(written(side.value), in_words(side.value))
    return f"{side.value:,}" if type(side.value) is int else in_words(side.value)


def _names(field: Choice | Checks, side: Side) -> Mapping[str, str]:
    return {written(pick.value): pick.label for pick in picks(field.picks, side.content)}


def _ticked(field: Checks, old: Side, new: Side) -> str:
    """What has come, and what has gone."""
    names = {**_names(field, old), **_names(field, new)}
    ticked = (side.value if isinstance(side.value, list) else () for side in (old, new))
    before, after = ([written(each) for each in values] for values in ticked)
    more = listed(names.get(each, each) for each in after if each not in before)
    less = listed(names.get(each, each) for each in before if each not in after)
    changes = [f"now also {more}"] if more else []
    changes += [f"no longer {less}"] if less else []
    return "; ".join(changes) or "in another order"


class Difference(NamedTuple):
    """One entry that differs: its place and name, what it is one of, how, and its fields that do."""

    path: str
    one: str
    title: str
    how: str
    changes: tuple[Change, ...] = ()

    @property
    def anchor(self) -> str:
        return f"at-{self.path.replace('.', '-')}"


def compared(design: Design, before: Json, after: Json) -> list[Difference]:
    """Every entry that is new, gone, or other than it was; and where only the order is another."""
    old, new = _entries(design, before), _entries(design, after)
    rows = [_difference(each, before, "taken away") for each in _apart(old, new)]
    rows += [_difference(each, after, "new") for each in _apart(new, old)]
    rows += [each for path in new if path in old for each in _changed(new[path], before, after)]
    return rows + list(_reordered(design, before, after))


def _entries(design: Design, content: Json) -> dict[str, Spot]:
    return {each.path: each for each in every(design, content)}


def _apart(spots: Mapping[str, Spot], there: Mapping[str, Spot]) -> Iterator[Spot]:
    """Entries of one version alone; what is within one that is new or gone is not told again."""
    for path, each in spots.items():
        if path not in there and not (each.above and each.above.path not in there):
            yield each


def _difference(spot: Spot, content: Json, how: str, changes: tuple[Change, ...] = ()) -> Difference:
    title = spot.title(content)
    called = f"{spot.above.title(content)}: {title}" if spot.above else title
    return Difference(spot.path, spot.part.one, called, how, changes)


def _changed(spot: Spot, before: Json, after: Json) -> Iterator[Difference]:
    old, new = spot.value(before), spot.value(after)
    changes = tuple(
        change(
            field,
            Side(before, join(spot.path, field.key), look(old, field.key)),
            Side(after, join(spot.path, field.key), look(new, field.key)),
        )
        for field in spot.part.fields
        if look(old, field.key) != look(new, field.key)
    )
    if changes:
        yield _difference(spot, after, "changed", changes)


def _reordered(design: Design, before: Json, after: Json) -> Iterator[Difference]:
    for part in design.parts():
        if part.form != "keyed":
            continue
        old, new = (
            list(each) if isinstance(each := look(side, part.key), dict) else [] for side in (before, after)
        )
        both = set(old) & set(new)
        if [key for key in old if key in both] != [key for key in new if key in both]:
            yield Difference(part.key, part.title, "Order", "another order")


SCENARIOS = "scenarios"
GONE, NEW, CHANGED = (
    Mark("Gone", "gone", SIGN["shut"]),
    Mark("New", "new", PLUS),
    Mark("Changed", "changed", UNLIKE),
)


class Trees(NamedTuple):
    """Both drawings; a way that has gone is marked in the first, one that has come in the second."""

    before: Drawing
    after: Drawing


def trees(design: Design, before: Json, after: Json, differences: Sequence[Difference]) -> Trees | None:
    """The trees of two versions; None where they are the same, or one cannot be drawn."""
    anchors = {each.path: each.anchor for each in differences if each.path.startswith(f"{SCENARIOS}.")}
    changed = {path.split(".")[1] for path in anchors}
    old, new = tree_of(design, before), tree_of(design, after)
    if not changed or old is None or new is None:
        return None

    def leads(node: str) -> str:
        path = next((path for path in anchors if path.split(".")[1] == node), "")
        return f"#{anchors.get(path, 'words')}"

    return Trees(
        drawing(old, leads, marks=_marks(old, new, changed, GONE)),
        drawing(new, leads, marks=_marks(new, old, changed, NEW)),
    )


def _marks(tree: Tree, other: Tree, changed: Collection[str], alone: Mark) -> Marks:
    nodes = {node: CHANGED if node in other.named else alone for node in tree.named if node in changed}
    ways = {(edge.origin, edge.goal) for edge in tree.edges}
    return Marks(nodes, dict.fromkeys(ways - {(edge.origin, edge.goal) for edge in other.edges}, alone.look))
