"""Own cards for programs: sets begun, read, saved version by version, their pictures, files in and out."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from companion.engine.errors import InvalidInput
from companion.engine.own import Kind as OwnKind
from companion.engine.own import csv_of, row_of
from companion.engine.paste import pasted
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.tables.api import gate
from companion.tables.api.answers import Count, Nothing, Record
from companion.tables.devices import bearer, hashed, met, new_secret, spelt
from companion.tables.models import writing
from companion.views.workshop.sets import joined_rows
from companion.workshop import keeping
from companion.workshop.keeping import album, latest, workshop_of
from companion.workshop.making import file_of, wrong
from companion.workshop.models import CardSet, Maker, SetVersion


class Row(Record):
    """A set in a list, in its newest version."""

    code: str
    system: str
    title: str
    version: int
    away: bool


class Sets(Record):
    """The sets that a token makes, the newest first."""

    sets: tuple[Row, ...]


class Fault(Record):
    """What is wrong with a card: its kind, its row from 1, the cell's column, and what would be right."""

    kind: str
    row: int
    column: str
    message: str


class Picture(Record):
    """A picture of a set, by the name that cells call it; its size in pixels."""

    name: str
    width: int
    height: int


class Set(Record):
    """A set in one version: cells as they were written, by kind, and what is wrong with them.

    `printed` is the version of each kind's last print. `made` is what the print shop calls this version.
    """

    code: str
    system: str
    base: str
    title: str
    version: int
    what: str
    by: str
    made: str
    rows: Json
    faults: tuple[Fault, ...]
    kinds: tuple[OwnKind, ...]
    pictures: tuple[Picture, ...]
    printed: Json


class NewSet(Record):
    """A set just begun or brought in, and the token that makes it."""

    token: str
    set: Set


class Joined(Record):
    """A token that makes a set from now on."""

    token: str


class Version(Record):
    """A save: what it changed, and who made it."""

    version: int
    based_on: int
    what: str
    by: str


class Versions(Record):
    """Every version of a set, the newest first."""

    versions: tuple[Version, ...]


class Saved(Record):
    """What became of a save: the version that holds it, and what is wrong with its cards."""

    version: int
    what: str
    faults: tuple[Fault, ...]


def row(cards: CardSet) -> Row:
    away = cards.archived_at is not None
    return Row(cards.code, cards.system, cards.title, latest(cards).number, away)


def saved(version: SetVersion) -> Saved:
    return Saved(version.number, version.what, tuple(_faults(version)))


def _faults(version: SetVersion) -> Iterator[Fault]:
    rows = version.rows
    for kind in workshop_of(version.cards.system).kinds:
        for each in wrong(version.cards, rows, kind):
            yield Fault(kind.key, each.row, each.fault.column, each.fault.message)


def whole(version: SetVersion) -> Set:
    cards, kinds = version.cards, workshop_of(version.cards.system).kinds
    pictures = tuple(Picture(each.name, each.width, each.height) for each in album(cards).values())
    return Set(
        code=cards.code, system=cards.system, base=cards.base, title=cards.title, version=version.number,
        what=version.what, by=version.by, made=f"{cards.code}.{version.number}", rows=version.rows,
        faults=tuple(_faults(version)), kinds=kinds, pictures=pictures, printed=cards.last_prints,
    )  # fmt: skip


class Wish(Record):
    """A set to begin: of a game, on one of its bases (the first where none is named), empty, with the
    starter's cards to change; `rows` by kind take the place of that kind's."""

    system: str
    title: Annotated[str, Sized(1, 80)]
    base: str = ""
    start: Literal["empty", "copy"] = "empty"
    rows: object = field(default_factory=dict)


class File(Record):
    """A file in Base64: a set as the workshop gives one out, or a picture (PNG, JPEG or SVG)."""

    file: str


class NewPicture(Record):
    """A picture in Base64 (PNG, JPEG or SVG), and what its set calls it."""

    name: Annotated[str, Sized(1, 60)]
    file: str


class Save(Record):
    """All rows by kind, and the version that they were made from."""

    rows: object
    seen: Count
    what: Annotated[str, Sized(0, 200)] = ""


class Table(Record):
    """Rows of one kind as a spreadsheet has them, cells apart by tabs, commas or semicolons.

    They take the place of the cards of the same short name (`add`), or of all.
    """

    text: str
    seen: Count
    how: Literal["add", "all"] = "add"


router = Router(tags=["workshop"])
PROGRAM = "A program"


def _set_of(request: HttpRequest, place: gate.Place) -> object:
    token, code = bearer(request), spelt(place.pop("code"))
    if token is None:
        return gate.refusal(401, "unauthorized", gate.NO_TOKEN)
    cards = CardSet.objects.filter(code=code, makers__hash=hashed(token)).first()
    if met(request, code, cards, cards is not None, token) is None or cards is None:
        raise Http404(f"This token makes no set “{code}”.")
    return cards


def _file(words: str, kind: str) -> dict[str, object]:
    return {"responses": {"200": {"description": words, "content": {kind: {}}}}}


opening = gate.Operations(router, gate.OPENING, "/workshop")
with_set = gate.Operations(router, gate.Entrance(_set_of), "/workshop/{code}")
"""For a token that makes the set of that code; what it does not make is not there for it."""


@gate.Operations(router, gate.WITH_TOKEN)("GET /workshop", "Sets of own cards", answer=Sets)
def sets(request: HttpRequest, token: str) -> object:
    """Those that this token makes."""
    mine = CardSet.objects.filter(makers__hash=hashed(token)).order_by("-pk")
    return Sets(tuple(map(row, mine)))


@opening("POST ", "Begin a set", Wish, NewSet)
def new(request: HttpRequest, wanted: Wish) -> object:
    """A new set; the token that makes it is told only here. Faults stop nothing: each stands at its cell."""
    token, workshop = new_secret(), keeping.workshop_of(wanted.system)
    base = wanted.base or next(iter(workshop.bases))
    if base not in workshop.bases:
        raise InvalidInput("base", f"One of {', '.join(workshop.bases)} is wanted.")
    given = workshop.starter(base) if wanted.start == "copy" else {}
    copied = {kind.key: [row_of(kind, each) for each in given.get(kind.key, ())] for kind in workshop.kinds}
    rows = {**copied, **keeping.rows_in(wanted.rows)}
    cards = CardSet(system=wanted.system, base=base, title=wanted.title.strip() or wanted.title)
    begun = keeping.begin(cards, rows, keeping.maker(token, PROGRAM), "Begun by a program")
    return NewSet(token, whole(keeping.latest(begun)))


@opening("POST /file", "Bring in a set", File, NewSet)
def bring(request: HttpRequest, sent: File) -> object:
    """A set out of the file that another house gave out, its pictures with it, all or nothing."""
    token = new_secret()
    cards = keeping.take_in(_bytes(sent.file), keeping.maker(token, PROGRAM))
    return NewSet(token, whole(keeping.latest(cards)))


@gate.Operations(router, gate.STRANGER, "/workshop")("POST /{code}/join", "Make it too", Nothing, Joined)
def join(request: HttpRequest, code: str) -> object:
    """A token that makes these cards, for who knows their code: as on the screens."""
    cards = CardSet.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), cards, known=False) is None or cards is None:
        raise Http404(f"There is no set “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Maker.objects.create(cards=cards, hash=hashed(token), label=PROGRAM)
    return Joined(token)


@with_set("GET ", "A set", answer=Set)
def one(request: HttpRequest, cards: CardSet) -> object:
    """Its newest version: every cell, and what is wrong where."""
    return whole(keeping.latest(cards))


@with_set("GET /versions", "Versions of a set", answer=Versions)
def versions(request: HttpRequest, cards: CardSet) -> object:
    """Every save, the newest first."""
    rows = SetVersion.objects.filter(cards=cards).order_by("-number").defer("text")
    return Versions(tuple(Version(each.number, each.based_on, each.what, each.by) for each in rows))


@with_set("POST /versions", "Save a set", Save, Saved)
def keep(request: HttpRequest, cards: CardSet, new: Save) -> object:
    """All rows as a new version; 409 where another has come since the one that was seen: nothing is lost."""
    return saved(keeping.save(cards, keeping.rows_in(new.rows), PROGRAM, new.what, new.seen))


@with_set("GET /versions/{number}", "A set as it was", answer=Set)
def version(request: HttpRequest, cards: CardSet, number: int) -> object:
    """One of its versions."""
    return whole(_numbered(cards, number))


@with_set("POST /versions/{number}/again", "An old version again", Nothing, Saved)
def again(request: HttpRequest, cards: CardSet, number: int) -> object:
    """As the newest one; those between stay."""
    gate.check_json(request)
    return saved(keeping.restore(cards, _numbered(cards, number).number, PROGRAM))


@with_set("GET /cards.zip", "A set in one file", answer=_file("The file.", "application/zip"))
def zipped(request: HttpRequest, cards: CardSet) -> object:
    """Its tables and pictures, to bring in elsewhere."""
    return HttpResponse(keeping.packed(cards), content_type="application/zip")


@with_set("GET /game.json", "A set as a table takes it", answer=object)
def game(request: HttpRequest, cards: CardSet) -> object:
    """The game's own file, for the setup of a table and for the command line; of one card where a
    table takes one: the query names it as `card`. What is not ready is left out; 422 where all are."""
    return JsonResponse(file_of(cards, keeping.latest(cards).rows, request.GET.get("card", "")))


@with_set("GET /tables/{kind}.csv", "A table of a set", answer=_file("The table.", "text/csv"))
def table(request: HttpRequest, cards: CardSet, kind: str) -> object:
    """The cells of a kind as comma-separated values; taken in again they are the same."""
    text = csv_of(_kind(cards, kind), keeping.latest(cards).rows.get(kind, []))
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


@with_set("POST /tables/{kind}", "Take in a table", Table, Saved)
def paste(request: HttpRequest, cards: CardSet, sent: Table, kind: str) -> object:
    """Rows out of a spreadsheet, as the screens take them; what cannot be read is named by row and column."""
    of, rows = _kind(cards, kind), keeping.latest(cards).rows
    brought = pasted(of, sent.text)
    if sent.how == "add":
        brought = joined_rows(of, rows.get(kind, []), brought)
    return saved(keeping.save(cards, {**rows, kind: brought}, PROGRAM, seen=sent.seen))


@with_set("POST /pictures", "Take in a picture", NewPicture, Picture)
def picture(request: HttpRequest, cards: CardSet, new: NewPicture) -> object:
    """Made safe and kept; the name that cells call it by is in the answer."""
    taken = keeping.take(cards, new.name, _bytes(new.file))
    return Picture(taken.name, taken.width, taken.height)


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


def _kind(cards: CardSet, key: str) -> OwnKind:
    try:
        return keeping.workshop_of(cards.system).kind(key)
    except KeyError as error:
        raise Http404(f"This game has no cards “{key}”.") from error
