"""Artillery: shots shared over targets, each with its chance, for one ammunition counter."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from companion.engine.game import Scene
from companion.engine.stage import Counter, Counters, Icon, Lead, Piece, said
from companion.engine.wording import count, percent, sentence
from companion.games.parabellum.actions.combat import Aim
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.combat.artillery_odds import barrage_odds, hit_chance
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import SHEET, miniature, place_words
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.combat.blasts import blast_piece
from companion.games.parabellum.screens.combat.cache_fire import fire_detail
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.guesses import Foe, assume, case_choice, cases, foe_of, people_words
from companion.games.parabellum.screens.seeing import keep, whole
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Artillery


def barrage(scene: Scene[State], entries: list[Entry]) -> Detail:
    """How many shots at which target; then their dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, gun = entry["unit"], state.card(entry["unit"]).artillery
    assert gun is not None
    aims: list[tuple[Literal["unit", "cache"], str]] = [("unit", each) for each in entry["units"]]
    aims += [("cache", each) for each in entry["caches"]]
    shots = {each: whole(scene, f"s.{each}", gun.shots) for _, each in aims}
    left = gun.shots - sum(shots.values())
    lead = said("{shots} with a d{die} for one ammunition counter: {left} left to aim.",
                shots=sentence(count(gun.shots, "shot")), die=gun.die, left=max(left, 0))  # fmt: skip
    rows = Counters(tuple(_row(scene, gun, aim, shots[aim[1]], left) for aim in aims), "Targets")
    blasts = tuple(blast_piece(scene, each) for each in entry["caches"] if shots[each])
    pieces = (Lead(lead), rows, *_focus(scene, gun, shots, entry["units"]), *blasts)
    detail = Detail(pieces=pieces, taps=_taps(scene, gun, unit, shots, left), missing="Aim a shot")
    if not any(shots.values()) or left < 0:
        return detail
    return _fire(scene, entry, [Aim(*aim) for aim in aims for _ in range(shots[aim[1]])], gun.die, detail)


def _taps(scene: Scene[State], gun: Artillery, unit: str, shots: Mapping[str, int], left: int) -> Taps:
    """A tap on a target aims one more shot at it."""
    units = [each for each in shots if each in scene.state.units] if left > 0 else []
    return Taps(
        units={each: keep(scene, **{f"s.{each}": shots[each] + 1}) for each in units},
        chosen=frozenset({unit, *(each for each in shots if shots[each])}),
        reach=(scene.state.units[unit].square or "", gun.min, gun.max),
        stays=False,
    )


def _fire(scene: Scene[State], entry: Entry, aims: list[Aim], die: int, detail: Detail) -> Detail:
    """The shots as they are aimed: rolled by the app, or by the table one by one."""
    unit, fired = entry["unit"], [{aim.place: aim.id} for aim in aims]
    action = {"type": "barrage", "player": entry["player"], "unit": unit, "shots": fired}
    words = said("Fire {shots}", shots=count(len(aims), "shot"))
    return fire_detail(scene, action, words, lambda fire: fire.barrage(unit, aims, die), detail)


def _focus(
    scene: Scene[State], gun: Artillery, shots: Mapping[str, int], units: list[str]
) -> tuple[Piece, ...]:
    """The first unit that is aimed at: what it is taken for, and what all shots at it do."""
    target = next((each for each in units if shots[each]), None)
    if target is None:
        return ()
    state, foe = scene.state, foe_of(scene, target)
    cover = cover_of(state, target)

    def losses(each: Foe) -> tuple[Fraction, ...]:
        return tuple(barrage_odds(gun.die, shots[target], each.strength, each.card.defense_die, cover))

    seen = miniature(state, target)
    rows = [case_choice(scene, foe, each, losses(each[1])) for each in cases(scene, target, foe)]
    odds = odds_bars(losses(foe), f"{seen['kind']} {target}", seen["seat"])
    return (odds, *assume(scene, foe, cases=rows))


def _row(scene: Scene[State], gun: Artillery, aim: tuple[str, str], shots: int, left: int) -> Counter:
    place, each = aim
    key = f"s.{each}"
    row = _unit(scene, gun, each) if place == "unit" else _cache(scene, gun, each)
    return replace(
        row,
        number=str(shots),
        more=keep(scene, **{key: shots + 1}) if left > 0 else "",
        fewer=keep(scene, **{key: shots - 1 or None}) if shots else "",
    )


def _unit(scene: Scene[State], gun: Artillery, target: str) -> Counter:
    state, foe, seen = scene.state, foe_of(scene, target), miniature(scene.state, target)
    chance = _chance(state, gun, target, foe)
    if foe.report or (len(foe.kinds) == 1 and foe.people):
        hits = f"first shot hits {chance}"
    else:
        hits = f"first shot hits {chance} if it is {foe.card.name} with {people_words(foe.strength)}"
    others = [
        f"{word}, {each.card.name}: {_chance(state, gun, target, each)}"
        for word, each in cases(scene, target, foe)
        if each.card != foe.card
    ]
    small = said("{where}; {chance}", where=place_words(state, target), chance="; ".join([hits, *others]))
    words = said("{kind} {id}", kind=seen["kind"], id=target)
    return Counter(words=words, number="", small=small, side=seen["seat"], icon=Icon(seen["sign"], SHEET))


def _chance(state: State, gun: Artillery, target: str, foe: Foe) -> str:
    chance = hit_chance(gun.die, foe.card.defense_die, foe.strength, cover_of(state, target))
    return percent(float(chance))


def _cache(scene: Scene[State], gun: Artillery, square: str) -> Counter:
    tokens = scene.state.caches[square].total
    chance = percent(float(hit_chance(gun.die, CACHE_DEFENSE_DIE, tokens, BARE)))
    small = said("{tokens}; a shot sets it off {chance}", tokens=count(tokens, "token"), chance=chance)
    return Counter(words=said("Cache {at}", at=at(square)), number="", small=small, icon=Icon("cargo", SHEET))
