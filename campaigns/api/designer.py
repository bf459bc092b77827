"""Setup binders for programs: begun, read, saved version by version, and what is answered of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns.api import gate
from campaigns.api.gate import picked
from campaigns.designer import Save, begin, design_of, drawings, file_of, latest, save
from campaigns.designer.changing import check_fit
from campaigns.models import Author, BinderVersion
from campaigns.models import Binder as StoredBinder
from companion.engine.campaign.design import Summary
from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.tables.api.answers import Nothing, body, check_json, described
from companion.tables.api.gate import BEARER, told, with_token
from companion.tables.beside import writing
from companion.tables.devices import allow_opening, hashed, met, new_secret, spelt


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands in the way of playing a binder, and where."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Binder:
    """A binder as it is in one version: what stands in the way of playing it, and of printing it."""

    code: str
    system: str
    title: str
    version: int
    what: str
    by: str
    faults: tuple[Fault, ...]
    unprinted: tuple[Fault, ...]
    content: Json


@dataclass(frozen=True, slots=True)
class NewBinder:
    """A binder just begun, and the token that writes it."""

    token: str
    binder: Binder


@dataclass(frozen=True, slots=True)
class Row:
    """A binder or a version of one, in a list; `fault` is the first thing that stands in the way."""

    code: str
    title: str
    version: int
    aside: bool
    note: str
    what: str
    fault: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of them, newest first."""

    binders: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a save; a late one is kept beside the latest, as a version of its own."""

    version: int
    late: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """A version's own plays: how many are done, and once all are, what they come to."""

    key: str
    state: str
    version: int
    plays: int
    players: int
    seed: int
    done: int
    problem: str
    summary: Summary | None


router = Router(tags=["designer"])
PROGRAM = "A program"


@router.get("/binders", auth=BEARER, openapi_extra=described(answer=Rows), summary="Binders")
@with_token(200)
def binders(request: HttpRequest, token: str) -> object:
    """Those that this token writes."""
    mine = StoredBinder.objects.filter(authors__hash=hashed(token), archived_at=None).order_by("-pk")
    return Rows(tuple(_row(latest(each)) for each in mine))


@router.post("/binders", openapi_extra=described(gate.NewBinder, NewBinder), summary="Begin a binder")
def new(request: HttpRequest) -> object:
    """The starter's copy, or a content; the token that writes it is told only here. Faults stop nothing."""
    return told(lambda: _begun(request), 201)


def _begun(request: HttpRequest) -> NewBinder:
    check_json(request)
    allow_opening(request)
    asked, token = body(request, gate.NewBinder), new_secret()
    content = file_of(asked.system).sample() if asked.content is None else asked.content
    check_fit(design_of(asked.system), content)
    made = begin(asked.system, content, token, PROGRAM, "Begun by a program")
    return NewBinder(token, _binder(latest(made)))


@router.post("/binders/{code}/join", openapi_extra=described(Nothing, gate.Joined), summary="Write it too")
def join(request: HttpRequest, code: str) -> Any:
    """A token that writes the binder, for who knows its code: as on the screens."""
    return told(lambda: _joined(request, code), 201)


def _joined(request: HttpRequest, code: str) -> gate.Joined:
    check_json(request)
    found = StoredBinder.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), found, known=False) is None or found is None:
        raise Http404(f"There is no binder “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Author.objects.create(binder=found, hash=hashed(token), label=PROGRAM)
    return gate.Joined(token)


@router.get("/binders/{code}", auth=BEARER, openapi_extra=described(answer=Binder), summary="A binder")
@with_token(200)
def binder(request: HttpRequest, token: str, code: str) -> Any:
    """Its latest version: the content, and all that stands in the way of playing it."""
    return _binder(latest(written_by(request, token, code)))


@router.post("/binders/{code}/versions", auth=BEARER, summary="Save a binder",
             openapi_extra=described(gate.Save, Saved))  # fmt: skip
@with_token(201)
def keep(request: HttpRequest, token: str, code: str) -> Any:
    """A new version; one made from another than the latest is kept beside it, and nothing is lost."""
    found = written_by(request, token, code)
    asked = body(request, gate.Save)
    check_fit(design_of(found.system), asked.content)
    done = save(found, Save(content=asked.content, seen=asked.seen, what=asked.what, by=PROGRAM))
    return Saved(done.version.number, done.late, _faults(done.version))


@router.get("/binders/{code}/versions", auth=BEARER, openapi_extra=described(answer=Rows), summary="Versions")
@with_token(200)
def versions(request: HttpRequest, token: str, code: str) -> object:
    """Every version, the newest first."""
    rows = BinderVersion.objects.filter(binder=written_by(request, token, code)).select_related("binder")
    return Rows(tuple(map(_row, rows.order_by("-number").defer("text"))))


@router.get("/binders/{code}/versions/{number}", auth=BEARER, summary="A version",
            openapi_extra=described(answer=Binder))  # fmt: skip
@with_token(200)
def version(request: HttpRequest, token: str, code: str, number: int) -> object:
    """A binder as it was."""
    found = BinderVersion.objects.filter(binder=written_by(request, token, code), number=number).first()
    if found is None:
        raise Http404("There is no such version.")
    return _binder(found)


def written_by(request: HttpRequest, token: str, code: str) -> StoredBinder:
    """The binder of that code that this token writes; what it does not write is not there for it."""
    found = StoredBinder.objects.filter(code=spelt(code), authors__hash=hashed(token)).first()
    if met(request, spelt(code), found, found is not None, token) is None or found is None:
        raise Http404(f"This token writes no binder “{spelt(code)}”.")
    return found


def _binder(found: BinderVersion) -> Binder:
    unprinted = tuple(Fault(each.path, each.message) for each in drawings.faults(found))
    of_binder = {name: getattr(found.binder, name) for name in ("code", "system", "title")}
    own = {"version": found.number, "faults": _faults(found), "unprinted": unprinted}
    return picked(Binder, found, **of_binder, **own)


def _faults(found: BinderVersion) -> tuple[Fault, ...]:
    faults: Sequence[GameError] = design_of(found.binder.system).faults(found.content) if found.fault else ()
    return tuple(Fault(each.path, each.message) for each in faults)


def _row(found: BinderVersion) -> Row:
    of_binder = {name: getattr(found.binder, name) for name in ("code", "title")}
    return picked(Row, found, **of_binder, version=found.number)
