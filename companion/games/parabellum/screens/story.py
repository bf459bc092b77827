"""The last dice on the table, drawn throw by throw for everybody: pairs, shots, explosions in order."""

from collections.abc import Iterator

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count
from companion.games.parabellum.actions.combat import Aim
from companion.games.parabellum.data import SPOTTED
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import public_name, report_values
from companion.games.parabellum.screens.combat.firing import Fire
from companion.games.parabellum.screens.combat.thrown import Throw, Thrown, thrown_values
from companion.games.parabellum.screens.guesses import hears
from companion.games.parabellum.state import State

UNASKED = 0
"""Sides of a die that has fallen: nobody asks any more."""


def story(scene: Scene[State]) -> Values | None:
    """What the dice of the last line did, or its scout found; None where there is nothing to tell."""
    action = scene.last
    if type(action) is not dict or len(scene.trail) < 2:
        return None
    before, kind = scene.trail[-2], action.get("type")
    if kind == "recon":
        return _recon(scene, action)
    if not action.get("rolls"):
        return None
    if kind == "attack":
        return _attack(before, action)
    if kind == "attack_cache":
        return _cache(before, action)
    return _barrage(before, action) if kind == "barrage" else None


def _recon(scene: Scene[State], action: Json) -> Values | None:
    """The report, on the screens of those who hear it (R35)."""
    state, target = scene.state, action["target"]
    if not hears(scene, state, target):
        return None
    title = f"{public_name(state, action['unit'])} reconnoitres {public_name(state, target)}"
    told = "Read out to the table." if state.options.recon_public else "Only these two companies know it."
    until = f"Its defence dice count {SPOTTED} less against artillery until this Combat phase ends."
    return {"title": title, "report": report_values(state, target), "note": f"{told} {until}"}


def _attack(before: State, action: Json) -> Values:
    unit, target, rolls = action["unit"], action["target"], action["rolls"]
    rows = [_volley(before, (unit, target), (rolls["attack"], rolls["defense"]))]
    if action.get("counter"):
        rows.append({"heading": "It hits back", "dice": "", "alone": False})
        rows.append(_volley(before, (target, unit), (rolls["counter_attack"], rolls["counter_defense"])))
    title = f"{public_name(before, unit)} attacks {public_name(before, target)}"
    return {"title": title, "rows": rows}


def _volley(state: State, pair: tuple[str, str], thrown: Thrown) -> Values:
    unit, target = pair
    names = public_name(state, unit), public_name(state, target)
    return thrown_values(Throw(*names, 0, UNASKED, target, 0, UNASKED, cover_of(state, target)), thrown)


def _cache(before: State, action: Json) -> Values:
    unit, square, rolls = action["unit"], action["square"], action["rolls"]
    fire = Fire(before, Journal([rolls, *rolls["explosions"]]))
    fire.attack_cache(unit, square, UNASKED)
    return {"title": f"{public_name(before, unit)} fires at the cache on {at(square)}", "rows": fire.told}


def _barrage(before: State, action: Json) -> Values:
    unit, rolls = action["unit"], action["rolls"]
    aims = [
        Aim("unit", aim["unit"]) if "unit" in aim else Aim("cache", aim["cache"]) for aim in action["shots"]
    ]
    fire = Fire(before, Journal(list(_entries(rolls))))
    fire.barrage(unit, aims, UNASKED)
    return {"title": f"{public_name(before, unit)} fires {count(len(aims), 'shot')}", "rows": fire.told}


def _aim(shot: Json) -> Aim:
    return Aim("unit", shot["unit"]) if "unit" in shot else Aim("cache", shot["cache"])


def _entries(rolls: Json) -> Iterator[Json]:
    """The dice of a barrage, a throw each: a shot's, then those of what it set off."""
    for entry in rolls:
        if entry is not None:
            yield {"attack": [entry["artillery"]], "defense": entry["defense"]}
            yield from entry.get("explosions", ())


class Journal:
    """Dice as the journal has them, one throw after another; nothing is counted against a card."""

    def __init__(self, entries: list[Json]) -> None:
        self._entries = iter(entries)

    def __call__(self, throw: Throw) -> Thrown:
        """The next."""
        entry = next(self._entries)
        return entry["attack"], entry["defense"]
