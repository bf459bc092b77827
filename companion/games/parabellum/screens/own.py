"""A company's own desk: credits, reserves, and all its unit cards by where they are."""

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.procedures.money.worth import scrap_value
from companion.games.parabellum.screens.cards import seat_of, unit_card
from companion.games.parabellum.screens.deeds import Entry, able, of_unit
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.screens.shop import PLAN
from companion.games.parabellum.screens.spending import spending
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Where

PLACES: tuple[tuple[Where, str], ...] = (
    ("map", "On the map"),
    ("aboard", "Aboard"),
    ("predeploy", "Pre-deployment"),
    ("reserve", "Cards in reserve"),
)


def own_desk(scene: Scene[State], entries: list[Entry]) -> Values | None:
    """What lies behind one's own screen; `entries` are what may be done now."""
    me = own_seat(scene)
    if me is None:
        return None
    state = scene.state
    player, ready = state.players[me], able(entries)
    groups = [
        {"name": name, "cards": [_card(scene, unit, entries, ready) for unit in state.of(me, where)]}
        for where, name in PLACES
    ]
    return {
        "id": me,
        "name": who(state, me),
        "seat": seat_of(state, me),
        "credits": player.credits,
        "fuel": player.reserve.fuel,
        "ammunition": player.reserve.ammunition,
        "personnel": player.reserve.personnel,
        "scrap": scrap_value(state, me),
        "groups": [group for group in groups if group["cards"]],
        "books": fresh(scene, do="books"),
        "plan": fresh(scene, do=PLAN),
    }


def _card(scene: Scene[State], unit: str, entries: list[Entry], ready: frozenset[str]) -> Values:
    return unit_card(scene.state, unit) | {
        "href": fresh(scene, unit=unit),
        "able": unit in ready,
        "spend": spending(scene, unit, of_unit(entries, unit)) if unit in ready else {},
        "chosen": scene.draft.get("unit") == unit,
    }
