"""Who may see what: face-down cards, rearrangements, which card did something (specification 3.3)."""

from collections.abc import Collection
from dataclasses import replace
from typing import cast

from companion.engine.game import Scene, Sight
from companion.engine.wire import Json
from companion.games.scope.data import ENEMY, HIDDEN, SIDES, Card, Side
from companion.games.scope.rules.laying import acting
from companion.games.scope.rules.legal import Entry
from companion.games.scope.rules.refereeing import legal_at_table
from companion.games.scope.state.naming import side_of
from companion.games.scope.state.pending import Stormed
from companion.games.scope.state.table import Lying, State, state_json

REARRANGED = {
    "lay_out": ("front", "salt"),
    "move": ("order",),
    "deploy": ("order",),
    "reinforce": ("order", "infantry", "mortar"),
}
"""What of a deed its enemy never learns."""
SIDES_OWN = ("fronts", "salts", "luck")
"""What of a setup a side alone may know."""
SHOWED = {"deploy": "officer", "howitzer": "mortar", "assault": "infantry", "shoot": "machine_gun"}
"""The card that a deed showed: told with the answer, later only where the app remembers (R31)."""
PUBLIC = ("move", "search", "advance", "hold", "pass", "end_turn", "resign")
"""Deeds whose entries in `legal` hold nothing that a face-down card decides."""
TURNS_UP = ("search", "recognition", "howitzer", "offensive_fire", "assault")
"""Deeds that show enemy cards."""
SHOWS_OWN = ("shoot", "deploy")
"""Deeds that show where one's own side has its cards."""


def sides_of(seats: Collection[str]) -> frozenset[Side]:
    """The sides whose cards these seats see: both divisions see their side's."""
    return frozenset(side_of(seat) for seat in seats)


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it."""
    return seen_state(state, sight.sees)


def seen_state(state: State, sees: Collection[str]) -> Json:
    """The state as those seats together have it (6.4)."""
    seen = state_json(state)
    if state.phase == "finished" and not state.cards:
        return seen
    up, sides = turned_up(state), sides_of(() if state.cards else sees)
    for at, lying in seen["grid"].items():
        if lying["side"] in state.laying_out or (lying["side"] not in sides and at not in up):
            intrudes = lying["side"] != state.front_of(at)
            lying["card"] = "infantry" if intrudes else HIDDEN
    if not state.options.memory_aid:
        seen["events"] = {side: [] for side in SIDES}
    return seen


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
    sides = sides_of(() if state.cards else scene.sight.sees)
    grid = dict(state.grid)
    for at, lying in state.grid.items():
        if lying.side in state.laying_out or (lying.side not in sides and at not in up):
            intrudes = lying.side != state.front_of(at)
            grid[at] = Lying(lying.side, "infantry" if intrudes else cast(Card, HIDDEN))
    events = state.events if now.options.memory_aid else dict.fromkeys(SIDES, ())
    return replace(state, grid=grid, events=events)


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
    entries = legal_at_table(state)
    if state.cards or state.side in sides_of(sight.sees):
        return entries
    return [entry for entry in entries if entry["type"] in PUBLIC]


def redact_action(state: State, action: Json, sight: Sight) -> Json:
    """An action as a sight may read it in the journal of a table that stands at `state`."""
    if type(action) is not dict or (state.phase == "finished" and not state.cards):
        return action
    kind, sides = action.get("type"), sides_of(() if state.cards else sight.sees)
    if kind is None:
        return _setup(action, sides)
    if kind == "adjust":
        return _adjusted(state, action, sides)
    seat = action.get("seat")
    if seat not in state.slots or side_of(seat) in sides or type(kind) is not str:
        return action
    hidden = REARRANGED.get(kind, ())
    if not state.options.memory_aid:
        hidden = (*hidden, SHOWED.get(kind, ""), "turned")
    return {key: value for key, value in action.items() if key not in hidden}


def _setup(setup: Entry, sides: Collection[Side]) -> Json:
    """A setup without the fronts of others, the salts with which these are sealed, and others' luck."""
    kept = {key: value for key, value in setup.items() if key not in SIDES_OWN}
    for key in SIDES_OWN:
        if type(setup.get(key)) is dict:
            kept[key] = {side: each for side, each in setup[key].items() if side in sides}
    return kept


def _adjusted(state: State, action: Entry, sides: Collection[Side]) -> Json:
    """A correction without the cards that lie face down on another's side."""
    changes = action.get("changes")
    if type(changes) is not list:
        return action
    return {**action, "changes": [_change(state, each, sides) for each in changes]}


def _change(state: State, change: Json, sides: Collection[Side]) -> Json:
    if type(change) is not dict or change.get("target") != "card" or change.get("side") in sides:
        return change
    cell = change.get("cell")
    if type(cell) is str and cell in state.grid and change.get("side") != state.front_of(cell):
        return change
    return {key: value for key, value in change.items() if key != "card"}


def looks(state: State, action: Json) -> tuple[str, ...]:
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
    changes, sides = action.get("changes"), set[Side]()
    for each in changes if type(changes) is list else ():
        if type(each) is dict and each.get("target") == "card" and each.get("cell") in state.grid:
            front = state.front_of(each["cell"])
            if front in (state.grid[each["cell"]].side, each.get("side")):
                sides.add(front)
    mine = {side: [seat for seat in state.slots if side_of(seat) == side] for side in sides}
    return tuple(state.slot if state.slot in seats else seats[0] for seats in mine.values())


def shows(state: State, action: Json) -> tuple[str, ...]:
    """Whose face-down cards it turns up for the whole table."""
    kind = action.get("type") if type(action) is dict else None
    if kind == "adjust":
        return state.slots
    if kind in SHOWS_OWN:
        return tuple(seat for seat in state.slots if seat == action.get("seat"))
    if kind not in TURNS_UP:
        return ()
    enemy = ENEMY[state.side]
    return tuple(seat for seat in state.slots if side_of(seat) == enemy or seat == state.slot)


def hangs(state: State, action: Json) -> tuple[str, ...]:
    """Whose secrets decide whether this line still follows another past: after a search, everybody's."""
    return state.slots


def is_irrevocable(state: State, action: Json, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again."""
    return bool(shows(state, action))
