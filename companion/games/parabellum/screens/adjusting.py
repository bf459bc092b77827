"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from companion.engine.game import Scene
from companion.engine.wording import Values, tap
from companion.games.parabellum.data import POSITIONS_OF
from companion.games.parabellum.screens.cards import name_of
from companion.games.parabellum.screens.places import SPOKEN
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

GOODS = (
    ("credits", "Credits, more or (−) fewer"),
    ("personnel", "People in reserve"),
    ("fuel", "Fuel tokens in reserve"),
    ("ammunition", "Ammunition tokens in reserve"),
)


def adjust_panel(scene: Scene[State], me: str) -> Values:
    """Goods, a unit, a square of the map: one form each."""
    state = scene.state
    base = {"type": "adjust", "player": me}
    units = [unit for unit in state.of(me) if state.units[unit].where != "reserve"]
    unit = scene.draft.get("unit", "")
    return {
        "template": "parabellum/turn/adjust.html",
        "title": "Set something right",
        "goods": GOODS,
        "action": tap(base),
        "units": [
            {
                "name": name_of(state, each, me),
                "href": fresh(scene, do="adjust", unit=each),
                "on": each == unit,
            }
            for each in units
        ],
        "unit": _unit(state, me, unit) if unit in units else None,
        "back": fresh(scene),
    }


def _unit(state: State, me: str, unit: str) -> Values:
    each, card = state.units[unit], state.card(unit)
    fields = [
        ("strength", "People", each.strength, card.troop),
        ("fuel", "Fuel counters", each.fuel, card.fuel_max),
        ("ammunition", "Ammunition counters", each.ammunition, card.ammunition_max),
        ("entrench", "Layers dug", each.entrench, card.entrench),
    ]
    base = {"type": "adjust", "player": me, "unit": {"id": unit}}
    places = [{"id": position, "name": SPOKEN[position]} for position in POSITIONS_OF[state.footprint(unit)]]
    on_map = each.where == "map" and state.tracked
    return {
        "name": name_of(state, unit, me),
        "action": tap(base),
        "at": each.square or "",
        "places": places if on_map else [],
        "fields": [
            {"key": key, "label": f"{label}: {now} now", "most": most}
            for key, label, now, most in fields
            if most
        ],
    }
