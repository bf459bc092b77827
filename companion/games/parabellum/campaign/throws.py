"""The dice of a campaign against their exact odds (A2, A3, A5, L3): what each throw could have done.

Every throw is judged in the situation in which it was made: who was left to strike, who was left to be hit.
The resolver's own arithmetic gives the chances; nothing is thrown again.
"""

from collections.abc import Iterator
from fractions import Fraction

from companion.engine.campaign.annals import Passage, Passages
from companion.engine.dice import Pool, unmatched
from companion.engine.luck import Throw, weights_of
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds, read_action
from companion.games.parabellum.campaign.moments import moment, title
from companion.games.parabellum.data import EXPLOSION_DIE
from companion.games.parabellum.procedures.caches.explosions import Blast, Explosion, Recorded
from companion.games.parabellum.procedures.combat.artillery_odds import hit_chance
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.rules.combat.attacking import die_of
from companion.games.parabellum.rules.combat.exploding import chain
from companion.games.parabellum.rules.combat.shelling import after_shot, gone
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.state import State


def throws(passages: Passages) -> tuple[Throw, ...]:
    """Every throw at people, in order. Whether a cache goes up is no throw at people; its blasts are."""
    return tuple(throw for passage in passages for throw in _of(passage))


def _of(passage: Passage) -> Iterator[Throw]:
    action = passage.action
    kind = action.get("type") if passage.before is not None else None
    if kind not in ("attack", "barrage", "attack_cache"):
        return
    told = read_action(action, tracked=passage.before.tracked)
    if isinstance(told, kinds.Attack):
        yield from _attack(passage, told)
    elif isinstance(told, kinds.Barrage):
        yield from _barrage(passage, told)
    elif isinstance(told, kinds.AttackCache):
        yield from _blasts(passage, passage.before, told.square, told.rolls["explosions"])


def _attack(passage: Passage, told: kinds.Attack) -> Iterator[Throw]:
    state: State = passage.before
    unit, target = told.unit, told.target
    rolls = told.rolls["attack"], told.rolls["defense"]
    first = _volley(passage, (unit, target), rolls, len(rolls[1]))
    yield first
    if told.counter:
        rolls = told.rolls["counter_attack"], told.rolls["counter_defense"]
        yield _volley(passage, (target, unit), rolls, state.units[unit].strength)


def _volley(passage: Passage, pair: tuple[str, str], rolls: tuple[Json, Json], people: int) -> Throw:
    """One side's dice at the other's, so many people left of it."""
    state, (unit, target) = passage.before, pair
    cover = cover_of(state, target)
    attack = Pool(len(rolls[0]), die_of(state, unit), cover.attack)
    defense = Pool(people, state.card(target).defense_die, cover.direct)
    got = strike(*rolls, cover, people).losses
    words = f"{_open(state, unit)} at {_open(state, target)}"
    return _throw(passage, (state.units[unit].owner, target), words, (attack, defense), got)


def _throw(passage: Passage, pair: tuple[str, str], words: str, pools: tuple[Pool, Pool], got: int) -> Throw:
    """Dice against dice; `pair` is who throws, and at which unit."""
    attack, defense = pools
    by, target = pair
    found = unmatched(attack, defense, defense.count)
    return Throw(
        number=passage.number,
        moment=moment(passage),
        by=by,
        at=passage.before.units[target].owner,
        words=words,
        dice=f"{_dice(attack)} against {_dice(defense)}",
        weights=weights_of([Fraction(weight, found.total) for weight in found.weights.values()]),
        got=got,
    )


def _dice(pool: Pool) -> str:
    """Dice as people write them, with what is added to each.

    >>> _dice(Pool(4, 8, 1)), _dice(Pool(1, 6, 0)), _dice(Pool(2, 6, -1))
    ('4d8 +1', '1d6', '2d6 −1')
    """
    shift = f" {pool.shift:+d}".replace("-", "−") if pool.shift else ""
    return f"{pool.count}d{pool.sides}{shift}"


def _open(state: State, unit: str) -> str:
    """A unit as everybody saw it: dice fall in the open, cards do not."""
    return title(state, unit, ())


def _barrage(passage: Passage, told: kinds.Barrage) -> Iterator[Throw]:
    """Shot by shot, each at what the ones before have left."""
    state: State = passage.before
    for aim, rolls in zip(told.shots, told.rolls, strict=True):
        if gone(state, aim):
            continue
        if aim.place == "cache":
            yield from _blasts(passage, state, aim.id, rolls["explosions"])
        after = after_shot(state, told, aim, rolls)
        if aim.place == "unit":
            left = after.units[aim.id].strength if aim.id in after.units else 0
            yield _shot(passage, state, (told.unit, aim.id), state.units[aim.id].strength - left)
        state = after


def _shot(passage: Passage, state: State, pair: tuple[str, str], got: int) -> Throw:
    unit, target = pair
    gun, cover = state.card(unit).artillery, cover_of(state, target)
    assert gun is not None
    defense = Pool(state.units[target].strength, state.card(target).defense_die, cover.indirect)
    hit = hit_chance(gun.die, defense.sides, defense.count, cover)
    return Throw(
        number=passage.number,
        moment=moment(passage),
        by=state.units[unit].owner,
        at=state.units[target].owner,
        words=f"{_open(state, unit)} shells {_open(state, target)}",
        dice=f"{_dice(Pool(1, gun.die, cover.attack))} against the best of {_dice(defense)}",
        weights=weights_of((1 - hit, hit)),
        got=got,
    )


def _blasts(passage: Passage, state: State, square: str, rolls: Json) -> Iterator[Throw]:
    """What the explosions of a cache do to people near by, friend and foe."""
    if not rolls:
        return
    for explosion in chain(state, square, Recorded(rolls, "rolls.explosions")).explosions:
        for blast in explosion.blasts:
            if blast.unit is not None:
                yield _blast(passage, state, explosion, blast)


def _blast(passage: Passage, state: State, explosion: Explosion, blast: Blast) -> Throw:
    unit, cover = blast.unit, blast.cover
    assert unit is not None
    attack = Pool(explosion.tokens, EXPLOSION_DIE, cover.attack)
    defense = Pool(blast.left + blast.volley.losses, state.card(unit).defense_die, cover.direct)
    words = f"The cache on {explosion.square.upper()} goes up beside {_open(state, unit)}"
    return _throw(passage, (passage.action["player"], unit), words, (attack, defense), blast.volley.losses)
