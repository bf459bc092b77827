"""What became of a set: its versions, an undo, files to share; and where its cards are used."""

import json
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import Kind, changed, xlsx_of
from companion.press.art import written
from companion.shop.orders import Order
from companion.views.workshop.cards import WEB, sent
from companion.views.workshop.sets import Bench, at_bench, shown_by
from companion.workshop.keeping import album, art, restore, version_of
from companion.workshop.keeping import packed as packed_set
from companion.workshop.making import KEY, file_of, plate, wrong
from companion.workshop.models import SetVersion

A_PAGE = 30


@at_bench
def versions(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Every save, the newest first, with what it changed."""
    rows = SetVersion.objects.filter(cards=bench.cards).order_by("-number")
    shown = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
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
        faults = wrong(bench.cards, bench.rows, kind)
        named = [{"id": row.get(kind.id, ""), "name": row.get(kind.name, "")} for row in rows]
        unfit = None if faults or not rows else _unfit(bench, kind, rows)
        kinds.append(
            {"kind": kind, "rows": named, "last": last, "new": new, "faults": faults, "unfit": unfit}
        )
    ready, reason = True, ""
    try:
        file_of(bench.cards, bench.rows)
    except GameError as error:
        ready, reason = False, error.message
    own = f"{bench.cards.code}.{bench.version.number}"
    shown = {**shown_by(bench, "use"), "kinds": kinds, "own": own, "ready": ready, "reason": reason}
    return render(request, "workshop/use.html", {**shown, "workshop": bench.workshop})


class Unfit(NamedTuple):
    """The first card that cannot be printed: its row, from 1, and why."""

    row: int
    message: str


def _unfit(bench: Bench, kind: Kind, rows: list[dict[str, str]]) -> Unfit | None:
    """The first card whose words find no room, or whatever else keeps the press from it."""
    try:
        given = {KEY: f"{bench.cards.code}.{bench.version.number}"}
        assert Order(plate(bench.cards, kind), given).document
    except GameError as error:
        named = error.path.split(".")
        row = next((n for n, each in enumerate(rows, 1) if each.get(kind.id) in named), 1)
        return Unfit(row, error.message)
    return None


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
