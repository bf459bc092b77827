"""States kept beside the journal, in blocks written once: a restart folds nothing."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from itertools import batched, chain, takewhile
from typing import Any, NamedTuple

from pydantic_core import from_json

from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.journal import Place, Standing
from companion.engine.wire import dumps, loads
from companion.tables import rows
from companion.tables.models import Block, Snapshot, Table

type Entries = tuple[object, ...]
type States = Mapping[int, tuple[Place, object]]
"""By role."""


FULL = 256
"""Entries of a block."""


class Laid(NamedTuple):
    """A row of a state as it was last cut, and the checksums of its blocks."""

    row: Entries
    digests: Sequence[str]


class Cut(NamedTuple):
    """A state's text without its blocks, their checksums by field, and the texts of those not held yet."""

    text: str
    blocks: Mapping[str, Sequence[str]]
    new: Mapping[str, str]


def cut(game: Game[object], state: Any, laid: dict[str, Laid], held: Set[str]) -> Cut:
    """A state without what is `held` of it. `laid` is known of an earlier one, and now of this.

    What was cut before is not even looked at: a row's entries are the same objects from state to state.
    """
    rows = long_rows(state)
    names = {name: list(_keys(laid.get(name), row, held)) for name, row in rows.items()}
    over = {name: row[len(names[name]) * FULL :] for name, row in rows.items()}
    record = game.state_json(replace(state, **over) if over else state)
    new: dict[str, str] = {}
    for name, row in rows.items():
        texts = [dumps(each) for each in batched(record[name], FULL, strict=False) if len(each) == FULL]
        record[name] = record[name][len(texts) * FULL :]
        named = [digest(text) for text in texts]
        new |= zip(named, texts, strict=True)
        laid[name] = Laid(row, (*names[name], *named))
    return Cut(dumps(record), {name: laid[name].digests for name in rows}, new)


def joined(text: str, blocks: Mapping[str, Sequence[str]]) -> object:
    """The whole JSON of a state that was cut, its blocks' texts by field; `ValueError` where it is none."""
    record = from_json(text, allow_inf_nan=False)
    for name, texts in blocks.items():
        record[name] = [*_entries(texts), *record[name]]
    return record


def read(
    game: Game[Any], text: str, blocks: Mapping[str, Sequence[str]], names: dict[str, Entries]
) -> object:
    """The state that was cut so. `names` are the entries of blocks that were read before, and now of these.

    States that begin with the same blocks share their entries. Raises what the game's rules do.
    """
    before = {name: list(takewhile(names.__contains__, texts)) for name, texts in blocks.items()}
    over = {name: texts[len(before[name]) :] for name, texts in blocks.items()}
    try:
        state = game.read_state(joined(text, over), "")
    except GameError:  # A row of so many and no fewer is read whole.
        return game.read_state(joined(text, blocks), "")
    rows = {name: getattr(state, name) for name in blocks}
    for name, texts in over.items():
        names |= zip(texts, batched(rows[name], FULL, strict=False), strict=False)
    whole = {name: tuple(chain(*map(names.__getitem__, before[name]), rows[name])) for name in blocks}
    return replace(state, **whole) if whole else state


def _entries(texts: Sequence[str]) -> Iterator[object]:
    return chain.from_iterable(from_json(text, allow_inf_nan=False) for text in texts)


def long_rows(state: object) -> dict[str, Entries]:
    """The rows of a state that fill a block, by field."""
    if not is_dataclass(state):
        return {}
    values = ((field.name, getattr(state, field.name)) for field in fields(state))
    return {name: value for name, value in values if type(value) is tuple and len(value) >= FULL}


def digest(text: str, blocks: Mapping[str, Sequence[str]] | None = None) -> str:
    """The checksum of a kept text, and of the blocks that it names."""
    named = (
        dumps(dict(sorted(blocks.items()))) if blocks else ""
    )  # A database may put its keys in another order.
    return sha256((text + named).encode()).hexdigest()


def _keys(laid: Laid | None, row: Entries, held: Set[str]) -> Iterator[str]:
    """The checksums of the blocks with which this row still begins, as far as they are held."""
    for n, each in enumerate(laid.digests if laid else ()):
        part = slice(n * FULL, (n + 1) * FULL)
        if laid is None or each not in held or laid.row[part] != row[part]:
            return
        yield each


APART = 32
"""Lines between two states that are kept beside the last."""
UNIQUE, OVER = ("table", "role"), ("number", "since", "state", "blocks", "digest")
"""What tells one kept state of a table from another, and what the next one in its role writes over."""
LAST_NEAR = 2
"""The roles of those two are 1 and 2; the marks that stay have the later ones."""
FAR = 256
"""Lines between two marks that stay."""
SPOILT = (GameError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules raise on what other rules, or a damaged disk, have left them."""


class Kept(NamedTuple):
    """A state as it is kept: its text, and the texts of its blocks by field; `read` those that were read."""

    text: str
    blocks: Mapping[str, Sequence[str]]
    read: dict[str, Entries]

    def whole(self) -> object:
        return joined(self.text, self.blocks)


def text_of(game: Game[object], state: object) -> str:
    """The whole state as a text, the same always; the order of its keys is part of it."""
    return dumps(game.state_json(state))


def state_of(game: Game[object], kept: Kept | str) -> object | None:
    """The state that is kept so, or as such a text; None where the game's rules cannot read it any more."""
    try:
        return read(game, *kept) if isinstance(kept, Kept) else game.read_state(loads(kept), "")
    except SPOILT:
        return None


def kept(table: Table) -> dict[Place, Kept]:
    """The states kept of a table, each by its place; those that are damaged are left out."""
    states = each_kept(table)
    return {Place(row.number, row.since): each for row, each in states if each is not None}


def each_kept(table: Table) -> Iterator[tuple[Snapshot, Kept | None]]:
    """What is kept of a table, the last state last; None where it does not fit its checksum."""
    held = list(Snapshot.objects.filter(table=table).order_by("-role"))
    blocks = _blocks(table) if any(row.blocks for row in held) else {}
    names: dict[str, Entries] = {}
    for row in held:
        sound = row.digest == digest(row.state, row.blocks)
        sound = sound and all(each in blocks for named in row.blocks.values() for each in named)
        texts = (
            {name: [blocks[each] for each in named] for name, named in row.blocks.items()} if sound else {}
        )
        yield row, Kept(row.state, texts, names) if sound else None


def _blocks(table: Table) -> dict[str, str]:
    """The texts of a table's blocks by their checksums; damaged ones are none."""
    held = Block.objects.filter(table=table).values_list("digest", "state")
    return {name: text for name, text in held if digest(text) == name}


def keep(table: Table, game: Game[object], states: States, laid: dict[str, Laid]) -> None:
    """Keep these in the place of what had their roles; `laid` is what was cut of the table's last state."""
    held = set(Block.objects.filter(table=table).values_list("digest", flat=True)) if laid else set()
    cuts = {place: cut(game, state, laid, held) for place, state in dict(states.values()).items()}
    new = {name: text for each in cuts.values() for name, text in each.new.items()}
    if new:
        blocks = (Block(table=table, digest=name, state=text) for name, text in new.items())
        Block.objects.bulk_create(blocks, ignore_conflicts=True)
    for role, (place, _) in states.items():
        rows.put(_row(table, role, place, cuts[place]), UNIQUE, OVER)


def marks(table: Table) -> dict[int, Place]:
    held = Snapshot.objects.filter(table=table, role__gt=0).values_list("role", "number", "since")
    return {role: Place(number, since) for role, number, since in held}


def tidy(table: Table, standing: Standing) -> None:
    """Throw away the marks that stand no more, and the blocks that no kept state begins with."""
    wanted = {role: standing.places[at] for role, at in roles(standing, anew=True).items()}
    gone = [role for role, place in marks(table).items() if wanted.get(role) != place]
    Snapshot.objects.filter(table=table, role__in=gone).delete()
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

    Every so many lines it is a mark, and every so many more one that stays; with `anew` all of them are
    looked for again.
    """
    length = len(standing.places)
    last = length - length % APART
    near = {(end // APART) % 2 + 1: end - 1 for end in (last - APART, last) if end > 0}
    lasting = {LAST_NEAR + end // FAR: end - 1 for end in range(FAR, length + 1, FAR)}
    return {role: at for role, at in (near | lasting).items() if anew or at == length - 1}


def _row(table: Table, role: int, place: Place, state: Cut) -> Snapshot:
    return Snapshot(table=table, role=role, number=place.number, since=place.since, state=state.text,
                    blocks=state.blocks, digest=digest(state.text, state.blocks))  # fmt: skip
