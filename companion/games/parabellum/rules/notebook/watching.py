"""What a journal's lines show of the others' units: dice, ways, works and counts, all done in the open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.engine.campaign.annals import Passage, Passages
from companion.engine.wire import Json
from companion.games.parabellum.rules.field import away, ground_of, on
from companion.games.parabellum.rules.notebook.blasts import blown_up, shelled
from companion.games.parabellum.rules.notebook.traces import BLANK, How, Throw, Trace, Tread
from companion.games.parabellum.state.squares import distance
from companion.games.parabellum.state.table import State

type Seen = tuple[str, Trace]
"""A unit, and what one line shows of it."""


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

    Actions may be redacted or not: nothing is read that is hidden from anybody.
    """
    found: dict[str, Trace] = {}
    for passage in passages:
        if passage.before is None:
            continue
        for unit, seen in _of(passage, me):
            each = passage.before.units.get(unit) or passage.after.units.get(unit)
            if each is not None and each.owner != me:
                found[unit] = found.get(unit, BLANK).then(seen)
        _left(found, passage)
    return found


def _of(passage: Passage, me: str) -> Iterator[Seen]:
    action = passage.action
    kind = action.get("type") if type(action) is dict else None
    show = SHOWN.get(kind) if type(kind) is str else None
    if show is not None:
        yield from show(passage)
    yield from _changed(passage.before, passage.after)
    yield from _told(passage, me)


def _changed(before: State, after: State) -> Iterator[Seen]:
    """Who stands where on the map, how deep, and who fell there."""
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


def _left(found: dict[str, Trace], passage: Passage) -> None:
    """Who leaves the map is not counted any more; who is gone leaves its number to another card (R63)."""
    before, after = passage.before, passage.after
    if before.units is after.units:
        return
    for unit, was in before.units.items():
        if unit not in after.units:
            found.pop(unit, None)
        elif unit in found and was.where == "map" != after.units[unit].where:
            found[unit] = found[unit].uncounted()


def _told(passage: Passage, me: str) -> Iterator[Seen]:
    """A report is for who asked, or for the whole table (R35)."""
    after: State = passage.after
    if after.reports is passage.before.reports or not (after.options.recon_public or after.active == me):
        return
    for unit, report in after.reports.items():
        if passage.before.reports.get(unit) != report:
            yield unit, Trace(told=report, people=report.strength, most=report.strength)


def _thrown(passage: Passage, how: How, dice: Json) -> Trace:
    """So many dice, so many people."""
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
