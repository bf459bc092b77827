"""Who may see what; what is told of cards on a real table; both seals opened at the end (3.3, 3.4).

At a table with its own cards nobody says where cards lie that are face down, nor how a quadrant was
rearranged. The rules are the same, played on an arrangement that fits all that was seen, and what this deed
shows. Where there is none, it cannot be.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Annotated, NamedTuple, cast

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.errors import GameError, IllegalAction, calling
from companion.engine.game import Outcome, Scene, Sight
from companion.engine.records import replace
from companion.engine.scene import Secrecy
from companion.engine.shape import OneOf, Sized
from companion.engine.wire import Json
from companion.engine.wording import changes_of
from companion.games.scope import deeds
from companion.games.scope.data import CARD_NAMES, CARDS, ENEMY, HIDDEN, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.deeds.turn import Deed, OffensiveFire, Shoot
from companion.games.scope.procedures.search_odds import Possible, arranged, remembered
from companion.games.scope.rules.setting_up import Rows, Seal, acting, open_table, seal
from companion.games.scope.state import Lying, Sighted, State, Stormed, adjacent, corners, side_of, state_json

STAY = [0, 1, 2, 3]


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
    return deeds.legal(possible(state) if state.cards else state)


@calling(deeds.THINGS)
def apply_at_table(state: State, action: object) -> Outcome[State]:
    """The state after an action, at a table with its own cards as at any other."""
    if state.cards is None or type(action) is not dict:
        return deeds.apply(state, action)
    deed = {key: value for key, value in action.items() if key != "turned"}
    if deed.get("type") in deeds.MOVES:
        deed = {"order": STAY, **deed}
    read = deeds.read_action(deed, state)
    if isinstance(read, Deed):
        deeds.check_turn(state, read)
    else:
        _check_cards(read)
    turned = shape.read(Cards, {"turned": action["turned"]} if "turned" in action else {}).turned
    pins = (*_shown(state, read), *_turned(state, read, turned))
    # An arrangement in which all these cards lie where the deed shows them.
    world, held = state, set[str]()
    for pin in pins:
        world = _pinned(world, pin, held)
        held.add(pin.cell)
    outcome = deeds.carry_out(world, read)
    return Outcome(arranged(outcome.state), outcome.steps)


def _check_cards(deed: deeds.Adjust) -> None:
    """`IllegalAction` for a card set by hand: the app knows of none, and an undo takes back what was told."""
    for n, change in enumerate(deed.changes):
        if isinstance(change, deeds.ChangeCard):
            words = "The cards lie on the table: undo what was told of them, and tell it anew."
            raise IllegalAction(f"changes.{n}.target", words)


def _turned(state: State, deed: Deed | deeds.Adjust, turned: tuple[Card, ...]) -> Iterator[Pin]:
    cells = deed.turned(state) if isinstance(deed, Deed) else ()
    if len(cells) != len(turned):
        words = f"{len(cells)} cards are turned up by this; {len(turned)} were told."
        raise IllegalAction("turned", words)
    for n, (at, card) in enumerate(zip(cells, turned, strict=True)):
        yield Pin(ENEMY[state.side], at, card, f"turned.{n}")


def _shown(state: State, deed: Deed | deeds.Adjust) -> Iterator[Pin]:
    """The own cards that a deed shows, and one that it cannot be done without."""
    if isinstance(deed, deeds.Adjust):
        return
    for key, part in deed.parts.items():
        if part.shows and (at := getattr(deed, key)) in state.grid:
            yield Pin(state.side, at, cast(Card, part.shows), key)
    match deed:
        case Shoot(quadrant=str(quadrant)) if isinstance(state.pending, Sighted):
            yield from _some(state, "sniper", corners(quadrant), "quadrant")
        case OffensiveFire(target=target):
            near = [at for at in state.grid if adjacent(at, target)]
            yield from _some(state, "machine_gun", tuple(near), "target")


def _some(state: State, card: Card, cells: tuple[str, ...], path: str) -> Iterator[Pin]:
    """One place among these where that card can lie; `IllegalAction` where there is none."""
    there = [at for at in possible(state).cells(state.side, card) if at in cells]
    if not there:
        words = f"No {CARD_NAMES[card]} of the {SIDE_NAMES[state.side]} side can lie where that is done from."
        raise IllegalAction(path, words)
    yield Pin(state.side, there[0], card, path)


def _pinned(world: State, pin: Pin, held: Collection[str]) -> State:
    """An arrangement in which that card lies there; what lay there changes places with one of its kind."""
    lying = world.grid.get(pin.cell)
    if lying is None or lying.side != pin.side or lying.card == pin.card:
        return world
    memory = remembered(world, pin.side)
    if pin.cell in memory.placed or world.front_of(pin.cell) != pin.side:
        name = CARD_NAMES[lying.card]
        raise IllegalAction(pin.path, f"Everybody has seen what lies at {pin.cell}: {name}.")
    there = (at for at in world.cells(pin.side, pin.card) if world.front_of(at) == pin.side)
    free = [at for at in there if at not in memory.placed and at not in held]
    if not free:
        words = f"No {CARD_NAMES[pin.card]} of the {SIDE_NAMES[pin.side]} side is left face down."
        raise IllegalAction(pin.path, words)
    return world.laid({pin.cell: Lying(pin.side, pin.card), free[-1]: Lying(pin.side, lying.card)})


SIDES_OWN = ("fronts", "salts", "luck")
"""What of a setup a side alone may know."""
SECRECY: Secrecy[State, Side] = Secrecy(
    owners=lambda state: () if state.cards else SIDES,
    owner=side_of,
    is_over=lambda state: state.phase == "finished",
)
"""Both divisions see their side's cards; those that lie on the table are nobody's own."""


def seen_state(state: State, sees: Collection[str]) -> Json:
    """The state as those seats together have it (6.4)."""
    seen = state_json(state)
    if state.phase == "finished" and not state.cards:
        return seen
    for at, card in _shut(state, sees, turned_up(state)):
        seen["grid"][at]["card"] = card
    if not state.options.memory_aid:
        seen["events"] = {side: [] for side in SIDES}
    return seen


def _shut(state: State, sees: Collection[str], up: Collection[str]) -> Iterator[tuple[str, Card]]:
    """Each cell whose card those seats may not see, and what they see there."""
    sides = SECRECY.eyes(() if state.cards else sees)
    for at, lying in state.grid.items():
        if lying.side in state.laying_out or (lying.side not in sides and at not in up):
            yield at, "infantry" if lying.side != state.front_of(at) else cast(Card, HIDDEN)


def turned_up(state: State) -> tuple[str, ...]:
    """The cells whose cards lie face up while somebody decides."""
    pending = state.pending
    if pending is None:
        return ()
    return (pending.infantry, *pending.cells) if isinstance(pending, Stormed) else pending.cells


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state with a face-down card wherever the sight knows of none: what is drawn of it is a back.

    Of an earlier line it keeps no more than may be remembered now.
    """
    now = scene.state
    if now.phase == "finished" and not now.cards:
        return state
    up = turned_up(state) if now.options.memory_aid or not past else ()
    backs = _shut(state, scene.sight.sees, up)
    events = state.events if now.options.memory_aid else dict.fromkeys(SIDES, ())
    return replace(state.laid({at: Lying(state.grid[at].side, card) for at, card in backs}), events=events)


def past(then: State, now: State) -> State:
    """An earlier state as it may be drawn now: where the app does not remember, nothing lies face up (R31).

    What it waited for then stays, and what that hung on does not.
    """
    if then.options.memory_aid or (now.phase == "finished" and not now.cards):
        return then
    return replace(then, pending=None, events=dict.fromkeys(SIDES, ()))


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do; what hangs on face-down cards, for its eyes alone."""
    if state.laying_out:
        return [{"type": "lay_out", "seat": seat} for seat in acting(state) if seat in sight.acts]
    if state.slot not in sight.acts:
        return []
    return list(
        SECRECY.offered(
            legal_at_table(state),
            sight,
            lambda _: state.slot,
            lambda entry: entry if state.cards or deeds.DEEDS[entry["type"]].public else None,
        )
    )


def redact_action(state: State, action: object, sight: Sight) -> object:
    """An action as a sight may read it in the journal of a table that stands at `state`."""
    if type(action) is not dict or (state.phase == "finished" and not state.cards):
        return action
    kind, sides = action.get("type"), SECRECY.eyes(() if state.cards else sight.sees)
    if kind is None:
        return _setup(action, sides)
    if kind == "adjust":
        # A correction without the cards that lie face down on another's side.
        changes = action.get("changes")
        if type(changes) is not list:
            return action
        return {**action, "changes": [_change(state, each, sides) for each in changes]}
    seat = action.get("seat")
    if seat not in state.slots or side_of(seat) in sides or type(kind) is not str:
        return action
    parts = deeds.DEEDS[kind].parts if kind in deeds.DEEDS else {}
    hidden = [key for key, part in parts.items() if part.hidden]
    if not state.options.memory_aid:
        # The card that a deed showed is told with the answer, later only where the app remembers (R31).
        hidden += [*(key for key, part in parts.items() if part.shows), "turned"]
    return {key: value for key, value in action.items() if key not in hidden}


def _setup(setup: Entry, sides: Collection[str]) -> Entry:
    """A setup without the fronts of others, the salts with which these are sealed, and others' luck."""
    kept = {key: value for key, value in setup.items() if key not in SIDES_OWN}
    for key in SIDES_OWN:
        if type(setup.get(key)) is dict:
            kept[key] = {side: each for side, each in setup[key].items() if side in sides}
    return kept


def _change(state: State, change: object, sides: Collection[str]) -> object:
    if type(change) is not dict or change.get("target") != "card" or change.get("side") in sides:
        return change
    cell = change.get("cell")
    if type(cell) is str and cell in state.grid and change.get("side") != state.front_of(cell):
        return change
    return {key: value for key, value in change.items() if key != "card"}


def looks(state: State, action: object) -> tuple[str, ...]:
    """Whose secrets the rules look at before they allow it: the acting side's own.

    A card that lies face down is set by hand by its owner alone.
    """
    if state.cards or type(action) is not dict:
        return ()
    if action.get("type") == "adjust":
        return _named_by(state, action)
    if action.get("seat") not in state.slots:
        return ()
    kind = action.get("type")
    return () if kind in ("hold", "end_turn", "resign", "advance") else (action["seat"],)


def _named_by(state: State, action: Entry) -> tuple[str, ...]:
    """Who alone may name the cards that are set by hand: of a side's two divisions the one that acts."""
    sides = set[Side]()
    for each in changes_of(action):
        if each.get("target") == "card" and each.get("cell") in state.grid:
            front = state.front_of(each["cell"])
            if front in (state.grid[each["cell"]].side, each.get("side")):
                sides.add(front)
    mine = {side: [seat for seat in state.slots if side_of(seat) == side] for side in sides}
    return tuple(state.slot if state.slot in seats else seats[0] for seats in mine.values())


def shows(state: State, action: object) -> tuple[str, ...]:
    """Whose face-down cards it turns up for the whole table."""
    entry = action if type(action) is dict else {}
    kind = entry.get("type")
    if kind == "adjust":
        return state.slots
    if kind in ("shoot", "deploy"):
        return tuple(seat for seat in state.slots if seat == entry.get("seat"))
    if type(kind) is not str or kind not in deeds.DEEDS or not deeds.DEEDS[kind].turns:
        return ()
    enemy = ENEMY[state.side]
    return tuple(seat for seat in state.slots if side_of(seat) == enemy or seat == state.slot)


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again."""
    return bool(shows(state, action))


class Opened(NamedTuple):
    """A front at the end: the front and the salt that give its seal, and whether that was written down."""

    side: Side
    front: Rows
    salt: str
    seal: Seal
    kept: bool


def opened(setup: object, actions: Sequence[object], noted: Mapping[Side, str]) -> list[Opened]:
    """The fronts of a journal against the digests that stood on every screen; only those that were sealed."""
    laid = [each for each in actions if type(each) is dict and each.get("type") == "lay_out"]
    given: Entry = setup if type(setup) is dict else {}
    fronts, salts = (
        {**(given.get(f"{part}s") or {}), **{side_of(each["seat"]): each[part] for each in laid}}
        for part in ("front", "salt")
    )
    seals = {side: seal(fronts[side], salts[side]) for side in noted}
    return [
        Opened(side, fronts[side], salts[side], now, now.digest == noted[side]) for side, now in seals.items()
    ]


def first_fault(setup: object, actions: Sequence[object], ended: State) -> int | None:
    """The first action that the rules forbid, played again from the opened fronts; None where all is well.

    One more than there are says that all were allowed and led to another end than this.
    """
    state = open_table(setup).state
    for n, action in enumerate(actions):
        try:
            state = deeds.apply(state, action).state
        except GameError:
            return n
    return None if state == ended else len(actions)
