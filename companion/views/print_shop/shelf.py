"""The print shop: a shelf of all that can be printed, and for each its options beside its very sheets."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.htmx import HtmxRequest
from companion.press.document import Document
from companion.press.sheet import PART, parts
from companion.press.text import PressUnavailable
from companion.press.whole import Whole
from companion.press.whole.everything import NAME as EVERYTHING
from companion.printing import Plate, find, plates
from companion.shop import jobs
from companion.shop.export import targets
from companion.shop.files import finished, pages_in, was_printed_whole
from companion.shop.orders import Order, Seen
from companion.shop.tasks import done, is_long
from companion.tables.codes import hashed
from companion.tables.devices import secret_of
from companion.tables.models import Table
from companion.views.print_shop.form import form, is_used, printers, unplaced
from companion.views.print_shop.measuring import tap
from companion.views.print_shop.order import Stranger, answer, given_in, ordered, query_of, seen_by
from companion.views.print_shop.runs import after_a_jam, jam_form, one_card, turning
from companion.views.print_shop.words import by_paper, counted, is_back, needed, whole_needed
from companion.workshop.making import mark_printed, told_of

type View = Callable[..., HttpResponseBase]

TABLES = 6
"""How many of a device's tables the shelf names."""


def with_table(view: View) -> View:
    """A page that may show a live table; a device that has not joined it is told so."""

    @wraps(view)
    def page(request: HtmxRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        try:
            return view(request, seen_by(request), *args, **kwargs)
        except Stranger as refusal:
            return _refused(request, refusal)

    return require_safe(page)


def _refused(request: HtmxRequest, refusal: Stranger) -> HttpResponse:
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())  # The whole page says why.
    return render(request, "print/stranger.html", {"code": str(refusal)}, status=403)


class Row(NamedTuple):
    """A part of the shelf: why these stand together, and what they are."""

    title: str
    plates: list[Plate]


@with_table
def home(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """The whole shelf, or that of the table's game."""
    games = [seen.table.system] if seen else [slug for slug, game in shelf.games().items() if game.printables]
    return _shelf(request, seen, games)


@with_table
def game(request: HttpRequest, seen: Seen | None, system: str) -> HttpResponse:
    """One game's shelf."""
    if system not in shelf.slugs() or not shelf.game(system).printables:
        raise Http404
    return _shelf(request, same_game(seen, system), [system])


@with_table
def printable(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """One printable: its options, and the sheets that they give. The address follows what is not as usual."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    page, printer = request.GET.get("page", ""), request.GET.get("printer", "")
    here = query_of(Order(plate, given_in(request), seen), printer=printer, page=page)
    return replace_url(order_page(request, plate, seen), request.path + here)


@with_table
def pdf(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The file itself; for long work, the page that tells how far it is."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        order = ordered(request, plate, seen)
        if not finished(order.digest) and is_long(order):
            mark_printed(plate, order.given)
            return redirect("print:job", jobs.begin(order).key)
        mark_printed(plate, order.given)
        return answer(request, order)
    except GameError as error:
        return order_page(request, plate, seen, error)


def order_page(
    request: HttpRequest, plate: Plate, seen: Seen | None, error: GameError | None = None
) -> HttpResponse:
    """The options beside the sheets; with what is wrong, where something is."""
    order, shown = Order(plate, given_in(request), seen), {}
    try:
        order = ordered(request, plate, seen)
        shown = {} if error else {"warning": order.warning, **_sheets(order, request.GET.get("page", "1"))}
    except GameError as problem:
        error = problem
    leading, folded = form(order, error)
    shown |= {"groups": leading, "folded": folded, "folded_open": is_used(folded)}
    shown |= {"order": order, "plate": plate, "seen": seen, "query": query_of(order)}
    shown |= told_of(order.given)
    shown |= {"targets": list(targets(plate)), "measure": tap(order)}
    shown |= {"printers": printers(request.GET.get("printer", "")), "error": error}
    shown |= {
        "above": bool(error and unplaced([*leading, *folded], error)),
        "table_query": _table_query(seen),
    }
    status = 200 if error is None else 503 if isinstance(error, PressUnavailable) else 422
    return render(request, "print/printable.html", shown, status=status)


def plate_of(system: str, name: str) -> Plate:
    """The printable of that address, or no such page."""
    try:
        return find(system, name)
    except InvalidInput as error:
        raise Http404 from error


def same_game(seen: Seen | None, system: str) -> Seen | None:
    """The table, which must play that game."""
    if seen and seen.table.system != system:
        raise Http404
    return seen


def _shelf(request: HttpRequest, seen: Seen | None, systems: list[str]) -> HttpResponse:
    games = [
        {
            "game": shelf.game(system),
            "rows": _rows([each for each in plates(system) if each.printable.name != EVERYTHING], seen),
            "whole": EVERYTHING in shelf.game(system).printables,
            "printed": was_printed_whole(system),
            "missing": _missing(system, seen),
        }
        for system in systems
    ]
    shown: dict[str, Any] = {"games": games, "seen": seen, "query": _table_query(seen)}
    shown["tables"] = [] if seen else _tables(request, systems)
    return render(request, "print/shelf.html", shown)


def _rows(all_of_it: list[Plate], seen: Seen | None) -> list[Row]:
    """With a table: the game in progress, its own pieces, what is the same for all. Without: one row."""
    if not seen:
        return [Row("", [plate for plate in all_of_it if plate.printable.table != "must"])]
    titles = {"must": "The game in progress", "may": "With this table's cards and house rules"}
    titles["no"] = "The same for every table"
    rows = [Row(title, [p for p in all_of_it if p.printable.table == kind]) for kind, title in titles.items()]
    return [row for row in rows if row.plates]


def _missing(system: str, seen: Seen | None) -> list[Plate]:
    return [] if seen else [plate for plate in plates(system) if plate.printable.table == "must"]


def _tables(request: HttpRequest, systems: list[str]) -> list[Table]:
    """The tables of this device whose game in progress it may print."""
    secret = secret_of(request)
    if not secret:
        return []
    mine = Table.objects.filter(tokens__hash=hashed(secret), tokens__revoked_at=None, archived_at=None)
    return list(mine.filter(system__in=systems).distinct().order_by("-pk")[:TABLES])


def _table_query(seen: Seen | None) -> str:
    return f"?{urlencode({'table': seen.key})}" if seen else ""


def _sheets(order: Order, wanted: str) -> dict[str, Any]:
    """The preview: one page as drawn or as set, and how many there are."""
    drawn = order.drawn
    if isinstance(order.document, Whole):
        box, rest = by_paper(order.document), jam_form(order)
        return {"long": True, "needed": whole_needed(order.document), "box": box, "jam": rest}
    if not drawn and is_long(order):
        return {"long": True}
    count = len(drawn.pages) if drawn else pages_in(done(order))
    number = min(max(int(wanted), 1), count) if wanted.isascii() and wanted.isdigit() else 1
    shown: dict[str, Any] = {
        "number": number,
        "count": count,
        "before": number - 1,
        "after": number + 1 if number < count else 0,
    }
    shown |= {
        "before_query": query_of(order, page=number - 1),
        "after_query": query_of(order, page=number + 1),
    }
    if not drawn:
        return shown | {"image_query": query_of(order, page=number), "needed": _sides(count)}
    page = drawn.pages[number - 1]
    shown |= {"jammed": after_a_jam(order, drawn, number), "one_card": one_card(order, drawn)}
    # The drawing is our own markup; every text in it has been escaped by `press.svg`.
    shown |= {"picture": mark_safe(drawn.preview(number)), "label": page.label, "back": is_back(page)}
    return shown | _paper(order, drawn)


def _paper(order: Order, drawn: Document) -> dict[str, Any]:
    """What it takes, and where it is long and can be had in parts: how many, and the address of each."""
    found = counted(drawn)
    parted = parts(found.sheets) if not order.choices.get("part", 1) else 1
    listed = [(each, query_of(order, part=each)) for each in range(1, parted + 1)] if parted > 1 else []
    shown = {"needed": needed(drawn, found), "long": is_long(order), "parts": listed, "part_sheets": PART}
    return shown | {"turning": turning(drawn)}


def _sides(count: int) -> str:
    return f"{count} page{'s' if count != 1 else ''}"
