"""What programs send to a table, and how it is described."""

from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest

from companion.engine.errors import GameError, InvalidInput
from companion.engine.shape import Between, Sized, describe, read
from companion.engine.wire import Json, loads
from companion.tables.api.answers import Refused, Written

type Count = Annotated[int, Between(0, 2**31)]
type Key = Annotated[str, Sized(1, 100)]


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to open: the game, a title, the game's setup (its options; shuffles may be left out)."""

    system: str
    title: Annotated[str, Sized(1, 80)]
    setup: Json = field(default_factory=dict)
    kind: Literal["open", "seated"] = "seated"


@dataclass(frozen=True, slots=True)
class Tap:
    """An action, the version that was seen, and the tap's own key."""

    action: Json
    seen: Count
    key: Key


@dataclass(frozen=True, slots=True)
class Mark:
    """What a seat marks in a step that belongs to several, and whether it is ready then (null: as it was)."""

    seat: str
    seen: Count
    key: Key
    marks: tuple[Json, ...] = ()
    ready: bool | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The last line to keep, the version that was seen, and the tap's own key."""

    to: Count
    seen: Count
    key: Key


class Chosen(NamedTuple):
    """A later line that cannot follow, and by which of the ways that a preview names it goes on."""

    line: Count
    how: Literal["as_made", "less", "booked", "skip"]


@dataclass(frozen=True, slots=True)
class Amend:
    """The line to correct, what should have been done (null strikes it out), the version, the tap's key.

    `repairs` are the ways that were chosen for later lines; for the others it is the one that saves most.
    """

    to: Count
    action: Json
    seen: Count
    key: Key
    repairs: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The line to correct, what should have been done (null strikes it out), ways chosen for later lines."""

    to: Count
    action: Json
    repairs: tuple[Chosen, ...] = ()


@dataclass(frozen=True, slots=True)
class From:
    """The line after which a branch begins."""

    line: Count


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo of a filled sheet: its bytes in Base64 (JPEG, PNG or WebP)."""

    photo: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing is to be said."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The version that was seen, and the tap's own key."""

    seen: Count
    key: Key


@dataclass(frozen=True, slots=True)
class Walk:
    """On to that beat of line `seen` on every screen; a number beyond the last is its end."""

    seen: int
    beat: int


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a request: `agree` to an undo or correction or not, or the `answer` to a question."""

    agree: bool | None = None
    answer: Json = None


class NotJson(GameError):
    """What came says that it is no JSON: a page of another site may send that, and no more, unasked."""

    code = "unsupported_media_type"


def check_json(request: HttpRequest) -> None:
    """`NotJson` unless it is `application/json`: a browser asks the house before another site sends that."""
    if request.content_type != "application/json":
        raise NotJson("", "Send JSON, and say so: “Content-Type: application/json”.")


def body[T](request: HttpRequest, kind: type[T]) -> T:
    """The body as a record; `InvalidInput` with the place of what is wrong."""
    try:
        text = request.body
    except RequestDataTooBig as error:
        raise InvalidInput("", "This is too long; ten megabytes are the most.") from error
    record: T = read(kind, loads(text))
    return record


@cache
def described(kind: type | None = None, answer: Any = None, status: int = 0) -> dict[str, Any]:
    """The same for people, as OpenAPI has it: what is sent, if anything is, and what is answered.

    `status` is that of the answer: 201 where something is sent, else 200.
    """
    good = status or (201 if kind else 200)
    told = {"content": {JSON: {"schema": describe(answer)}}} if answer else {}
    responses = {str(good): {"description": "Done." if kind else "Here it is.", **told}}
    if not kind:
        return {"responses": {**responses, **_refusals("401", "403", "404", "422")}}
    held = {"202": {"description": "Held: another seat must speak first; `waiting` says who.", **told}}
    return {
        "requestBody": {"required": True, "content": {JSON: {"schema": describe(kind)}}},
        "responses": {**responses, **(held if answer is Written else {}), **_refusals(*REFUSALS)},
    }


def _refusals(*statuses: str) -> dict[str, Any]:
    content = {"content": {JSON: {"schema": describe(Refused)}}}
    return {status: {"description": REFUSALS[status], **content} for status in statuses}


JSON = "application/json"
REFUSALS = {
    "401": "No token.",
    "403": "A token that is not known here, or may not do this.",
    "404": "Nothing of that code.",
    "409": "`stale`: the table has moved on; `version` says how far.",
    "422": "It cannot be read, or the rules forbid it: nothing was written.",
}
