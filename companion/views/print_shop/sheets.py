"""An order in one view: the sheet on a desk, to turn over and to leaf through, beside it every choice.

And long work, how far it is and what came of it; and a print on its way out of the house.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Control
from companion.engine.game import Option
from companion.engine.option import picks_of, read_option, spelt
from companion.htmx import HtmxRequest
from companion.press.document import Document
from companion.press.page import PAPER_NAMES
from companion.press.sheet import PART, parts
from companion.press.text import PressUnavailable
from companion.press.whole import NAME as EVERYTHING
from companion.printing import Plate, find, plates
from companion.shop import tasks
from companion.shop.export import (
    MAKERS,
    PRINT_HOUSE,
    Packed,
    export,
    looked_at,
    summed,
    table_pictures,
    targets,
)
from companion.shop.files import Finished, finished, page_of, pages_in, shelved
from companion.shop.models import Job, Printer
from companion.shop.orders import Order, Seen, begun, is_paired
from companion.shop.samples import contents, kept, picture, swatch
from companion.shop.tasks import done, is_long
from companion.tables.devices import A_YEAR
from companion.tables.errors import whole
from companion.tables.views.entrance import reachable
from companion.views.print_shop.order import (
    Jam,
    Stranger,
    after_a_jam,
    answer,
    counted,
    given_in,
    handed,
    image,
    jam_form,
    needed,
    one_card,
    ordered,
    pictured,
    private,
    query_of,
    remembered,
    seen_by,
    sent,
    tap,
    turned_over,
)
from companion.workshop.making import KEY, mark_printed, told_of

ASKED = frozenset({"copies", "size", "year"})
"""Asked of everybody although the game does not lead with them."""

FOLDED = frozenset({"format", "marks", "large"})
"""Rare enough to lie under “Size, cuts, type”, whatever leads; how they are is said before it opens."""

FIRST = ("which", "paper", "ink", "backs")
"""What is asked first, in this order; how often comes last."""

SHORT = {
    "which": {"game": "All of it", "tonight": "Tonight", "changed": "What changed"},
    "paper": {"letter": "Letter", "legal": "Legal", "tabloid": "Tabloid", "both": "Both"},
    "ink": {"safe": "For all eyes", "grey": "Greys", "saver": "Outlines"},
    "backs": {"long": "Long edge", "short": "Short edge", "fold": "Fold", "none": "No backs"},
    "count": {"catalogue": "All", "one": "One of each"},
}
"""What a choice is called where many stand side by side; its whole words are its title."""

MANY, LONG = 6, 21
"""More choices than that make a list, and so do longer words."""

FEW, SHORTEST = 2, 9
"""So few choices of such short words take half a row."""

TAPPED = {"only": ("print:cards", "Tap the cards"), "skip": ("print:places", "Tap the used places")}
"""Options that can also be chosen by tapping, where, and what the button says."""

OF_A_TABLE = frozenset({"position"})
"""Options that say something about a live table only."""


class Choice(NamedTuple):
    """A value of an option: how it is spelt, its words in short and in full, whether it is chosen."""

    value: str
    words: str
    title: str
    now: bool


@dataclass(frozen=True, kw_only=True)
class Field(Control):
    """One option as the form shows it; a number with the addresses that make it one less, and one more."""

    value: str
    option: Option
    choices: tuple[Choice, ...]
    tap_url: str = ""
    tap_words: str = ""
    down: str = ""
    up: str = ""

    @property
    def is_half(self) -> bool:
        """Whether two of them stand side by side."""
        longest = max((len(each.words) for each in self.choices), default=0)
        few = self.kind == "words" and len(self.choices) <= FEW and longest <= SHORTEST
        return self.kind == "number" or few or (self.kind == "select" and longest <= LONG)

    @property
    def told(self) -> str:
        """How it is, in words, for a line that says what is not asked: empty where nothing is to be said."""
        chosen = next((each.title for each in self.choices if each.now), self.value)
        if self.option.key in ("format", "marks"):
            return chosen if chosen[:2].isupper() else chosen[:1].lower() + chosen[1:]
        usual = "" if self.option.default is None else spelt(self.option.default)
        if self.value == usual:
            return ""
        name = self.option.title[:1].lower() + self.option.title[1:]
        return name if chosen == "Yes" else f"{name}: {chosen}"


def form(order: Order, error: GameError | None) -> tuple[list[Field], list[Field]]:
    """The form: what is asked of everybody, and what lies folded away."""
    fields = list(_fields(order, error))
    shown = [field for field in fields if _is_asked(field.option)]
    shown.sort(key=lambda field: _place(field.option.key))
    return shown, [field for field in fields if field not in shown]


def _is_asked(option: Option) -> bool:
    return option.key not in FOLDED and (option.leading or option.key in ASKED)


def _place(key: str) -> int:
    return FIRST.index(key) if key in FIRST else len(FIRST) + (key == "copies")


def _fields(order: Order, error: GameError | None) -> Iterator[Field]:
    for option in order.plate.asked:
        if option.key in OF_A_TABLE and not order.scene:
            continue
        field = _field(option, order.given, error)
        if option.key in TAPPED:
            name, words = TAPPED[option.key]
            there = reverse(name, args=[order.plate.game.slug, order.plate.printable.name])
            field = replace(field, tap_url=there, tap_words=words)
        yield _stepped(order, field)


def _stepped(order: Order, field: Field) -> Field:
    low, high = field.option.low, field.option.high
    if field.kind != "number" or field.error or low is None or high is None:
        return field
    now = int(field.value)
    down, up = (
        query_of(order, **{field.option.key: number}) or "?" if low <= number <= high else ""
        for number in (now - 1, now + 1)
    )
    return replace(field, down=down, up=up)


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
    text = "" if value is None else spelt(value)
    short = SHORT.get(option.key, {})
    choices = tuple(
        Choice(each, short.get(each, title), title, each == text) for each, title in picks_of(option)
    )
    key = option.key
    kind, more = _kind(option, choices), {"aria-describedby": f"help-{key} error-{key}"}
    more |= {"autocomplete": "off", "spellcheck": "false"} if kind == "text" else {}
    return Field(
        name=key, id=f"option-{key}", kind=kind, value=text, error=wrong, option=option,
        choices=choices, options=[(each.value, each.title) for each in choices],
        low=option.low, high=option.high, longest=option.longest or None, more=more,
    )  # fmt: skip


def _kind(option: Option, choices: tuple[Choice, ...]) -> str:
    if option.key in ("ink", "backs") and choices:
        return option.key
    if choices:
        few = len(choices) <= MANY and all(len(each.words) <= LONG for each in choices)
        return "words" if few else "select"
    return "number" if option.low is not None else "text"


def unplaced(shown: list[Field], error: GameError) -> bool:
    """Whether an error belongs to no field of the form, and must stand above it."""
    return not any(field.error for field in shown) and error.path != "printer"


type View = Callable[..., HttpResponseBase]


def with_table(view: View) -> View:
    """A page that may show a live table; a device that has not joined it is told so."""

    @wraps(view)
    def page(request: HtmxRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        try:
            return view(request, seen_by(request), *args, **kwargs)
        except Stranger as refusal:
            if request.htmx:
                return HttpResponseClientRedirect(request.get_full_path())  # The whole page says why.
            return render(request, "print/stranger.html", {"code": str(refusal)}, status=403)

    return require_safe(page)


@with_table
def printable(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """One printable: its options, and the sheets that they give. The address follows what is not as usual."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    page, printer = request.GET.get("page", ""), request.GET.get("printer", "")
    query = query_of(Order(plate, given_in(request), seen), printer=printer, page=page)
    return replace_url(order_page(request, plate, seen), request.path + query)


@with_table
def pdf(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The file itself; for long work, the page that tells how far it is."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        order = ordered(request, plate, seen)
        waits = not finished(order.digest) and is_long(order)
        response = redirect("print:job", tasks.begin(order).key) if waits else answer(request, order)
        mark_printed(plate, order.given)
        return remembered(response, request, order)
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
    fields, folded = form(order, error)
    shown |= {"asked": fields, "folded": folded, "folded_told": ", ".join(f.told for f in folded if f.told)}
    shown |= {"folded_open": any(field.error for field in folded), "error": error}
    shown |= {"order": order, "plate": plate, "seen": seen, "query": query_of(order)}
    shown |= told_of(order.given)
    shown |= {"targets": list(targets(plate)), "measure": tap(order), "printers": list(Printer.objects.all())}
    shown |= {"above": bool(error and unplaced([*fields, *folded], error))}
    status = 200 if error is None else 503 if isinstance(error, PressUnavailable) else 422
    return render(request, "print/printable.html", shown, status=status)


def plate_of(system: str, name: str) -> Plate:
    try:
        return find(system, name)
    except InvalidInput as error:
        raise Http404 from error


def same_game(seen: Seen | None, system: str) -> Seen | None:
    if seen and seen.table.system != system:
        raise Http404
    return seen


class Leaf(NamedTuple):
    """A sheet of paper: its number, its front's page, counted from 1, and its back's; 0 where it has none."""

    number: int
    page: int
    back: int


def leaves(order: Order) -> list[Leaf]:
    """The sheets of an order, with the backs that a printer puts behind them."""
    drawn = order.drawn
    if drawn:
        paired = is_paired(order.choices, drawn)
        starts = [number + 1 for number in begun(drawn.pages, paired=paired)]
        count = len(drawn.pages)
    else:
        count = pages_in(done(order))
        starts = list(range(1, count + 1, 2 if order.plate.printable.both_sides else 1))
    ends = [*starts[1:], count + 1]
    return [
        Leaf(number, page, page + 1 if end > page + 1 else 0)
        for number, (page, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]


IN_VIEW = 7
"""Sheets that can be leafed to by one tap."""


def _sheets(order: Order, wanted: str) -> dict[str, object]:
    """The desk: one sheet with its back as drawn or as set, those beside it, and how many there are."""
    if order.plate.printable.name == EVERYTHING:
        box, taken = contents(order), kept(order)
        figures = {"needed": box.needed, "box": pictured(order, box), "count": taken.sheets if taken else 0}
        return {"long": True, "jam": jam_form(order), **figures}
    if not order.drawn and is_long(order):
        return {"long": True}
    sheets = leaves(order)
    page = whole(wanted, 1)
    at = next((leaf for leaf in sheets if page in (leaf.page, leaf.back)), sheets[0 if page < 1 else -1])
    first = max(0, min(at.number - 1 - IN_VIEW // 2, len(sheets) - IN_VIEW))
    near = sheets[first : first + IN_VIEW]
    left = len(sheets) - near[-1].number
    shown: dict[str, object] = {"leaf": at, "count": len(sheets), "turned": page == at.back, "left": left}
    shown["near"] = [(each, query_of(order, page=each.page) or "?", image(order, each.page)) for each in near]
    shown["further"] = query_of(order, page=sheets[near[-1].number].page) if left else ""
    shown["before"] = query_of(order, page=sheets[at.number - 2].page) if at.number > 1 else ""
    shown["after"] = query_of(order, page=sheets[at.number].page) if at.number < len(sheets) else ""
    drawn = order.drawn
    if not drawn:
        images = [query_of(order, page=number) for number in (at.page, at.back) if number]
        return shown | {"images": images, "needed": _sides(order, len(sheets), at)}
    numbers = [number for number in (at.page, at.back) if number]
    # The drawings are our own markup; every text in them has been escaped by `press.svg`.
    shown["pictures"] = [mark_safe(_preview(order.fingerprint, number, drawn)) for number in numbers]
    shown |= {"jammed": after_a_jam(order, drawn, at.page), "one_card": one_card(order, drawn)}
    return shown | _paper(order, drawn)


@lru_cache(maxsize=32)
def _preview(fingerprint: str, number: int, document: Document) -> str:
    """A page at its true size, until a style makes it smaller; what it holds has names of its own."""
    page = document.sheets[number - 1]
    true = f'<svg width="{page.width:g}mm" height="{page.height:g}mm" '
    drawing = document.preview(number).replace("<svg ", true, 1)
    return re.sub(r'(id="|href="#|url\(#)(face|window)-', rf"\1page{number}-\2-", drawing)


def _paper(order: Order, drawn: Document) -> dict[str, object]:
    """What it takes, and where it is long and can be had in parts: how many, and the address of each."""
    count = counted(drawn)
    parted = parts(count.sheets) if not order.choices.get("part", 1) else 1
    listed = [(each, query_of(order, part=each)) for each in range(1, parted + 1)] if parted > 1 else []
    shown = {"needed": needed(drawn, count), "long": is_long(order), "parts": listed, "part_sheets": PART}
    return shown | {"over": turned_over(drawn)}


def _sides(order: Order, sheets: int, leaf: Leaf) -> str:
    paper = PAPER_NAMES.get(str(order.choices.get("paper", "")), "paper")
    both = ", printed on both sides" if leaf.back else ""
    return f"{sheets} sheet{'s' if sheets != 1 else ''} of {paper}{both}"


LARGE = 1240
"""Pixels across: a page of text to read (150 to an inch of A4)."""


BARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" width="210" height="297"/>'
"""A sheet on which nothing is drawn; whoever shows it gives it its paper."""


@with_table
def thumbnail(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponseBase:
    """The first sheet, small, or the one that is asked for; an address that names its drawing is kept.

    Of what a table cannot print yet it is a bare sheet.
    """
    try:
        order = ordered(request, plate_of(system, name), same_game(seen, system))
        number = whole(request.GET.get("page", "1"), 1)
        tag = f'"{order.fingerprint}-small-{number}"'
        response = get_conditional_response(request, etag=tag)
        if response is None:
            response = HttpResponse(picture(order, number), content_type="image/webp")
    except GameError as error:
        if seen or isinstance(error, PressUnavailable):
            return HttpResponse(BARE, content_type="image/svg+xml")
        raise Http404 from error
    response = private(response, tag)
    if request.GET.get("v") == order.fingerprint[:12]:
        response.headers["Cache-Control"] = f"private, max-age={A_YEAR}, immutable"
    return response


@require_safe
def ink(request: HttpRequest, system: str, ink: str) -> HttpResponse:
    """A piece of that game in that ink."""
    for plate in plates(system) if system in shelf.slugs() else ():
        if plate.printable.kind == "cards" and plate.printable.table != "must":
            with suppress(GameError):
                response = HttpResponse(swatch(plate, ink), content_type="image/webp")
                response.headers["Cache-Control"] = f"private, max-age={24 * 3600}"
                return response
    raise Http404


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
    number = whole(request.GET.get("page", "1"), 1)
    tag = f'"{order.fingerprint}-page-{number}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        image = page_of(file, min(max(number, 1), pages_in(file)), LARGE)
        response = HttpResponse(image, content_type="image/png")
    return private(response, tag)


UNHEARD = 15
"""Seconds of waiting after which the page says how a worker is started."""

MOST = 100


@require_safe
def job(request: HttpRequest, key: str) -> HttpResponse:
    """How far it is. The address is the key: only who ordered the work knows it."""
    tasks.recover()
    work = get_object_or_404(Job, kind="print", pk=key)
    waited = (timezone.now() - work.made).total_seconds() if work.state == "waiting" else 0
    shown = {"job": work, "under_way": work.state in tasks.UNDER_WAY, "unheard": waited > UNHEARD}
    return render(request, "print/job.html", {**shown, **_ordered(work), "days": settings.PRINTS_DAYS})


def _ordered(job: Job) -> dict[str, Any]:
    """What the work is of, and the address at which it was ordered."""
    record = job.order
    plate = plate_of(record["system"], record["printable"])
    printer = Printer.objects.filter(pk=record["printer"]).first() if record["printer"] else None
    query = {"table": record["table"]["code"]} if "table" in record else {}
    query |= {key: value for key, value in record["given"].items() if isinstance(value, str)}
    query |= {"printer": printer.name} if printer else {}
    there = reverse("print:printable", args=[plate.game.slug, plate.printable.name])
    context = {"plate": plate, "back": f"{there}?{urlencode(query)}" if query else there}
    if plate.printable.name != EVERYTHING:
        return context
    address = reverse("print:pdf", args=[plate.game.slug, plate.printable.name])
    return context | {"jam": Jam(address, query, record.get("from", 1))}


@require_POST
def stop(request: HttpRequest, key: str) -> HttpResponse:
    work = get_object_or_404(Job, kind="print", pk=key)
    tasks.cancel(work)
    return redirect("print:job", key)


@require_safe
def job_file(request: HttpRequest, key: str) -> HttpResponseBase:
    work = get_object_or_404(Job, kind="print", pk=key, state="done")
    file = finished(work.digest)
    if file is None:
        raise Http404
    return handed(request, file)


@with_table
def files(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """What has been taken to print lately, and is still kept: what shows no table, and this device's own."""
    return render(request, "print/files.html", {"files": list(_own(seen)), "seen": seen})


@with_table
def file(request: HttpRequest, seen: Seen | None, digest: str) -> HttpResponseBase:
    match = next((each for each in _own(seen) if each.digest == digest), None)
    if match is None:
        raise Http404
    return sent(request, match)


def _own(seen: Seen | None) -> list[Finished]:
    taken = [each for each in shelved() if each.ordered and each.may_be_seen_by(seen)]
    return sorted(taken, key=lambda each: -each.ordered)[:MOST]


@with_table
def out(request: HttpRequest, seen: Seen | None, system: str, name: str, target: str) -> HttpResponseBase:
    """The files for that target; the printable's page with what is wrong where they cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        order = ordered(request, plate, seen)
        return attached(export(order, target, _address(request, order)))
    except GameError as error:
        return order_page(request, plate, seen, error)


def _address(request: HttpRequest, order: Order) -> Callable[[str], str] | None:
    """Where a virtual table finds the pictures of an order in this house; cards of one's own and a table's
    secrets are for this device alone, so theirs travel as files."""
    if order.scene or order.given.get(KEY):
        return None

    def address(picture: str) -> str:
        place = [order.plate.game.slug, order.plate.printable.name, picture or "picture.png"]
        there = reachable(request.build_absolute_uri(reverse("print:on_a_table", args=place)))
        return f"{there}{query_of(order)}" if picture else there.removesuffix("picture.png")

    return address


def on_a_table(request: HttpRequest, system: str, name: str, picture: str) -> HttpResponse:
    """A picture of a deck that lies on a virtual table, for everybody there."""
    try:
        order = ordered(request, plate_of(system, name), None)
        pictures = {} if order.given.get(KEY) else table_pictures(order)
    except GameError as error:
        raise Http404(error.message) from error
    if picture not in pictures:
        raise Http404
    return HttpResponse(pictures[picture], content_type="image/png")


@with_table
def check(
    request: HttpRequest, seen: Seen | None, system: str, name: str, target: str = PRINT_HOUSE.key
) -> HttpResponse:
    """What a print house, or a maker of cards, would find in its file; the printable's page where it cannot
    be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    if target not in {each.key for each in targets(plate)} & {PRINT_HOUSE.key, *MAKERS}:
        raise Http404
    try:
        order = ordered(request, plate, seen)
        faults = looked_at(order, target)
    except GameError as error:
        return order_page(request, plate, seen, error)
    shown = {"plate": plate, "order": order, "query": query_of(order), "target": target}
    shown |= {"maker": MAKERS.get(target), "findings": faults, "summed": summed(faults)}
    return render(request, "print/preflight.html", shown)


def attached(packed: Packed) -> HttpResponse:
    """The files to keep, for their asker alone."""
    response = HttpResponse(packed.content, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{packed.name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
