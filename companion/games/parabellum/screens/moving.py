"""Movement and deployment: where a unit can go, by which way, and what it costs."""

from companion.engine.game import Scene
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.rules.field import free
from companion.games.parabellum.rules.on_map.moving import goals
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.places import SPOKEN, chosen, positions, square_list, square_taps
from companion.games.parabellum.state import State

type Detail = tuple[Values, Taps]


def move(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Where the unit can be after one path; then by which path, and where in the square."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    each, card = state.units[unit], state.card(unit)
    to = chosen(scene, squares)
    taps = square_taps(scene, squares, to, "Move to")
    detail: Values = {
        "lead": f"{card.speed - each.mp_used} of {card.speed} squares of movement left. Tap where it goes."
    }
    detail["notes"] = _fuel(state, unit)
    detail["list"] = square_list(scene, squares, to, "Move to")
    if to is None:
        return detail, taps
    goal = next(goal for goal in goals(state, each.owner, unit) if goal.square == to)
    action = {"type": "move", "player": each.owner, "unit": unit, "path": list(goal.path)}
    detail["lead"] = f"By {', '.join(map(at, goal.path))}."
    detail["buttons"] = positions(scene, action, goal.positions, f"Move to {at(to)} for {goal.cost}")
    return detail, Taps(
        taps.squares, taps.costs, path=(each.square or "", *goal.path), chosen=taps.chosen, verb=taps.verb
    )


def _fuel(state: State, unit: str) -> list[str]:
    """A word before a unit strands."""
    each = state.units[unit]
    if each.fuel == 1 and not each.mp_used:
        return ["This is its last fuel counter: after this turn it stands until it is resupplied."]
    return []


def reposition(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Elsewhere in the same square."""
    (entry,) = entries
    base = {"type": "reposition", "player": entry["player"], "unit": entry["unit"]}
    buttons = [
        {
            "text": f"To the {SPOKEN[each]}".replace("the in the", "the"),
            "action": tap({**base, "position": each}),
        }
        for each in entry["positions"]
    ]
    return {"lead": "Stand elsewhere in the same square, in place of moving.", "buttons": buttons}, Taps()


def deploy(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Onto an own deployment square."""
    (entry,), state = entries, scene.state
    cost = state.booklet.deployment_cost
    lead = f"Deployment costs {count(cost, 'credit')}; the unit rests until your next turn."
    return _landing(scene, entry, "Deploy on", lead)


def alight(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Off a transport, onto a square near it."""
    return _landing(
        scene, entries[0], "Get off on", "Onto a square near the transport; it takes no movement."
    )


def _landing(scene: Scene[State], entry: Entry, verb: str, lead: str) -> Detail:
    squares, unit = entry["squares"], entry["unit"]
    to = chosen(scene, squares)
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, verb)
    detail: Values = {"lead": f"{lead} Tap a square.", "list": square_list(scene, squares, to, verb)}
    if to is None:
        return detail, taps
    action = {"type": entry["type"], "player": entry["player"], "unit": unit, "square": to}
    detail["lead"] = lead
    detail["buttons"] = positions(scene, action, free(scene.state, unit, to), f"{verb} {at(to)}")
    return detail, taps
