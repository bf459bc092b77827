"""Which numbers bought cards take: dealt at random, so that a number says nothing of its card (R63)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from random import Random

from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.state.naming import NUMBER, unit_order
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State

type Deal = Mapping[str, str]
"""Unit id to type of card."""

HIGHEST = 99_999
"""The last number that an action can name."""


def in_order(state: State, action: kinds.PurchaseUnits) -> Deal:
    """The next numbers in the order of the items."""
    types = _types(action)
    return {f"u{number}": type_ for number, type_ in enumerate(types, start=state.next_unit)}


def at_random(state: State, action: kinds.PurchaseUnits, random: Random) -> Deal:
    """The next free numbers, in any order."""
    numbers = chain(range(state.next_unit, HIGHEST + 1), range(1, state.next_unit))
    free = (f"u{number}" for number in numbers if f"u{number}" not in state.units)
    return _dealt(free, _types(action), random)


def dealt_again(
    was: Deal, action: kinds.PurchaseUnits, written: Collection[Json], random: Random
) -> dict[str, str]:
    """The deal of a corrected purchase: its cards keep their numbers as far as it still buys them.

    Those that other lines name stay first; cards that it buys more take numbers that were never in use.
    """
    named, given = {*_named(list(written))}, {*_given(written)}
    wanted, kept = Counter(_types(action)), dict[str, str]()
    for unit in sorted(was, key=lambda unit: (unit not in named, unit_order(unit))):
        if wanted[was[unit]]:
            kept[unit] = was[unit]
            wanted[was[unit]] -= 1
    used = max(map(unit_order, {*was, *named, *given}), default=0)
    unused = (f"u{number}" for number in range(used + 1, used + 1 + wanted.total()))
    return _sorted({**kept, **_dealt(unused, list(wanted.elements()), random)})


def _dealt(numbers: Iterator[str], types: list[str], random: Random) -> dict[str, str]:
    units = list(islice(numbers, len(types)))
    random.shuffle(units)
    return _sorted(dict(zip(units, types, strict=False)))


def _sorted(deal: Deal) -> dict[str, str]:
    """In unit order: the order of the catalogue would tell nothing more, but a log is read by people."""
    return {unit: deal[unit] for unit in sorted(deal, key=unit_order)}


def _types(action: kinds.PurchaseUnits) -> list[str]:
    return [item.unit for item in action.items for _ in range(item.quantity)]


def check_deal(state: State, action: kinds.PurchaseUnits, deal: Deal) -> None:
    """`IllegalAction` where other cards are dealt than are bought, or a number that a unit has."""
    if Counter(deal.values()) != Counter(_types(action)):
        raise IllegalAction("deal", "The cards that get numbers are not those that are bought.")
    given = [unit for unit in deal if unit in state.units]
    if given:
        raise IllegalAction("deal", f"{given[0]} is a unit already; a card takes a number that nobody has.")


def taken(state: State, player: str, deal: Deal) -> State:
    """The cards in the player's reserve, under their numbers."""
    cost = {type_: state.binder.units[type_].cost for type_ in deal.values()}
    bought = {unit: Unit(owner=player, type=type_, cost=cost[type_]) for unit, type_ in deal.items()}
    units = {**state.units, **bought}
    following = max(map(unit_order, bought)) + 1
    return state.changed(
        units={unit: units[unit] for unit in sorted(units, key=unit_order)},
        next_unit=max(state.next_unit, following),
    )


def _given(written: Collection[Json]) -> Iterator[str]:
    """Every number that actions have dealt."""
    for action in written:
        yield from action.get("deal", ()) if type(action) is dict else ()


def _named(value: Json) -> Iterator[str]:
    """Every unit that actions name."""
    if type(value) is str and NUMBER.fullmatch(value):
        yield value
    elif type(value) is dict:
        yield from _named(list(value.values()))
    elif type(value) is list:
        for each in value:
            yield from _named(each)
