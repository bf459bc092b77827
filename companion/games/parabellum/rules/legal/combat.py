"""What may be done in the Combat phase: scouting, shelling, attacking (specification 6.1)."""

from collections.abc import Iterator

from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.combat.attacking import (
    against_counter,
    cache_targets,
    check_attacker,
    targets,
)
from companion.games.parabellum.rules.combat.reconnoitring import check_recon, within
from companion.games.parabellum.rules.combat.shelling import arc, check_gun
from companion.games.parabellum.state.squares import reading_order
from companion.games.parabellum.state.table import State

type Entries = Iterator[dict[str, Json]]


def special(state: State, player: str) -> Entries:
    """Reconnaissance and artillery."""
    for unit in state.of(player, "map"):
        yield from _recon(state, player, unit)
        yield from _barrage(state, player, unit)


def _recon(state: State, player: str, unit: str) -> Entries:
    try:
        seen = within(state, unit, 0, check_recon(state, player, unit))
    except IllegalAction:
        return
    if seen:
        yield {"type": "recon", "player": player, "unit": unit, "targets": seen}


def _barrage(state: State, player: str, unit: str) -> Entries:
    try:
        gun = check_gun(state, player, unit)
    except IllegalAction:
        return
    units, caches = arc(state, unit, gun)
    if units or caches:
        entry = {"type": "barrage", "player": player, "unit": unit, "shots": gun.shots}
        yield {**entry, "units": units, "caches": sorted(caches, key=reading_order)}


def direct(state: State, player: str) -> Entries:
    """Direct attacks; the flags say who could answer, for the defender's screen alone."""
    for unit in state.of(player, "map"):
        if not allowed(check_attacker, state, player, unit):
            continue
        entry = {"player": player, "unit": unit}
        struck = targets(state, unit)
        if struck:
            answers = {target: against_counter(state, unit, target) is None for target in struck}
            yield {**entry, "type": "attack", "targets": answers}
        caches = sorted(cache_targets(state, unit), key=reading_order)
        if caches:
            yield {**entry, "type": "attack_cache", "squares": caches}
