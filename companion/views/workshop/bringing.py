"""Cards brought in from outside: read, shown row by row as what they would become, and only then kept.

Nothing is kept in between: what was brought travels in the form, and is read anew with every answer.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Kind
from companion.engine.paste import (
    ALPHABETS,
    APART,
    MOST_BYTES,
    Bringing,
    Cells,
    Headed,
    Lines,
    bringing,
    cells,
    filled,
    headed,
)
from companion.views.workshop.cards import page_of
from companion.views.workshop.sets import Bench, at_bench, joined_rows, shown_by

SHOWN = 3
"""Cells of a column that are shown with its name."""


class Read(NamedTuple):
    """What was brought, as it is read: its bytes, its cells, what their columns mean."""

    data: bytes
    cells: Cells
    means: Headed
    all: bool


@require_POST
@at_bench
def paste(request: HttpRequest, bench: Bench, kind: str) -> HttpResponse:
    """What would be new, changed, gone and not understood, row by row; once it is said so, the ticked rows
    are kept: those of a short name that is there take its place, others come after."""
    of = bench.kind(kind)
    try:
        read = _read(request, of)
        coming = bringing(of, bench.of(of), filled(of, read.cells.lines, read.means), all_=read.all)
        keep, ticked = request.POST.get("do") == "keep", _ticked(request, coming)
        if keep and (ticked or coming.gone):
            return _kept(bench, coming, ticked, all_=read.all)
    except GameError as error:
        return render(request, "workshop/table.html", page_of(request, bench, of, error), status=422)
    shown = _context(bench, coming, read) | {"none_ticked": keep}
    return render(request, "workshop/bringing.html", shown, status=422 if keep else 200)


def _ticked(request: HttpRequest, coming: Bringing) -> set[int]:
    taken = set(request.POST.getlist("take"))
    return {each.number for each in coming.coming if str(each.number) in taken}


def _read(request: HttpRequest, kind: Kind) -> Read:
    data = _brought(request)
    sheet = cells(kind, data, request.POST.get("alphabet", ""), request.POST.get("apart", ""))
    means = headed(kind, sheet.lines)
    # Whether it has just been read in another alphabet, or cut otherwise: its columns are others then.
    if "headed" in request.POST and request.POST.get("read") == f"{sheet.alphabet}{sheet.apart}":
        columns, keys = {column.key for column in kind.all_columns}, list[str]()
        for n in range(len(means.keys)):
            key = request.POST.get(f"column.{n}", "")
            keys.append(key if key in columns and key not in keys else "")
        means = Headed(tuple(keys), headed=request.POST["headed"] == "yes", told=any(keys))
    return Read(data, sheet, means, request.POST.get("how") == "all")


def _brought(request: HttpRequest) -> bytes:
    """The bytes of the file or of the cells that were pasted; on the second way those that the form holds."""
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file is not None:
        if (file.size or 0) > MOST_BYTES:
            raise InvalidInput("", f"A table of at most {MOST_BYTES // 1_000_000} MB is wanted.")
        file.seek(0)
        return bytes(file.read())
    if held := request.POST.get("data"):
        try:
            return b64decode(held, validate=True)
        except (NotBase64, ValueError) as error:
            raise InvalidInput("", "What was brought has been damaged on its way; bring it anew.") from error
    if not text.strip():
        raise InvalidInput("", "Paste cells of a spreadsheet first, or choose a file.")
    return text.encode("utf-8", "replace")


def _kept(bench: Bench, coming: Bringing, ticked: set[int], *, all_: bool) -> HttpResponse:
    kind = coming.kind
    there = {row.get(kind.id, ""): row for row in bench.of(kind)}
    # A card whose row is not ticked stays as it is, also where all others give way.
    rows = [
        each.row if each.number in ticked else there[each.row[kind.id]]
        for each in coming.coming
        if each.number in ticked or each.row.get(kind.id, "") in there
    ]
    now = bench.save(kind, rows if all_ else joined_rows(kind, bench.of(kind), rows))
    answer = redirect("workshop:table", bench.cards.code, kind.key)
    answer["Location"] += f"?brought={now.number}" if now.number != bench.version.number else ""
    return answer


def _context(bench: Bench, coming: Bringing, read: Read) -> dict[str, object]:
    kind, sheet = coming.kind, read.cells
    groups = [
        (title, [each for each in coming.coming if each.what == what], ticked)
        for what, title, ticked in (
            ("unclear", "Not understood", False),
            ("changed", "Changed", True),
            ("new", "New", True),
        )
    ]
    return {
        **shown_by(bench, kind.key),
        "kind": kind,
        "coming": coming,
        "groups": [each for each in groups if each[1]],
        "same": coming.count("same"),
        "columns": _columns(kind, sheet.lines, read.means),
        "read": read,
        "data": b64encode(read.data).decode(),
        "alphabets": [(each, ALPHABETS[each]) for each in sheet.alphabets],
        "aparts": list(APART.items()) if sheet.apart else [],
        "left_out": sum(not key for key in read.means.keys),
    }


class Column(NamedTuple):
    """A column of what was brought: its name there, the first of its cells, and what it is taken for."""

    name: str
    cells: str
    key: str


def _columns(kind: Kind, lines: Lines, means: Headed) -> list[Column]:
    below = lines[1 if means.headed else 0 :]
    heads = lines[0] if means.headed and lines else []
    return [
        Column(heads[n] if n < len(heads) else "", _first(below, n), key) for n, key in enumerate(means.keys)
    ]


def _first(lines: Sequence[Sequence[str]], n: int) -> str:
    samples = [line[n] for line in lines if n < len(line) and line[n]][:SHOWN]
    return " · ".join(each if len(each) <= 24 else f"{each[:23]}…" for each in samples)
