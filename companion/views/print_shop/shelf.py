"""The print shop: a shelf of all that can be printed, and for each its options beside its very sheets."""

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.csp import CSP
from django.utils.safestring import mark_safe
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Option
from companion.engine.option import picks_of, read_option, spelt
from companion.htmx import HtmxRequest
from companion.press.document import Document
from companion.press.sheet import PART, parts
from companion.press.text import PressUnavailable
from companion.press.whole import Whole
from companion.press.whole.everything import NAME as EVERYTHING
from companion.printing import Plate, find, plates
from companion.shop import jobs
from companion.shop.export import targets
from companion.shop.files import blank, drawn, finished, page_of, pages_in, was_printed_whole
from companion.shop.models import Printer
from companion.shop.orders import Order, Seen
from companion.shop.tasks import done, is_long
from companion.tables.devices import hashed, secret_of
from companion.tables.models import Table
from companion.views.print_shop.order import (
    Stranger,
    after_a_jam,
    answer,
    by_paper,
    counted,
    given_in,
    is_back,
    jam_form,
    needed,
    one_card,
    ordered,
    private,
    query_of,
    seen_by,
    tap,
    turning,
    whole_needed,
)
from companion.workshop.making import mark_printed, told_of

GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("What to print", frozenset({"which"})),
    ("Paper", frozenset({"paper", "size", "format", "own", "join", "overlap"})),
    ("Cutting", frozenset({"marks", "back_marks", "bleed", "radius", "machine", "proof", "house"})),
    ("Backs", frozenset({"backs", "sides"})),
    ("Ink and type", frozenset({"ink", "large"})),
    ("Which and how many", frozenset({"position", "only", "copies", "skip", "blank", "changed", "part"})),
)
OTHER = "More"

FEW = 3
"""Choices that stand side by side; more of them make a list."""

TAPPED = {"only": ("print:cards", "Tap the cards"), "skip": ("print:places", "Tap the used places")}
"""Options that can also be chosen by tapping, where, and what the button says."""

OF_A_TABLE = frozenset({"position"})
"""Options that say something about a live table only."""


class Field(NamedTuple):
    """One option as the form shows it."""

    option: Option
    kind: str
    value: str
    choices: tuple[tuple[str, str, bool], ...]
    error: str
    tap_url: str = ""
    tap_words: str = ""

    @property
    def default(self) -> str:
        """What the address need not say."""
        return spelt(self.option.default) if self.option.default is not None else ""


class Group(NamedTuple):
    """Fields that belong together."""

    title: str
    fields: list[Field]


def form(order: Order, error: GameError | None) -> tuple[list[Group], list[Group]]:
    """The form, group by group: what is asked of everybody, and what lies folded away."""
    fields = list(_fields(order, error))
    leads = any(field.option.leading for field in fields)
    shown = [field for field in fields if field.option.leading or not leads]
    return _grouped(shown), _grouped([field for field in fields if field not in shown])


def is_used(folded: list[Group]) -> bool:
    """Whether something that lies folded away is not as usual, and must be seen."""
    return any(field.error or field.value != field.default for group in folded for field in group.fields)


def _grouped(fields: list[Field]) -> list[Group]:
    named = {key for _, keys in GROUPS for key in keys}
    found = [Group(title, [f for f in fields if f.option.key in keys]) for title, keys in GROUPS]
    found.append(Group(OTHER, [f for f in fields if f.option.key not in named]))
    return [group for group in found if group.fields]


def _fields(order: Order, error: GameError | None) -> Iterator[Field]:
    for option in order.plate.asked:
        if option.key in OF_A_TABLE and not order.scene:
            continue
        field = _field(option, order.given, error)
        if option.key in TAPPED:
            name, words = TAPPED[option.key]
            there = reverse(name, args=[order.plate.game.slug, order.plate.printable.name])
            field = field._replace(tap_url=there, tap_words=words)
        yield field


def _field(option: Option, given: Any, error: GameError | None) -> Field:
    wrong = ""
    try:
        value = read_option(option, given[option.key]) if option.key in given else option.default
    except GameError as problem:
        value, wrong = option.default, problem.message
        if not option.choices:
            value = given[option.key]
    if not wrong and error and error.path in (option.key, f"options.{option.key}"):
        wrong = error.message
    told = "" if value is None else spelt(value)
    choices = tuple((each, title, each == told) for each, title in picks_of(option))
    return Field(option, _kind(option), told, choices, wrong)


def _kind(option: Option) -> str:
    if option.choices:
        short = len(option.choices) <= FEW and all(len(title) < 28 for _, title in option.choices)
        return "segments" if short else "select"
    return "number" if option.low is not None else "text"


def unplaced(shown: list[Group], error: GameError) -> bool:
    """Whether an error belongs to no field of the form, and must stand above it."""
    return not any(field.error for group in shown for field in group.fields) and error.path != "printer"


def printers(wanted: str) -> list[tuple[Printer, bool]]:
    """The printers that can be chosen, and which is."""
    return [(each, each.name == wanted) for each in Printer.objects.all()]


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


SMALL, LARGE = 480, 1240
"""Pixels across: a thumbnail, and a page to read (150 to an inch of A4)."""

# The drawing brings its own fonts; nothing else may be loaded by it.
DRAWING: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "style-src": [CSP.UNSAFE_INLINE],
    "font-src": ["data:"],
}


@with_table
def thumbnail(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The first sheet, small: the very drawing, or the page as it was set."""
    try:
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        return _thumbnail(request, order)
    except PressUnavailable:
        return _svg(blank())
    except GameError as error:
        raise Http404 from error


@csp_override(DRAWING)
def _svg(drawing: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml")


def _thumbnail(request: HttpRequest, order: Order) -> HttpResponseBase:
    tag = f'"{order.fingerprint}-picture"'
    response = get_conditional_response(request, etag=tag)
    if response is None and isinstance(order.document, Document):
        response = _svg(_first(order.fingerprint, order.document))
    elif response is None:
        response = _svg(blank()) if is_long(order) else _png(page_of(done(order), 1, SMALL))
    return private(response, tag)


@lru_cache(maxsize=64)
def _first(fingerprint: str, document: Document) -> str:
    return drawn(document)


@with_table
def page(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """One page of a sheet of text, as the typesetter set it."""
    try:
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        if is_long(order):
            raise Http404
        file = done(order)
    except GameError as error:
        raise Http404 from error
    wanted = request.GET.get("page", "1")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() else 1
    tag = f'"{order.fingerprint}-page-{number}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = _png(page_of(file, min(max(number, 1), pages_in(file)), LARGE))
    return private(response, tag)


def _png(picture: bytes) -> HttpResponse:
    return HttpResponse(picture, content_type="image/png")
