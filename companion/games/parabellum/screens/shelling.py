"""Artillery: shots shared over targets, each with its chance, for one ammunition counter."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from companion.engine.game import Scene
from companion.engine.wording import Values, count, percent, sentence
from companion.games.parabellum.actions.combat import Aim
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.combat.artillery_odds import barrage_odds, hit_chance
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.blasts import blast
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cache_fire import fire_dice
from companion.games.parabellum.screens.cards import miniature, place_words
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import Foe, assume, case_row, cases, foe_of, people_words
from companion.games.parabellum.screens.seeing import keep, whole
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Artillery

type Detail = tuple[Values, Taps]


def barrage(scene: Scene[State], entries: list[Entry]) -> Detail:
    """How many shots at which target; then their dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, gun = entry["unit"], state.card(entry["unit"]).artillery
    assert gun is not None
    aims: list[tuple[Literal["unit", "cache"], str]] = [("unit", each) for each in entry["units"]]
    aims += [("cache", each) for each in entry["caches"]]
    shots = {each: whole(scene, f"s.{each}", gun.shots) for _, each in aims}
    left = gun.shots - sum(shots.values())
    detail: Values = {
        "lead": f"{sentence(count(gun.shots, 'shot'))} with a d{gun.die} for one ammunition counter.",
        "shots": [_row(scene, gun, (place, each), shots[each], left) for place, each in aims],
        "left": f"{sentence(count(left, 'shot'))} left to aim" if left > 0 else "All shots are aimed",
    }
    detail |= _focus(scene, gun, shots, entry["units"])
    detail["blasts"] = [blast(scene, each) for each in entry["caches"] if shots[each]]
    if any(shots.values()) and left >= 0:
        detail |= _fire(scene, entry, [Aim(*aim) for aim in aims for _ in range(shots[aim[1]])], gun.die)
    here = state.units[unit].square or ""
    links = {
        each: keep(scene, **{f"s.{each}": shots[each] + 1})
        for place, each in aims
        if place == "unit" and left > 0
    }
    return detail, Taps(
        units=links,
        chosen=frozenset({unit, *(each for each in shots if shots[each])}),
        reach=(here, gun.min, gun.max),
    )


def _fire(scene: Scene[State], entry: Entry, aims: list[Aim], die: int) -> Values:
    """The shots as they are aimed: rolled by the app, or by the table one by one."""
    unit, fired = entry["unit"], [{aim.place: aim.id} for aim in aims]
    action = {"type": "barrage", "player": entry["player"], "unit": unit, "shots": fired}
    text = f"Fire {count(len(aims), 'shot')}"
    return fire_dice(scene, action, text, lambda fire: fire.barrage(unit, aims, die))


def _focus(scene: Scene[State], gun: Artillery, shots: Mapping[str, int], units: list[str]) -> Values:
    """The first unit that is aimed at: what it is taken for, and what all shots at it do."""
    target = next((each for each in units if shots[each]), None)
    if target is None:
        return {}
    state, foe = scene.state, foe_of(scene, target)
    cover = cover_of(state, target)

    def losses(each: Foe) -> tuple[Fraction, ...]:
        return tuple(barrage_odds(gun.die, shots[target], each.strength, each.card.defense_die, cover))

    name = f"{miniature(state, target)['kind']} {target}"
    rows = [case_row(scene, foe, each, losses(each[1])) for each in cases(scene, target, foe)]
    return {"assume": assume(scene, target, foe), "cases": rows, "odds": odds_bars(losses(foe), name)}


def _row(scene: Scene[State], gun: Artillery, aim: tuple[str, str], shots: int, left: int) -> Values:
    place, each = aim
    key = f"s.{each}"
    found = {
        "shots": shots,
        "more": keep(scene, **{key: shots + 1}) if left > 0 else "",
        "fewer": keep(scene, **{key: shots - 1 or None}) if shots else "",
    }
    return found | (_unit(scene, gun, each) if place == "unit" else _cache(scene, gun, each))


def _unit(scene: Scene[State], gun: Artillery, target: str) -> Values:
    state, foe = scene.state, foe_of(scene, target)
    words = place_words(state, target)
    shown = miniature(state, target) | {"owner": who(state, state.units[target].owner)}
    chance = _chance(state, gun, target, foe)
    if foe.report or (len(foe.kinds) == 1 and foe.people):
        said = f"first shot hits {chance}"
    else:
        said = f"first shot hits {chance} if it is {foe.card.name} with {people_words(foe.strength)}"
    others = [
        f"{word}, {each.card.name}: {_chance(state, gun, target, each)}"
        for word, each in cases(scene, target, foe)
        if each.card != foe.card
    ]
    return shown | {"words": words, "chance": "; ".join([said, *others])}


def _chance(state: State, gun: Artillery, target: str, foe: Foe) -> str:
    chance = hit_chance(gun.die, foe.card.defense_die, foe.strength, cover_of(state, target))
    return percent(float(chance))


def _cache(scene: Scene[State], gun: Artillery, square: str) -> Values:
    tokens = scene.state.caches[square].total
    chance = hit_chance(gun.die, CACHE_DEFENSE_DIE, tokens, BARE)
    return {
        "id": at(square),
        "kind": "Cache",
        "owner": "",
        "words": count(tokens, "token"),
        "chance": f"a shot sets it off {percent(float(chance))}",
    }
