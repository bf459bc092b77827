"""The desk: one question answered, on a page, in an address, and as JSON.

What is asked stands in the address, so that it can be shared: plain JSON while it is short, packed when it is
long. On a game's own page the sheet stands there, and every tap leads to the next one.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple
from urllib.parse import quote, urlencode

from cachetools import LRUCache, cached
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path, register_converter, reverse
from django.views.decorators.http import require_http_methods, require_safe

from companion import shelf
from companion.answer import Answer, answer, samples
from companion.engine.desk import words
from companion.engine.errors import GameError, InvalidInput, under
from companion.engine.form import Control, ask, pretty
from companion.engine.form.rows import called, in_file
from companion.engine.game import Game, Procedure
from companion.engine.scene import NOBODY
from companion.engine.wire import loads
from companion.engine.workbook import is_workbook
from companion.tables.devices import secret_of
from companion.tables.journal import public_position
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, position
from companion.tables.tonight import mine
from companion.tables.views.entrance import private, qr

PLAIN, LONGEST = 1500, 7500
"""Characters: beyond the first an address is packed; beyond the second there is none that travels."""
MOST = 10 * 1024 * 1024


def query(question: object, **more: str) -> str | None:
    """The query string that asks `question`; None where it is too long for any address."""
    text = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
    plain = "?q=" + quote(text, safe=":,")
    packed = "?z=" + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    chosen = plain if len(plain) <= PLAIN else packed
    return chosen + (f"&{urlencode(more)}" if more else "") if len(chosen) <= LONGEST else None


def asks(parameters: Mapping[str, str]) -> bool:
    """Whether an address asks anything at all."""
    return "q" in parameters or "z" in parameters


def asked(parameters: Mapping[str, str]) -> object:
    """The question of an address that asks one; `InvalidInput` where it cannot be read."""
    return loads(parameters["q"] if "q" in parameters else _unpacked(parameters["z"]))


def _unpacked(text: str) -> bytes:
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(packed, MOST)
    except (ValueError, binascii.Error, zlib.error) as error:
        raise InvalidInput("", "This link is damaged; copy it whole, or ask again.") from error


SCANNED = 900
"""Characters of an address, beyond which its QR code is too fine to be scanned from a table."""

UPLOAD = "@file"
"""What the name of a file's input ends in, after the name of the area that it fills."""


class Desk(NamedTuple):
    """One procedure's place on the desk."""

    game: Game[object]
    procedure: Procedure

    def href(self, question: object, **more: str) -> str | None:
        """The address that asks `question` here."""
        asking = query(question, **more)
        where = reverse("desk:procedure", args=[self.game.slug, self.procedure.name])
        return f"{where}{asking}#answer" if asking else None


class Enquiry(NamedTuple):
    """What came in: the question, whether the app rolled its dice, and whether it is only being filled in."""

    question: object
    rolled: bool = False
    draft: bool = False


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "desk/home.html", {"games": list(shelf.games().values())})


class Sum(NamedTuple):
    """A question as a tile: what it is called, what comes of it as it stands there, where it is asked."""

    title: str
    summary: str
    href: str
    verdict: str
    at_table: bool
    icon: str = ""


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be asked of one game, each with its sum in it: of the table at hand, else of the form."""
    rules = _game(slug)
    table = next((each.table for each in mine(secret_of(request), slug) if not each.table.laid_out), None)
    sums = {name: _first_sum(slug, name) for name in rules.procedures} | (at_hand(table) if table else {})
    favourites = [(each, sums[each.procedure]) for each in rules.box.asks if each.procedure in sums]
    most = [sum_._replace(title=each.words, summary=sum_.title, icon=each.icon) for each, sum_ in favourites]
    groups: dict[str, list[Sum]] = {"Asked most": most} if most else {}
    for name, each in sums.items():
        groups.setdefault(rules.procedures[name].group, []).append(each)
    context = {
        "game": rules,
        "groups": groups,
        "table": table if table and any(s.at_table for s in sums.values()) else None,
    }
    return private(render(request, "desk/game.html", context))


@cache
def _first_sum(slug: str, name: str) -> Sum:
    desk = Desk(shelf.game(slug), shelf.game(slug).procedure(name))
    return _sum(desk, desk.procedure.start(), at_table=False)


def _sum(desk: Desk, question: object, *, at_table: bool) -> Sum:
    """A question with its verdict; without one where it is refused, or dice are thrown first."""
    procedure = desk.procedure
    there = desk.href(question) or reverse("desk:procedure", args=[desk.game.slug, procedure.name])
    try:
        reply = answer(procedure, question, form=True)
    except GameError:
        return Sum(procedure.title, procedure.summary, there, "", at_table=False)
    rolled = reply.rolls is not None
    verdict = "" if rolled else procedure.told(reply.question, reply.resolution.result).verdict
    return Sum(procedure.title, procedure.summary, there, verdict, at_table)


@cached(LRUCache(64), lambda table: (table.pk, table.code, table.version))
def at_hand(table: Table) -> dict[str, Sum]:
    """The questions that a table answers itself: what they ask for stands in its state, as all may know it.

    A question names what it asks by the words of the specification, as the state does. Where that does not
    make an answer, the form's own beginning is left.
    """
    game = shelf.game(table.system)
    try:
        state = game.redact_state(public_position(table, position(table)).state, NOBODY)
    except BrokenJournal:
        return {}
    sums = {}
    for name, procedure in game.procedures.items():
        start = procedure.start()
        values = {key: state[key] for key in start if key in state and type(state[key]) is type(start[key])}
        if values and (made := _sum(Desk(game, procedure), {**start, **values}, at_table=True)).verdict:
            sums[name] = made
    return sums


@require_http_methods(["GET", "HEAD", "POST"])
def procedure(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Ask one question and read its answer; a form sent in is answered at the address that asks the same."""
    rules = _game(slug)
    if name not in rules.procedures:
        raise Http404(f"{rules.title} answers no question of that name.")
    desk = Desk(rules, rules.procedure(name))
    if request.method == "POST":
        return _post(request, desk)
    new = Enquiry(desk.procedure.start(), draft=True)
    if not asks(request.GET):
        return _page(request, desk, new)
    try:
        question = asked(request.GET)
    except GameError as error:
        return _page(request, desk, new, error)
    return _get(request, desk, Enquiry(question, request.GET.get("dice") == "app", "draft" in request.GET))


def _post(request: HttpRequest, desk: Desk) -> HttpResponse:
    data = {name: request.POST.getlist(name) for name in request.POST}
    try:
        for name in request.FILES:
            area = name.removesuffix(UPLOAD)
            data[area] = [_file_text(desk, area, request.FILES.getlist(name)[-1].read())]
    except GameError as error:
        return _page(request, desk, Enquiry(ask(desk.procedure.fields, data), draft=True), error)
    question = ask(desk.procedure.fields, data)
    if "_again" in data:
        question = {key: value for key, value in question.items() if key not in desk.procedure.chance}
    draft = {"draft": "1"} if "_draft" in data else {}
    href = desk.href(question, **draft)
    return _see(href) if href else _get(request, desk, Enquiry(question, draft=bool(draft)))


def _file_text(desk: Desk, key: str, given: bytes) -> str:
    """A file as the text of its area; one of the game's own formats becomes the JSON that it stands for."""
    file = next((file for file in desk.game.files if file.key == key and file.template), None)
    if file is None or not is_workbook(given):
        return given.decode("utf-8", "replace")
    with under(key):
        return pretty(file.read(given))


@require_safe
def template(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    file = next((file for file in _game(slug).files if file.key == key), None)
    if file is None or file.template is None:
        raise Http404("There is no template of that name.")
    sent = HttpResponse(file.template(), content_type="application/octet-stream")
    sent["Content-Disposition"] = f'attachment; filename="{file.template_name}"'
    return sent


def _get(request: HttpRequest, desk: Desk, put: Enquiry) -> HttpResponse:
    """The page of a question; where the app rolled for it, its new address: a reload rolls no more."""
    if put.draft:
        return _page(request, desk, put)
    misread = desk.procedure.misread(put.question)
    if misread:
        return _page(request, desk, put, misread)
    try:
        reply = answer(desk.procedure, put.question, form=True)
    except GameError as error:
        return _page(request, desk, put, error)
    href = desk.href(reply.question, dice="app") if reply.rolls is not None else None
    if href:
        return _see(href)
    rolled = put.rolled or reply.rolls is not None
    return _page(request, desk, Enquiry(reply.question, rolled), None, reply)


def _see(href: str) -> HttpResponse:
    there = HttpResponseRedirect(href)
    there.status_code = 303
    return there


def _page(
    request: HttpRequest,
    desk: Desk,
    put: Enquiry,
    refusal: GameError | None = None,
    reply: Answer | None = None,
) -> HttpResponse:
    refusal = refusal and called(desk.procedure.fields, refusal)
    fields, style, read = desk.procedure.show(put.question, refusal), f"{desk.game.slug}/desk.css", None
    if reply:
        text = json.dumps(reply.as_json(), ensure_ascii=False, indent=1)
        summary = desk.procedure.told(reply.question, reply.resolution.result)
        read = {"told": summary, "steps": reply.resolution.steps, "json": text}
    # The answered question's own address, and a picture of it for the next tablet's camera.
    href = desk.href(reply.question) if reply else None
    address = request.build_absolute_uri(href) if href else ""
    context = {
        **desk._asdict(),
        "fields": fields,
        "files": [file for file in desk.game.files if file.template and file.key in _areas(fields)],
        "refusal": refusal,
        "in_file": bool(refusal and "." in refusal.path and in_file(desk.procedure.fields, refusal)),
        "tries": _tries(desk),
        "answer": read,
        "rolled": put.rolled,
        "rolled_dice": "rolls" in desk.procedure.chance,
        "share": href,
        "qr": qr(address) if 0 < len(address) <= SCANNED else "",
        "question_json": pretty(put.question),
        "style": style if finders.find(style) else "",
        "api": f"/api/resolve/{desk.game.slug}/{desk.procedure.name}",
    }
    return render(request, "desk/procedure.html", context, status=422 if refusal else 200)


def _areas(fields: Sequence[Control]) -> set[object]:
    """The names of the areas among these fields, within groups too."""
    inside = {name for each in fields for name in _areas(each.parts.get("fields", ()))}
    return inside | {each.name for each in fields if each.frame == "area"}


def _tries(desk: Desk) -> list[dict[str, str]]:
    """Links to worked examples, in words."""
    titles = words(desk.game.folder)
    cases = samples(desk.game.slug, desk.procedure.name)
    named = [(case.input, titles.get(case.id, case.id.replace("-", " ").capitalize())) for case in cases]
    return [{"href": href, "words": title} for each, title in named if (href := desk.href(each))]


def _game(slug: str) -> Game[object]:
    try:
        return shelf.game(slug)
    except GameError as error:
        raise Http404(error.message) from error


class AsideName:
    """The name of a page that some game has, in an address."""

    regex = "[a-z-]+"

    def to_python(self, value: str) -> str:
        if not any(aside.name == value for game in shelf.games().values() for aside in game.asides):
            raise ValueError(value)
        return value

    def to_url(self, value: str) -> str:
        return value


@require_http_methods(["GET", "HEAD", "POST"])
def aside(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The sheet of the address; a tap leads to the address of the sheet after it, so Back takes it back."""
    game = shelf.games().get(slug)
    aside = next((each for each in game.asides if each.name == name), None) if game else None
    if game is None or aside is None:
        raise Http404("The desk has no page of that name.")
    sheet, refusal = None, None
    try:
        sheet = asked(request.GET) if asks(request.GET) else None
        shown = aside.show(sheet)
    except GameError as error:
        sheet, refusal, shown = None, error, aside.show(None)
    if request.method == "POST" and refusal is None:
        try:
            asking = query(aside.press(sheet, _form(request, game)))
            if asking is None:
                raise InvalidInput(
                    "", "This battle is too long for an address; play it at a table of the app."
                )
            return _see(request.path + asking)
        except GameError as error:
            refusal = error
    context = {"game": game, "aside": aside, "sheet": shown, "begun": sheet is not None, "refusal": refusal}
    return render(request, aside.template, context, status=422 if refusal else 200)


def _form(request: HttpRequest, game: Game[object]) -> dict[str, object]:
    """What the form said, its file read as the game reads such files."""
    form: dict[str, object] = dict(request.POST.items())
    for file in game.files:
        for given in request.FILES.getlist(file.key):
            form[file.key] = file.read(given.read())
    return form


register_converter(AsideName, "aside")

app_name = "desk"
urlpatterns = [
    path("", home, name="home"),
    path("<slug:slug>/", game, name="game"),
    path("<slug:slug>/files/<slug:key>/", template, name="template"),
    path("<slug:slug>/<aside:name>/", aside, name="aside"),
    path("<slug:slug>/<slug:name>/", procedure, name="procedure"),
]
