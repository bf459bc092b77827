"""What a unit's trace says of its card: each finding rules out types of the catalogue, with the reason."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.phrase import phrase
from companion.engine.wording import listed
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.procedures.combat.recon_report import recon_range
from companion.games.parabellum.rules.notebook.traces import Trace
from companion.games.parabellum.state.binder import Terrain, UnitType
from companion.games.parabellum.state.table import State


@dataclass(frozen=True, slots=True)
class Fact:
    """A few words with named values."""

    template: str
    values: Mapping[str, object]

    @property
    def text(self) -> str:
        """The words, their values filled in."""
        return phrase(self.template, self.values)


@dataclass(frozen=True, slots=True)
class Ruled(Fact):
    """A sentence that says which types are out, and why; `types` are their ids, `short` the bare reason."""

    types: tuple[str, ...]
    short: Fact


class Finding(NamedTuple):
    """What was seen, in a sentence and in a word, and which cards could have done it."""

    template: str
    short: str
    values: Mapping[str, object]
    fits: Callable[[UnitType], bool]


def ruled_out(kinds: Sequence[UnitType], found: Sequence[Finding]) -> tuple[list[UnitType], list[Ruled]]:
    """The types that are left, and what ruled the others out: each is named once, by the first reason."""
    left, told = list(kinds), list[Ruled]()
    for finding in found:
        out = [kind for kind in left if not finding.fits(kind)]
        left = [kind for kind in left if kind not in out]
        if out:
            values = {**finding.values, "types": listed(kind.name for kind in out)}
            short = Fact(finding.short, finding.values)
            told.append(Ruled(finding.template, values, tuple(kind.id for kind in out), short))
    return left, told


def findings(state: State, unit: str, trace: Trace) -> list[Finding]:
    """Everything known of a unit that stands in the open, the surest first."""
    return [
        *_reported(state, trace),
        *_people(trace),
        *_weapons(trace),
        *_dice(trace),
        *_ways(trace),
        *_built(state, unit, trace),
    ]


def _reported(state: State, trace: Trace) -> Iterator[Finding]:
    if trace.told is not None:
        told = trace.told.type
        values = {"name": state.binder.units[told].name}
        words = "Reconnoitred: it is {name}, and not {types}."
        yield Finding(words, "reconnoitred", values, lambda kind: kind.id == told)


def _people(trace: Trace) -> Iterator[Finding]:
    words = "{n:# person rules|# people at once rule} out {types}."
    if trace.most:
        yield Finding(words, "{n} people", {"n": trace.most}, lambda kind: kind.troop >= trace.most)


def _dice(trace: Trace) -> Iterator[Finding]:
    """The highest face of each sort of die, before any modifier (A1, A5)."""
    for best, does, short, die in (
        (trace.faces("defended", "withstood"), "defended", "a {face} in defence", _defense),
        (trace.faces("attacked", "answered"), "struck", "a {face} in attack", _attack),
        (trace.faces("fired"), "fired", "a {face} of its gun", _gun),
    ):
        if best:
            values = {"face": max(best), "does": does}
            words = "The {face} that it {does} with rules out {types}."
            yield Finding(words, short, values, _shows(die, max(best)))


def _shows(die: Callable[[UnitType], int], face: int) -> Callable[[UnitType], bool]:
    return lambda kind: die(kind) >= face


def _defense(kind: UnitType) -> int:
    return kind.defense_die


def _attack(kind: UnitType) -> int:
    return kind.attack_die or 0


def _gun(kind: UnitType) -> int:
    return kind.artillery.die if kind.artillery else 0


def _weapons(trace: Trace) -> Iterator[Finding]:
    """What its weapons and its eyes can do, and how far they have reached (A1, A4, A5)."""
    if trace.struck >= 0:
        struck = trace.struck
        words = "It strikes for itself: that rules out {types}."
        yield Finding(words, "strikes", {}, lambda kind: kind.attack_die is not None)
        words = "Its target {n:# square|# squares} away rules out {types}."
        yield Finding(words, "strikes {n} far", {"n": struck}, lambda kind: kind.range >= struck)
    if trace.shots:
        words = "It fires {n:# shot|# shots at once} in an arc: that rules out {types}."
        values = {"n": trace.shots}
        yield Finding(words, "fires in an arc", values, lambda kind: _fires(kind, trace))
    if trace.looked >= 0:
        words = "It reconnoitred {n:# square|# squares} away: that rules out {types}."
        values, looked = {"n": trace.looked}, trace.looked
        yield Finding(words, "scouts {n} far", values, lambda kind: _sees(kind) >= looked)


def _fires(kind: UnitType, trace: Trace) -> bool:
    gun = kind.artillery
    if gun is None or gun.shots < trace.shots:
        return False
    return trace.arc is None or (gun.min <= trace.arc[0] and trace.arc[1] <= gun.max)


def _sees(kind: UnitType) -> int:
    reach = recon_range(kind)
    return -1 if reach is None else reach


def _ways(trace: Trace) -> Iterator[Finding]:
    """Ways of one turn that a card is too slow for, or may not walk (M2)."""
    ways = trace.ways
    if ways:
        words = "Its way of {n:# square|# squares} in one turn rules out {types}."
        values = {"n": max(map(len, ways))}
        yield Finding(words, "moved {n}", values, lambda kind: all(_walks(kind, way) for way in ways))


def _walks(kind: UnitType, way: Sequence[Terrain]) -> bool:
    used = 0
    for terrain in way:
        cost = kind.terrain_cost.get(terrain.id, terrain.cost)
        cost = kind.speed if cost == "all" and not used else cost
        if cost == "all" or not terrain.admits(kind.tags):
            return False
        used += cost
    return used <= kind.speed


def _built(state: State, unit: str, trace: Trace) -> Iterator[Finding]:
    """What it dug, built, carried; and what this booklet lets onto the map (M6, L1, L5, C7)."""
    dug = max(trace.dug, state.units[unit].entrench)
    if dug:
        words = "It is dug in {n:# layer|# layers} deep: that rules out {types}."
        yield Finding(words, "dug in {n} deep", {"n": dug}, lambda kind: kind.entrench >= dug)
    if trace.works:
        work = listed(sorted(WORK_NAMES[each].lower() for each in trace.works))
        words = "Its work ({work}) rules out {types}."
        yield Finding(words, "{work}", {"work": work}, lambda kind: trace.works <= set(kind.engineering))
    if trace.load:
        words = "It carries {n:# token|# tokens}: that rules out {types}."
        yield Finding(words, "carries cargo", {"n": trace.load}, lambda kind: kind.cargo >= trace.load)
    if state.units[unit].where == "map" and state.booklet.banned:
        words, banned = "This booklet lets no {types} onto the map.", state.booklet.banned
        yield Finding(words, "not banned", {}, lambda kind: kind.id not in banned)
