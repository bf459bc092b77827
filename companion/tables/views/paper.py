"""A filled sheet is taken in: a photo is sent, what it says is shown, one confirmation writes it."""

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.htmx import HtmxRequest
from companion.press.answered import ready
from companion.press.answered.form import LARGEST
from companion.tables.codes import new_key
from companion.tables.devices import Device
from companion.tables.errors import StaleTable
from companion.tables.models import Table
from companion.tables.paper import taking
from companion.tables.paper.proposing import proposals, words_of
from companion.tables.paper.sheet import Sheet
from companion.tables.views.entrance import at_table

PICTURE = re.compile(r"[A-Za-z0-9+/=]{1,20000}")
MOVED = "The table has gone on since this was read: look once more, then write."


@at_table
def paper(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The page to send a photo, and what a photo says."""
    try:
        if request.FILES:
            return _page(request, table, _read(request, table, who))
        if "sheet" in request.POST:
            return _answered(request, table, who)
    except GameError as refused:
        return _page(request, table, {}, refused)
    ready()
    return _page(request, table, {})


def _read(request: HttpRequest, table: Table, who: Device) -> dict[str, Any]:
    upload = next((each for each in request.FILES.getlist("photo") if each.size), None)
    if upload is None:
        raise InvalidInput("photo", "Choose a photo first.")
    if (upload.size or 0) > LARGEST:
        raise InvalidInput("photo", f"A photo may have {LARGEST >> 20} MB; this is larger.")
    found = taking.read(table, who, upload.read())
    marked = Marked(found.ticked, dict.fromkeys(found.doubtful, ""), found.pictures)
    return _shown(table, found.sheet, marked) | {"whole": found.whole}


def _answered(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The doubts are answered, or all is confirmed."""
    form, marked = request.POST, _marked(request.POST)
    sheet = taking.again(table, who, form["sheet"])
    error: GameError | None = None
    if form.get("deed") == "write":
        tap = taking.Tap(_number(form.get("seen", "")), form.get("key", ""), marked.unsaid)
        try:
            taking.write(table, sheet, marked.all, form.getlist("take"), tap)
            return redirect("tables:table", table.code)
        except StaleTable:
            error = InvalidInput("seen", MOVED)
        except GameError as refused:
            error = refused
        table.refresh_from_db()
    return _page(request, table, _shown(table, sheet, marked), error)


class Marked:
    """The boxes of a form: those read as ticked, what was said of the doubtful, and their pictures."""

    def __init__(self, ticked: tuple[str, ...], said: dict[str, str], pictures: Any) -> None:
        self.ticked, self.said, self.pictures = ticked, said, pictures

    @property
    def all(self) -> tuple[str, ...]:
        """What is ticked, with what was said to be."""
        return (*self.ticked, *(name for name, word in self.said.items() if word == "yes"))

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The doubtful ones of which nothing was said yet."""
        return tuple(name for name, word in self.said.items() if word not in ("yes", "no"))


def _marked(form: QueryDict) -> Marked:
    said = {name: form.get(f"say.{name}", "") for name in form.getlist("doubt")}
    names = (*form.getlist("ticked"), *said)
    pictures = {name: form.get(f"picture.{name}", "") for name in names}
    good = {name: each for name, each in pictures.items() if PICTURE.fullmatch(each)}
    return Marked(tuple(form.getlist("ticked")), said, good)


def _shown(table: Table, sheet: Sheet, marked: Marked) -> dict[str, Any]:
    """What was read, for the page."""
    slip, found = sheet.slip, proposals(table, sheet, marked.all)
    return {
        "code": str(slip),
        "title": sheet.plate.printable.title,
        "slip": slip,
        "older": slip.version if slip.version < table.version else 0,
        "version": table.version,
        "before": taking.taken_before(table, slip),
        "key": new_key(),
        "ticked": [(name, marked.pictures.get(name, "")) for name in marked.ticked],
        "doubts": [
            {
                "name": name,
                "said": said,
                "words": words_of(table, sheet, name),
                "picture": marked.pictures.get(name),
            }
            for name, said in marked.said.items()
        ],
        "unsaid": marked.unsaid,
        "button": _button(len(marked.unsaid), sum(not each.why for each in found)),
        "changes": [
            {"it": each, "pictures": [marked.pictures.get(name, "") for name in each.change.ticks]}
            for each in found
        ],
        "can": sum(not each.why for each in found),
    }


def _button(unsaid: int, can: int) -> str:
    """What confirms, or why nothing can be confirmed."""
    if unsaid:
        return f"{unsaid} {'box' if unsaid == 1 else 'boxes'} in doubt"
    return "Write what is ticked" if can else "Nothing to write"


def _page(
    request: HtmxRequest, table: Table, read: dict[str, Any], error: GameError | None = None
) -> HttpResponse:
    context = {"row": table, "read": read, "error": error, "sheets": list(_sheets(table))}
    name = "tables/paper.html#read" if request.htmx and read else "tables/paper.html"
    return render(request, name, context, status=422 if error and not request.htmx else 200)


def _sheets(table: Table) -> Iterator[tuple[str, str]]:
    """The sheets of the game that can be photographed, and where each is printed."""
    for printable in shelf.game(table.system).printables.values():
        if printable.answers is not None:
            try:
                there = reverse("print:printable", args=[table.system, printable.name])
            except NoReverseMatch:
                there = ""
            yield printable.title, f"{there}?table={table.code}" if there else ""


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
