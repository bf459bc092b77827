"""A company's own desk: its money and reserves, and all its unit cards as edges in the hand."""

from companion.engine.game import Scene
from companion.engine.stage import Edge, Hand, Icon, Said, said
from companion.engine.wording import counted
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import seat_of, sign_of
from companion.games.parabellum.screens.deeds import Entry, able
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Where

SIGNS = "parabellum/signs.svg"
PLAN = "catalogue"
PLACES: dict[Where, str] = {
    "map": "on the map",
    "aboard": "aboard",
    "predeploy": "waits",
    "reserve": "in reserve",
}


def reserve_words(state: State, player: str) -> Said:
    """What a company holds beside its credits, for its own eyes."""
    held = state.players[player].reserve
    return said(
        "{people}, {fuel} fuel, {ammunition} ammunition",
        people=counted(held.personnel, "person", "people"),
        fuel=held.fuel,
        ammunition=held.ammunition,
    )


def hand(scene: Scene[State], me: str, entries: list[Entry]) -> Hand | None:
    """What lies behind one's own screen; `entries` are what may be done now."""
    state, ready = scene.state, able(entries)
    units = [unit for where in PLACES for unit in state.of(me, where)]
    if not units and state.phase == "setup":
        return None
    return Hand(
        words=said("{who}: {n:# unit card|# unit cards}", who=who(state, me), n=len(units)),
        label="Your company",
        side=seat_of(state, me),
        icon=Icon("people", SIGNS),
        edges=(_reserve(scene, me), *(_edge(scene, unit, ready) for unit in units)),
    )


def _reserve(scene: Scene[State], me: str) -> Edge:
    """The purse, and the way to the books and the catalogue."""
    return Edge(
        title=said("{credits} credits", credits=scene.state.players[me].credits),
        text=reserve_words(scene.state, me),
        band="Reserve",
        icon=Icon("books"),
        href=fresh(scene, do="books"),
        chosen=scene.draft.get("do") == "books",
    )


def _edge(scene: Scene[State], unit: str, ready: frozenset[str]) -> Edge:
    """One unit card; `ready` are those that can do something now."""
    state, each = scene.state, scene.state.units[unit]
    counters = [f"{each.fuel} fuel"] if state.card(unit).fuel_max else []
    counters += [f"{each.ammunition} ammunition"] if state.card(unit).ammunition_max else []
    where = at(each.square) if each.square else PLACES[each.where]
    waits = each.where == "reserve"
    return Edge(
        title=state.called(unit),
        text="not mustered"
        if waits
        else said("{where} · {counters}", where=where, counters=", ".join(counters)),
        band=unit,
        points="" if waits else str(each.strength),
        side=seat_of(state, each.owner),
        icon=Icon(sign_of(state, each.type), SIGNS),
        href=fresh(scene, unit=unit),
        chosen=scene.draft.get("unit") == unit,
        spent=unit not in ready,
    )
