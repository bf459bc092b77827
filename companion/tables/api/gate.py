"""The gate of the interface: whose token it is, and every refusal as one error object."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja.security import HttpBearer

from companion.engine.errors import GameError
from companion.engine.shape import write
from companion.tables.bell import heard
from companion.tables.devices import Device, TooManyGuesses, count_guess
from companion.tables.errors import StaleTable
from companion.tables.journal import Answer
from companion.tables.journal import told as told_so_far
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, position
from companion.tables.seating import is_here, taken_from
from companion.tables.views.entrance import find

type Visitor = tuple[Table, Device]
type Operation = Callable[..., Any]


class Bearer(HttpBearer):
    """The token in the header. Whether it is known is looked up with its table."""

    def __call__(self, request: HttpRequest) -> str:
        """The token, or an empty one."""
        return bearer(request) or "none"

    def authenticate(self, request: HttpRequest, token: str) -> str:
        return token


BEARER = Bearer()
STATUSES = {"unsupported_media_type": 415, "stale": 409, "too_many_tables": 429, "forbidden": 403}
UNKNOWN = "This token is not known at this table, or was revoked."
NO_TOKEN = "Send a token: “Authorization: Bearer TOKEN”."
TOO_MANY = "Too many wrong codes or tokens; try again in a minute."
KIND = Parameter.POSITIONAL_OR_KEYWORD


def bearer(request: HttpRequest) -> str | None:
    """The token that a request brings, if it brings one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


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


def at(status: int) -> Callable[[Operation], Operation]:
    """An operation at a table, for whoever's token is good there; `status` is that of its success."""

    def decorate(operation: Operation) -> Operation:
        @wraps(operation)
        def asked(request: HttpRequest, code: str, **more: Any) -> HttpResponse:
            visitor = let_in(request, code)
            if isinstance(visitor, JsonResponse):
                return visitor
            if request.method == "POST" and not visitor[1].plays:
                return refusal(403, "forbidden", "This token looks on; a seat's token may act.")
            heard(visitor[1])
            if request.method == "POST" and "number" not in more:
                is_here(*visitor)
            return answered(lambda: _so_far(visitor[0], operation(request, visitor, **more)), status)

        return signed_as(asked, operation)

    return decorate


def _so_far(table: Table, said: object) -> object:
    """An answer without the steps of a line that is still being shown to all."""
    if not isinstance(said, Answer) or not said.steps:
        return said
    now = Table.objects.get(pk=table.pk)
    return said._replace(steps=[]) if told_so_far(now, position(now)).untold == said.version else said


def answering(status: int) -> Callable[[Operation], Operation]:
    """An operation without a table yet; its refusals are error objects too."""

    def decorate(operation: Operation) -> Operation:
        @wraps(operation)
        def asked(request: HttpRequest) -> HttpResponse:
            return answered(lambda: operation(request), status)

        return asked

    return decorate


def with_token(status: int) -> Callable[[Operation], Operation]:
    """An operation `(request, token, …)` for whoever brings a token; what it opens is looked up within."""

    def decorate(operation: Operation) -> Operation:
        @wraps(operation)
        def asked(request: HttpRequest, **more: Any) -> HttpResponse:
            token = bearer(request)
            if token is None:
                return refusal(401, "unauthorized", NO_TOKEN)
            return told(lambda: operation(request, token, **more), status)

        return signed_as(asked, operation, ())

    return decorate


def told(operation: Callable[[], object], status: int) -> HttpResponse:
    """What an operation answers, a record written as JSON; every refusal as one error object."""
    try:
        return answered(lambda: _written(operation()), status)
    except Http404 as error:
        return refusal(404, "not_found", str(error) or "There is no such thing here.")
    except TooManyGuesses:
        return refusal(429, "too_many_guesses", TOO_MANY)


def _written(said: object) -> object:
    return said if isinstance(said, HttpResponse) else write(said)


def refusal(status: int, code: str, message: str) -> JsonResponse:
    """An error object that is nobody's input's fault."""
    return JsonResponse({"error": {"code": code, "path": "", "message": message}}, status=status)


def answered(operation: Callable[[], object], status: int) -> HttpResponse:
    """What an operation says, as JSON under that status; every refusal as one error object."""
    try:
        answer = operation()
    except StaleTable as error:
        return JsonResponse(error.as_json(), status=409)
    except GameError as error:
        return JsonResponse(error.as_json(), status=STATUSES.get(error.code, 422))
    except Table.DoesNotExist:
        return refusal(404, "not_found", "This table has just been deleted.")
    except BrokenJournal as error:
        return refusal(422, "broken_journal", str(error))
    if isinstance(answer, HttpResponse):
        return answer
    if isinstance(answer, Answer):
        return JsonResponse(answer.as_json(), status=202 if answer.waiting else status)
    return JsonResponse(answer, status=status)


def signed_as(asked: Operation, operation: Operation, first: tuple[str, ...] = ("code",)) -> Operation:
    """Show ninja the address's parts alone, not what the gate puts in."""
    own = list(signature(operation).parameters.values())[2:]
    parts = [Parameter("request", KIND, annotation=HttpRequest)]
    parts += [Parameter(name, KIND, annotation=str) for name in first]
    parts += [Parameter(each.name, KIND, annotation=each.annotation) for each in own]
    asked.__signature__ = Signature(parts)  # type: ignore[attr-defined]  # read by inspect
    return asked
