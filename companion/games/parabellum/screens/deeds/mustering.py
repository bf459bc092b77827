"""Mustering: what a card takes out of the reserve, and a flag that nobody flies yet."""

from collections.abc import Mapping
from itertools import islice

from companion.engine.game import Scene
from companion.engine.stage import Deed, Lead, Own, said
from companion.engine.wire import Json
from companion.engine.wording import Values, tap
from companion.games.parabellum.procedures.money.flag_suggest import MOST_BEADS, flags
from companion.games.parabellum.screens.cards import beads
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State

OFFERED = 8


def muster(scene: Scene[State], entries: list[Entry]) -> Detail:
    """The next free flags of the livery; or any other, bead by bead."""
    (entry,), state = entries, scene.state
    unit, player = entry["unit"], entry["player"]
    card = state.card(unit)
    own = chosen_beads(scene)
    free = [own] if own else list(islice(free_flags(state, player), OFFERED))
    base = {"type": "muster", "player": player, "unit": unit}
    lead = said("It takes {people} people, {fuel} fuel and {ammunition} ammunition out of your reserve.",
                people=card.troop, fuel=card.fuel_cost, ammunition=card.ammunition_cost)  # fmt: skip
    values = {"flags": [_flag(state, base, flag) for flag in free[1:]], "palette": _palette(scene, own),
              "own": keep(scene, flag=None) if own else ""}  # fmt: skip
    flags_ = Own(template="parabellum/flags.html", values=values)
    if not free:
        return Detail(pieces=(Lead(lead), flags_), missing="Choose a flag")
    deed = Deed(words="Muster", small=said("flag {flag}", flag="-".join(free[0])),
                action=tap({**base, "flag": list(free[0])}))  # fmt: skip
    return Detail(pieces=(Lead(lead), flags_), main=deed)


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
