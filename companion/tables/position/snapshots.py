"""States kept beside the journal: a restart folds nothing, and a table outlives the rules it was played by.

Kept are the state after the last line and, every so many lines, one before it: from there the few states
that a screen looks back on are soon folded.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.journal import Place, Standing
from companion.engine.wire import Json, dumps, loads
from companion.tables.models import Block, Snapshot, Table
from companion.tables.position.blocks import Cut, Laid, cut, digest, joined

APART = 32
"""Lines between two states that are kept beside the last."""
SPOILT = (GameError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules raise on what other rules, or a damaged disk, have left them."""


class Kept(NamedTuple):
    """A state as it is kept: its text, and the texts of its blocks by field."""

    text: str
    blocks: Mapping[str, Sequence[str]]

    def whole(self) -> Json:
        """Its JSON."""
        return joined(self.text, self.blocks)


def text_of(game: Game[Any], state: Any) -> str:
    """The whole state as a text, the same always; the order of its keys is part of it."""
    return dumps(game.state_json(state))


def state_of(game: Game[Any], kept: Kept | Json) -> Any | None:
    """The state that is kept so, or as such a text; None where the game's rules cannot read it any more."""
    try:
        return game.read_state(kept.whole() if isinstance(kept, Kept) else loads(kept), "")
    except SPOILT:
        return None


def kept(table: Table) -> dict[Place, Kept]:
    """What is kept of a table; what is damaged is not."""
    found = rows(table)
    return {Place(row.number, row.since): each for row, each in found if each is not None}


def rows(table: Table) -> Iterator[tuple[Snapshot, Kept | None]]:
    """What is kept of a table, the last state last; None where it does not fit its checksum."""
    blocks: dict[str, str] | None = None
    for row in Snapshot.objects.filter(table=table).order_by("-role"):
        if row.blocks and blocks is None:
            blocks = dict(Block.objects.filter(table=table).values_list("digest", "state"))
            blocks = {name: text for name, text in blocks.items() if digest(text) == name}
        yield row, _sound(row, blocks or {})


def _sound(row: Snapshot, blocks: Mapping[str, str]) -> Kept | None:
    """The state of that row, each of its blocks among these."""
    if row.digest != digest(row.state, row.blocks):
        return None
    try:
        return Kept(row.state, {name: [blocks[each] for each in all_] for name, all_ in row.blocks.items()})
    except KeyError:
        return None


type States = Mapping[int, tuple[Place, Any]]
"""By role."""


def keep(table: Table, game: Game[Any], states: States, laid: dict[str, Laid]) -> None:
    """Keep these in the place of what had their roles; `laid` is what was cut of the table's last state."""
    held = set(Block.objects.filter(table=table).values_list("digest", flat=True)) if laid else set()
    cuts = {place: cut(game, state, laid, held) for place, state in dict(states.values()).items()}
    new = {name: text for each in cuts.values() for name, text in each.new.items()}
    Block.objects.bulk_create(
        (Block(table=table, digest=name, state=text) for name, text in new.items()), ignore_conflicts=True
    )
    Snapshot.objects.bulk_create(
        [_row(table, role, place, cuts[place]) for role, (place, _) in states.items()],
        update_conflicts=True, unique_fields=["table", "role"],
        update_fields=["number", "since", "state", "blocks", "digest"],
    )  # fmt: skip


def tidy(table: Table) -> None:
    """Throw away the blocks that no kept state begins with any more."""
    named = Snapshot.objects.filter(table=table).values_list("blocks", flat=True)
    needed = {each for blocks in named for digests in blocks.values() for each in digests}
    Block.objects.filter(table=table).exclude(digest__in=needed).delete()


def hand_over(newer: Table, table: Table) -> None:
    """What is kept of `newer` is from now on kept of `table`."""
    for model in (Snapshot, Block):
        model._base_manager.filter(table=table).delete()
        model._base_manager.filter(table=newer).update(table=table)


def roles(standing: Standing, *, anew: bool) -> dict[int, int]:
    """Which places are to be kept as marks once a line is written, by role.

    Every so many lines it is a mark; with `anew` both marks are looked for again.
    """
    length = len(standing.places)
    return {(end // APART) % 2 + 1: end - 1 for end in _ends(length) if anew or end == length}


def _ends(length: int) -> list[int]:
    last = length - length % APART
    return [end for end in (last - APART, last) if end > 0]


def _row(table: Table, role: int, place: Place, state: Cut) -> Snapshot:
    return Snapshot(table=table, role=role, number=place.number, since=place.since, state=state.text,
                    blocks=state.blocks, digest=digest(state.text, state.blocks))  # fmt: skip
