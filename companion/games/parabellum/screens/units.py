"""One unit on the table of its owner: its card, what it may do now, and the deed that is being chosen."""

from collections.abc import Callable, Mapping

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.screens import (
    boardroom,
    cache_fire,
    fighting,
    moving,
    mustering,
    real_map,
    shelling,
    supplying,
)
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import miniature, place_words, unit_card
from companion.games.parabellum.screens.deeds import NAMES, Entry, against, of_unit, offers, on_real_map
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import assume, foe_of
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.screens.spending import against_spending, spending
from companion.games.parabellum.state import State

type Detail = tuple[Values, Taps]

DETAILS: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": moving.move,
    "reposition": moving.reposition,
    "deploy": moving.deploy,
    "alight": moving.alight,
    "muster": mustering.muster,
    "stow": supplying.cargo,
    "unstow": supplying.cargo,
    "board": supplying.board_transport,
    "transfer": supplying.transfer,
    "cache": supplying.cache,
    "pick_up": supplying.pick_up,
    "resupply": supplying.resupply,
    "engineer": supplying.engineer,
    "recon": fighting.recon,
    "attack": fighting.attack,
    "attack_cache": cache_fire.attack_cache,
    "barrage": shelling.barrage,
    "reorganize": boardroom.reorganize,
    "disband": boardroom.disband,
    "scrap": boardroom.scrap,
}
REAL: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": real_map.go,
    "deploy": real_map.go,
    "alight": real_map.go,
    "stand": real_map.go,
    "engineer": real_map.work,
    "cache": real_map.cache,
}
"""Where the map lies on the table."""
FIRST = ("muster", "move", "deploy", "barrage", "recon", "attack", "attack_cache")
"""Deeds that open by themselves when their unit is tapped."""


def unit_panel(scene: Scene[State], me: str, unit: str, entries: list[Entry]) -> Detail:
    """An own unit: its card, its deeds, and the one that is open."""
    state = scene.state
    can = of_unit(entries, unit) if me in scene.sight.acts else {}
    doing = scene.draft.get("do", "")
    if doing not in can:
        doing = next((kind for kind in FIRST if kind in can), "")
    spent = spending(scene, unit, can)
    if me in scene.sight.acts and state.units[unit].where != "reserve":
        spent = {"people": {"name": "Set by hand", "href": fresh(scene, do="adjust", unit=unit)}} | spent
    panel: Values = {
        "template": "parabellum/turn/unit.html",
        "card": unit_card(state, unit) | {"spend": spent, "idle": against_spending(state, me, unit, spent)},
        "offers": offers(scene, unit, can, doing),
        "against": [] if can else against(state, me, unit),
        "back": fresh(scene),
    }
    here = frozenset({unit})
    details = DETAILS if state.tracked else {**DETAILS, **REAL}
    if doing in details and (doing != "alight" or "squares" in can[doing][0] or on_real_map(state)):
        detail, taps = details[doing](scene, can[doing])
        return panel | {"detail": detail | {"doing": NAMES[doing], "do": doing}}, _with(taps, here)
    return panel, Taps(chosen=here)


def _with(taps: Taps, here: frozenset[str]) -> Taps:
    return Taps(taps.squares, taps.costs, taps.units, taps.path, taps.chosen | here, taps.reach, taps.verb)


def other_panel(scene: Scene[State], me: str | None, unit: str) -> Detail:
    """Somebody else's miniature: what everybody sees of it, and what is known of its card."""
    state = scene.state
    each = state.units[unit]
    panel: Values = {
        "template": "parabellum/turn/other.html",
        "unit": miniature(state, unit) | {"owner": who(state, each.owner)},
        "words": place_words(state, unit),
        "report": assume(scene, unit, foe_of(scene, unit))["told"],
        "stand": _stand(state, me, unit),
        "back": fresh(scene),
    }
    return panel, Taps(chosen=frozenset({unit}))


def _stand(state: State, me: str | None, unit: str) -> Values | None:
    """On a real map: what somebody else's miniature stands on, said by whose turn it is."""
    if state.tracked or me is None or me != state.active:
        return None
    action = {"type": "stand", "player": me, "unit": unit}
    return real_map.ground_form(state, action, real_map.WORDS["stand"])
