"""Sheets of a table filled in with a pen: which one a photo shows, what its ticks would do."""

from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from typing import NamedTuple

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.option import Change
from companion.engine.scene import Looker, Seen, Sitting
from companion.press.answered import Slip, check_of, slip_of
from companion.press.document import Document
from companion.press.page import Tick
from companion.printing import Plate, find, make
from companion.tables import devices, play
from companion.tables.errors import check_action
from companion.tables.journal import Answer, public_position
from companion.tables.lines import completed
from companion.tables.models import Table
from companion.tables.position import Position, position

__all__ = ["Slip"]


ALL = "-"
"""Whose a sheet is that is everybody's."""
REDRAWN = (
    "This sheet was printed by another edition of the house, which drew its boxes elsewhere: print it anew."
)


class Sheet(NamedTuple):
    """One page of a sheet: what it was printed from, its boxes, and the device in the room of its seat."""

    slip: Slip
    plate: Plate
    ticks: tuple[Tick, ...]
    who: devices.Device


def sheet_of(table: Table, who: devices.Device, slip: Slip) -> Sheet:
    """The page of that code; `InvalidInput` at `sheet` where it is another table's or another seat's."""
    devices.check_plays(who)
    if slip.table != table.code:
        other = "another table" if slip.table == "NONE" else f"the table {slip.table}"
        raise InvalidInput("sheet", f"This sheet belongs to {other}, not to this one ({table.code}).")
    if slip.version > table.version:
        raise InvalidInput("sheet", f"It was printed at line {slip.version}, and there are {table.version}.")
    device = _in_its_room(table, who, slip.seat)
    plate = _plate(table, slip)
    return Sheet(slip, plate, _ticks(table, device, plate, slip), device)


def scene(table: Table, sheet: Sheet) -> Seen[object]:
    return sheet.plate.game.seen(_scene(table, sheet.who, sheet.slip.seat, position(table)))


def _in_its_room(table: Table, who: devices.Device, seat: str) -> devices.Device:
    """This device where that seat's secrets may lie open; they are on the sheet, and in what it asks for."""
    if seat == ALL:
        return who
    device = who.at_hand(seat) if seat in who.holds else who
    if seat not in devices.looker(table, device, devices.chairs(table)).sight().sees:
        name = devices.chairs(table).get(seat, seat)
        raise InvalidInput("sheet", f"This is the sheet of {name}: it is taken in where {name} sits.")
    return device


def _plate(table: Table, slip: Slip) -> Plate:
    try:
        plate = find(slip.system, slip.printable)
    except GameError as error:
        raise InvalidInput("sheet", "This house prints no such sheet.") from error
    if plate.game.slug != table.system or plate.printable.answers is None:
        raise InvalidInput("sheet", "This is no sheet of this table's game that can be taken in.")
    return plate


def _ticks(table: Table, who: devices.Device, plate: Plate, slip: Slip) -> tuple[Tick, ...]:
    """The page's boxes, laid out once more from the table as it stood."""
    then = copy(table)
    then.version = slip.version
    try:
        document = make(plate, dict(slip.given), _scene(then, who, slip.seat, position(then)))
    except GameError as error:
        raise InvalidInput("sheet", REDRAWN) from error
    pages = document.ticks if isinstance(document, Document) else ()
    if not 0 < slip.page <= len(pages) or check_of(pages[slip.page - 1]) != slip.check:
        raise InvalidInput("sheet", REDRAWN)
    return pages[slip.page - 1]


def _scene(table: Table, who: devices.Device, seat: str, current: Position) -> Scene[object]:
    """What the sheet is made from: the one seat's eyes, or nobody's."""
    own = frozenset() if seat == ALL else frozenset([seat])
    current = current if own and who.keeps else public_position(table, current)
    sitting = Sitting(code=table.code)
    return Scene(current.state, Sight(own, own), trail=current.trail, sitting=sitting, version=table.version)


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
        return devices.digest(self.change.action)[:16]


def proposals(table: Table, sheet: Sheet, ticked: Collection[str]) -> tuple[Proposal, ...]:
    """What these boxes ask for, each tried after those before it that can be done."""
    devices.check_open(table)
    unknown = set(ticked) - {tick.name for tick in sheet.ticks}
    if unknown:
        raise InvalidInput("ticks", f"The sheet has no box “{min(unknown)}”.")
    answers = sheet.plate.printable.answers
    assert answers is not None
    current, device = position(table), devices.looker(table, sheet.who, devices.chairs(table))
    gone = _gone(sheet, ticked)
    printed = [tick.name for tick in sheet.ticks if tick.name in set(ticked) - gone]
    changes = tuple(answers(scene(table, sheet), sheet.slip.seat, printed)) if printed else ()
    return tuple(_doubted(tuple(_tried(current, device, changes))))


def taken_back(sheet: Sheet, ticked: Collection[str]) -> tuple[Tick, ...]:
    """The boxes ticked of those that take a line back."""
    return tuple(tick for tick in sheet.ticks if tick.back and tick.name in ticked)


def _gone(sheet: Sheet, ticked: Collection[str]) -> frozenset[str]:
    """The boxes that count for nothing: those of lines taken back."""
    return frozenset(name for tick in taken_back(sheet, ticked) for name in (tick.name, *tick.back))


def _doubted(listed: Collection[Proposal]) -> Iterator[Proposal]:
    """The same, none chosen of those that set one thing to several values."""
    lines = [{tick.rpartition(".")[0] for tick in each.change.ticks} for each in listed]
    often = Counter(line for each in lines for line in each)
    for each, own in zip(listed, lines, strict=True):
        twice = any(often[line] > 1 for line in own)
        yield each._replace(note=AGAINST, sure=False) if twice else each


def words_of(table: Table, sheet: Sheet, tick: str) -> str:
    """What one box alone asks for, in words."""
    answers, box = sheet.plate.printable.answers, {each.name: each for each in sheet.ticks}.get(tick)
    if answers is None or box is None:
        raise InvalidInput("ticks", f"The sheet has no box “{tick}”.")
    if box.back:
        return f"{box.line}: what is ticked is taken back"
    return "; ".join(each.words for each in answers(scene(table, sheet), sheet.slip.seat, (tick,)))


def _tried(current: Position, device: Looker, changes: Collection[Change]) -> Iterator[Proposal]:
    game, state = current.game, current.state
    for change in changes:
        action = change.action
        try:
            check_action(action)
            devices.check_may(game, state, action, device)
            if game.shows(state, action) or not device.sight().sees.issuperset(game.looks(state, action)):
                yield Proposal(change, note=HIDDEN)
                continue
            with devices.hearing(game, state, action, device):
                complete = completed(game, state, action)
                question = game.asks(state, complete)
                after = state if question is not None else game.apply(state, complete).state
        except GameError as refused:
            yield Proposal(change, why=refused.message)
            continue
        yield Proposal(change, why=FIRST_ASKED if question is not None else "")
        state = after


NOTHING = "Nothing is chosen that could be written."
DOUBTFUL = "Say of every doubtful box first whether it is ticked."


class Read(NamedTuple):
    """A photo as it was read: the sheet, the boxes ticked and those in doubt, the picture of each of them.

    `whole` is the sheet laid flat, with what was read drawn into it. Pictures are JPEG in Base64.
    """

    sheet: Sheet
    ticked: tuple[str, ...]
    doubtful: tuple[str, ...]
    pictures: Mapping[str, str]
    whole: str


def read(table: Table, who: devices.Device, photo: bytes) -> Read:
    """What a photo shows; `InvalidInput` at `photo`, `code` or `sheet`. Nothing of it is kept."""
    from companion.press.answered.photo import (  # OpenCV is loaded only where a photo is read
        flat,
        marked,
        weighed,
    )

    scan = flat(photo)
    sheet = sheet_of(table, who, scan.slip)
    boxes = weighed(scan.picture, sheet.ticks)
    ticked = tuple(name for name, each in boxes.items() if each.verdict == "ticked")
    gone = _gone(sheet, ticked)
    doubtful = tuple(name for name, each in boxes.items() if each.verdict == "doubtful" and name not in gone)
    places = {tick.name: tick.box.inset(-1.5) for tick in sheet.ticks}
    pictures = {name: b64encode(scan.jpeg(places[name])).decode() for name in (*ticked, *doubtful)}
    whole = b64encode(marked(scan.picture, sheet.ticks, boxes)).decode()
    return Read(sheet, ticked, doubtful, pictures, whole)


def again(table: Table, who: devices.Device, code: str) -> Sheet:
    """The sheet of a photo that was read before, by what its code said."""
    return sheet_of(table, who, slip_of(code))


def taken_before(table: Table, slip: Slip) -> int:
    """The line at which something from this very page was last taken in; 0 where nothing was."""
    lines = table.entries.filter(key__startswith=_mark(slip)).order_by("-number")
    return lines.values_list("number", flat=True).first() or 0


def _mark(slip: Slip) -> str:
    """How the key of every confirmation of a page begins."""
    return f"paper.{devices.digest(str(slip))[:20]}."


def write(table: Table, sheet: Sheet, ticked: Collection[str], keys: Collection[str], tap: "Tap") -> Answer:
    """Write those of the proposals that were chosen, a line each, all of them or none."""
    if tap.unsaid:
        raise IllegalAction("ticks", DOUBTFUL)
    chosen = [each.change.action for each in proposals(table, sheet, ticked) if each.key in keys]
    if not chosen:
        raise IllegalAction("", NOTHING)
    return play.act_in_a_row(table, sheet.who, chosen, tap.seen, _mark(sheet.slip) + tap.key)


class Tap(NamedTuple):
    """The confirmation: the version that its screen showed, its own key, and the doubts left open."""

    seen: int
    key: str
    unsaid: tuple[str, ...] = ()
