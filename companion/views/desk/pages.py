"""The desk: one question, no table needed. What is asked stands in the address, so that it can be shared."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from companion import shelf
from companion.answer import Answer, answer, samples
from companion.engine.errors import GameError, under
from companion.engine.examples import words
from companion.engine.form import ask
from companion.engine.form.area import pretty
from companion.engine.form.labels import called, in_file
from companion.engine.form.place import Widget
from companion.engine.game import Game, Procedure
from companion.engine.wire import Json
from companion.engine.workbook import is_workbook
from companion.tables.views.hosting import qr
from companion.views.desk.links import asked, asks, query

SCANNED = 900
"""Characters of an address, beyond which its QR code is too fine to be scanned from a table."""

UPLOAD = "@file"
"""What the name of a file's input ends in, after the name of the area that it fills."""


class Desk(NamedTuple):
    """One procedure's place on the desk."""

    game: Game[Any]
    procedure: Procedure

    def href(self, question: Json, **more: str) -> str | None:
        """The address that asks `question` here."""
        asking = query(question, **more)
        where = reverse("desk:procedure", args=[self.game.slug, self.procedure.name])
        return f"{where}{asking}#answer" if asking else None


class Asked(NamedTuple):
    """What came in: the question, whether the app rolled its dice, and whether it is only being filled in."""

    question: Json
    rolled: bool = False
    draft: bool = False


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every game that can be asked something."""
    return render(request, "desk/home.html", {"games": list(shelf.games().values())})


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be asked of one game, under plain headings."""
    found = _game(slug)
    groups: dict[str, list[Procedure]] = {}
    for procedure in found.procedures.values():
        groups.setdefault(procedure.group, []).append(procedure)
    listed = [{"title": title, "procedures": asked} for title, asked in groups.items()]
    return render(request, "desk/game.html", {"game": found, "groups": listed})


@require_http_methods(["GET", "HEAD", "POST"])
def procedure(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Ask one question and read its answer; a form sent in is answered at the address that asks the same."""
    desk = _desk(slug, name)
    if request.method == "POST":
        return _post(request, desk)
    new = Asked(desk.procedure.start(), draft=True)
    if not asks(request.GET):
        return _page(request, desk, new)
    try:
        question = asked(request.GET)
    except GameError as error:
        return _page(request, desk, new, error)
    return _get(request, desk, Asked(question, request.GET.get("dice") == "app", "draft" in request.GET))


def _post(request: HttpRequest, desk: Desk) -> HttpResponse:
    data = {name: request.POST.getlist(name) for name in request.POST}
    try:
        for name in request.FILES:
            area = name.removesuffix(UPLOAD)
            data[area] = [_file_text(desk, area, request.FILES.getlist(name)[-1].read())]
    except GameError as error:
        return _page(request, desk, Asked(ask(desk.procedure.fields, data), draft=True), error)
    question = ask(desk.procedure.fields, data)
    if "_again" in data:
        question = {key: value for key, value in question.items() if key not in desk.procedure.chance}
    draft = {"draft": "1"} if "_draft" in data else {}
    href = desk.href(question, **draft)
    return _see(href) if href else _get(request, desk, Asked(question, draft=bool(draft)))


def _file_text(desk: Desk, key: str, given: bytes) -> str:
    """A file as the text of its area; one of the game's own formats becomes the JSON that it stands for."""
    file = next((file for file in desk.game.files if file.key == key and file.template), None)
    if file is None or not is_workbook(given):
        return given.decode("utf-8", "replace")
    with under(key):
        return pretty(file.read(given))


@require_safe
def template(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A file to write one's own cards, units or maps into."""
    file = next((file for file in _game(slug).files if file.key == key), None)
    if file is None or file.template is None:
        raise Http404("There is no template of that name.")
    sent = HttpResponse(file.template(), content_type="application/octet-stream")
    sent["Content-Disposition"] = f'attachment; filename="{file.template_name}"'
    return sent


def _get(request: HttpRequest, desk: Desk, put: Asked) -> HttpResponse:
    """The page of a question; where the app rolled for it, its new address: a reload rolls no more."""
    if put.draft:
        return _page(request, desk, put)
    misread = desk.procedure.misread(put.question)
    if misread:
        return _page(request, desk, put, misread)
    try:
        found = answer(desk.procedure, put.question)
    except GameError as error:
        return _page(request, desk, put, error)
    href = desk.href(found.question, dice="app") if found.rolls is not None else None
    if href:
        return _see(href)
    rolled = put.rolled or found.rolls is not None
    return _page(request, desk, Asked(found.question, rolled), None, found)


def _see(href: str) -> HttpResponse:
    there = HttpResponseRedirect(href)
    there.status_code = 303
    return there


def _page(
    request: HttpRequest,
    desk: Desk,
    put: Asked,
    refusal: GameError | None = None,
    found: Answer | None = None,
) -> HttpResponse:
    refusal = refusal and called(desk.procedure.fields, refusal)
    fields = desk.procedure.show(put.question, refusal)
    context = {
        **desk._asdict(),
        "fields": fields,
        "files": [file for file in desk.game.files if file.template and file.key in _areas(fields)],
        "refusal": refusal,
        "in_file": bool(refusal and "." in refusal.path and in_file(desk.procedure.fields, refusal)),
        "tries": _tries(desk),
        "answer": _read(desk, found) if found else None,
        "rolled": put.rolled,
        "rolled_dice": "rolls" in desk.procedure.chance,
        **_share(request, desk, found),
        "question_json": pretty(put.question),
        "style": _style(desk.game.slug),
        "api": reverse("api-1:resolve", args=[desk.game.slug, desk.procedure.name]),
    }
    return render(request, "desk/procedure.html", context, status=422 if refusal else 200)


def _areas(fields: Sequence[Widget]) -> set[Json]:
    """The names of the areas among these fields, within groups too."""
    inside = {name for each in fields for name in _areas(each.get("fields", ()))}
    return inside | {each["name"] for each in fields if each["kind"] == "area"}


def _share(request: HttpRequest, desk: Desk, found: Answer | None) -> Mapping[str, object]:
    """The answered question's own address, and a picture of it for the next tablet's camera."""
    href = desk.href(found.question) if found else None
    address = request.build_absolute_uri(href) if href else ""
    return {"share": href, "qr": qr(address) if 0 < len(address) <= SCANNED else ""}


def _read(desk: Desk, found: Answer) -> Mapping[str, object]:
    """The answer as its page shows it: how it reads, its steps, its JSON."""
    result = found.resolution.result
    return {
        "told": desk.procedure.told(found.question, result),
        "steps": found.resolution.steps,
        "json": json.dumps(found.as_json(), ensure_ascii=False, indent=1),
    }


def _style(slug: str) -> str:
    """The game's own style sheet of the desk, where it has one."""
    return f"{slug}/desk.css" if finders.find(f"{slug}/desk.css") else ""


def _tries(desk: Desk) -> list[dict[str, str]]:
    """Links to worked examples, in words."""
    known = words(desk.game.folder)
    cases = samples(desk.game.slug, desk.procedure.name)
    links = [(desk.href(case.input), known.get(case.id, _spoken(case.id))) for case in cases]
    return [{"href": href, "words": told} for href, told in links if href]


def _spoken(name: str) -> str:
    """The name of an example as people read it."""
    return name.replace("-", " ").capitalize()


def _game(slug: str) -> Game[Any]:
    try:
        return shelf.game(slug)
    except GameError as error:
        raise Http404(error.message) from error


def _desk(slug: str, name: str) -> Desk:
    found = _game(slug)
    if name not in found.procedures:
        raise Http404(f"{found.title} answers no question of that name.")
    return Desk(found, found.procedure(name))
