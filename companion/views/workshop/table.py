"""The table of a set's cards: each row a card, each cell a field; pasted, brought in, taken out."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Kind
from companion.engine.own.cells import row_of
from companion.engine.own.table import brought, csv_of, pasted, plain, xlsx_of
from companion.views.workshop.door import Bench, at_bench, joined_rows, seen_rows, shown_by
from companion.workshop.making import Easel, wrong

A_PAGE = 20
"""Rows on a page of the table."""
LARGEST = 2_000_000
WEB = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@at_bench
def table(request: HttpRequest, here: Bench, kind: str) -> HttpResponse:
    """The table, a page of it; a save keeps what was typed, right or wrong."""
    of = here.kind(kind)
    if request.method == "POST":
        rows = merged(request, here, of)
        here.save(of, rows)
        page = request.POST.get("page", "1")
        there = redirect("workshop:table", here.cards.code, kind)
        there["Location"] += f"?page={page}" if page.isdigit() and page != "1" else ""
        return there
    return render(request, "workshop/table.html", page_of(request, here, of))


def page_of(request: HttpRequest, here: Bench, kind: Kind, error: GameError | None = None) -> dict[str, Any]:
    """What the table shows: each cell with what is in it, and what is wrong with it."""
    shown = Paginator(list(enumerate(here.of(kind), 1)), A_PAGE).get_page(request.GET.get("page"))
    unfit = Easel(here.cards, here.rows, kind).unfit(n for n, _ in shown)
    found = sorted([*wrong(here.cards, here.rows, kind), *unfit], key=lambda each: each.row)
    faults = {(each.row, each.fault.column): each.fault.message for each in reversed(found)}
    rows = [
        {
            "number": n,
            "name": row.get(kind.name, ""),
            "new": False,
            "cells": [
                (column, row.get(column.key, ""), faults.get((n, column.key), ""))
                for column in kind.all_columns
            ],
        }
        for n, row in shown
    ]
    if not shown.has_next():
        blank = [(column, "", "") for column in kind.all_columns]
        rows.append({"number": len(here.of(kind)) + 1, "name": "", "cells": blank, "new": True})
    taken = {row.get(kind.id) for row in here.of(kind)}
    starter = [
        (row[kind.id], row.get(kind.name, ""))
        for row in (row_of(kind, each) for each in here.workshop.starter(here.cards.base).get(kind.key, ()))
        if row[kind.id] not in taken
    ]
    more = {"kind": kind, "rows": rows, "page": shown, "faults": found, "starter": starter, "error": error}
    return {**shown_by(here, kind.key), **more, "typed": request.POST.get("text", "")}


def merged(request: HttpRequest, here: Bench, kind: Kind) -> list[dict[str, str]]:
    """The rows as they are now, with the cells that were changed on the screen."""
    seen, rows = seen_rows(request, here, kind), here.of(kind)
    for n, before in enumerate(seen, 1):
        typed = typed_row(request, kind, n)
        if typed is not None and typed != before:
            put(rows, kind, before, typed)
    return [*rows, *filter(None, [typed_row(request, kind, len(seen) + 1)])]


def typed_row(request: HttpRequest, kind: Kind, n: int) -> dict[str, str] | None:
    """A row as it was typed; none where the screen did not hold it."""
    if f"{n}.{kind.id}" not in request.POST:
        return None
    cells = {column.key: plain(request.POST.get(f"{n}.{column.key}", "")) for column in kind.all_columns}
    return {key: cell for key, cell in cells.items() if cell}


def put(rows: list[dict[str, str]], kind: Kind, before: dict[str, str], typed: dict[str, str]) -> None:
    """Put a row where the one was that it was made from; a row that has gone meanwhile comes back.

    A cell that was not touched stays as another device has written it meanwhile.
    """
    at = next((n for n, row in enumerate(rows) if row.get(kind.id) == before.get(kind.id)), None)
    if at is None:
        rows.append(typed)
    else:
        touched = {key for key in before.keys() | typed.keys() if before.get(key) != typed.get(key)}
        kept = {key: cell for key, cell in rows[at].items() if key not in touched}
        rows[at] = kept | {key: cell for key, cell in typed.items() if key in touched}


@require_POST
@at_bench
def deed(request: HttpRequest, here: Bench, kind: str) -> HttpResponse:
    """A row copied, moved or taken away, or one of the starter's added."""
    of = here.kind(kind)
    rows, do = here.of(of), request.POST.get("do", "")
    if do == "starter":
        rows += [
            row
            for row in (row_of(of, each) for each in here.workshop.starter(here.cards.base).get(kind, ()))
            if row[of.id] == request.POST.get("id")
        ]
    else:
        _row_deed(request, rows, of, do)
    now = here.save(of, rows)
    if do in ("starter", "copy"):
        return redirect("workshop:card", here.cards.code, kind, max(1, len(now.rows[kind])))
    return redirect("workshop:table", here.cards.code, kind)


def _row_deed(request: HttpRequest, rows: list[dict[str, str]], kind: Kind, do: str) -> None:
    name = request.POST.get("id", "")
    at = next((n for n, row in enumerate(rows) if row.get(kind.id) == name), None)
    if at is None or do not in ("copy", "remove", "up", "down"):
        raise InvalidInput("id", "This card is not there any more; go back and look again.")
    if do == "copy":
        rows.append({key: cell for key, cell in rows[at].items() if key != kind.id or kind.id == kind.name})
    elif do == "remove":
        del rows[at]
    else:
        row = rows.pop(at)
        rows.insert(max(0, at + (1 if do == "down" else -1)), row)


@require_POST
@at_bench
def paste(request: HttpRequest, here: Bench, kind: str) -> HttpResponse:
    """Rows out of a spreadsheet: those of a short name that is there take its place, others come after."""
    of = here.kind(kind)
    try:
        rows = _pasted(request, of)
    except GameError as error:
        return render(request, "workshop/table.html", page_of(request, here, of, error), status=422)
    if request.POST.get("how") != "all":
        rows = joined_rows(of, here.of(of), rows)
    here.save(of, rows)
    return redirect("workshop:table", here.cards.code, kind)


def _pasted(request: HttpRequest, kind: Kind) -> list[dict[str, str]]:
    file = request.FILES.get("file")
    if file is not None:
        if (file.size or 0) > LARGEST:
            raise InvalidInput("", f"A table of at most {LARGEST // 1_000_000} MB is wanted.")
        file.seek(0)
        return brought(kind, file.read())
    text = request.POST.get("text", "")
    if not text.strip():
        raise InvalidInput("", "Paste cells of a spreadsheet first, or choose a file.")
    return pasted(kind, text)


@at_bench
def taken_out(request: HttpRequest, here: Bench, kind: str, form: str) -> HttpResponse:
    """The table as a file."""
    of = here.kind(kind)
    if form not in WEB:
        raise Http404
    rows = here.of(of)
    data = csv_of(of, rows) if form == "csv" else xlsx_of([(of, rows)])
    return sent(data, f"{slugify(here.cards.title) or 'cards'}-{kind}.{form}", WEB[form])


def sent(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to keep."""
    how = content_disposition_header(as_attachment=True, filename=name) or ""
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": how})
