"""How two states of the same campaign differ, as people say it; of others only what all see (R61)."""

from collections.abc import Collection, Iterator

from companion.engine.wording import grouped, listed
from companion.games.parabellum.rules.words import called, named
from companion.games.parabellum.state.naming import unit_order
from companion.games.parabellum.state.table import State

PLACES = {"reserve": "in reserve", "predeploy": "before deployment", "map": "on the map", "aboard": "aboard"}


def differs(before: State, after: State, sees: Collection[str]) -> Iterator[str]:
    """The course, then purses and reserves, then units."""
    yield from _course(before, after)
    for player in before.seated:
        yield from _company(before, after, player, player in sees)
    for unit in sorted({*before.units, *after.units}, key=unit_order):
        yield from _unit(before, after, unit, sees)


def _course(before: State, after: State) -> Iterator[str]:
    if before.scenario != after.scenario:
        was, now = (f"{each.scenario.upper()} {each.booklet.name}" for each in (before, after))
        yield f"The campaign stands at {now}, not at {was}"
    if before.phase != after.phase and "over" in (before.phase, after.phase):
        yield "The campaign is over" if after.phase == "over" else "The campaign goes on"
    if before.winner != after.winner and after.winner:
        yield f"{called(after, after.winner)} wins"
    if before.supply.manpower != after.supply.manpower:
        yield f"People left to hire: {before.supply.manpower} → {after.supply.manpower}"


def _company(before: State, after: State, player: str, own: bool) -> Iterator[str]:
    was, now = before.players[player], after.players[player]
    if was.status != now.status:
        yield f"{called(after, player)} is {now.status}, not {was.status}"
    pairs = [("credits", was.credits, now.credits)]
    pairs += [(key.replace("personnel", "people"), getattr(was.reserve, key), getattr(now.reserve, key))
              for key in was.reserve._fields]  # fmt: skip
    moved = [f"{grouped(old)} → {grouped(new)} {word}" for word, old, new in pairs if old != new]
    if own and moved:
        yield f"{called(after, player)} {listed(moved)}"


def _unit(before: State, after: State, unit: str, sees: Collection[str]) -> Iterator[str]:
    was, now = before.units.get(unit), after.units.get(unit)
    either = now or was
    assert either is not None
    own, state = either.owner in sees, after if now else before
    if not own and not either.flag:
        return
    words = state.title(unit) if own else named(state, unit)
    if now is None:
        yield f"{words} is gone"
    elif was is None:
        yield f"{words} lives on with {now.strength}" if own and now.strength else f"{words} is there"
    elif own and was.strength != now.strength:
        yield f"{words} has {was.strength} → {now.strength} people"
    elif was.where != now.where and (own or "map" in (was.where, now.where)):
        yield f"{words} is {PLACES[now.where]}, not {PLACES[was.where]}"
