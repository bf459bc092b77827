"""What miniatures have given away of their cards: dice, ways, works, blasts, all in the open (R61)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import Literal, NamedTuple

from cachetools import LRUCache

from companion.engine.campaign.books import Passage, Passages
from companion.engine.records import replace
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE, Work
from companion.games.parabellum.procedures.dice import Bystander, Combat, Thrown, explode, shoot
from companion.games.parabellum.rules.movement import away, cover_of, ground_of, on
from companion.games.parabellum.state import Report, State, Terrain, distance

type How = Literal["attacked", "answered", "defended", "withstood", "fired"]
"""Struck, struck back, was struck, stood near a cache that went up, shelled."""
type Turn = tuple[str, int]
"""Scenario and round: a unit moves once in them."""
type Standing = tuple[str, Sequence[int]]
"""A unit, and the dice that it threw."""
type Seen = tuple[str, Trace]
"""A unit, and what one line shows of it."""


class Throw(NamedTuple):
    """Dice that a unit threw in the open, as they fell, from high to low, without any modifier.

    `number` is the line of the journal.
    """

    number: int
    how: How
    faces: tuple[int, ...]


class Tread(NamedTuple):
    """A square that a unit walked onto: in which turn, and its terrain as the booklet then had it."""

    turn: Turn
    terrain: Terrain


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One unit. Distances are in squares; −1 where it never did that.

    `people` are known to be left (None: nobody has counted them since it came onto the map), `most` is how
    many were once counted, `lost` how many fell in the open. `struck` and `looked` are the farthest targets
    of its attacks and its scouting, `arc` the nearest and the farthest of its shells, `shots` how many it
    fired at once, `dug` its deepest entrenchment, `load` the most tokens seen to go through its cargo.
    `report` is what this company has heard by reconnaissance.
    """

    throws: tuple[Throw, ...] = ()
    people: int | None = None
    most: int = 0
    lost: int = 0
    struck: int = -1
    looked: int = -1
    arc: tuple[int, int] | None = None
    shots: int = 0
    treads: tuple[Tread, ...] = ()
    works: frozenset[Work] = frozenset()
    dug: int = 0
    load: int = 0
    square: str | None = None
    report: Report | None = None

    def then(self, more: "Trace") -> "Trace":
        """The same with what was seen after it."""
        arcs = [arc for arc in (self.arc, more.arc) if arc is not None]
        return Trace(
            throws=self.throws + more.throws,
            people=self.people if more.people is None else more.people,
            most=max(self.most, more.most),
            lost=self.lost + more.lost,
            struck=max(self.struck, more.struck),
            looked=max(self.looked, more.looked),
            arc=(min(arc[0] for arc in arcs), max(arc[1] for arc in arcs)) if arcs else None,
            shots=max(self.shots, more.shots),
            treads=self.treads + more.treads,
            works=self.works | more.works,
            dug=max(self.dug, more.dug),
            load=max(self.load, more.load),
            square=more.square or self.square,
            report=more.report or self.report,
        )

    def uncounted(self) -> "Trace":
        """The same once it has left the map: behind a screen, people come and go unseen."""
        return replace(self, people=None)

    @property
    def ways(self) -> frozenset[tuple[Terrain, ...]]:
        turns = dict.fromkeys(tread.turn for tread in self.treads)
        return frozenset(tuple(each.terrain for each in self.treads if each.turn == turn) for turn in turns)

    def faces(self, *hows: How) -> tuple[int, ...]:
        """All dice that it threw in these ways."""
        return tuple(face for throw in self.throws if throw.how in hows for face in throw.faces)


BLANK = Trace()


class Struck(NamedTuple):
    """Who threw dice, and the map once those are gone whom they did not save."""

    thrown: tuple[Standing, ...]
    state: State


def shelled(state: State, shots: Json, rolls: Json) -> Iterator[Standing]:
    """Everybody who threw dice in a barrage, shot by shot."""
    for aim, dice in zip(shots, rolls, strict=True):
        if dice is None:
            continue
        struck = _shot(state, aim["unit"], dice) if "unit" in aim else _at_cache(state, aim["cache"], dice)
        yield from struck.thrown
        state = struck.state


def _shot(state: State, unit: str, dice: Json) -> Struck:
    hit = shoot(dice["artillery"], dice["defense"], cover_of(state, unit)).hit
    gone = hit and len(dice["defense"]) == 1
    return Struck(((unit, dice["defense"]),), state.without_unit(unit) if gone else state)


def _at_cache(state: State, square: str, dice: Json) -> Struck:
    return blown_up(state, square, dice["explosions"])


def blown_up(state: State, square: str, rolls: Json) -> Struck:
    """Everybody near a cache that goes up, and near those that it sets off."""
    if not rolls:
        return Struck((), state)
    left, thrown = iter(rolls), list[tuple[str | None, Sequence[int]]]()

    def dice(combat: Combat) -> Thrown:
        entry = next(left)
        thrown.append((combat.unit, entry["defense"]))
        return entry["attack"], entry["defense"]

    around = [
        Bystander(unit, on(each), 1, DICE[-1], cover_of(state, unit))
        for unit, each in state.units.items()
        if each.where == "map"
    ]
    exploded = explode(state.caches, around, square, dice, state.options.metric)
    state = state.changed(caches=dict(exploded.caches))
    for unit in exploded.destroyed:
        state = state.without_unit(unit)
    return Struck(tuple((unit, faces) for unit, faces in thrown if unit is not None), state)


@dataclass(frozen=True, slots=True)
class Between:
    """A line of which only the states around it are known."""

    number: int
    before: State | None
    after: State
    action: Json = None


def passages_of(trail: Sequence[State]) -> tuple[Passage, ...]:
    """The lines of a trail where nobody kept what was done in them: people and reports alone are seen."""
    return tuple(Between(n, *pair) for n, pair in enumerate(pairwise(trail), start=2))


def watched(passages: Passages, me: str) -> Mapping[str, Trace]:
    """What a company has seen of every unit that is not its own; its own are left out.

    Actions may be redacted or not: nothing is read that is hidden from anybody. It is watched on from where
    it was watched before: a line shows the same whatever is done after it.
    """
    begun, traces = _watched_before(passages, me)
    passage = None
    for passage in passages[begun:]:
        if passage.before is None:
            continue
        for unit, trace in _of(passage, me):
            each = passage.before.units.get(unit) or passage.after.units.get(unit)
            if each is not None and each.owner != me:
                traces[unit] = traces.get(unit, BLANK).then(trace)
        _left(traces, passage)
    if passage is not None:
        with _lock:
            _watched[me, len(passages), passage.number, id(passage.after)] = passage.after, traces
    return traces


NEAR, KEPT = 8, 32
"""Lines that a tap may write in a row; companies whose last look is remembered."""
_watched: LRUCache[tuple[str, int, int, int], tuple[object, dict[str, Trace]]] = LRUCache(KEPT)
_lock = Lock()


def _watched_before(passages: Passages, me: str) -> tuple[int, dict[str, Trace]]:
    """How many of these lines this company has watched already, and what it saw in them."""
    for count in range(len(passages), max(0, len(passages) - NEAR), -1):
        last = passages[count - 1]
        with _lock:
            after, traces = _watched.get((me, count, last.number, id(last.after)), (None, {}))
        if after is last.after:
            return count, dict(traces)
    return 0, {}


def _of(passage: Passage, me: str) -> Iterator[Seen]:
    action = passage.action
    kind = action.get("type") if type(action) is dict else None
    show = SHOWN.get(kind) if type(kind) is str else None
    if show is not None:
        yield from show(passage)
    yield from _changed(passage.before, passage.after)
    yield from _reported(passage, me)


def _changed(before: State, after: State) -> Iterator[Seen]:
    if before.units is after.units:
        return
    for unit, now in after.units.items():
        was = before.units.get(unit)
        if now is was or now.where != "map":
            continue
        yield unit, Trace(square=now.square, dug=now.entrench)
        if was is not None and was.where == "map" and was.strength != now.strength:
            most, fell = max(was.strength, now.strength), max(0, was.strength - now.strength)
            yield unit, Trace(people=now.strength, most=most, lost=fell)


def _left(traces: dict[str, Trace], passage: Passage) -> None:
    """Who leaves the map is not counted any more; who is gone leaves its number to another card (R63)."""
    before, after = passage.before, passage.after
    if before.units is after.units:
        return
    for unit, was in before.units.items():
        if unit not in after.units:
            traces.pop(unit, None)
        elif unit in traces and was.where == "map" != after.units[unit].where:
            traces[unit] = traces[unit].uncounted()


def _reported(passage: Passage, me: str) -> Iterator[Seen]:
    """A report is for who asked, or for the whole table (R35)."""
    after: State = passage.after
    if after.reports is passage.before.reports or not (after.options.recon_public or after.active == me):
        return
    for unit, report in after.reports.items():
        if passage.before.reports.get(unit) != report:
            yield unit, Trace(report=report, people=report.strength, most=report.strength)


def _thrown(passage: Passage, how: How, dice: Json) -> Trace:
    faces = tuple(sorted(dice, reverse=True))
    return Trace(throws=(Throw(passage.number, how, faces),), people=len(faces), most=len(faces))


def _attack(passage: Passage) -> Iterator[Seen]:
    action, state = passage.action, passage.before
    unit, target, rolls = action["unit"], action["target"], action["rolls"]
    far = away(state, on(state.units[unit]), on(state.units[target]))
    yield unit, _thrown(passage, "attacked", rolls["attack"])
    yield unit, Trace(struck=far)
    yield target, _thrown(passage, "defended", rolls["defense"])
    if action["counter"]:
        yield target, _thrown(passage, "answered", rolls["counter_attack"])
        yield target, Trace(struck=far if state.options.counter_range else 0)
        yield unit, _thrown(passage, "defended", rolls["counter_defense"])


def _attack_cache(passage: Passage) -> Iterator[Seen]:
    action, state = passage.action, passage.before
    yield action["unit"], _thrown(passage, "attacked", action["rolls"]["attack"])
    yield action["unit"], Trace(struck=_far(state, action["unit"], action["square"]))
    struck = blown_up(state, action["square"], action["rolls"]["explosions"])
    yield from ((unit, _thrown(passage, "withstood", dice)) for unit, dice in struck.thrown)


def _far(state: State, unit: str, square: str) -> int:
    return distance(on(state.units[unit]), square, state.options.metric) if state.tracked else 0


def _barrage(passage: Passage) -> Iterator[Seen]:
    """Each shot throws one die of the gun; the dice against it are its target's, one a person."""
    action, state = passage.action, passage.before
    unit, shots, rolls = action["unit"], action["shots"], action["rolls"]
    fired = sorted((each["artillery"] for each in rolls if each), reverse=True)
    yield unit, Trace(throws=(Throw(passage.number, "fired", tuple(fired)),), shots=len(shots))
    if state.tracked:
        yield from ((unit, Trace(arc=_arc(state, unit, aim))) for aim in shots)
    yield from ((each, _thrown(passage, "defended", dice)) for each, dice in shelled(state, shots, rolls))


def _arc(state: State, unit: str, aim: Json) -> tuple[int, int]:
    far = _far(state, unit, aim["cache"] if "cache" in aim else on(state.units[aim["unit"]]))
    return far, far


def _recon(passage: Passage) -> Iterator[Seen]:
    action, state = passage.action, passage.before
    far = away(state, on(state.units[action["unit"]]), on(state.units[action["target"]]))
    yield action["unit"], Trace(looked=far)


def _move(passage: Passage) -> Iterator[Seen]:
    """The terrains of a way; where the map lies on the table the app knows none."""
    action, state = passage.action, passage.before
    if not state.tracked:
        return
    turn, ground = (state.scenario, state.round), ground_of(state, action["unit"])
    yield action["unit"], Trace(treads=tuple(Tread(turn, ground.terrain(each)) for each in action["path"]))


def _engineer(passage: Passage) -> Iterator[Seen]:
    yield passage.action["unit"], Trace(works=frozenset([passage.action["work"]]))


def _tokens(passage: Passage) -> Iterator[Seen]:
    """Tokens laid down or taken up in the open went through cargo squares."""
    action = passage.action
    yield action["unit"], Trace(load=action.get("fuel", 0) + action.get("ammunition", 0))


def _transfer(passage: Passage) -> Iterator[Seen]:
    """How many tokens is not told: one at least, from cargo to cargo."""
    yield passage.action["from"], Trace(load=1)
    yield passage.action["to"], Trace(load=1)


SHOWN: Mapping[str, Callable[[Passage], Iterator[Seen]]] = {
    "attack": _attack,
    "attack_cache": _attack_cache,
    "barrage": _barrage,
    "recon": _recon,
    "move": _move,
    "engineer": _engineer,
    "cache": _tokens,
    "pick_up": _tokens,
    "transfer": _transfer,
}
