"""The print shop: a shelf of all that can be printed, and for each its options beside its very sheets."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Option
from companion.press.document import Document
from companion.press.errors import PressUnavailable
from companion.press.options import chosen, spelt
from companion.press.paper import PAPER_NAMES
from companion.printing import Plate, find, plates
from companion.tables.devices import TooManyGuesses
from companion.views.print_order import Order, Seen, Stranger, answer, seen_by

type View = Callable[..., HttpResponse]


def with_table(view: View) -> View:
    """A page that may show a live table; a device that has not joined it is told so."""

    @wraps(view)
    def page(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        try:
            return view(request, seen_by(request), *args, **kwargs)
        except Stranger as stranger:
            return render(request, "print/stranger.html", {"code": str(stranger)}, status=403)
        except TooManyGuesses:
            return render(request, "tables/too_many.html", status=429)

    return require_safe(page)


@with_table
def home(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """The whole shelf, or that of the table's game."""
    games = [shelf.game(seen.table.system)] if seen else list(shelf.games().values())
    return _shelf(request, seen, [game.slug for game in games])


@with_table
def game(request: HttpRequest, seen: Seen | None, system: str) -> HttpResponse:
    """One game's shelf."""
    _known(system)
    return _shelf(request, seen, [system])


@with_table
def printable(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """One printable: its options, and the sheets that they give."""
    order = Order(request, _plate(system, name), _same_game(seen, system))
    shown: dict[str, Any] = {"order": order, "fields": _fields(order), **_links(order)}
    try:
        shown |= _sheets(order, request.GET.get("page", "1"))
    except GameError as error:
        return render(request, "print/printable.html", {**shown, "error": error}, status=422)
    return render(request, "print/printable.html", shown)


@with_table
def pdf(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """The file itself."""
    order = Order(request, _plate(system, name), _same_game(seen, system))
    try:
        return answer(request, order)
    except GameError as error:
        shown = {"order": order, "fields": _fields(order), "error": error, **_links(order)}
        return render(request, "print/printable.html", shown, status=_status(error))


def _status(error: GameError) -> int:
    return 503 if isinstance(error, PressUnavailable) else 422


def _shelf(request: HttpRequest, seen: Seen | None, systems: list[str]) -> HttpResponse:
    query = f"?{urlencode({'table': seen.table.code})}" if seen else ""
    games = [
        {
            "title": shelf.game(system).title,
            "plates": [p for p in plates(system) if seen or p.printable.table != "must"],
            "for_a_table": [p for p in plates(system) if not seen and p.printable.table == "must"],
        }
        for system in systems
    ]
    return render(request, "print/shelf.html", {"games": games, "seen": seen, "query": query})


def _known(system: str) -> None:
    if system not in shelf.slugs():
        raise Http404


def _plate(system: str, name: str) -> Plate:
    try:
        return find(system, name)
    except InvalidInput as error:
        raise Http404 from error


def _same_game(seen: Seen | None, system: str) -> Seen | None:
    if seen and seen.table.system != system:
        raise Http404
    return seen


def _links(order: Order) -> dict[str, str]:
    """The query of this order, for the PDF and for other pages of the preview."""
    table = {"table": order.seen.table.code} if order.seen else {}
    return {"query": urlencode({**table, **order.given}), "table_query": urlencode(table)}


def _fields(order: Order) -> list[dict[str, Any]]:
    """The form's fields with what is chosen now; the defaults where it cannot be read."""
    try:
        now = chosen(order.plate.printable.options, order.given)
    except GameError:
        now = chosen(order.plate.printable.options, {})
    return [_field(option, now[option.key]) for option in order.plate.asked]


def _field(option: Option, value: object) -> dict[str, Any]:
    choices = [(spelt(each), title, each == value) for each, title in option.choices]
    return {"option": option, "value": value, "choices": choices}


def _sheets(order: Order, wanted: str) -> dict[str, Any]:
    """The preview: one page as drawn, and how many there are; nothing for sheets of running text."""
    drawn = order.drawn
    if not drawn:
        return {}
    count = len(drawn.pages)
    number = min(max(int(wanted), 1), count) if wanted.isascii() and wanted.isdigit() else 1
    # The drawing is our own markup; every text in it has been escaped by `press.svg`.
    picture = mark_safe(drawn.preview(number))
    return {
        "picture": picture,
        "number": number,
        "count": count,
        "before": number - 1,
        "after": number + 1 if number < count else 0,
        "label": drawn.pages[number - 1].label,
        "needed": needed(drawn),
    }


def needed(document: Document) -> str:
    """How much paper it takes, in words."""
    pages, paper = len(document.pages), PAPER_NAMES[document.paper]
    sheets = sum(not page.label.startswith("backs") for page in document.pages)
    words = f"{sheets} sheet{'s' if sheets != 1 else ''} of {paper}"
    return f"{words}, printed on both sides" if sheets < pages else words
