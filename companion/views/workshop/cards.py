"""The cards of a set: a table of each kind, one in its form with the card beside it, pictures, their use.

And what became of the set: its versions, an undo, files to share.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Control
from companion.engine.own import (
    BACK,
    PICTURE,
    Column,
    Fault,
    Kind,
    called,
    changed,
    csv_of,
    plain,
    row_of,
    spoken,
    words_in,
    xlsx_of,
)
from companion.engine.picking import Line, cell_of, lines
from companion.press.art import written
from companion.press.face import WHITE, Box, Face, Paint, Rectangle, Stamp
from companion.press.page import Page
from companion.press.pixels import MOST_BYTES, judged
from companion.press.svg import svg
from companion.views.workshop.sets import Bench, at_bench, seen_rows, shown_by
from companion.workshop.keeping import album, art, pixels_of, restore, take, version_of
from companion.workshop.keeping import packed as packed_set
from companion.workshop.making import Drawn, Easel, file_of, left_out, unready, wrong
from companion.workshop.models import Picture, SetVersion

A_PAGE = 20
"""Rows on a page of the table."""
WEB = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@at_bench
def table(request: HttpRequest, bench: Bench, kind: str) -> HttpResponse:
    """The table, a page of it; a save keeps what was typed, right or wrong."""
    of = bench.kind(kind)
    if request.method == "POST":
        rows = merged(request, bench, of)
        bench.save(of, rows)
        page = request.POST.get("page", "1")
        there = redirect("workshop:table", bench.cards.code, kind)
        there["Location"] += f"?page={page}" if page.isdigit() and page != "1" else ""
        return there
    return render(request, "workshop/table.html", page_of(request, bench, of))


def page_of(
    request: HttpRequest, bench: Bench, kind: Kind, error: GameError | None = None
) -> dict[str, object]:
    """What the table shows: each cell with what is in it, and what is wrong with it."""
    shown = Paginator(list(enumerate(bench.of(kind), 1)), A_PAGE).get_page(request.GET.get("page"))
    wrongs = [
        (each, (each.row - 1) // A_PAGE + 1, _place(kind, each.fault.column))
        for each in unready(bench.version, kind)
    ]
    faults = {(each.row, each.fault.column): each.fault.message for each, _, _ in reversed(wrongs)}
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
        rows.append({"number": len(bench.of(kind)) + 1, "name": "", "cells": blank, "new": True})
    taken = {row.get(kind.id) for row in bench.of(kind)}
    starter = [
        (row[kind.id], row.get(kind.name, ""))
        for row in (row_of(kind, each) for each in bench.workshop.starter(bench.cards.base).get(kind.key, ()))
        if row[kind.id] not in taken
    ]
    more = {"kind": kind, "rows": rows, "page": shown, "faults": wrongs, "starter": starter, "error": error}
    brought = request.GET.get("brought") == str(bench.version.number)
    return {**shown_by(bench, kind.key), **more, "typed": request.POST.get("text", ""), "brought": brought}


def _place(kind: Kind, column: str) -> int:
    """Where a column stands in a row, from 1."""
    return next((n for n, each in enumerate(kind.all_columns, 1) if each.key == column), 1)


def merged(request: HttpRequest, bench: Bench, kind: Kind) -> list[dict[str, str]]:
    """The rows as they are now, with the cells that were changed on the screen."""
    seen, rows = seen_rows(request, bench, kind), bench.of(kind)
    for n, before in enumerate(seen, 1):
        typed = typed_row(request, kind, n)
        if typed is not None and typed != before:
            put(rows, kind, before, typed)
    return [*rows, *filter(None, [typed_row(request, kind, len(seen) + 1)])]


def typed_row(request: HttpRequest, kind: Kind, n: int) -> dict[str, str] | None:
    """A row as it was typed; none where the screen did not hold it."""
    if f"{n}.{kind.id}" not in request.POST:
        return None
    cells = {
        column.key: plain(_typed_cell(request, column, f"{n}.{column.key}")) for column in kind.all_columns
    }
    return {key: cell for key, cell in cells.items() if cell}


def _typed_cell(request: HttpRequest, column: Column, name: str) -> str:
    """A cell as it was typed, or as what was picked comes to."""
    if f"{name}.was" not in request.POST:
        return request.POST.get(f"{name}.new") or request.POST.get(name, "")
    if column.parts:
        return cell_of(column, name, request.POST.getlist)
    was, ticked = request.POST[f"{name}.was"], request.POST.getlist(name)
    return was if words_in(was) == ticked else ", ".join(ticked)


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
def deed(request: HttpRequest, bench: Bench, kind: str) -> HttpResponse:
    """A row copied, moved or taken away, or one of the starter's added."""
    of = bench.kind(kind)
    rows, do = bench.of(of), request.POST.get("do", "")
    if do == "starter":
        rows += [
            row
            for row in (row_of(of, each) for each in bench.workshop.starter(bench.cards.base).get(kind, ()))
            if row[of.id] == request.POST.get("id")
        ]
    else:
        name = request.POST.get("id", "")
        at = next((n for n, row in enumerate(rows) if row.get(of.id) == name), None)
        if at is None or do not in ("copy", "remove", "up", "down"):
            raise InvalidInput("id", "This card is not there any more; go back and look again.")
        if do == "copy":
            rows.append({key: cell for key, cell in rows[at].items() if key != of.id or of.id == of.name})
        elif do == "remove":
            del rows[at]
        else:
            row = rows.pop(at)
            rows.insert(max(0, at + (1 if do == "down" else -1)), row)
    now = bench.save(of, rows)
    if do in ("starter", "copy"):
        return redirect("workshop:card", bench.cards.code, kind, max(1, len(now.rows[kind])))
    return redirect("workshop:table", bench.cards.code, kind)


@at_bench
def taken_out(request: HttpRequest, bench: Bench, kind: str, form: str) -> HttpResponse:
    of = bench.kind(kind)
    if form not in WEB:
        raise Http404
    rows = bench.of(of)
    data = csv_of(of, rows) if form == "csv" else xlsx_of([(of, rows)])
    return sent(data, f"{slugify(bench.cards.title) or 'cards'}-{kind}.{form}", WEB[form])


def sent(data: bytes, name: str, kind: str) -> HttpResponse:
    how = content_disposition_header(as_attachment=True, filename=name) or ""
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": how})


GAP = 4.0
"""Millimetres between a front and its back as they are shown."""


@dataclass(frozen=True, kw_only=True)
class Field(Control):
    """One field of a card's form: of which column, what is wrong, the lines or ticks to pick from."""

    column: Column
    fault: str = ""
    lines: Sequence[Line] = ()
    ticks: Sequence[tuple[str, str, bool]] = ()


@at_bench
def card(request: HttpRequest, bench: Bench, kind: str, row: int) -> HttpResponse:
    """The form of a card; row 0 is a new one. A save keeps what was typed, right or wrong."""
    of = bench.kind(kind)
    rows = bench.of(of)
    if request.method == "POST":
        return _kept(request, bench, of, row)
    if row > len(rows):
        return redirect("workshop:table", bench.cards.code, kind)
    own = rows[row - 1] if row else {}
    return render(request, "workshop/card.html", _shown(bench, of, own, row))


def _kept(request: HttpRequest, bench: Bench, kind: Kind, row: int) -> HttpResponse:
    seen, rows = seen_rows(request, bench, kind), bench.of(kind)
    typed = typed_row(request, kind, row) or {}
    if typed and not 0 < row <= len(seen):
        rows.append(typed)
    elif typed and typed != seen[row - 1]:
        put(rows, kind, seen[row - 1], typed)
    now = bench.save(kind, rows)
    to = row if 0 < row <= len(now.rows[kind.key]) else len(now.rows[kind.key])
    if "next" in request.POST or not to:
        return redirect(
            "workshop:card", bench.cards.code, kind.key, to + 1 if to < len(now.rows[kind.key]) else 0
        )
    return redirect("workshop:card", bench.cards.code, kind.key, to)


def _shown(bench: Bench, kind: Kind, own: dict[str, str], row: int) -> dict[str, object]:
    shown = _beside(bench, kind, own, row)
    faults = {each.column: each.message for each in reversed(shown["faults"])}
    count = len(bench.rows.get(kind.key, ()))
    fields = list(_fields(bench, kind, row, own, faults))
    more = {"kind": kind, "row": row, "fields": fields, "own_id": own.get(kind.id, ""), "count": count}
    more |= {"before": max(0, row - 1), "after": row + 1 if 0 < row < count else 0}
    return {**shown_by(bench, kind.key), **shown, **more}


def _fields(
    bench: Bench, kind: Kind, row: int, own: dict[str, str], faults: dict[str, str]
) -> Iterator[Field]:
    """A field for each column of a kind, as this card has it."""
    for n, column in enumerate(_with_words(bench, kind), 1):
        choices = column.choices if column.kind == "one" else ("yes", "no") if column.kind == "yes" else ()
        if column.key in (PICTURE, BACK):
            choices = tuple(album(bench.cards))
        name, cell = f"{row}.{column.key}", own.get(column.key, "")
        words = spoken if column.kind == "one" else str
        is_long = column.kind in ("prose", "record", "records")
        more = {"aria-describedby": f"help-{n} wrong-{n}"}
        if is_long and not choices:
            more["rows"] = "2" if column.kind == "record" else "3"
            more |= {"spellcheck": "false"} if column.samples else {}
        elif not choices:
            more |= {"autocomplete": "off"} | ({"inputmode": "numeric"} if column.kind == "number" else {})
        odd = (cell,) if choices and cell and cell not in choices else ()
        yield Field(
            name=name, id=f"field-{n}", value=cell, fault=faults.get(column.key, ""), column=column,
            kind="select" if choices else "prose" if is_long else "text", more=more,
            longest=None if choices else 4000,
            options=[(each, words(each)) for each in (*odd, *choices)], blank="–",
            lines=lines(column, name, cell, _names(bench, column)) if column.parts else (),
            ticks=_ticks(bench, column, cell),
        )  # fmt: skip


def _with_words(bench: Bench, kind: Kind) -> Iterator[Column]:
    """The columns of a kind; where any word may stand, those that its cards have there are offered."""
    for column in kind.all_columns:
        words = {row.get(column.key, "") for row in _all_rows(bench, kind)} if column.open else set()
        yield replace(column, choices=tuple(sorted(words - {""}))) if words else column


def _all_rows(bench: Bench, kind: Kind) -> list[dict[str, str]]:
    """The cards of a kind, those of the set before the starter's."""
    starter = bench.workshop.starter(bench.cards.base).get(kind.key, ())
    return [*bench.of(kind), *(row_of(kind, each) for each in starter)]


def _called(bench: Bench, of: str) -> dict[str, str]:
    """What the cards of a kind are called, by their short names."""
    kind = bench.kind(of)
    rows = reversed(_all_rows(bench, kind))
    return {row[kind.id]: row.get(kind.name, row[kind.id]) for row in rows if row.get(kind.id)}


def _names(bench: Bench, column: Column) -> dict[str, dict[str, str]]:
    kinds = {part.of for parts in column.shapes.values() for part in parts if part.of}
    return {each: _called(bench, each) for each in kinds}


def _ticks(bench: Bench, column: Column, cell: str) -> list[tuple[str, str, bool]]:
    """The words that may stand in a cell, what each is called, and whether it stands there; its own first."""
    if column.kind != "words" or not (column.choices or column.of):
        return []
    offered = _called(bench, column.of) if column.of else {each: spoken(each) for each in column.choices}
    there = words_in(cell)
    named = {**dict.fromkeys(there, ""), **offered}
    return [(each, named[each] or spoken(each), each in there) for each in named]


@require_POST
@at_bench
def look(request: HttpRequest, bench: Bench, kind: str, row: int) -> HttpResponse:
    """The card as it is typed just now, and what is wrong with it; nothing is kept."""
    of = bench.kind(kind)
    own = typed_row(request, of, row) or {}
    shown = _beside(bench, of, own, row)
    faults = {each.column: each.message for each in reversed(shown["faults"])}
    fields = list(_fields(bench, of, row, own, faults))
    return render(request, "workshop/look.html", {**shown, "kind": of, "fields": fields, "swapped": True})


class Beside(TypedDict):
    """What is shown beside the fields of a card."""

    picture: SafeString | str
    faults: list[Fault]
    sharp: list[str]


def _beside(bench: Bench, kind: Kind, own: dict[str, str], row: int) -> Beside:
    """The drawing of a card, or why there is none; and whether its pictures are sharp enough."""
    if not own:
        return {"picture": "", "faults": [], "sharp": []}
    rows = bench.of(kind)
    at = row if 0 < row <= len(rows) else len(rows) + 1
    rows[at - 1 : at] = [{kind.id: f"new-{kind.one}" if kind.id != kind.name else "", **own}]
    whole = bench.with_rows(kind, rows)
    faults = [each.fault for each in wrong(bench.cards, whole, kind) if each.row == at]
    drawing = Drawn(None, faults[0]) if faults else Easel(bench.cards, whole, kind).drawn(at)
    reasons: list[Fault] = faults or ([drawing.fault] if drawing.fault else [])
    return {"picture": _picture(drawing), "faults": reasons, "sharp": _sharp(bench, kind, own)}


def _picture(drawing: Drawn) -> SafeString | str:
    """Front and back side by side, in one drawing so that no part of one stands for a part of the other."""
    if not drawing.sides:
        return ""
    front, back = drawing.sides
    stamps = [*_on_paper(front, 0), *(_on_paper(back, front.width + GAP) if back else ())]
    wide = front.width + (GAP + back.width if back else 0)
    # Our own drawing; its texts are escaped by `press.svg`.
    return mark_safe(svg(Page(wide, front.height, tuple(stamps)), title="The card as it is printed"))


def _on_paper(side: Face, x: float) -> tuple[Stamp, Stamp]:
    paper = Rectangle(Box(0, 0, side.width, side.height), Paint(fill=WHITE))
    bare = Face(side.width, side.height, (paper,), "paper")
    return Stamp(bare, x, 0), Stamp(side, x, 0, window=side.box("trim"))


def _sharp(bench: Bench, kind: Kind, own: dict[str, str]) -> list[str]:
    """What each picture of a card comes to at its printed size."""
    pictures, words = album(bench.cards), []
    for key, place in ((PICTURE, kind.window), (BACK, kind.size)):
        if picture := pictures.get(own.get(key, "")):
            size = f"{place[0]:g} × {place[1]:g} mm"
            words.append(f"{picture.name} on {size}: {judged(pixels_of(picture).dots(*place))}")
    return words


AT_ONCE = 20
"""Files of one form."""


@at_bench
def pictures(request: HttpRequest, bench: Bench) -> HttpResponse:
    error: GameError | None = None
    if request.method == "POST":
        try:
            return _taken(request, bench)
        except GameError as refused:
            error = refused
    shown = {
        **shown_by(bench, "pictures"),
        "album": _album(bench),
        "error": error,
        "most": MOST_BYTES // 1_000_000,
    }
    return render(request, "workshop/pictures.html", shown, status=422 if error else 200)


def _taken(request: HttpRequest, bench: Bench) -> HttpResponse:
    """All of the files, or none of them."""
    files = request.FILES.getlist("file")[:AT_ONCE]
    if not files:
        raise InvalidInput("", "Choose a picture first: PNG, JPEG or SVG.")
    for file in files:
        if (file.size or 0) > MOST_BYTES:
            raise InvalidInput("", f"“{file.name}” has more than {MOST_BYTES // 1_000_000} MB.")
        try:
            take(bench.cards, str(file.name).rpartition(".")[0] or str(file.name), file.read())
        except GameError as error:
            raise InvalidInput("", f"“{file.name}”: {error.message}") from error
    return redirect("workshop:pictures", bench.cards.code)


def _album(bench: Bench) -> list[dict[str, object]]:
    rows = [(kind, row) for kind in bench.workshop.kinds for row in bench.rows.get(kind.key, ())]
    kind = bench.workshop.kinds[0]
    return [
        {
            "picture": each,
            "uses": sum(name in (row.get(PICTURE), row.get(BACK)) for _, row in rows),
            "front": judged(pixels_of(each).dots(*kind.window)),
            "back": judged(pixels_of(each).dots(*kind.size)),
        }
        for name, each in album(bench.cards).items()
    ]


@at_bench
def picture(request: HttpRequest, bench: Bench, pk: int) -> HttpResponse:
    pixels = pixels_of(get_object_or_404(Picture, cards=bench.cards, pk=pk))
    return HttpResponse(pixels.data, content_type=pixels.kind)


@require_POST
@at_bench
def take_away(request: HttpRequest, bench: Bench, pk: int) -> HttpResponse:
    """Take a picture out of the album, which no card of the newest version shows."""
    kept = get_object_or_404(Picture, cards=bench.cards, pk=pk)
    used = any(kept.name in (row.get(PICTURE), row.get(BACK)) for rows in bench.rows.values() for row in rows)
    if used:
        raise InvalidInput("", f"“{kept.name}” is on a card; take it off there first.")
    kept.delete()
    return redirect("workshop:pictures", bench.cards.code)


VERSIONS_A_PAGE = 30


@at_bench
def versions(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Every save, the newest first, with what it changed."""
    rows = SetVersion.objects.filter(cards=bench.cards).order_by("-number")
    shown = Paginator(rows, VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "workshop/versions.html", {**shown_by(bench, "versions"), "page": shown})


@require_POST
@at_bench
def again(request: HttpRequest, bench: Bench, number: int) -> HttpResponse:
    """An old version as the newest."""
    restore(bench.cards, number, bench.by)
    return redirect("workshop:set", bench.cards.code)


@require_POST
@at_bench
def undo(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The last save undone; pressed again, the one before it."""
    if not bench.version.based_on:
        raise InvalidInput("", "This is how the set began; there is nothing to undo.")
    restore(bench.cards, bench.version.based_on, bench.by, undo=True)
    to = request.POST.get("to", "")
    return (
        redirect("workshop:table", bench.cards.code, to)
        if to.isalpha()
        else redirect("workshop:set", bench.cards.code)
    )


@at_bench
def use(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Where the cards go: to paper, to a table, into a file."""
    kinds = []
    for kind in bench.workshop.kinds:
        rows, last = bench.of(kind), bench.cards.last_prints.get(kind.key, 0)
        since = version_of(bench.cards, last).rows.get(kind.key, []) if last else []
        new = changed(kind, since, rows)
        faults = unready(bench.version, kind)
        bad = {each.row: each for each in reversed(faults)}
        named = [
            {"id": row.get(kind.id, ""), "name": row.get(kind.name, "")}
            for n, row in enumerate(rows, 1)
            if n not in bad
        ]
        out = [(each, called(kind, rows[n - 1])) for n, each in sorted(bad.items())]
        kinds.append({"kind": kind, "rows": named, "last": last, "new": new, "faults": faults, "out": out})
    ready, reason = True, ""
    try:
        file_of(bench.cards, bench.rows)
    except GameError as error:
        ready, reason = False, error.message
    own = f"{bench.cards.code}.{bench.version.number}"
    shown = {**shown_by(bench, "use"), "kinds": kinds, "own": own, "ready": ready, "reason": reason}
    shown["without"] = left_out(bench.version, drawn=False)
    return render(request, "workshop/use.html", {**shown, "workshop": bench.workshop})


@at_bench
def packed(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The set in one file, to share."""
    return sent(packed_set(bench.cards), f"{_stem(bench)}.zip", "application/zip")


@at_bench
def owner_file(request: HttpRequest, bench: Bench) -> HttpResponse:
    """The file that a table, the command line and the desk take."""
    file = file_of(bench.cards, bench.rows, request.GET.get("card", ""))
    text = json.dumps(file, ensure_ascii=False, indent=1)
    return sent(text.encode(), f"{_stem(bench)}-{bench.workshop.file}.json", "application/json")


@at_bench
def art_file(request: HttpRequest, bench: Bench, kind: str) -> HttpResponse:
    """The pictures of a kind's cards, as the command line takes them beside the game's own file."""
    art_ = art(bench.kind(kind), bench.of(bench.kind(kind)), album(bench.cards))
    record = {
        side: {name: written(pixels) for name, pixels in pictures.items()}
        for side, pictures in (("fronts", art_.fronts), ("backs", art_.backs))
    }
    return sent(json.dumps(record).encode(), f"{_stem(bench)}-{kind}-art.json", "application/json")


@at_bench
def workbook(request: HttpRequest, bench: Bench) -> HttpResponse:
    data = xlsx_of([(kind, bench.of(kind)) for kind in bench.workshop.kinds])
    return sent(data, f"{_stem(bench)}.xlsx", WEB["xlsx"])


def _stem(bench: Bench) -> str:
    return slugify(bench.cards.title) or bench.cards.code.lower()
