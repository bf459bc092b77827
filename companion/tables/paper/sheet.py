"""The sheet that a code names, made again as it was printed, for who may fill it in here."""

from copy import copy
from typing import Any, NamedTuple

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.scene import Seen, Sitting
from companion.press.answered.form import Slip, check_of
from companion.press.document import Document
from companion.press.page import Tick
from companion.printing import Plate, find, make
from companion.tables.devices import Device
from companion.tables.may import chairs, check_plays, looker
from companion.tables.models import Table
from companion.tables.position import Position, position
from companion.tables.together.walking import told

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
    who: Device


def sheet_of(table: Table, who: Device, slip: Slip) -> Sheet:
    """The page of that code; `InvalidInput` at `sheet` where it is another table's or another seat's."""
    check_plays(who)
    if slip.table != table.code:
        other = "another table" if slip.table == "NONE" else f"the table {slip.table}"
        raise InvalidInput("sheet", f"This sheet belongs to {other}, not to this one ({table.code}).")
    if slip.version > table.version:
        raise InvalidInput("sheet", f"It was printed at line {slip.version}, and there are {table.version}.")
    here = _in_its_room(table, who, slip.seat)
    plate = _plate(table, slip)
    return Sheet(slip, plate, _ticks(table, here, plate, slip), here)


def scene(table: Table, sheet: Sheet) -> Seen[Any]:
    """The game as it stands, for the eyes of the sheet's seat."""
    return sheet.plate.game.seen(_scene(table, sheet.who, sheet.slip.seat, position(table)))


def _in_its_room(table: Table, who: Device, seat: str) -> Device:
    """This device where that seat's secrets may lie open; they are on the sheet, and in what it asks for."""
    if seat == ALL:
        return who
    here = who.at_hand(seat) if seat in who.holds else who
    if seat not in looker(table, here, chairs(table)).sight().sees:
        name = chairs(table).get(seat, seat)
        raise InvalidInput("sheet", f"This is the sheet of {name}: it is taken in where {name} sits.")
    return here


def _plate(table: Table, slip: Slip) -> Plate:
    try:
        plate = find(slip.system, slip.printable)
    except GameError as error:
        raise InvalidInput("sheet", "This house prints no such sheet.") from error
    if plate.game.slug != table.system or plate.printable.answers is None:
        raise InvalidInput("sheet", "This is no sheet of this table's game that can be taken in.")
    return plate


def _ticks(table: Table, who: Device, plate: Plate, slip: Slip) -> tuple[Tick, ...]:
    """The page's boxes, laid out once more from the table as it stood."""
    then = copy(table)
    then.version = slip.version
    try:
        made = make(plate, dict(slip.given), _scene(then, who, slip.seat, position(then)))
    except GameError as error:
        raise InvalidInput("sheet", REDRAWN) from error
    pages = made.ticks if isinstance(made, Document) else ()
    if not 0 < slip.page <= len(pages) or check_of(pages[slip.page - 1]) != slip.check:
        raise InvalidInput("sheet", REDRAWN)
    return pages[slip.page - 1]


def _scene(table: Table, who: Device, seat: str, known: Position) -> Scene[Any]:
    """What the sheet is made from: the one seat's eyes, or nobody's."""
    own = frozenset() if seat == ALL else frozenset([seat])
    known = known if own and who.keeps else told(table, known)
    sitting = Sitting(code=table.code)
    return Scene(known.state, Sight(own, own), trail=known.trail, sitting=sitting, version=table.version)
