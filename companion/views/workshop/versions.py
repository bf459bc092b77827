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
def versions(request: HttpRequest, here: Bench) -> HttpResponse:
    """Every save, the newest first, with what it changed."""
    found = SetVersion.objects.filter(cards=here.cards).order_by("-number")
    shown = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "workshop/versions.html", {**shown_by(here, "versions"), "page": shown})


@require_POST
@at_bench
def again(request: HttpRequest, here: Bench, number: int) -> HttpResponse:
    """An old version as the newest."""
    restore(here.cards, number, here.by)
    return redirect("workshop:set", here.cards.code)


@require_POST
@at_bench
def undo(request: HttpRequest, here: Bench) -> HttpResponse:
    """The last save undone; pressed again, the one before it."""
    if not here.version.based_on:
        raise InvalidInput("", "This is how the set began; there is nothing to undo.")
    restore(here.cards, here.version.based_on, here.by, undo=True)
    to = request.POST.get("to", "")
    return (
        redirect("workshop:table", here.cards.code, to)
        if to.isalpha()
        else redirect("workshop:set", here.cards.code)
    )


@at_bench
def use(request: HttpRequest, here: Bench) -> HttpResponse:
    """Where the cards go: to paper, to a table, into a file."""
    kinds = []
    for kind in here.workshop.kinds:
        rows, last = here.of(kind), here.cards.last_prints.get(kind.key, 0)
        since = version_of(here.cards, last).rows.get(kind.key, []) if last else []
        new = changed(kind, since, rows)
        faults = wrong(here.cards, here.rows, kind)
        named = [{"id": row.get(kind.id, ""), "name": row.get(kind.name, "")} for row in rows]
        unfit = None if faults or not rows else _unfit(here, kind, rows)
        kinds.append(
            {"kind": kind, "rows": named, "last": last, "new": new, "faults": faults, "unfit": unfit}
        )
    ready, reason = True, ""
    try:
        file_of(here.cards, here.rows)
    except GameError as error:
        ready, reason = False, error.message
    own = f"{here.cards.code}.{here.version.number}"
    shown = {**shown_by(here, "use"), "kinds": kinds, "own": own, "ready": ready, "reason": reason}
    return render(request, "workshop/use.html", {**shown, "workshop": here.workshop})


class Unfit(NamedTuple):
    """The first card that cannot be printed: its row, from 1, and why."""

    row: int
    message: str


def _unfit(here: Bench, kind: Kind, rows: list[dict[str, str]]) -> Unfit | None:
    """The first card whose words find no room, or whatever else keeps the press from it."""
    try:
        given = {KEY: f"{here.cards.code}.{here.version.number}"}
        assert Order(plate(here.cards, kind), given).document
    except GameError as error:
        named = error.path.split(".")
        row = next((n for n, each in enumerate(rows, 1) if each.get(kind.id) in named), 1)
        return Unfit(row, error.message)
    return None


@at_bench
def packed(request: HttpRequest, here: Bench) -> HttpResponse:
    """The set in one file, to share."""
    return sent(packed_set(here.cards), f"{_stem(here)}.zip", "application/zip")


@at_bench
def owner_file(request: HttpRequest, here: Bench) -> HttpResponse:
    """The file that a table, the command line and the desk take."""
    file = file_of(here.cards, here.rows, request.GET.get("card", ""))
    text = json.dumps(file, ensure_ascii=False, indent=1)
    return sent(text.encode(), f"{_stem(here)}-{here.workshop.file}.json", "application/json")


@at_bench
def art_file(request: HttpRequest, here: Bench, kind: str) -> HttpResponse:
    """The pictures of a kind's cards, as the command line takes them beside the game's own file."""
    found = art(here.kind(kind), here.of(here.kind(kind)), album(here.cards))
    told = {
        side: {name: written(pixels) for name, pixels in pictures.items()}
        for side, pictures in (("fronts", found.fronts), ("backs", found.backs))
    }
    return sent(json.dumps(told).encode(), f"{_stem(here)}-{kind}-art.json", "application/json")


@at_bench
def workbook(request: HttpRequest, here: Bench) -> HttpResponse:
    data = xlsx_of([(kind, here.of(kind)) for kind in here.workshop.kinds])
    return sent(data, f"{_stem(here)}.xlsx", WEB["xlsx"])


def _stem(here: Bench) -> str:
    return slugify(here.cards.title) or here.cards.code.lower()
