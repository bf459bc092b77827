"""Mustering: what a card takes out of the reserve, and a flag that nobody flies yet."""

from collections.abc import Mapping
from itertools import islice

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, tap
from companion.games.parabellum.procedures.money.flag_suggest import MOST_BEADS, flags
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import beads
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State

OFFERED = 8


def muster(scene: Scene[State], entries: list[Entry]) -> tuple[Values, Taps]:
    """The next free flags of the livery; or any other, bead by bead."""
    (entry,), state = entries, scene.state
    unit, player = entry["unit"], entry["player"]
    card = state.card(unit)
    own = chosen_beads(scene)
    free = [own] if own else list(islice(free_flags(state, player), OFFERED))
    base = {"type": "muster", "player": player, "unit": unit}
    takes = f"{card.troop} people, {card.fuel_cost} fuel and {card.ammunition_cost} ammunition"
    detail: Values = {
        "lead": f"It takes {takes} out of your reserve.",
        "flags": [_flag(state, base, flag) | {"main": not n} for n, flag in enumerate(free)],
        "palette": _palette(scene, own),
        "own": keep(scene, flag=None) if own else "",
    }
    return detail, Taps()


def _flag(state: State, base: Mapping[str, Json], flag: tuple[str, ...]) -> Values:
    action = tap({**base, "flag": list(flag)})
    return {"beads": beads(state, flag), "words": "-".join(flag), "action": action}


def _palette(scene: Scene[State], own: tuple[str, ...]) -> list[Values]:
    """Each colour as the next bead, while there is room for one."""
    if len(own) >= MOST_BEADS:
        return []
    return [
        {
            "beads": beads(scene.state, (colour,)),
            "name": colour,
            "href": keep(scene, flag="-".join((*own, colour))),
        }
        for colour in scene.state.binder.palette
    ]


def chosen_beads(scene: Scene[State]) -> tuple[str, ...]:
    """The beads chosen one by one, as far as they are of the palette."""
    given = scene.draft.get("flag", "").split("-")
    return tuple(each for each in given if each in scene.state.binder.palette)[:MOST_BEADS]


def free_flags(state: State, player: str) -> list[tuple[str, ...]]:
    """The flags of a company's livery that nobody flies."""
    livery = state.binder.companies[state.players[player].company].livery
    flown = {each.flag for each in state.units.values()}
    return [flag for flag in flags(livery, state.binder.palette) if flag not in flown]
