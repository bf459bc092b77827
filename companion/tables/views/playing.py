"""The pages on which people play: home, the table, a hand, the TV, and their taps. No rules here."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST
from django_htmx.http import replace_url

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.scene import BOTH
from companion.engine.wire import Json
from companion.htmx import HtmxRequest
from companion.static_files import is_renewed
from companion.tables import journal, live, play, pleas, rows, seating
from companion.tables.devices import (
    A_YEAR,
    Device,
    TooManyGuesses,
    allow_opening,
    check_plays,
    hashed,
    label_of,
    own_secret,
    secret_of,
    with_cookie,
)
from companion.tables.errors import StaleTable, whole
from companion.tables.forms import WayIn, action_of, seen_of, word_of
from companion.tables.journal import Answer, walk_on
from companion.tables.live import AGAIN, GUIDED_COOKIE, ON, RENEWED, Place, answering, brings, sent, stream
from companion.tables.lobby import Opening, check_host, open_table
from companion.tables.models import Seat, Table
from companion.tables.play import THEN, lying_open
from companion.tables.previews import drawn, previews
from companion.tables.screen import GOES, HELD, KEPT, Look, address, at_home, kept_as, urls
from companion.tables.views.entrance import at_table, find, with_code


class Tap(NamedTuple):
    """A tap as its form has it, and the device in the room in which it was made."""

    form: QueryDict
    table: Table
    who: Device

    @property
    def seen(self) -> Json:
        return seen_of(self.form)

    @property
    def key(self) -> str:
        return self.form.get("key", "")


type Door = Callable[[Tap], Answer | None]


COOKIE, HEADER, SHUT = "companion_open", "Companion-Held", "no"
LONGEST = 60


def opens(request: HttpRequest, who: Device) -> str:
    """What this browser says of its cover.

    Of a device of one seat that has not said anything a phone opens with that seat's go, a tablet lies open.
    """
    if request.headers.get(HEADER):
        return HELD
    answer = request.COOKIES.get(COOKIE, "")[:LONGEST]
    if len(who.holds) > 1:
        return "" if answer in (HELD, KEPT, GOES, SHUT) else answer
    if answer in (KEPT, GOES, SHUT):
        return "" if answer == SHUT else answer
    return GOES if "Mobi" in request.headers.get("User-Agent", "") else KEPT


@require_POST
@at_table
def cover(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """It is covered, or opens: to stay, with its seat's go, where several share it until that say is over."""
    home, back, seat = urls(table)["table"], request.POST.get("back", ""), request.POST.get("seat", "")
    response = redirect(back if back.startswith(home) else home)
    word, shared = request.POST.get("word"), len(who.holds) > 1
    kept = kept_as(seat, table.version) if shared else {"open": KEPT, "go": GOES}.get(word or "", SHUT)
    if shared and not (word == "open" and seat in who.holds):
        response.delete_cookie(COOKIE, path=home)
    else:
        response.set_cookie(
            COOKIE, kept, None if shared else A_YEAR, path=home, samesite="Lax", secure=request.is_secure()
        )
    return response


def is_guided(request: HttpRequest) -> bool:
    """Whether this browser wishes to be taught at the table whose page it asks for."""
    return request.COOKIES.get(GUIDED_COOKIE) == ON


def guided(request: HttpRequest, look: Look) -> Look:
    """The look as this browser has it: taught or not, which lesson it reads again, what of it is uncovered.

    No game's half-made choice holds a lesson.
    """
    draft = {key: value for key, value in look.draft.items() if key != AGAIN}
    opened = opens(request, look.who)
    return replace(
        look, guided=is_guided(request), lesson=look.draft.get(AGAIN, ""), draft=draft, opens=opened
    )


@require_POST
@at_table
def guide(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """The word of this device, on or off; back to where it was tapped."""
    home = reverse("tables:table", args=[table.code])
    back = request.POST.get("back", "")
    response = redirect(back if back.startswith(home) else home)
    if request.POST.get("word") == "on":
        secure = request.is_secure()
        response.set_cookie(
            GUIDED_COOKIE, ON, A_YEAR, path=home, httponly=True, samesite="Lax", secure=secure
        )
    else:
        response.delete_cookie(GUIDED_COOKIE, path=home)
    return response


ROOMS = ("table", "hand", "tv")
TOGETHER = ("for", BOTH)
"""That those who share this device decide openly: it outlives what they do."""


def page_of(back: str, table: Table) -> str:
    """The page that was tapped, if it is one of this table's; else the table."""
    parts, rooms = urlsplit(back), urls(table)
    pages = [rooms[name] for name in (*ROOMS, "log", "seats", "lobby")]
    own = not parts.scheme and not parts.netloc and parts.path in pages
    return parts._replace(fragment="").geturl() if own else rooms["table"]


def is_room(back: str, table: Table) -> bool:
    """Whether that page shows the table itself, and not what lies beside it."""
    return urlsplit(back).path in [urls(table)[name] for name in ROOMS]


def place_of(back: str, table: Table, *, done: bool, then: str = "") -> dict[str, Json]:
    """Room and half-made choice of a page; of one that is made, whose hand it is and what `then` leaves."""
    parts, rooms = urlsplit(back), urls(table)
    room = next((each for each in ROOMS if parts.path == rooms[each]), "table")
    query = QueryDict(parts.query)
    draft = {k: v for k, v in query.dict().items() if not done or k == "seat" or (k, v) == TOGETHER}
    draft |= QueryDict(then.removeprefix("?")).dict() if done else {}
    left = QueryDict(mutable=True)
    left.update(draft)
    return {"room": room, "draft": draft, "back": rooms[room] + (f"?{left.urlencode()}" if draft else "")}


def bell(request: HttpRequest, code: str) -> HttpResponseBase:
    """The event stream, for a device that has joined."""
    try:
        table, who = find(request, code, secret_of(request))
    except TooManyGuesses:
        return HttpResponse(status=403)
    if table is None or not who.joined:
        return HttpResponse(status=403)
    if is_renewed(request.GET.get("edition")):
        return HttpResponse(RENEWED, content_type="text/event-stream", headers={"Cache-Control": "no-store"})
    at = request.GET.get("at", "")
    there = place_of(at, table, done=True)
    guided, opened = is_guided(request), opens(request, who)
    place = Place(**there, guided=guided, opens=opened) if is_room(at, table) else None
    return stream(request, table.pk, who, place)


FLASH = "companion_refusal"


@gzip_page
@at_table
def room(request: HtmxRequest, table: Table, who: Device, room: str) -> HttpResponse:
    """The table, a seat's own screen, or the screen for everybody; who holds no seat is sent to the table."""
    if room == "hand" and not who.holds:
        return redirect("tables:table", table.code)
    look = Look(table=table, who=who, room=room, draft=request.GET.dict(), back=request.get_full_path())
    if request.htmx:
        return _part(request, look, None, 200)
    refused = request.COOKIES.get(FLASH)
    get_token(request)  # Forms that come on the stream ask the browser for it.
    shown = live.page(guided(request, look)) | {"refusal": None}
    with suppress(signing.BadSignature):
        shown["refusal"] = signing.loads(refused, max_age=60) if refused else None
    response = render(request, "tables/table.html", shown)
    if refused:
        response.delete_cookie(FLASH, path=urls(table)["table"])
    return response


def tapped(door: Door, *, stays: bool = False) -> Callable[..., HttpResponse]:
    """The view of a tap at this door.

    `stays` is that the half-made choice outlives it, as long as the table stands at the same line.
    """

    def view(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
        return _tap(request, table, who, door, stays=stays)

    return require_POST(gzip_page(at_table(view)))


def _acted(tap: Tap) -> Answer:
    action = action_of(tap.form)
    deed = play.act_in_a_row if isinstance(action, list) else play.act
    return deed(tap.table, tap.who, action, tap.seen, tap.key)


def _undone(tap: Tap) -> Answer:
    text = tap.form.get("to", "")
    to: Json = number if (number := whole(text, -1)) >= 0 else text
    return play.undo(tap.table, tap.who, to, tap.seen, tap.key)


def _answer(tap: Tap) -> Answer | None:
    """A word on an open request: yes, no, an answer, or that it is taken back."""
    table, who, form = tap.table, tap.who, tap.form
    request, word = whole(form.get("request", "")), form.get("word", "")
    if word == "answer":
        return play.reply(table, who, request, action_of(form))
    if word == "withdraw":
        pleas.withdraw(table, who, request)
        return None
    match form.get("kind"):
        case "claim":
            check_host(who)
            seating.hand_over(table, request, yes=word == "yes")
        case "host":
            seating.answer(table, who, request, yes=word == "yes")
        case "whole":
            pleas.answer(table, who, request, yes=word == "yes")
        case _:
            return play.agree(table, who, request, word == "yes")
    return None


def _walked(tap: Tap) -> None:
    check_plays(tap.who)
    walk_on(tap.table, whole(tap.form.get("seen", "")), whole(tap.form.get("beat", "")))


def _readied(tap: Tap) -> Answer | None:
    """A seat is ready for what all see together; or its host goes on without the others."""
    if tap.form.get("ready") == "now":
        check_host(tap.who)
    elif not journal.say(tap.table, tap.who, whole(tap.form.get("seen", ""))):
        return None
    return play.act(tap.table, tap.who, action_of(tap.form), tap.seen, tap.key)


act, undo, say, walk, ready = map(tapped, (_acted, _undone, _answer, _walked, _readied))
redo = tapped(lambda tap: play.redo(tap.table, tap.who, tap.seen, tap.key))
go_on = tapped(lambda tap: play.go_on(tap.table, tap.who, tap.seen, tap.key))
mark = tapped(lambda tap: play.mark(tap.table, tap.who, word_of(tap.form), tap.seen, tap.key), stays=True)


def _tap(request: HtmxRequest, table: Table, who: Device, door: Door, *, stays: bool = False) -> HttpResponse:
    """Knock at the door; answer with the part that was tapped, or send a plain form back to its page."""
    back = page_of(request.POST.get("back", ""), table)
    device = at_home(Look(table=table, who=who, **place_of(back, table, done=False)))
    with answering(table.pk, who):
        refusal, status = _knocked(Tap(request.POST, table, device), door)
        fresh = rows.read(Table, "id", table.pk) or table
        place = place_of(
            back,
            fresh,
            done=refusal is None and not (stays and fresh.version == table.version),
            then=request.GET.get(THEN, ""),
        )
        if status == 201 and _is_brought(request, table, fresh, who, place):
            response = HttpResponse(status=204, headers={VERSION: fresh.version, STIR: fresh.stir})
            return replace_url(response, str(place["back"]))
        if not request.htmx:
            return plain(back if refusal or not is_room(back, table) else str(place["back"]), fresh, refusal)
        if not is_room(back, table):
            # The log and the seats fetch themselves again; here they learn what was refused.
            fields = {"refusal": refusal and refusal.as_json()["error"]}
            return render(request, "tables/refusal.html", fields, status=status)
        return _part(request, Look(table=fresh, who=who, **place), refusal, status)


LISTENS, VERSION, STIR = "Companion-Listens", "Companion-Version", "Companion-Stir"
"""Where a page says that it listens; what an answer without a picture says of the table."""


def _is_brought(request: HtmxRequest, before: Table, now: Table, who: Device, place: dict[str, Json]) -> bool:
    """Whether the page that tapped hears of it on its stream, and is brought its picture there.

    What rings no bell, as a mark under a seal, is answered with its picture.
    """
    if not request.htmx or request.GET.get(THEN) or request.headers.get(LISTENS) != place["back"]:
        return False
    is_rung = (before.version, before.stir) != (now.version, now.stir)
    seen = Place(**place, guided=is_guided(request), opens=opens(request, who))
    return is_rung and brings(now.pk, secret_of(request) or "", seen)


def _knocked(tap: Tap, door: Door) -> tuple[GameError | None, int]:
    """What was refused, if anything, and the status that says so."""
    try:
        answer = door(tap)
    except GameError as error:
        return error, 409 if isinstance(error, StaleTable) else 422
    return None, 202 if answer and answer.waiting else 201


def plain(back: str, table: Table, refusal: GameError | None) -> HttpResponse:
    """Where JavaScript is off: back to the page, with what was refused in a cookie of one use."""
    response = redirect(back)
    if refusal is not None:
        record = signing.dumps(refusal.as_json()["error"])
        response.set_cookie(
            FLASH, record, max_age=60, httponly=True, samesite="Lax", path=urls(table)["table"]
        )
    return response


def _part(request: HttpRequest, look: Look, refusal: GameError | None, status: int) -> HttpResponse:
    look = guided(request, look)
    if refusal is None:
        response = HttpResponse(sent(look).text, status=status)
    else:
        context = live.page(look) | {"refusal": refusal.as_json()["error"]}
        response = render(request, "tables/table.html#table", context, status=status)
    return replace_url(response, look.back) if request.method == "POST" else response


KEY = "made"


class Lending(NamedTuple):
    """`offers(secret, system)` are the sets of a device, each with its name; `file(secret, system, name)` its
    file by the key of the owner's file, or a refusal."""

    offers: Callable[[str | None, str], list[tuple[str, str]]]
    file: Callable[[str | None, str, str], Mapping[str, str]]


LENT: list[Lending] = []


def fill[F: WayIn](request: HttpRequest, form: F) -> F:
    """A form that opens a table, with the own cards that its address names, and those that it may name.

    Cards that are not there, or not this device's, are none.
    """
    secret, system, name = secret_of(request), form.game.slug, request.GET.get(KEY, "")
    rest = request.GET.copy()
    rest.pop(KEY, None)
    for each in LENT:
        for title, key in each.offers(secret, system):
            form.own_sets.append((title, urlencode([*rest.items(), (KEY, key)])))
        with suppress(GameError):
            for key, written in (each.file(secret, system, name) if name else {}).items():
                form.fields[f"j.{key}"].initial = written
    return form


MANY = 60


def home(request: HttpRequest) -> HttpResponse:
    context = {
        "tables": _tables(secret_of(request)),
        "demos": lying_open(),
        "workshop_url": address("workshop:home"),
        "campaigns_url": address("campaigns:home"),
        "binders_url": address("campaigns:binders"),
        "receive_url": address("campaigns:receive"),
    }
    return render(request, "tables/home.html", context)


def _tables(secret: str | None) -> list[dict[str, object]]:
    if not secret:
        return []
    mine = Table.objects.filter(
        tokens__hash=hashed(secret), tokens__revoked_at=None, archived_at=None
    ).distinct()
    return [
        {"table": table, "game": shelf.title(table.system)}
        for table in _under_true(list(mine.order_by("-pk")[:MANY]))
    ]


def _under_true(tables: list[Table]) -> list[Table]:
    """Branches right under their true table; one whose table is not on the list where it came."""
    there = {table.pk for table in tables}
    under = [table for table in tables if table.branch_of_id in there]
    first = [table for table in tables if table.branch_of_id not in there]
    return [each for table in first for each in _family(table, under)]


def _family(table: Table, under: list[Table]) -> list[Table]:
    own = [each for each in under if each.branch_of_id == table.pk]
    return [table, *(each for branch in own for each in _family(branch, under))]


def opening(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table of that game."""
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None or not game.at_table:
        return render(request, "tables/no_game.html", {"slug": slug, "game": game}, status=404)
    form = WayIn(game, request.POST, request.FILES) if request.method == "POST" else _way_in(request, game)
    if request.method == "POST" and request.headers.get("HX-Request"):
        part = "chosen" if form.plays else "brought"
        context = {"form": form, "game": game, "owns": previews(form), "weighed": True}
        return render(request, f"tables/open.html#{part}", context)
    if request.method == "POST" and form.is_valid():
        try:
            allow_opening(request)
            return _opened(request, form)
        except GameError as error:
            form.add_error(None, str(error))
    status = 422 if form.errors else 200
    context = {"form": form, "game": game, "owns": previews(form)}
    return render(request, "tables/open.html", context, status=status)


def tile(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What may be played, as the picture that stands for it: a battle's field, a scenario's fronts."""
    picture = _tile(slug, key)
    if not picture:
        raise Http404
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


@lru_cache(256)
def _tile(slug: str, key: str) -> bytes:
    game = shelf.game(slug) if slug in shelf.slugs() else None
    tiles = game.plays.tiles() if game and game.plays and game.sketch else ()
    return next((drawn(game, each.drawn) for each in tiles if game and each.key == key), b"")


def _way_in(request: HttpRequest, game: Game[object]) -> WayIn:
    """The question, with what the address brings along in the place of a file."""
    given = {f"j.{file.key}": request.GET.get(file.key, "") for file in game.files}
    return fill(request, WayIn(game, initial={key: value for key, value in given.items() if value}))


def _opened(request: HttpRequest, form: WayIn) -> HttpResponse:
    """One tablet for all holds every seat; where each has his own, it is the board until it takes one."""
    table = open_table(
        Opening(
            system=form.game.slug, title=form.called, kind=form.table_kind,
            setup=form.setup(), waits=True,
        )
    )  # fmt: skip
    secret, label = own_secret(request), label_of(request)
    seating.host(table, secret, label)
    for seat in Seat.objects.filter(table=table) if form.table_kind == "open" else ():
        seating.sit(table, secret, seat.chair, label)
    there = address("lab:page", table.code) if request.GET.get("then") == "lab" else ""
    answer = redirect(there) if there else redirect("tables:lobby", table.code)
    return with_code(with_cookie(request, answer, secret), table)


def put_away(request: HttpRequest) -> HttpResponse:
    """The tables of this device that have been archived."""
    secret = secret_of(request)
    mine = Table.objects.exclude(archived_at=None)
    mine = mine.filter(tokens__hash=hashed(secret or ""), tokens__revoked_at=None).distinct()
    rows = [{"table": t, "game": shelf.title(t.system)} for t in mine.order_by("-pk")[:MANY]]
    return render(request, "tables/archive.html", {"tables": rows})
