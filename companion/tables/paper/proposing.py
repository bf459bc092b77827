"""What the ticks on a sheet would do, one thing after another, tried on the state and written nowhere."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from companion.engine.errors import GameError, InvalidInput
from companion.engine.option import Change
from companion.engine.scene import Looker
from companion.tables.codes import digest
from companion.tables.dice import completed
from companion.tables.errors import check_action
from companion.tables.may import chairs, check_may, check_open, hearing, looker
from companion.tables.models import Table
from companion.tables.paper.sheet import Sheet, scene
from companion.tables.position import Position, position

FIRST_ASKED = "Another seat is asked before this is done: do it by itself, at the table."
HIDDEN = "Whether it can be done hangs on what is hidden: it is tried when it is written."


AGAINST = "Another box of this line is ticked too: choose the one that counts."


class Proposal(NamedTuple):
    """One change: its words, action and boxes; `why` it cannot be done now, `note` what else counts.

    `sure` ones are chosen for who confirms; of several boxes on a line for one value none is.
    """

    change: Change
    why: str = ""
    note: str = ""
    sure: bool = True

    @property
    def key(self) -> str:
        """What a form calls it."""
        return digest(self.change.action)[:16]


def proposals(table: Table, sheet: Sheet, ticked: Collection[str]) -> tuple[Proposal, ...]:
    """What these boxes ask for, each tried after those before it that can be done."""
    check_open(table)
    unknown = set(ticked) - {tick.name for tick in sheet.ticks}
    if unknown:
        raise InvalidInput("ticks", f"The sheet has no box “{min(unknown)}”.")
    answers = sheet.plate.printable.answers
    assert answers is not None
    known, device = position(table), looker(table, sheet.who, chairs(table))
    printed = [tick.name for tick in sheet.ticks if tick.name in set(ticked)]
    changes = tuple(answers(scene(table, sheet), sheet.slip.seat, printed)) if printed else ()
    return tuple(_doubted(tuple(_tried(known, device, changes))))


def _doubted(found: Collection[Proposal]) -> Iterator[Proposal]:
    """The same, none chosen of those that set one thing to several values."""
    lines = [{tick.rpartition(".")[0] for tick in each.change.ticks} for each in found]
    often = Counter(line for each in lines for line in each)
    for each, own in zip(found, lines, strict=True):
        twice = any(often[line] > 1 for line in own)
        yield each._replace(note=AGAINST, sure=False) if twice else each


def words_of(table: Table, sheet: Sheet, tick: str) -> str:
    """What one box alone asks for, in words."""
    answers = sheet.plate.printable.answers
    if answers is None or tick not in {each.name for each in sheet.ticks}:
        raise InvalidInput("ticks", f"The sheet has no box “{tick}”.")
    return "; ".join(each.words for each in answers(scene(table, sheet), sheet.slip.seat, (tick,)))


def _tried(known: Position, device: Looker, changes: Collection[Change]) -> Iterator[Proposal]:
    game, state = known.game, known.state
    for change in changes:
        action = change.action
        try:
            check_action(action)
            check_may(game, state, action, device)
            if game.shows(state, action) or not device.sight().sees.issuperset(game.looks(state, action)):
                yield Proposal(change, note=HIDDEN)
                continue
            with hearing(game, state, action, device):
                done = completed(game, state, action)
                asked = game.asks(state, done)
                after = state if asked is not None else game.apply(state, done).state
        except GameError as refused:
            yield Proposal(change, why=refused.message)
            continue
        yield Proposal(change, why=FIRST_ASKED if asked is not None else "")
        state = after
