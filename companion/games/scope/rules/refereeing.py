"""A table with its own cards: its people say what was turned up, and the app judges whether that can be.

Nobody says where cards lie that are face down, nor how a quadrant was rearranged. The rules are the same,
played on an arrangement that fits all that was seen, and what this deed shows. Where there is none, it cannot
be.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.shape import OneOf, Sized
from companion.engine.wire import Json
from companion.games.scope.actions import kinds, read_action
from companion.games.scope.actions.things import THINGS
from companion.games.scope.data import CARD_NAMES, CARDS, ENEMY, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.rules import apply, carry_out, check_turn
from companion.games.scope.rules.legal import Entry, legal
from companion.games.scope.rules.remembering import Possible, arranged, remembered
from companion.games.scope.state import Lying, State, ground
from companion.games.scope.state.pending import Sighted

STAY = [0, 1, 2, 3]
MOVES = ("move", "deploy", "reinforce")
"""Deeds whose new order nobody says."""


class Cards(NamedTuple):
    """What was turned up, in the order of the cells."""

    turned: Annotated[tuple[Annotated[Card, OneOf(CARDS)], ...], Sized(0, 4)] = ()


class Pin(NamedTuple):
    """A card that a deed shows, or needs: where it lies, and the part of the action that says so."""

    side: Side
    cell: str
    card: Card
    path: str


def possible(state: State) -> Possible:
    """The table as what might be done there is read from it."""
    values = {each.name: getattr(state, each.name) for each in fields(state)}
    return Possible(**values, memories={side: remembered(state, side) for side in SIDES})


def legal_at_table(state: State) -> list[Entry]:
    """What may be done; at a table with its own cards, what might be."""
    return legal(possible(state) if state.cards else state)


@calling(THINGS)
def apply_at_table(state: State, action: Json) -> Outcome[State]:
    """The state after an action, at a table with its own cards as at any other."""
    if state.cards is None or type(action) is not dict:
        return apply(state, action)
    deed = {key: value for key, value in action.items() if key != "turned"}
    if deed.get("type") in MOVES:
        deed = {"order": STAY, **deed}
    done = read_action(deed, state)
    if isinstance(done, kinds.Adjust):
        _check_cards(done)
    else:
        check_turn(state, done)
    turned = shape.read(Cards, {"turned": action["turned"]} if "turned" in action else {}).turned
    pins = (*_shown(state, deed), *_turned(state, deed, turned))
    outcome = carry_out(_with(state, pins), done)
    return Outcome(arranged(outcome.state), outcome.steps)


def _check_cards(done: kinds.Adjust) -> None:
    """`IllegalAction` for a card set by hand: the app knows of none, and an undo takes back what was told."""
    for n, change in enumerate(done.changes):
        if isinstance(change, kinds.ChangeCard):
            words = "The cards lie on the table: undo what was told of them, and tell it anew."
            raise IllegalAction(f"changes.{n}.target", words)


def _turned(state: State, deed: dict[str, Json], turned: tuple[Card, ...]) -> Iterator[Pin]:
    """The enemy's cards that the deed turns up."""
    find = TURNED.get(deed["type"])
    cells = find(state, deed) if find else []
    if len(cells) != len(turned):
        words = f"{len(cells)} cards are turned up by this; {len(turned)} were told."
        raise IllegalAction("turned", words)
    for n, (at, card) in enumerate(zip(cells, turned, strict=True)):
        yield Pin(ENEMY[state.side], at, card, f"turned.{n}")


def _stormed(state: State, deed: dict[str, Json]) -> list[str]:
    inside = ground.corners(deed["quadrant"])
    return [at for at in inside if at in state.grid and state.grid[at].side != state.side]


TURNED: Mapping[str, Callable[[State, dict[str, Json]], list[str]]] = {
    "search": lambda state, deed: [deed["cell"]],
    "recognition": lambda state, deed: list(deed["cells"]),
    "howitzer": lambda state, deed: [deed["target"]],
    "offensive_fire": lambda state, deed: [deed["target"]],
    "assault": _stormed,
}
SHOWN: Mapping[str, tuple[tuple[str, Card], ...]] = {
    "howitzer": (("mortar", "mortar"),),
    "deploy": (("officer", "officer"),),
    "assault": (("infantry", "infantry"),),
    "shoot": (("machine_gun", "machine_gun"),),
    "reinforce": (("infantry", "empty"), ("mortar", "empty")),
}
"""The own cards that a deed shows, by the part of the action that says where."""


def _shown(state: State, deed: dict[str, Json]) -> Iterator[Pin]:
    """The own cards that a deed shows, and one that it cannot be done without."""
    side = state.side
    for key, card in SHOWN.get(deed["type"], ()):
        if deed.get(key) in state.grid:
            yield Pin(side, deed[key], card, key)
    if deed["type"] == "shoot" and isinstance(state.pending, Sighted) and deed.get("quadrant"):
        yield from _some(state, "sniper", ground.corners(deed["quadrant"]), "quadrant")
    if deed["type"] == "offensive_fire":
        near = [at for at in state.grid if ground.adjacent(at, deed["target"])]
        yield from _some(state, "machine_gun", tuple(near), "target")


def _some(state: State, card: Card, cells: tuple[str, ...], path: str) -> Iterator[Pin]:
    """One place among these where that card can lie; `IllegalAction` where there is none."""
    there = [at for at in possible(state).cells(state.side, card) if at in cells]
    if not there:
        words = f"No {CARD_NAMES[card]} of the {SIDE_NAMES[state.side]} side can lie where that is done from."
        raise IllegalAction(path, words)
    yield Pin(state.side, there[0], card, path)


def _with(state: State, pins: tuple[Pin, ...]) -> State:
    """An arrangement in which all these cards lie where the deed shows them."""
    world, held = state, set[str]()
    for pin in pins:
        world = _pinned(world, pin, held)
        held.add(pin.cell)
    return world


def _pinned(world: State, pin: Pin, held: Collection[str]) -> State:
    """An arrangement in which that card lies there; what lay there changes places with one of its kind."""
    lying = world.grid.get(pin.cell)
    if lying is None or lying.side != pin.side or lying.card == pin.card:
        return world
    memory = remembered(world, pin.side)
    if pin.cell in memory.known or world.front_of(pin.cell) != pin.side:
        known = CARD_NAMES[lying.card]
        raise IllegalAction(pin.path, f"Everybody has seen what lies at {pin.cell}: {known}.")
    there = (at for at in world.cells(pin.side, pin.card) if world.front_of(at) == pin.side)
    free = [at for at in there if at not in memory.known and at not in held]
    if not free:
        words = f"No {CARD_NAMES[pin.card]} of the {SIDE_NAMES[pin.side]} side is left face down."
        raise IllegalAction(pin.path, words)
    return world.laid({pin.cell: Lying(pin.side, pin.card), free[-1]: Lying(pin.side, lying.card)})
