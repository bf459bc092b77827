"""The pages of what was written: the log, the film, a sheet taken in by its photo."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.htmx import HtmxRequest
from companion.press.answered import LARGEST, ready
from companion.tables import afterwards as films
from companion.tables import house, lines, screen
from companion.tables import paper as tables_paper
from companion.tables.afterwards import again as rematch
from companion.tables.correcting import closed
from companion.tables.devices import Device, chairs, device, looker, new_key, secret_of, sight
from companion.tables.errors import StaleTable, whole
from companion.tables.journal import public_position
from companion.tables.lines import chapters, search
from companion.tables.models import Table, beside
from companion.tables.paper import Sheet, proposals, words_of
from companion.tables.play import may_fork
from companion.tables.pleas import notes
from companion.tables.position import BrokenJournal, position
from companion.tables.screen import Look
from companion.tables.seating import people_at
from companion.tables.views.entrance import at_table
from companion.tables.views.playing import plain

LONGEST = 100
"""No more letters than that are searched for."""


@at_table
def log(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A page of the log, newest first; `?before=` goes back, `?q=` names words that stand in a line."""
    seats = beside(table).seats
    before = min(whole(request.GET.get("before", ""), table.version + 1), table.version + 1)
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    seen, query = sight(table, who, {seat.chair: seat.name for seat in seats}), _query(request)
    shown = tuple(_correctable(look, _lines_read(table, seen, query, before)))
    older = shown[-1].number if shown and shown[-1].number > 1 and not query else None
    latest = before > table.version and not query
    context = screen.page(look) | {"lines": shown, "older": older, "latest": latest, "asked": query}
    branches = Table.objects.filter(branch_of=table, archived_at=None).order_by("branch_line", "pk")
    context["branches"] = [row for row in branches if device(row, secret_of(request)).joined]
    context["may_fork"] = may_fork(position(table), who)
    context["chapters"] = chapters(public_position(table, position(table)), shown)
    context["notes"] = notes(table)
    return render(request, f"tables/log.html{'#table' if request.htmx else ''}", context)


@at_table
def drawer(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The newest lines for the drawer beside the board, as everybody may read them: it may stand open.

    With `?q=`, those in which the words stand.
    """
    current, query = public_position(table, position(table)), _query(request)
    context = {
        "chapters": chapters(current, _lines_read(table, NOBODY, query, table.version + 1)),
        "slug": current.game.slug,
        "asked": query,
        "whole": reverse("tables:log", args=[table.code]),
        "film": reverse("tables:film", args=[table.code]),
    }
    part = "#found" if "q" in request.GET and request.htmx else ""
    return render(request, f"stage/log.html{part}", context)


def _correctable(look: Look, shown: Sequence[lines.LineShown]) -> Iterator[lines.LineShown]:
    """The same lines, each that may not be corrected here with the reason."""
    current, table, names = position(look.table), look.table, people_at(look.table)
    device, whys = looker(table, look.who, chairs(table)), house.reasons(table, current)
    for line in shown:
        line = replace(line, weighed=whys.get(line.number, ()))
        may = line.move and line.standing and not line.past and look.who.plays
        with suppress(BrokenJournal):
            line = replace(line, closed=closed(current, line.number, device, names)) if may else line
        yield line


def _lines_read(table: Table, seen: Sight, query: str, before: int) -> tuple[lines.LineShown, ...]:
    current, seats = public_position(table, position(table)), beside(table).seats
    if query:
        found = search(table, current, seen, seats, query)
    else:
        found = lines.page(table, current, seen, seats, before)
    return tuple(lines.logged(current, found))


def _query(request: HtmxRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST]


@at_table
def film(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The table after its `?n=`-th line, or the line of that number (`?line=`); `?play=1` goes on by itself.

    A game without a stage has its log.
    """
    line, n = (whole(request.GET.get(name, ""), longest=6) for name in ("line", "n"))
    place = films.place_of(table, line) if line else n
    context = films.film(table, who, place, playing=request.GET.get("play") == "1")
    if context is None:
        return redirect("tables:log", table.code)
    address = f"{context['film']['address']}?n={context['film']['n']}"
    context["film"]["shared"] = request.build_absolute_uri(address)
    if may_fork(position(table), who):
        line = context["table"].last[0].number
        context["film"]["branch"] = reverse("tables:branch_begin", args=[table.code, line])
    return render(request, f"tables/film.html{'#table' if request.htmx else ''}", context)


@require_POST
@at_table
def again(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The next game with sides changed; whoever asks for it is led there."""
    try:
        opened = rematch(table, who)
    except GameError as refusal:
        return plain(reverse("tables:table", args=[table.code]), table, refusal)
    there = reverse("tables:table", args=[opened.code])
    return HttpResponseClientRedirect(there) if request.htmx else redirect(there)


PICTURE = re.compile(r"[A-Za-z0-9+/=]{1,20000}")
MOVED = "The table has gone on since this was read: look once more, then write."


@at_table
def paper(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    try:
        if request.FILES:
            return _paper_page(request, table, _read_photo(request, table, who))
        if "sheet" in request.POST:
            return _answered(request, table, who)
    except GameError as refused:
        return _paper_page(request, table, {}, refused)
    ready()
    return _paper_page(request, table, {})


def _read_photo(request: HttpRequest, table: Table, who: Device) -> dict[str, object]:
    upload = next((each for each in request.FILES.getlist("photo") if each.size), None)
    if upload is None:
        raise InvalidInput("photo", "Choose a photo first.")
    if (upload.size or 0) > LARGEST:
        raise InvalidInput("photo", f"A photo may have {LARGEST >> 20} MB; this is larger.")
    sheet = tables_paper.read(table, who, upload.read())
    marked = Marked(sheet.ticked, dict.fromkeys(sheet.doubtful, ""), sheet.pictures)
    return _marked_shown(table, sheet.sheet, marked) | {"whole": sheet.whole}


def _answered(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    form, marked = request.POST, _marked(request.POST)
    sheet = tables_paper.again(table, who, form["sheet"])
    error: GameError | None = None
    if form.get("deed") == "write":
        tap = tables_paper.Tap(whole(form.get("seen", ""), -1), form.get("key", ""), marked.unsaid)
        try:
            tables_paper.write(table, sheet, marked.all, form.getlist("take"), tap)
            return redirect("tables:table", table.code)
        except StaleTable:
            error = InvalidInput("seen", MOVED)
        except GameError as refused:
            error = refused
        table.refresh_from_db()
    return _paper_page(request, table, _marked_shown(table, sheet, marked), error)


class Marked(NamedTuple):
    """The boxes of a form: those read as ticked, what was said of the doubtful, and their pictures."""

    ticked: tuple[str, ...]
    said: Mapping[str, str]
    pictures: Mapping[str, str]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.ticked, *(name for name, word in self.said.items() if word == "yes"))

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The doubtful ones of which nothing was said yet."""
        return tuple(name for name, word in self.said.items() if word not in ("yes", "no"))


def _marked(form: QueryDict) -> Marked:
    words = {name: form.get(f"say.{name}", "") for name in form.getlist("doubt")}
    names = (*form.getlist("ticked"), *words)
    pictures = {name: form.get(f"picture.{name}", "") for name in names}
    good = {name: each for name, each in pictures.items() if PICTURE.fullmatch(each)}
    return Marked(tuple(form.getlist("ticked")), words, good)


def _marked_shown(table: Table, sheet: Sheet, marked: Marked) -> dict[str, object]:
    slip, changes = sheet.slip, proposals(table, sheet, marked.all)
    return {
        "code": str(slip),
        "title": sheet.plate.printable.title,
        "slip": slip,
        "older": slip.version if slip.version < table.version else 0,
        "version": table.version,
        "before": tables_paper.taken_before(table, slip),
        "key": new_key(),
        "ticked": [(name, marked.pictures.get(name, "")) for name in marked.ticked],
        "doubts": [
            {
                "name": name,
                "said": value,
                "words": words_of(table, sheet, name),
                "picture": marked.pictures.get(name),
            }
            for name, value in marked.said.items()
        ],
        "unsaid": marked.unsaid,
        "back": [
            {"line": each.line, "picture": marked.pictures.get(each.name)}
            for each in tables_paper.taken_back(sheet, marked.all)
        ],
        "button": _button(len(marked.unsaid), sum(not each.why for each in changes)),
        "changes": [
            {"it": each, "pictures": [marked.pictures.get(name, "") for name in each.change.ticks]}
            for each in changes
        ],
        "can": sum(not each.why for each in changes),
    }


def _button(unsaid: int, can: int) -> str:
    if unsaid:
        return f"{unsaid} {'box' if unsaid == 1 else 'boxes'} in doubt"
    return "Write what is ticked" if can else "Nothing to write"


def _paper_page(
    request: HtmxRequest, table: Table, read: dict[str, object], error: GameError | None = None
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
