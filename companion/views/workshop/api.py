"""Own cards for programs: sets begun, read, saved version by version, their pictures, files in and out."""

from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from companion.engine.errors import InvalidInput
from companion.engine.own import Kind, csv_of, pasted, row_of
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.tables.api.answers import Count, Nothing, body, check_json, described
from companion.tables.api.gate import BEARER, told, with_token
from companion.tables.beside import writing
from companion.tables.devices import allow_opening, hashed, met, new_secret, spelt
from companion.views.workshop import answers
from companion.views.workshop.sets import joined_rows
from companion.workshop import keeping
from companion.workshop.making import file_of
from companion.workshop.models import CardSet, Maker, SetVersion


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set to begin: of a game, on one of its bases (the first where none is named), empty, with the
    starter's cards to change; `rows` by kind take the place of that kind's."""

    system: str
    title: Annotated[str, Sized(1, 80)]
    base: str = ""
    start: Literal["empty", "copy"] = "empty"
    rows: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class File:
    """A file in Base64: a set as the workshop gives one out, or a picture (PNG, JPEG or SVG)."""

    file: str


@dataclass(frozen=True, slots=True)
class NewPicture:
    """A picture in Base64 (PNG, JPEG or SVG), and what its set calls it."""

    name: Annotated[str, Sized(1, 60)]
    file: str


@dataclass(frozen=True, slots=True)
class Save:
    """All rows by kind, and the version that they were made from."""

    rows: Json
    seen: Count
    what: Annotated[str, Sized(0, 200)] = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one kind as a spreadsheet has them, cells apart by tabs, commas or semicolons.

    They take the place of the cards of the same short name (`add`), or of all.
    """

    text: str
    seen: Count
    how: Literal["add", "all"] = "add"


router = Router(tags=["workshop"])
PROGRAM = "A program"


@router.get(
    "/workshop", auth=BEARER, openapi_extra=described(answer=answers.Sets), summary="Sets of own cards"
)
@with_token(200)
def sets(request: HttpRequest, token: str) -> object:
    """Those that this token makes."""
    mine = CardSet.objects.filter(makers__hash=hashed(token)).order_by("-pk")
    return answers.Sets(tuple(map(answers.row, mine)))


@router.post("/workshop", openapi_extra=described(NewSet, answers.NewSet), summary="Begin a set")
def new(request: HttpRequest) -> object:
    """A new set; the token that makes it is told only here. Faults stop nothing: each stands at its cell."""
    return told(lambda: _begun(request), 201)


def _begun(request: HttpRequest) -> answers.NewSet:
    check_json(request)
    allow_opening(request)
    asked, token = body(request, NewSet), new_secret()
    workshop = keeping.workshop_of(asked.system)
    base = asked.base or next(iter(workshop.bases))
    if base not in workshop.bases:
        raise InvalidInput("base", f"One of {', '.join(workshop.bases)} is wanted.")
    given = workshop.starter(base) if asked.start == "copy" else {}
    copied = {kind.key: [row_of(kind, each) for each in given.get(kind.key, ())] for kind in workshop.kinds}
    rows = {**copied, **keeping.rows_in(asked.rows)}
    cards = CardSet(system=asked.system, base=base, title=asked.title.strip() or asked.title)
    return answers.NewSet(
        token,
        answers.whole(
            keeping.latest(keeping.begin(cards, rows, keeping.maker(token, PROGRAM), "Begun by a program"))
        ),
    )


@router.post("/workshop/file", openapi_extra=described(File, answers.NewSet), summary="Bring in a set")
def bring(request: HttpRequest) -> object:
    """A set out of the file that another house gave out, its pictures with it, all or nothing."""
    return told(lambda: _brought(request), 201)


def _brought(request: HttpRequest) -> answers.NewSet:
    check_json(request)
    allow_opening(request)
    token = new_secret()
    cards = keeping.take_in(_bytes(body(request, File).file), keeping.maker(token, PROGRAM))
    return answers.NewSet(token, answers.whole(keeping.latest(cards)))


@router.post("/workshop/{code}/join", openapi_extra=described(Nothing, answers.Joined), summary="Make it too")
def join(request: HttpRequest, code: str) -> object:
    """A token that makes these cards, for who knows their code: as on the screens."""
    return told(lambda: _joined(request, code), 201)


def _joined(request: HttpRequest, code: str) -> answers.Joined:
    check_json(request)
    found = CardSet.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), found, known=False) is None or found is None:
        raise Http404(f"There is no set “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Maker.objects.create(cards=found, hash=hashed(token), label=PROGRAM)
    return answers.Joined(token)


@router.get("/workshop/{code}", auth=BEARER, openapi_extra=described(answer=answers.Set), summary="A set")
@with_token(200)
def one(request: HttpRequest, token: str, code: str) -> object:
    """Its newest version: every cell, and what is wrong where."""
    return answers.whole(keeping.latest(made_by(request, token, code)))


@router.get("/workshop/{code}/versions", auth=BEARER, summary="Versions of a set",
            openapi_extra=described(answer=answers.Versions))  # fmt: skip
@with_token(200)
def versions(request: HttpRequest, token: str, code: str) -> object:
    """Every save, the newest first."""
    rows = SetVersion.objects.filter(cards=made_by(request, token, code)).order_by("-number").defer("text")
    return answers.Versions(
        tuple(answers.Version(each.number, each.based_on, each.what, each.by) for each in rows)
    )


@router.post("/workshop/{code}/versions", auth=BEARER, summary="Save a set",
             openapi_extra=described(Save, answers.Saved))  # fmt: skip
@with_token(201)
def keep(request: HttpRequest, token: str, code: str) -> object:
    """All rows as a new version; 409 where another has come since the one that was seen: nothing is lost."""
    cards, asked = made_by(request, token, code), body(request, Save)
    return answers.saved(keeping.save(cards, keeping.rows_in(asked.rows), PROGRAM, asked.what, asked.seen))


@router.get("/workshop/{code}/versions/{number}", auth=BEARER, summary="A set as it was",
            openapi_extra=described(answer=answers.Set))  # fmt: skip
@with_token(200)
def version(request: HttpRequest, token: str, code: str, number: int) -> object:
    """One of its versions."""
    return answers.whole(_numbered(made_by(request, token, code), number))


@router.post("/workshop/{code}/versions/{number}/again", auth=BEARER, summary="An old version again",
             openapi_extra=described(Nothing, answers.Saved))  # fmt: skip
@with_token(201)
def again(request: HttpRequest, token: str, code: str, number: int) -> object:
    """As the newest one; those between stay."""
    check_json(request)
    cards = made_by(request, token, code)
    return answers.saved(keeping.restore(cards, _numbered(cards, number).number, PROGRAM))


@router.get("/workshop/{code}/cards.zip", auth=BEARER, summary="A set in one file", openapi_extra={
    "responses": {"200": {"description": "The file.", "content": {"application/zip": {}}}}})  # fmt: skip
@with_token(200)
def zipped(request: HttpRequest, token: str, code: str) -> object:
    """Its tables and pictures, to bring in elsewhere."""
    return HttpResponse(keeping.packed(made_by(request, token, code)), content_type="application/zip")


@router.get("/workshop/{code}/game.json", auth=BEARER, summary="A set as a table takes it",
            openapi_extra=described(answer=Json))  # fmt: skip
@with_token(200)
def game(request: HttpRequest, token: str, code: str) -> Any:
    """The game's own file, for the setup of a table and for the command line; of one card where a
    table takes one: the query names it as `card`. 422 names the first card that is not ready."""
    cards = made_by(request, token, code)
    return JsonResponse(file_of(cards, keeping.latest(cards).rows, request.GET.get("card", "")))


@router.get("/workshop/{code}/tables/{kind}.csv", auth=BEARER, summary="A table of a set", openapi_extra={
    "responses": {"200": {"description": "The table.", "content": {"text/csv": {}}}}})  # fmt: skip
@with_token(200)
def table(request: HttpRequest, token: str, code: str, kind: str) -> object:
    """The cells of a kind as comma-separated values; taken in again they are the same."""
    cards = made_by(request, token, code)
    of = _kind(cards, kind)
    return HttpResponse(
        csv_of(of, keeping.latest(cards).rows.get(kind, [])), content_type="text/csv; charset=utf-8"
    )


@router.post("/workshop/{code}/tables/{kind}", auth=BEARER, summary="Take in a table",
             openapi_extra=described(Table, answers.Saved))  # fmt: skip
@with_token(201)
def paste(request: HttpRequest, token: str, code: str, kind: str) -> object:
    """Rows out of a spreadsheet, as the screens take them; what cannot be read is named by row and column."""
    cards, asked = made_by(request, token, code), body(request, Table)
    of, rows = _kind(cards, kind), keeping.latest(cards).rows
    brought = pasted(of, asked.text)
    if asked.how == "add":
        brought = joined_rows(of, rows.get(kind, []), brought)
    return answers.saved(keeping.save(cards, {**rows, kind: brought}, PROGRAM, seen=asked.seen))


@router.post("/workshop/{code}/pictures", auth=BEARER, summary="Take in a picture",
             openapi_extra=described(NewPicture, answers.Picture))  # fmt: skip
@with_token(201)
def picture(request: HttpRequest, token: str, code: str) -> object:
    """Made safe and kept; the name that cells call it by is in the answer."""
    cards, asked = made_by(request, token, code), body(request, NewPicture)
    found = keeping.take(cards, asked.name, _bytes(asked.file))
    return answers.Picture(found.name, found.width, found.height)


def made_by(request: HttpRequest, token: str, code: str) -> CardSet:
    """The set of that code that this token makes; what it does not make is not there for it."""
    found = CardSet.objects.filter(code=spelt(code), makers__hash=hashed(token)).first()
    if met(request, spelt(code), found, found is not None, token) is None or found is None:
        raise Http404(f"This token makes no set “{spelt(code)}”.")
    return found


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (NotBase64, ValueError) as error:
        raise InvalidInput("file", "The file in Base64 is wanted.") from error


def _numbered(cards: CardSet, number: int) -> SetVersion:
    try:
        return keeping.version_of(cards, number)
    except InvalidInput as error:
        raise Http404("There is no such version.") from error


def _kind(cards: CardSet, key: str) -> Kind:
    try:
        return keeping.workshop_of(cards.system).kind(key)
    except KeyError as error:
        raise Http404(f"This game has no cards “{key}”.") from error
