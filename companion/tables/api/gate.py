"""The gate of the interface: operations with their shapes, whose token it is, every refusal as one object."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from typing import NamedTuple

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Router
from ninja.constants import NOT_SET
from ninja.security import HttpBearer

from companion.engine.errors import GameError, InvalidInput
from companion.engine.shape import describe, read, write
from companion.engine.wire import loads
from companion.tables.api.answers import Nothing, Refused, Written
from companion.tables.bell import heard
from companion.tables.devices import Device, TooManyGuesses, allow_opening, bearer, count_guess
from companion.tables.journal import Answer, public_position
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, position
from companion.tables.seating import is_here, taken_from
from companion.tables.views.entrance import find

type Visitor = tuple[Table, Device]
type Operation = Callable[..., object]
type Place = dict[str, str]
"""The parts of an address."""


class Bearer(HttpBearer):
    """The token in the header. Whether it is known is looked up with its table."""

    def __call__(self, request: HttpRequest) -> str:
        return bearer(request) or "none"

    def authenticate(self, request: HttpRequest, token: str) -> str:
        return token


BEARER = Bearer()
STATUSES = {"unsupported_media_type": 415, "stale": 409, "too_many_tables": 429, "forbidden": 403}
UNKNOWN = "This token is not known at this table, or was revoked."
NO_TOKEN = "Send a token: “Authorization: Bearer TOKEN”."
TOO_MANY = "Too many wrong codes or tokens; try again in a minute."
JSON = "application/json"
REFUSALS = {
    "401": "No token.",
    "403": "A token that is not known here, or may not do this.",
    "404": "Nothing of that code.",
    "409": "`stale`: the table has moved on; `version` says how far.",
    "422": "It cannot be read, or the rules forbid it: nothing was written.",
}


class NotJson(GameError):
    """What came says that it is no JSON: a page of another site may send that, and no more, unasked."""

    code = "unsupported_media_type"


class Entrance(NamedTuple):
    """How programs come in.

    `enter` takes those parts of the address that it `takes`, and gives what the operation works at (None:
    nothing), or the refusal.
    """

    enter: Callable[[HttpRequest, Place], object]
    takes: tuple[str, ...] = ("code",)
    auth: Bearer | None = BEARER


class Operations(NamedTuple):
    """Declares operations of a router, all by one entrance and under one `prefix`.

    `room` begins what generated clients call them, where it is not the module's name.

    An operation is called with the request, with what its entrance gave, with the record that was sent where
    it `sends` one, and with the rest of the address. It says a record, an answer of a table or a response.
    """

    router: Router
    entrance: Entrance
    prefix: str = ""
    room: str = ""

    def __call__(
        self, route: str, summary: str, sends: type | None = None, answer: object = None, *, status: int = 0
    ) -> Callable[[Operation], Operation]:
        """`route` is the method and the address after the prefix; `status` that of success where unusual.

        `answer` is a record, or in OpenAPI's words what else comes.
        """
        method, _, path = route.partition(" ")
        reads = sends if sends is not Nothing else None

        def decorate(operation: Operation) -> Operation:
            @wraps(operation)
            def view(request: HttpRequest, **place: str) -> HttpResponse:
                return answered(lambda: _worked(request, self.entrance, operation, reads, place), good)

            good = status or (201 if sends else 200)
            given = 1 + (self.entrance.takes != () or self.entrance.auth is not None) + bool(reads)
            _show_address(view, operation, self.entrance.takes, given)
            return self.router.api_operation(
                [method],
                self.prefix + path,
                auth=self.entrance.auth or NOT_SET,
                summary=summary,
                operation_id=f"{self.room}_{operation.__name__}" if self.room else None,
                openapi_extra=answer if isinstance(answer, dict) else described(sends, answer, good),
            )(view)

        return decorate


def _worked(
    request: HttpRequest, entrance: Entrance, operation: Operation, reads: type | None, place: Place
) -> object:
    entered = entrance.enter(request, place)
    if isinstance(entered, HttpResponse):
        return entered
    given = () if entered is None else (entered,)
    answer = operation(request, *given, *((body(request, reads),) if reads else ()), **place)
    if not isinstance(answer, Answer) or not answer.steps or not isinstance(entered, tuple):
        return answer
    # Of a line that is still being shown to all no step is told.
    now = Table.objects.get(pk=entered[0].pk)
    return (
        answer._replace(steps=[]) if public_position(now, position(now)).untold == answer.version else answer
    )


def _show_address(view: Operation, operation: Operation, takes: tuple[str, ...], given: int) -> None:
    """Show ninja the address's parts alone, not what the gate puts in."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    own = list(signature(operation).parameters.values())[given:]
    parts = [Parameter("request", kind, annotation=HttpRequest)]
    parts += [Parameter(name, kind, annotation=str) for name in takes]
    parts += [Parameter(each.name, kind, annotation=each.annotation) for each in own]
    view.__signature__ = Signature(parts)  # type: ignore[attr-defined]  # read by inspect


def answered(operation: Callable[[], object], status: int) -> HttpResponse:
    """What an operation says, as JSON under that status; every refusal as one error object."""
    try:
        answer = operation()
    except GameError as error:
        return JsonResponse(error.as_json(), status=STATUSES.get(error.code, 422))
    except Table.DoesNotExist:
        return refusal(404, "not_found", "This table has just been deleted.")
    except Http404 as error:
        return refusal(404, "not_found", str(error) or "There is no such thing here.")
    except TooManyGuesses:
        return refusal(429, "too_many_guesses", TOO_MANY)
    except BrokenJournal as error:
        return refusal(422, "broken_journal", str(error))
    if isinstance(answer, HttpResponse):
        return answer
    if isinstance(answer, Answer):
        return JsonResponse(answer.as_json(), status=202 if answer.waiting else status)
    return JsonResponse(answer if isinstance(answer, dict) else write(answer), status=status)


def refusal(status: int, code: str, message: str) -> JsonResponse:
    """An error object that is nobody's input's fault."""
    return JsonResponse({"error": {"code": code, "path": "", "message": message}}, status=status)


def body[T](request: HttpRequest, kind: type[T]) -> T:
    """The body as a record; `InvalidInput` with the place of what is wrong."""
    try:
        text = request.body
    except RequestDataTooBig as error:
        raise InvalidInput("", "This is too long; ten megabytes are the most.") from error
    record: T = read(kind, loads(text))
    return record


@cache
def described(sends: type | None, answer: object, status: int) -> dict[str, object]:
    """An operation for people, as OpenAPI has it: what is sent, if anything is, and what is answered."""
    fields = {"content": {JSON: {"schema": describe(answer)}}} if answer else {}
    responses = {str(status): {"description": "Done." if sends else "Here it is.", **fields}}
    if not sends:
        return {"responses": {**responses, **_refusals("401", "403", "404", "422")}}
    held = {"202": {"description": "Held: another seat must speak first; `waiting` says who.", **fields}}
    return {
        "requestBody": {"required": True, "content": {JSON: {"schema": describe(sends)}}},
        "responses": {**responses, **(held if answer is Written else {}), **_refusals(*REFUSALS)},
    }


def _refusals(*statuses: str) -> dict[str, object]:
    content = {"content": {JSON: {"schema": describe(Refused)}}}
    return {status: {"description": REFUSALS[status], **content} for status in statuses}


def check_json(request: HttpRequest, place: Place | None = None) -> None:
    """`NotJson` unless it is `application/json`: a browser asks the house before another site sends that."""
    if request.content_type != JSON:
        raise NotJson("", "Send JSON, and say so: “Content-Type: application/json”.")


def let_in(request: HttpRequest, code: str) -> Visitor | JsonResponse:
    """The table and what the token is there, or the refusal."""
    try:
        token = bearer(request)
        table, who = find(request, code, token)
        if token is None:
            return refusal(401, "unauthorized", "Send the seat's token: “Authorization: Bearer TOKEN”.")
        if table is None:
            return refusal(404, "not_found", f"There is no table “{code}”.")
        if who.joined:
            return table, _in_its_room(request, who)
        count_guess(request, token)
        lost = taken_from(table, token)
        return refusal(403, "forbidden", lost.left if lost else UNKNOWN)
    except TooManyGuesses:
        return refusal(429, "too_many_guesses", TOO_MANY)


def _in_its_room(request: HttpRequest, who: Device) -> Device:
    """A token of several seats sees the secrets of the one that the address names, and else of none.

    With `look=together` it sees those of all its seats, as people do who look at one tablet together.
    """
    if request.GET.get("look") == "together":
        return replace(who, together=True)
    seat = request.GET.get("seat", "")
    return who.at_hand(seat) if seat in who.holds else who


def _at_table(request: HttpRequest, place: Place) -> Visitor | JsonResponse:
    visitor = let_in(request, place.pop("code"))
    if isinstance(visitor, JsonResponse):
        return visitor
    if request.method == "POST" and not visitor[1].plays:
        return refusal(403, "forbidden", "This token looks on; a seat's token may act.")
    heard(visitor[1])
    if request.method == "POST" and "number" not in place:
        is_here(*visitor)
    return visitor


def _opening(request: HttpRequest, place: Place) -> None:
    check_json(request)
    allow_opening(request)


AT_TABLE = Entrance(_at_table)
"""For whoever's token is good at that table: gives a `Visitor`."""
WITH_TOKEN = Entrance(lambda request, _: bearer(request) or refusal(401, "unauthorized", NO_TOKEN), ())
"""For whoever brings a token, which it gives; what it opens is looked up within."""
STRANGER = Entrance(check_json, (), None)
OPENING = Entrance(_opening, (), None)
"""For whoever begins something; not too often from one address."""
