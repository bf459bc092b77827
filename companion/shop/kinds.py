"""What kinds of long work there are: prints here, others where they are known."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.shop.orders import reordered
from companion.shop.pictures import pages_in
from companion.shop.work import Told, done_watched

type Done = Mapping[str, Any]
"""What a finished job keeps beside its state: fields of `Job`."""


class Kind(NamedTuple):
    """One kind: how its order is done, and what is said where its workers end in it again and again."""

    do: Callable[[Mapping[str, Any], Told], Done]
    lost: str


def _print(order: Mapping[str, Any], told: Told) -> Done:
    made = done_watched(reordered(order), told)
    count = pages_in(made)
    return {"digest": made.digest, "fingerprint": made.fingerprint, "done": count, "total": count}


KINDS: dict[str, Kind] = {
    "print": Kind(_print, "The worker stopped {times} times while it set this. Print less at once.")
}
"""By name. Whoever has work of a kind of its own puts it here as the house starts."""
