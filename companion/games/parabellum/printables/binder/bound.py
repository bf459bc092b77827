"""The setup binder to bind and to read: brief, catalogue, booklets with their maps, tree, unit cards (C2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.binder.booklets import booklet, map_leaf
from companion.games.parabellum.printables.binder.brief import brief, so_far, tree_leaf
from companion.games.parabellum.printables.binder.cards import card_leaves
from companion.games.parabellum.printables.binder.catalogue import catalogue
from companion.games.parabellum.printables.binder.cover import cover
from companion.games.parabellum.printables.binder.outcome import filled_up
from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, Scenario
from companion.press.book import Binding, Chapter, bound, evenly, leaves
from companion.press.document import Document
from companion.press.options import INK, LARGE, Made, free_text, leading, papers, pick
from companion.press.page import PAPERS

PART = leading(
    pick(
        "part",
        "Part",
        "The whole binder, or one part of it.",
        (
            ("all", "The whole binder"),
            ("brief", "Campaign brief and tree"),
            ("catalogue", "Catalogue"),
            ("booklets", "Scenario booklets and maps"),
            ("cards", "Unit cards to browse"),
        ),
    )
)
SIDES = leading(
    pick(
        "binding",
        "Bound",
        "Room for a punch or a comb at the left edge. Each booklet lies open beside its map.",
        (
            ("both", "Printed on both sides"),
            ("one", "Printed on one side"),
            ("loose", "Not at all: loose sheets"),
        ),
    )
)
SCENARIO = free_text(
    "scenario", "Booklet", "One scenario's alone, by its number: 1, 2a. Empty: all of them.", 2
)


def setup_binder(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The parts that were asked for as one book with a contents."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if state and state.binder is binder else None
    binding = Binding(
        paper=PAPERS[choices["paper"]], sides=choices["binding"], type=10.0 if look.large else 8.5
    )
    type_ = Type(look, binding.room)
    chapters = tuple(_chapters(choices, binder, live, type_))
    title = cover(binder, live, type_, full=binding.sides != "loose")
    pages = bound(f"{binder.name}: setup binder", title, chapters, binding)
    return DRESS.document(f"{binder.name}", pages, choices)


def _chapters(
    choices: Mapping[str, Json], binder: Binder, state: State | None, type_: Type
) -> Iterator[Chapter]:
    part, height = choices["part"], type_.room.height
    if part in ("all", "brief"):
        first = evenly(brief(binder, type_), height)
        told = [*first, tree_leaf(binder, state, type_)]
        yield Chapter("Campaign brief", told, "right", [("Scenario tree", len(first))])
        if state:
            yield Chapter("The campaign so far", evenly(so_far(state, type_), height))
    if part in ("all", "catalogue"):
        yield Chapter("Catalogue", evenly(catalogue(binder, state, type_), height), "right")
    if part in ("all", "booklets"):
        for scenario in _asked(choices, binder):
            yield _booklet(binder, scenario, state, type_)
    if part in ("all", "cards"):
        found = list(card_leaves(binder, type_.look, type_.room))
        entries = [(f"from {name}", n) for n, (_, name) in enumerate(found)]
        yield Chapter("Unit cards", [leaf for leaf, _ in found], "right", entries)


def _asked(choices: Mapping[str, Json], binder: Binder) -> list[Scenario]:
    """The scenarios whose booklets are wanted; `InvalidInput` at `scenario`, naming those there are."""
    asked = choices["scenario"].strip().lower()
    if not asked:
        return list(binder.scenarios.values())
    if asked not in binder.scenarios:
        known = ", ".join(binder.scenarios).upper()
        raise InvalidInput("scenario", f"There is no scenario {asked.upper()} here; there is {known}.")
    return [binder.scenarios[asked]]


def _booklet(binder: Binder, scenario: Scenario, state: State | None, type_: Type) -> Chapter:
    """A booklet that ends on the left, its map facing it on the right."""
    pages = leaves(booklet(binder, scenario, state, type_.larger), type_.room.height)
    pages = filled_up(pages, binder, scenario, type_.larger)
    title = f"{scenario.id.upper()} {scenario.name}"
    sheet = binder.maps[scenario.map].name
    return Chapter(
        title,
        [*pages, map_leaf(binder, scenario, type_)],
        "spread",
        [(f"Map: {sheet}", len(pages))],
    )


BINDERS: Mapping[str, Made] = {
    "setup-binder": (
        setup_binder,
        (papers("a4", "letter", "both", "a5"), INK, LARGE, PART, SIDES, SCENARIO, BINDER),
    ),
}
