"""Photos of filled sheets for programs: what is ticked, and what it asks for; they act by themselves."""

from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from ninja import Router

from companion.engine.errors import InvalidInput
from companion.engine.shape import write
from companion.engine.wire import Json
from companion.tables import paper
from companion.tables.api.answers import Photo, body, described
from companion.tables.api.gate import BEARER, Visitor, at
from companion.tables.paper import proposals, words_of

router = Router(tags=["tables"])


@dataclass(frozen=True, slots=True)
class Doubt:
    """A box in doubt: what a tick in it would ask for, and its picture (JPEG in Base64)."""

    tick: str
    words: str
    picture: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What ticks ask for, as an action to send; `why` it cannot be done now, `note` what else counts."""

    words: str
    action: Json
    ticks: tuple[str, ...]
    why: str
    note: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A sheet in a photo: which, printed at which line, the table's version, what is ticked and in doubt.

    `changes` are those of the boxes that are ticked for sure, in the order in which they can be done.
    """

    sheet: str
    page: int
    printed: int
    version: int
    ticked: tuple[str, ...]
    doubtful: tuple[Doubt, ...]
    changes: tuple[Asked, ...]


@router.post("/tables/{code}/photo", auth=BEARER, openapi_extra=described(Photo, Filled, 200),
             summary="Read a photo of a filled sheet")  # fmt: skip
@at(200)
def photo(request: HttpRequest, visitor: Visitor) -> Any:
    """What is ticked on it, what is in doubt, and each change that it asks for, tried and not written."""
    try:
        content = b64decode(body(request, Photo).photo, validate=True)
    except (NotBase64, ValueError) as error:
        raise InvalidInput("photo", "“photo” is the picture's bytes in Base64.") from error
    reading = paper.read(*visitor, content)
    table, sheet = visitor[0], reading.sheet
    return write(
        Filled(
            sheet=sheet.slip.printable,
            page=sheet.slip.page,
            printed=sheet.slip.version,
            version=table.version,
            ticked=reading.ticked,
            doubtful=tuple(
                Doubt(name, words_of(table, sheet, name), reading.pictures[name]) for name in reading.doubtful
            ),
            changes=tuple(Asked(*each) for each in map(_told, proposals(table, sheet, reading.ticked))),
        )
    )


def _told(each: Any) -> tuple[Any, ...]:
    words, action, ticks = each.change
    return words, action, ticks, each.why, each.note
