"""A print of somebody's own file with a faulty card in it: the others are printed, that one is named."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.errors import GameError
from companion.printing import is_file
from companion.shop.orders import Order

MOST = 1_000
"""Cards that are left out of one print."""


class Around(NamedTuple):
    """An order that can be printed, and in words which cards it leaves out, and why."""

    order: Order
    left_out: tuple[str, ...]


def around(order: Order) -> Around:
    """The order without what cannot be printed of the cards of its files; `GameError` for anything else."""
    left_out: list[str] = []
    for _ in range(MOST):
        try:
            assert order.document
        except GameError as error:
            given = _without(order, error)
            if given is None:
                raise
            left_out.append(f"Left out {error}")
            order = replace(order, given=given)
        else:
            break
    return Around(order, tuple(left_out))


def _without(order: Order, error: GameError) -> Mapping[str, object] | None:
    """What was given, without the card that the refusal names; none where it names no card of a file."""
    for option in order.plate.printable.options:
        if is_file(option) and isinstance(order.given.get(option.key), dict):
            file = deepcopy(order.given[option.key])
            if _dropped(file, error.path.split(".")):
                return {**order.given, option.key: file}
    return None


def _dropped(file: object, words: list[str]) -> bool:
    """Take out the record of a path: `library.cards.3.points`, `cards.the-note.title`, `tank.name`."""
    for place, holder, key in _records(file, []):
        if not isinstance(holder, list):
            if key in words:
                del holder[key]
                return True
        elif _runs([*place, str(key)], words) or holder[key].get("id") in words:
            del holder[key]
            return True
    return False


def _records(value: object, place: list[str]) -> Iterator[tuple[list[str], Any, Any]]:
    """Each record of a file's lists, and of its objects of nothing but records; where its list stands."""
    if isinstance(value, list):
        yield from ((place, value, n) for n, each in enumerate(value) if isinstance(each, dict))
    elif isinstance(value, dict):
        alike = len(value) > 1 and all(isinstance(each, dict) for each in value.values())
        yield from ((place, value, key) for key in value if alike)
        for key, each in value.items():
            yield from _records(each, [*place, key])


def _runs(place: list[str], words: list[str]) -> bool:
    """Whether these words stand in a row among those."""
    return any(words[n : n + len(place)] == place for n in range(len(words) - len(place) + 1))
