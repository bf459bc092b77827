"""A photo taken in at a table: read, asked about where it is doubtful, and written by one confirmation."""

from base64 import b64encode
from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.press.answered.form import Slip, slip_of
from companion.tables import play
from companion.tables.codes import digest
from companion.tables.devices import Device
from companion.tables.journal import Answer
from companion.tables.models import Table
from companion.tables.paper.proposing import Proposal, proposals
from companion.tables.paper.sheet import Sheet, sheet_of

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


def read(table: Table, who: Device, photo: bytes) -> Read:
    """What a photo shows; `InvalidInput` at `photo`, `code` or `sheet`. Nothing of it is kept."""
    from companion.press.answered.photo import (  # OpenCV is loaded only where a photo is read
        flat,
        marked,
        weighed,
    )

    found = flat(photo)
    sheet = sheet_of(table, who, found.slip)
    boxes = weighed(found.picture, sheet.ticks)
    ticked = tuple(name for name, each in boxes.items() if each.verdict == "ticked")
    doubtful = tuple(name for name, each in boxes.items() if each.verdict == "doubtful")
    shown = {tick.name: tick.box.inset(-1.5) for tick in sheet.ticks}
    pictures = {name: b64encode(found.jpeg(shown[name])).decode() for name in (*ticked, *doubtful)}
    whole = b64encode(marked(found.picture, sheet.ticks, boxes)).decode()
    return Read(sheet, ticked, doubtful, pictures, whole)


def again(table: Table, who: Device, code: str) -> Sheet:
    """The sheet of a photo that was read before, by what its code said."""
    return sheet_of(table, who, slip_of(code))


def taken_before(table: Table, slip: Slip) -> int:
    """The line at which something from this very page was last taken in; 0 where nothing was."""
    lines = table.entries.filter(key__startswith=_mark(slip)).order_by("-number")
    return lines.values_list("number", flat=True).first() or 0


def _mark(slip: Slip) -> str:
    """How the key of every confirmation of a page begins."""
    return f"paper.{digest(str(slip))[:20]}."


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


__all__ = ["Proposal", "Read", "Slip", "Tap", "again", "read", "taken_before", "write"]
