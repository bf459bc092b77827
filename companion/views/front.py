"""The front door: what goes on tonight, six boxes for a code, the five covers; and a page a game."""

import re
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache, cached
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import path, reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from companion import shelf
from companion.engine.card import Asking
from companion.engine.game import Game
from companion.engine.rulebook import lessons
from companion.engine.scene import NOBODY, Scene
from companion.engine.wording import NUMBERS
from companion.press.document import thumbnail
from companion.tables import devices, house, play, screen, seating
from companion.tables.journal import public_position
from companion.tables.live import GUIDED_COOKIE, ON
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat, Table
from companion.tables.position import BrokenJournal, position
from companion.tables.tonight import Mine, by_system, lasted, mine, open_here, past, tonight
from companion.tables.views.entrance import at_table, private
from companion.workshop.making import sets_of

CODES: list[Callable[[str], str]] = []
"""What else in the house has a code of six letters: where it leads, empty where there is none of it."""
LINK = re.compile(r"/(?:join|t|campaigns|binders)/([0-9A-Za-z]{6})(?:/|\b)")
"""An address of this house as it is pasted in the place of a code."""
RESULTS, ASKED, SHEETS = 3, 5, 5
SHELF = ("everything",)


class Cover(NamedTuple):
    """A box on the shelf."""

    slug: str
    title: str
    words: str


class Tile(NamedTuple):
    """A question of the desk: as players put it, and what the desk calls it."""

    asking: Asking
    title: str
    href: str


@gzip_page
@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """What goes on tonight; where nothing is open, three ways to begin. A code typed here leads on."""
    typed = request.GET.get("code", "")
    if typed and (there := way_by_code(request, typed)):
        return redirect(there)
    tables = mine(devices.secret_of(request))
    lying = open_here(tables)
    now = tonight(lying[0]) if lying else None
    if request.GET.get("line") and now and _line(now.lying.table) == request.GET["line"]:
        return HttpResponse(status=204)
    context = {
        "now": now, "line": _line(now.lying.table) if now else "", "also": lying[1:3], "many": len(tables),
        "shelf": covers(tables), "typed": typed, "wrong": bool(typed), "first": _first(),
        "desk": tiles(lying[0].game) if len(lying) == 1 else (), "sheet": _sheet(), "many_games": _spoken(),
    }  # fmt: skip
    return private(render(request, "rooms/door.html", context, status=404 if typed else 200))


def _line(table: Table) -> str:
    """What tells whether a table has moved since it was drawn."""
    return f"{table.code}-{table.version}-{table.stir}"


def covers(tables: list[Mine]) -> list[Cover]:
    """The boxes of the shelf: what was played last here stands first."""
    order = by_system(tables)
    cards = sorted(shelf.cards().items(), key=lambda each: (order.get(each[0], len(order)), each[0]))
    return [
        Cover(slug, card.title, f"{card.players} {'· ' + card.box.span if card.box.span else 'players'}")
        for slug, card in cards
    ]


def _spoken() -> str:
    """How many games there are, in a word."""
    many = len(shelf.slugs())
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


def _sheet() -> str:
    """A picture of something to print; empty where no game has a sheet that stands for it."""
    named = ((slug, card.sheet) for slug, card in shelf.cards().items() if card.sheet)
    return next((f"/print/{slug}/{name}/picture" for slug, name in named), "")  # its room may wait


def _first() -> dict[str, object]:
    """The game whose first round is the easiest to follow on one's own: few steps, all in the open."""
    taught = {
        slug: (card.players != "2", len(steps), not card.leads)
        for slug, card in shelf.cards().items()
        if card.at_table and (steps := lessons(shelf.folder(slug)))
    }
    slug = min(taught, key=taught.__getitem__, default="")
    return {"game": shelf.cards()[slug], "steps": taught[slug][1]} if slug else {}


def way_by_code(request: HttpRequest, typed: str) -> str:
    """Where a code leads, or an address of this house that was pasted; empty where it leads nowhere.

    Wrong ones are counted: who guesses too often is told so.
    """
    link = LINK.search(typed)
    code = devices.spelt(link[1] if link else typed)
    devices.allow_guess(request)
    if Table.objects.filter(code=code).exists():
        return reverse("tables:join", args=[code])
    there = next((way for each in CODES if (way := each(code))), "")
    if not there:
        devices.count_guess(request)
    return there


@at_table
def sketch(request: HttpRequest, table: Table, who: object) -> HttpResponse:
    """How a table stands, as everybody may know it: a small picture."""
    drawn = _sketch(table)
    if not drawn:
        raise Http404
    return HttpResponse(
        drawn, content_type="image/png", headers={"Cache-Control": "private, max-age=31536000"}
    )


@cached(LRUCache(256), lambda table: (table.pk, table.code, table.version))
def _sketch(table: Table) -> bytes:
    game = shelf.game(table.system)
    if game.sketch is None or table.laid_out is not None:
        return b""
    try:
        state = public_position(table, position(table)).state
    except BrokenJournal:
        return b""
    return thumbnail(game.sketch(game.seen(Scene(state, NOBODY, "tv", {}, (state,))).state))


@gzip_page
@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """All that one does with one game."""
    rules = _game(slug)
    tables = mine(devices.secret_of(request), slug)
    ended = past(tables)
    lying = open_here(tables)
    context = {
        "game": rules, "tiles": tiles(rules), "many": len(rules.procedures), "ended": ended[:RESULTS],
        "prints": prints(rules, lying[0].table if lying else None),
        "all_ended": len(ended), "lasted": lasted(ended),
        "alone": rules.player is not None,
        "teaches": bool(lessons(rules.folder)) and rules.at_table, "demo": rules.demo is not None,
        "campaign": rules.campaign is not None, "own": rules.workshop is not None, "tables": lying[:3],
        "sets": sets_of(devices.secret_of(request), slug) if rules.workshop else 0,
    }  # fmt: skip
    return private(render(request, "rooms/game.html", context))


def _game(slug: str) -> Game[object]:
    if slug not in shelf.slugs():
        raise Http404(f"No game of the name “{slug}” stands on the shelf.")
    return shelf.game(slug)


class Sheet(NamedTuple):
    """A thing to print as a tile: `heavy` is what fills an evening's need at one go."""

    title: str
    summary: str
    href: str
    picture: str
    heavy: bool


def prints(game: Game[object], now: Table | None) -> list[Sheet]:
    """What of it is printed first: the whole box, what tonight needs, and the front of its shelf."""
    printables = game.printables
    first = [name for name in SHELF if name in printables]
    cover = static(f"{game.slug}/cover.svg")
    sheets = [_print(game, name, printables[name].title, heavy=cover) for name in first]
    record = next((name for name, each in printables.items() if each.tonight and each.table == "may"), "")
    if first and record and now is not None:
        asks, picture = f"?which=tonight&table={now.code}", _picture(game, record)
        sheets.append(_print(game, first[0], "For tonight", asks, heavy=picture))
    rest = [name for name, each in printables.items() if name not in SHELF and each.table != "must"]
    return [*sheets, *(_print(game, name, printables[name].title) for name in rest)][:SHEETS]


def _print(game: Game[object], name: str, title: str, asks: str = "", *, heavy: str = "") -> Sheet:
    """One of them; what is `heavy` wears that picture."""
    there = reverse("print:printable", args=[game.slug, name])
    drawn = heavy or _picture(game, name)
    return Sheet(title, game.printables[name].summary, there + asks, drawn, bool(heavy))


def _picture(game: Game[object], name: str) -> str:
    return reverse("print:thumbnail", args=[game.slug, name])


def tiles(game: Game[object]) -> list[Tile]:
    questions = game.box.asks or tuple(Asking(name, each.title) for name, each in game.procedures.items())
    return [
        Tile(each, game.procedure(name).title, reverse("desk:procedure", args=[game.slug, name]))
        for each in questions[:ASKED]
        if (name := each.procedure) in game.procedures
    ]


@require_POST
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """A first round at once: a table of one's own, the lesson over its board; the house sits opposite.

    Where it does not play the game, every seat is on this device.
    """
    rules = _game(slug)
    if not rules.at_table or not lessons(rules.folder):
        raise Http404(f"{rules.title} teaches no first round.")
    devices.allow_opening(request)
    setup = dict(rules.sizes[0].setup) if rules.sizes else {}
    title, housed = f"{rules.title}: a first round", _plays(rules, setup)
    opening = Opening(system=slug, title=title, kind="seated" if housed else "open", setup=setup)
    table, secret = _begun(request, opening, "plays_along" if housed else "")
    there = screen.urls(table)["table"]
    response = devices.with_cookie(request, redirect(there), secret)
    response.set_cookie(
        GUIDED_COOKIE,
        ON,
        devices.A_YEAR,
        path=there,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


@require_POST
def alone(request: HttpRequest, slug: str) -> HttpResponse:
    """A table at which one person plays, and the house all other seats: begun at once."""
    rules = _game(slug)
    setup = dict(rules.sizes[0].setup) if rules.sizes else {}
    if rules.player is None or not _plays(rules, setup):
        raise Http404(f"The house does not play {rules.title}.")
    devices.allow_opening(request)
    opening = Opening(system=slug, title=f"{rules.title}: against the house", setup=setup)
    table, secret = _begun(request, opening, house.USUAL)
    return devices.with_cookie(request, redirect("tables:table", table.code), secret)


def _plays(rules: Game[object], setup: object) -> bool:
    return rules.player is not None and not rules.player.barred(setup)


def _begun(request: HttpRequest, opening: Opening, strength: str) -> tuple[Table, str]:
    """A table that this device hosts: its own the first seat and the house's the others, or all its own."""
    table = open_table(opening)
    secret, label = devices.own_secret(request), devices.label_of(request)
    seating.host(table, secret, label)
    chairs = list(Seat.objects.filter(table=table).values_list("chair", flat=True))
    own = chairs[:1] if strength else chairs
    for chair in own:
        seating.sit(table, secret, chair, label)
    table.refresh_from_db()
    for chair in chairs[len(own) :]:
        house.sit(table, devices.device(table, secret), chair, strength)
    return table, secret


@require_POST
def look_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Into the game that lies open, to look: nobody's name is asked, and nothing can break."""
    rules = _game(slug)
    if rules.demo is None or not rules.at_table:
        raise Http404(f"No game of {rules.title} lies open.")
    devices.allow_opening(request)
    table, secret = play.demo_of(rules), devices.own_secret(request)
    seating.watch(table, secret, devices.label_of(request))
    return devices.with_cookie(request, redirect("tables:table", table.code), secret)


urlpatterns = [
    path("", door, name="door"),
    path("games/<slug:slug>/", game, name="game"),
    path("games/<slug:slug>/learn/", learn, name="learn"),
    path("games/<slug:slug>/alone/", alone, name="alone"),
    path("games/<slug:slug>/look/", look_round, name="look_round"),
    path("t/<slug:code>/sketch.png", sketch, name="sketch"),
]
