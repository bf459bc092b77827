"""The log: every line with its steps, undone ones struck through and still readable."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.htmx import HtmxRequest
from companion.tables import lines, screen
from companion.tables.beside import beside
from companion.tables.branching.forking import may_fork
from companion.tables.correcting.amending import closed
from companion.tables.devices import Device, device, secret_of
from companion.tables.log import chapters, search
from companion.tables.may import chairs, looker, sight
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, position
from companion.tables.screen import Look
from companion.tables.seating.people import people_at
from companion.tables.taking import notes
from companion.tables.together.walking import told
from companion.tables.views.entrance import at_table

LONGEST = 100
"""No more letters than that are searched for."""


@at_table
def log(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A page of the log, newest first; `?before=` goes back, `?q=` names words that stand in a line."""
    seats = beside(table).seats
    before = _before(request.GET.get("before", ""), table.version + 1)
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    seen, asked = sight(table, who, {seat.chair: seat.name for seat in seats}), _asked(request)
    shown = tuple(_correctable(look, _read(table, seen, asked, before)))
    older = shown[-1].number if shown and shown[-1].number > 1 and not asked else None
    latest = before > table.version and not asked
    context = screen.page(look) | {"lines": shown, "older": older, "latest": latest, "asked": asked}
    context["branches"] = _branches(table, secret_of(request))
    context["may_fork"] = may_fork(position(table), who)
    context["notes"] = notes(table)
    return render(request, f"tables/log.html{'#table' if request.htmx else ''}", context)


@at_table
def drawer(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The newest lines for the drawer beside the board, as everybody may read them: it may stand open.

    With `?q=`, those in which the words stand.
    """
    known, asked = told(table, position(table)), _asked(request)
    context = {
        "chapters": chapters(known, _read(table, NOBODY, asked, table.version + 1)),
        "slug": known.game.slug,
        "asked": asked,
        "whole": reverse("tables:log", args=[table.code]),
        "film": reverse("tables:film", args=[table.code]),
    }
    part = "#found" if "q" in request.GET and request.htmx else ""
    return render(request, f"stage/log.html{part}", context)


def _correctable(look: Look, shown: Sequence[lines.LineShown]) -> Iterator[lines.LineShown]:
    """The same lines, each that may not be corrected here with the reason."""
    known, table, names = position(look.table), look.table, people_at(look.table)
    device = looker(table, look.who, chairs(table))
    for line in shown:
        may = line.move and line.standing and not line.past and look.who.plays
        with suppress(BrokenJournal):
            line = replace(line, closed=closed(known, line.number, device, names)) if may else line
        yield line


def _branches(table: Table, secret: str | None) -> list[Table]:
    """The branches of this table that the device may enter."""
    rows = Table.objects.filter(branch_of=table, archived_at=None).order_by("branch_line", "pk")
    return [row for row in rows if device(row, secret).joined]


def _read(table: Table, seen: Sight, asked: str, before: int) -> tuple[lines.LineShown, ...]:
    known, seats = told(table, position(table)), beside(table).seats
    if asked:
        return search(table, known, seen, seats, asked)
    return lines.page(table, known, seen, seats, before)


def _asked(request: HtmxRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST]


def _before(text: str, top: int) -> int:
    return min(int(text), top) if text.isascii() and text.isdigit() and len(text) < 10 else top
