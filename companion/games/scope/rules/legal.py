"""What may be done now, entry by entry, and what is said to all that may not (specification 6.3)."""

from collections.abc import Callable, Collection, Iterator, Mapping

from companion.engine.errors import IllegalAction, Withheld
from companion.engine.wire import Json
from companion.games.scope import state as ground
from companion.games.scope.data import ENEMY, Side
from companion.games.scope.state import Sighted, State, Stormed

type Entry = dict[str, Json]


def legal(state: State) -> list[Entry]:
    """All entries, for the eyes of the acting side; `adjust` is possible until the end and not listed."""
    if state.phase in ("finished", "laying_out"):
        return []
    found = [*PHASES[state.phase](state), {"type": "resign"}]
    return [{"type": entry["type"], "seat": state.slot, **entry} for entry in found]


def checked_legal(state: State) -> list[Entry]:
    """The same of a state from outside, whose parts may not fit each other."""
    if (state.pending is not None) != (state.phase == "decide"):
        words = "Cards are turned up while somebody decides, and only then."
        raise IllegalAction("state.pending", words)
    return legal(state)


def normal(state: State) -> list[Entry]:
    """The normal actions of this turn, one of which is done."""
    return [each for kind in NORMAL if _knows(state, kind) for each in NORMAL[kind](state, state.side)]


def deployments(state: State) -> list[Entry]:
    """The deployment, where it is possible (deployment, R25)."""
    side = state.side
    officers, quadrants = state.cells(side, "officer"), state.movable(side)
    barred = state.mode == "basic" or state.deployed or state.slot.endswith("_snipers")
    if barred or not officers or not quadrants:
        return []
    return [{"type": "deploy", "officers": officers, "quadrants": quadrants}]


def _knows(state: State, kind: str) -> bool:
    """Whether the acting seat has that kind of action at all (advanced, players_3_4)."""
    if kind == "move":
        return True
    if kind == "search":
        return not state.slot.endswith("_units")
    return state.mode == "advanced" and not state.slot.endswith("_snipers")


def _turn(state: State) -> list[Entry]:
    done = normal(state)
    return [*(done or [{"type": "pass"}]), *deployments(state)]


def _after(state: State) -> list[Entry]:
    return [*deployments(state), {"type": "end_turn"}]


def _decide(state: State) -> list[Entry]:
    pending, hold = state.pending, {"type": "hold"}
    if isinstance(pending, Stormed):
        return [{"type": "advance", "cells": list(pending.cells)}, hold]
    if isinstance(pending, Sighted):
        shoot: Entry = {"type": "shoot", "quadrants": shot_quadrants(state, state.side)}
    else:
        shoot = {"type": "shoot", "machine_guns": guns_at(state, state.side, pending.cell) if pending else []}
    return [shoot] if pending is None or pending.forced else [shoot, hold]


def shot_quadrants(state: State, side: Side) -> list[str]:
    """The quadrants of the own front with an own sniper in them (shoot, R12)."""
    snipers = set(state.cells(side, "sniper"))
    squares = ground.front_squares(side, state.columns, state.rows)
    return [each for each in squares if snipers & set(ground.corners(each))]


def guns_at(state: State, side: Side, target: str) -> list[str]:
    """The machine guns that stand beside a cell."""
    return [at for at in state.cells(side, "machine_gun") if ground.adjacent(at, target)]


def enemies(state: State, side: Side) -> list[str]:
    """Where enemy cards lie, in cell order (R11)."""
    return state.cells(ENEMY[side])


def howitzer_targets(state: State, side: Side, mortar: str) -> list[str]:
    """The enemy cards that do not lie beside a mortar (howitzer)."""
    return [at for at in enemies(state, side) if not ground.adjacent(at, mortar)]


def assault_quadrants(state: State, side: Side, infantry: str) -> list[str]:
    """The quadrants of the battlefield with that infantry and an enemy card in them (R17)."""
    there = set(enemies(state, side))
    squares = ground.squares(state.columns, 1, 2 * state.rows)
    around = (each for each in squares if infantry in ground.corners(each))
    return [each for each in around if there & set(ground.corners(each))]


def reinforceable(state: State, side: Side) -> dict[str, list[str]]:
    """The quadrants to which infantry may come back, with their own empty areas (reinforcements)."""
    found, free = {}, state.cells(side, "empty")
    for each in state.movable(side):
        empty = [at for at in ground.corners(each) if at in free]
        if empty and ground.by_player_zone(each, side, state.rows):
            found[each] = empty
    return found


def mortar_comes(state: State, side: Side) -> bool:
    """Whether a mortar may come back along with infantry (offensive_without_snipers, R24)."""
    return state.theme == "offensive_without_snipers" and "mortar" in state.lost[side]


def _move(state: State, side: Side) -> Iterator[Entry]:
    if quadrants := state.movable(side):
        yield {"type": "move", "quadrants": quadrants}


def _search(state: State, side: Side) -> Iterator[Entry]:
    if state.cells(side, "sniper") and (cells := enemies(state, side)):
        yield {"type": "search", "cells": cells}


def _recognition(state: State, side: Side) -> Iterator[Entry]:
    cells = enemies(state, side)
    if state.cells(side, "scout") and cells:
        pairs = [[at, right] for at in cells if (right := _right_of(at)) in cells]
        yield {"type": "recognition", "singles": cells, "pairs": pairs}


def _right_of(at: str) -> str:
    return chr(ord(at[0]) + 1) + at[1]


def _howitzer(state: State, side: Side) -> Iterator[Entry]:
    mortars = ((at, howitzer_targets(state, side, at)) for at in state.cells(side, "mortar"))
    if shots := [{"mortar": at, "targets": targets} for at, targets in mortars if targets]:
        yield {"type": "howitzer", "shots": shots}


def _offensive_fire(state: State, side: Side) -> Iterator[Entry]:
    if targets := [at for at in enemies(state, side) if guns_at(state, side, at)]:
        yield {"type": "offensive_fire", "targets": targets}


def _assault(state: State, side: Side) -> Iterator[Entry]:
    found = ((at, assault_quadrants(state, side, at)) for at in state.cells(side, "infantry"))
    if assaults := [{"infantry": at, "quadrants": quadrants} for at, quadrants in found if quadrants]:
        yield {"type": "assault", "assaults": assaults}


def _reinforce(state: State, side: Side) -> Iterator[Entry]:
    quadrants = reinforceable(state, side)
    if "infantry" in state.lost[side] and quadrants:
        told = [{"quadrant": each, "empty": empty} for each, empty in quadrants.items()]
        yield {"type": "reinforce", "quadrants": told, "mortar": mortar_comes(state, side)}


NORMAL: Mapping[str, Callable[[State, Side], Iterator[Entry]]] = {
    "move": _move,
    "search": _search,
    "recognition": _recognition,
    "howitzer": _howitzer,
    "offensive_fire": _offensive_fire,
    "assault": _assault,
    "reinforce": _reinforce,
}
PHASES: Mapping[str, Callable[[State], list[Entry]]] = {"turn": _turn, "decide": _decide, "after": _after}


LACKS = {
    "move": "No quadrant of this front has four cards of its own side.",
    "search": "Nobody here can search: only a sniper on the front does.",
    "recognition": "No scout of this side can look out now.",
    "howitzer": "No mortar of this side can fire now.",
    "offensive_fire": "No machine gun of this side can fire now.",
    "assault": "No infantry of this side can storm now.",
    "reinforce": "No infantry can come back now.",
    "deploy": "No officer can deploy now.",
}


def available(state: State, kind: str) -> Entry:
    """The entry of `legal` for that kind; `IllegalAction` at `type` where there is none."""
    if why := barred(state, kind):
        raise IllegalAction("type", why)
    entries = deployments(state) if kind == "deploy" else normal(state)
    found = next((entry for entry in entries if entry["type"] == kind), None)
    if found is None:
        raise Withheld("type", LACKS[kind])
    return found


def barred(state: State, kind: str) -> str:
    """What everybody at the table knows to forbid it: the mode, the division, the turn, the scoring zone."""
    if state.mode == "basic" and kind not in ("move", "search"):
        return "This belongs to advanced mode; this game is played in basic mode."
    if state.slot.endswith("_units") and kind == "search":
        return "It is for the units to act: only the snipers of a side search."
    if state.slot.endswith("_snipers") and kind not in ("move", "search"):
        return "It is for the snipers to act: they move and search, the units of their side do the rest."
    if kind == "deploy" and state.deployed:
        return "An officer has deployed in this turn already."
    if kind == "reinforce" and "infantry" not in state.lost[state.side]:
        return "No infantry of this side has been eliminated."
    return ""


def check_in(value: str, among: Collection[str], path: str, words: str) -> None:
    """`IllegalAction` at `path` for a cell or quadrant that is none of these."""
    if value not in among:
        raise IllegalAction(path, f"{value}: {words}")
