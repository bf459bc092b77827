"""Movement and deployment: where a unit can go, by which way, and what it costs."""

from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Lead, Note, Piece, Row, Rows, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.parabellum.procedures.movement.moves import Goal, check_path
from companion.games.parabellum.rules.field import free, ground_of, mover_of
from companion.games.parabellum.rules.on_map.moving import goals
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.board.places import (
    SPOKEN,
    barred_squares,
    chosen,
    position_of,
    positions,
    square_list,
    square_taps,
)
from companion.games.parabellum.screens.deeds import NAMES, Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.deeds.orders import pending, why_not_there
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken

TOLD = {
    "entrench": "One layer deeper, for +1 to its defence dice. It stays where it is this turn.",
    "dig_out": "It leaves its layers behind and moves from its next turn on.",
    "extract": "It leaves the map for the pre-deployment area.",
    "reposition": "It stands elsewhere in its square, in place of moving.",
    "alight": "It gets off its transport.",
}


def move(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Where the unit can be after one path; then by which path, and where in the square."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    each, card = state.units[unit], state.card(unit)
    to, last = chosen(scene, squares), _fuel(state, unit)
    taps = _with_barred(scene, unit, square_taps(scene, squares, to, "Move to"))
    if to is None:
        left = said("{n} of {speed} squares of movement left. Tap where it goes.",
                    n=card.speed - each.mp_used, speed=card.speed)  # fmt: skip
        pieces = (Lead(left), *last, *square_list(scene, taps))
        return Detail(pieces=pieces, taps=taps, missing="Tap a square")
    goal = next(goal for goal in goals(state, each.owner, unit) if goal.square == to)
    detail = _going(scene, unit, goal, last)
    path = (each.square or "", *goal.path)
    return replace(detail, pieces=(*detail.pieces, *square_list(scene, taps)), taps=replace(taps, path=path))


def _going(scene: Scene[State], unit: str, goal: Goal, last: tuple[Note, ...]) -> Detail:
    """The way there, where in the square, and the deed."""
    state, each = scene.state, scene.state.units[unit]
    action = {
        "type": "move", "player": each.owner, "unit": unit, "path": list(goal.path),
        "position": position_of(scene, goal.positions),
    }  # fmt: skip
    deed = Deed(
        words=said("Move to {square}", square=at(goal.square)),
        small=said("{cost} of movement{fuel}", cost=goal.cost, fuel="" if each.mp_used else ", 1 fuel"),
        action=tap(action),
    )
    pieces = (_way(state, unit, goal), *last, *positions(scene, goal.positions, goal.square))
    return Detail(pieces=pieces, main=deed, weighed=action)


def _with_barred(scene: Scene[State], unit: str, taps: Taps) -> Taps:
    """The squares out of reach can be tapped too; the one that was is told why."""
    wanted, state = scene.draft.get("to", ""), scene.state
    if not state.tracked:
        return taps
    barred = barred_squares(scene, taps.squares)
    why = why_not_there(state, state.units[unit].owner, unit, wanted) if wanted in barred else ""
    return replace(taps, barred=barred, why=(wanted, why) if why else None)


def _way(state: State, unit: str, goal: Goal) -> Rows:
    """Square by square, with the sum."""
    each, card = state.units[unit], state.card(unit)
    walk = check_path(ground_of(state, unit), mover_of(state, unit), goal.path, goal.positions[0])
    steps = [Row((at(one.square), spoken(one.terrain).lower(), str(one.cost))) for one in walk.treads]
    together = Row(("Together", said("of {n}", n=card.speed - each.mp_used), str(goal.cost)), sum=True)
    return Rows(label=said("The way to {square}", square=at(goal.square)), rows=(*steps, together))


def _fuel(state: State, unit: str) -> tuple[Note, ...]:
    """A word before a unit strands."""
    each = state.units[unit]
    words = "This is its last fuel counter: after this turn it stands until it is resupplied."
    return (Note(words, warns=True),) if each.fuel == 1 and not each.mp_used else ()


def reposition(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Elsewhere in the same square."""
    (entry,) = entries
    base = {"type": "reposition", "player": entry["player"], "unit": entry["unit"]}
    if "positions" not in entry:
        return at_once(scene, entries)
    place = position_of(scene, entry["positions"])
    action = {**base, "position": place}
    square = scene.state.units[entry["unit"]].square
    return Detail(
        pieces=(Lead(TOLD["reposition"]), *positions(scene, entry["positions"], square)),
        main=Deed(words="Reposition", small=SPOKEN[place], action=tap(action)),
        weighed=action,
    )


def at_once(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A deed that needs no more choice."""
    entry = entries[0]
    action = {key: entry[key] for key in ("type", "player", "unit")}
    kind = entry["type"]
    cost = scene.state.booklet.extraction_cost
    small = said("{n:# credit|# credits}", n=cost) if kind == "extract" and cost else ""
    return Detail(
        pieces=(Lead(TOLD[kind]),),
        main=Deed(words=NAMES[kind], small=small, action=tap(action)),
        weighed=action,
    )


def deploy(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Onto an own deployment square."""
    (entry,), state = entries, scene.state
    cost = count(state.booklet.deployment_cost, "credit")
    lead = said("Deployment costs {cost}; the unit rests until your next turn.", cost=cost)
    detail = _landing(scene, entry, "Deploy on", lead, cost)
    waiting = [unit for unit in state.of(entry["player"], "predeploy") if unit != entry["unit"]]
    if detail.weighed is None or not waiting:
        return detail
    # The next square that is tapped is the next unit's.
    more = pending(scene, detail.weighed)
    links = {each: fresh(scene, o=more, unit=waiting[0], do="deploy", to=each) for each in entry["squares"]}
    return replace(detail, taps=replace(detail.taps, squares=links, stays=False))


def alight(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Off a transport, onto a square near it."""
    if "squares" not in entries[0]:
        return at_once(scene, entries)
    lead = "Onto a square near the transport; it takes no movement."
    return _landing(scene, entries[0], "Get off on", lead)


def _landing(scene: Scene[State], entry: Entry, verb: str, lead: Words, small: Words = "") -> Detail:
    squares, unit = entry["squares"], entry["unit"]
    to = chosen(scene, squares)
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, verb)
    taps = _with_barred(scene, unit, taps) if entry["type"] == "deploy" else taps
    told: tuple[Piece, ...] = (Lead(lead), *square_list(scene, taps))
    if to is None:
        return Detail(pieces=told, taps=taps, missing="Tap a square")
    places = free(scene.state, unit, to)
    action: dict[str, Json] = {
        "type": entry["type"], "player": entry["player"], "unit": unit, "square": to,
        "position": position_of(scene, places),
    }  # fmt: skip
    deed = Deed(words=said("{verb} {square}", verb=verb, square=at(to)), small=small, action=tap(action))
    return Detail(pieces=(*positions(scene, places, to), *told), main=deed, taps=taps, weighed=action)
