"""The film of a campaign, and whose dice were kind in it (E1 to E4, R51)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from companion.engine.campaign.books import Passage, Passages, lasting
from companion.engine.chart import Chart, Label, Series
from companion.engine.dice import Pool, Throw, unmatched, weights_of
from companion.engine.film import Film, Replay, Turning
from companion.engine.wire import Json
from companion.engine.wording import sentence
from companion.games.parabellum.actions import kinds, read_action
from companion.games.parabellum.campaign.path import liquid
from companion.games.parabellum.campaign.story import called, moment, story, title
from companion.games.parabellum.data import EXPLOSION_DIE
from companion.games.parabellum.procedures.caches import Blast, Explosion, Recorded
from companion.games.parabellum.procedures.combat import hit_chance
from companion.games.parabellum.procedures.dice import strike
from companion.games.parabellum.rules.combat import after_shot, chain, die_of, gone
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.state import State


def course(trail: Sequence[State]) -> Chart:
    """The line of every company; under them the rounds of each scenario."""
    last: State = trail[-1]
    over = last.phase == "over"
    series = [_line(trail, player, over) for player in last.seated]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    what = "Assets as read out" if over else "Units on the map"
    return Chart(told=f"{what}: {told}", series=series, labels=_rounds(trail), stepped=True, parted=True)


def _line(trail: Sequence[State], player: str, over: bool) -> Series:
    values = read_out(trail, player) if over else [_on_map(state, player) for state in trail]
    return Series(called(trail[-1], player), values, look=look(trail[-1], player), words=str(values[-1]))


def read_out(trail: Sequence[State], player: str) -> list[int]:
    """What everybody knew that a company had, line by line: the budget, then what each end told (C1, R51)."""
    known = [trail[0].binder.budget]
    for before, after in pairwise(trail):
        ended = len(after.history) > len(before.history)
        known.append(liquid(player, after).amount if ended else known[-1])
    return known


def _on_map(state: State, player: str) -> int:
    return sum(1 for _ in state.of(player, "map"))


def _rounds(trail: Sequence[State]) -> list[Label]:
    places = [(state.scenario, state.round) for state in trail]
    starts = [n for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
    return [Label(n, end, _place(*places[n])) for n, end in pairwise([*starts, len(trail)])]


def _place(scenario: str, round_: int) -> str:
    return str(round_) if round_ else scenario.upper()


def look(state: State, player: str) -> str:
    """The colour of a company's seat."""
    return f"seat-{state.players[player].seat}"


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


def turnings(replay: Replay) -> Iterator[Turning]:
    """The heavy sentences of the story, for what they weigh."""
    for each in lasting(story(replay, ())):
        if each.weight:
            small = f"{each.moment} · {each.because}" if each.because else each.moment
            # A fight in full is long; the log's line and what it cost are enough here.
            words = "" if each.tone == "fight" else each.text
            yield Turning(each.numbers[-1], words, sentence(small), weight=each.weight)


def thrown(replay: Replay) -> tuple[Throw, ...]:
    """Every throw at people."""
    return throws(replay)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="what fell and what was won",
    throws=thrown,
    thrown="People felled",
    look=look,
)
