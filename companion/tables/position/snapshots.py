"""States kept beside the journal: a restart folds nothing, and a table outlives the rules it was played by.

Kept are the state after the last line and, every so many lines, one before it: from there the few states
that a screen looks back on are soon folded.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.journal import Place, Standing
from companion.engine.wire import Json, dumps, loads
from companion.tables.models import Snapshot, Table

APART = 32
"""Lines between two states that are kept beside the last."""
SPOILT = (GameError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules raise on what other rules, or a damaged disk, have left them."""


def text_of(game: Game[Any], state: Any) -> str:
    """The whole state as a text, the same always; the order of its keys is part of it."""
    return dumps(game.state_json(state))


def state_of(game: Game[Any], text: Json) -> Any | None:
    """The state that such a text holds; None where the game's rules cannot read it any more."""
    try:
        return game.read_state(loads(text), "")
    except SPOILT:
        return None


def kept(table: Table) -> dict[Place, str]:
    """The texts that are kept of a table; damaged ones are none."""
    rows = Snapshot.objects.filter(table=table).order_by("-role")
    return {Place(row.number, row.since): row.state for row in rows if row.digest == digest(row.state)}


def keep(table: Table, texts: Mapping[int, tuple[Place, str]]) -> None:
    """Keep these in the place of what had their roles."""
    rows = [
        Snapshot(table=table, role=role, number=place.number, since=place.since, state=text,
                 digest=digest(text))
        for role, (place, text) in texts.items()
    ]  # fmt: skip
    Snapshot.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["table", "role"],
        update_fields=["number", "since", "state", "digest"],
    )  # fmt: skip


def roles(standing: Standing, *, anew: bool) -> dict[int, int]:
    """Which places are to be kept as marks once a line is written, by role.

    Every so many lines it is a mark; with `anew` both marks are looked for again.
    """
    length = len(standing.places)
    return {(end // APART) % 2 + 1: end - 1 for end in _ends(length) if anew or end == length}


def _ends(length: int) -> list[int]:
    last = length - length % APART
    return [end for end in (last - APART, last) if end > 0]


def digest(text: str) -> str:
    """The checksum of a kept text."""
    return sha256(text.encode()).hexdigest()
