"""The door of a table's pages: found or sent on, a seat chosen, the lobby, the host's page."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, wraps
from socket import gethostname
from urllib.parse import urlsplit

import segno
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, replace_url

from companion import shelf
from companion.announcing import ANNOUNCER, by_name
from companion.engine.errors import GameError, IllegalAction
from companion.engine.player import STRENGTHS
from companion.htmx import HtmxRequest
from companion.serving import WIFI, addresses, listens_everywhere, wifi_code, wifi_words
from companion.tables import house, lines, rows, screen, seating
from companion.tables import lobby as tables_lobby
from companion.tables.bell import heard, shows
from companion.tables.devices import (
    STRANGER,
    Device,
    TooManyGuesses,
    allow_guess,
    chairs,
    count_guess,
    device_at,
    label_of,
    met,
    new_key,
    own_secret,
    scanned,
    secret_of,
    spelt,
    with_cookie,
)
from companion.tables.errors import NotBegun, whole
from companion.tables.lobby import begin, call, kept
from companion.tables.models import Seat, Table, Token
from companion.tables.position import BrokenJournal, position
from companion.tables.screen import Look
from companion.tables.seating import WrongCode, give, given, is_here, play_for, take_back, taken_from
from companion.thinking import advised

type Page = Callable[..., HttpResponse]


def broken(request: HttpRequest, table: Table, who: Device, error: BrokenJournal) -> HttpResponse:
    """Its headline, its log, and the way on where there is one. A tap that met it is refused."""
    to = None
    if who.plays and table.closed_at is None:
        with suppress(BrokenJournal):  # Not even the first line can be read.
            to = position(table).farthest[0] or position(table).numbers[-1]
    recorded = lines.recorded(table, whole(request.GET.get("before", ""), table.version + 1))
    fields = {
        "table": table, "error": error, "who": who, "lines": recorded, "key": new_key(),
        "older": recorded[-1].number if recorded and recorded[-1].number > 1 else None,
        "to": to,
    }  # fmt: skip
    return render(request, "tables/broken.html", fields, status=200 if request.method == "GET" else 422)


def find(request: HttpRequest, code: str, secret: str | None) -> tuple[Table | None, Device]:
    """The table of that code, and what the holder of the secret is there.

    A wrong code is counted; `TooManyGuesses` for who has guessed too often, unless he is known here.
    """
    table = rows.read(Table, "code", spelt(code))
    who = device_at(table, secret) if table else STRANGER
    if who.program and secret == secret_of(request):
        who = STRANGER  # A program's token opens no page.
    return met(request, spelt(code), table, who.joined, secret), who


def at_door(view: Callable[..., HttpResponse]) -> Page:
    """A page that whoever knows the table's code sees, joined or not."""

    @wraps(view)
    def page(request: HtmxRequest, code: str, **place: object) -> HttpResponse:
        table, who = find(request, code, secret_of(request))
        answer = view(request, table, who, **place) if table else missing(request, code)
        return sent_on(request, answer) if request.htmx and request.method == "GET" else answer

    return page


def at_table(view: Callable[..., HttpResponse]) -> Page:
    """A page that only those see who have joined; others are sent to the door."""

    @wraps(view)
    def page(request: HttpRequest, table: Table, who: Device, **place: object) -> HttpResponse:
        try:
            return _let_in(request, table, who, partial(view, **place))
        except Table.DoesNotExist:  # Deleted while this was under way.
            return missing(request, table.code)
        except NotBegun:
            return redirect("tables:lobby", table.code)
        except BrokenJournal as error:
            return private(broken(request, table, who, error))

    return at_door(page)


def _let_in(
    request: HttpRequest, table: Table, who: Device, view: Callable[..., HttpResponse]
) -> HttpResponse:
    if not who.joined:
        lost = taken_from(table, secret_of(request))
        return redirect("tables:gone" if lost else "tables:join", table.code)
    heard(who)
    shows(table, who)
    if request.method == "POST" and request.POST.get("kind") != "host":
        is_here(table, who)
    if not shelf.game(table.system).at_table:
        fields = {"slug": table.system, "game": shelf.game(table.system)}
        return private(render(request, "tables/no_game.html", fields, status=404))
    return private(view(request, table, who))


def hosts_only(view: Callable[[HttpRequest, Table, Device], HttpResponse]) -> Page:
    """A page that only the host sees."""

    @wraps(view)
    def page(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
        if not who.host:
            return render(request, "tables/not_host.html", {"code": table.code}, status=403)
        return view(request, table, who)

    return at_table(page)


def sent_on(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """For htmx, which asks for a part: where there is none, the browser itself goes to see why."""
    if answer.status_code in (200, 409, 422):
        return answer
    return HttpResponseClientRedirect(answer.headers.get("Location", request.get_full_path()))


def missing(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "tables/missing.html", {"code": spelt(code)}, status=404)


class Guessing:
    """429 at whatever page somebody guesses too often."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HtmxRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooManyGuesses):
            return None
        response = render(request, "tables/too_many.html", status=429)
        response.headers["Retry-After"] = "60"
        return sent_on(request, response) if request.htmx and request.method == "GET" else response


def private[R: HttpResponseBase](response: R) -> R:
    """A page with secrets on it is kept by nobody."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def by_code(request: HttpRequest) -> HttpResponse:
    code = spelt(request.GET.get("code", ""))
    return redirect("tables:join", code) if code else render(request, "tables/join_code.html")


@at_door
def join(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Choose a seat of this table, or watch."""
    if request.method != "POST":
        return _choose(request, table, who)
    try:
        return _enter(request, table, who)
    except IllegalAction as error:
        return _choose(request, table, who, error)


@at_door
def gone(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    lost = taken_from(table, secret_of(request))
    if lost is None:
        return redirect("tables:table" if who.joined else "tables:join", table.code)
    return private(render(request, "tables/gone.html", {"lost": lost, "left": table, "who": who}))


def _enter(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    secret, label = own_secret(request), label_of(request)
    word, _, which = request.POST.get("word", "sit").partition(":")
    chair, player = which or request.POST.get("seat", ""), request.POST.get("player", "").replace("\0", "")
    if word == "type":
        if table.laid_out is not None:
            with suppress(IllegalAction):  # Somebody sat down there in this instant: the part shows it.
                call(table, secret, chair, player)
        return _choose(request, table, who, part="#as")
    if word == "ask":
        seating.ask_for(table, secret, chair, label)
    elif word in ("watch", "tv"):
        seating.watch(table, secret, label)
    else:
        seating.sit(table, secret, chair, label, player)
    return with_cookie(request, redirect("tables:tv" if word == "tv" else "tables:table", table.code), secret)


def _choose(
    request: HttpRequest, table: Table, who: Device, error: IllegalAction | None = None, part: str = ""
) -> HttpResponse:
    seats, wanted = list(Seat.objects.filter(table=table)), request.POST.get("seat", "")
    tokens = Token.objects.filter(table=table, role="seat", revoked_at=None)
    taken = set(tokens.values_list("seat", flat=True))
    free = [seat for seat in seats if seat.pk not in taken]
    chosen = next((seat for seat in free if seat.chair == wanted), next(iter(free), None))
    rows = [
        {"seat": seat, "free": seat in free, "mine": seat.chair in who.holds, "chosen": seat == chosen}
        for seat in seats
    ]
    typed = request.POST.get("player")
    context = {
        "joining": table, "game": shelf.title(table.system), "rows": rows, "who": who, "error": error,
        "shut": not table.door_open and not who.joined, "chosen": chosen,
        "player": typed if typed is not None else chosen.player if chosen else "",
        "beside": neighbours(chosen, seats) if chosen else "",
    }  # fmt: skip
    return private(render(request, f"tables/join.html{part}", context, status=422 if error else 200))


def neighbours(seat: Seat, seats: Sequence[Seat]) -> str:
    """Between whom somebody sits, where there are more than two."""
    at = next(place for place, each in enumerate(seats) if each == seat)
    if len(seats) < 3:
        return ""
    before, after = seats[at - 1], seats[(at + 1) % len(seats)]
    return f"Between {before.player or before.name} and {after.player or after.name}."


SHOWN, HALF_A_DAY = "companion_recovery", 43_200
"""The cookie that holds a new code for the host's own screen until it is written down."""


def place(request: HttpRequest, code: str) -> HttpResponse:
    """The host's place: who holds a seat here asks for it, who holds a recovery code takes it."""
    table, who = find(request, code, secret_of(request))
    if table is None:
        return missing(request, code)
    if who.host:
        return redirect("tables:seats", table.code)
    error: IllegalAction | None = None
    if request.method == "POST":
        try:
            if request.POST.get("word") == "ask":
                seating.ask(table, who)
                return redirect("tables:table", table.code)
            allow_guess(request)
            secret = own_secret(request)
            seating.take_by_code(table, secret, label_of(request), request.POST.get("code", ""))
            return with_code(with_cookie(request, redirect("tables:seats", table.code), secret), table)
        except IllegalAction as refused:
            error = refused
            if isinstance(refused, WrongCode):
                count_guess(request)
    context = {"hosted": table, "who": who, "plea": seating.open_plea(table), "error": error}
    return private(render(request, "tables/host.html", context, status=422 if error else 200))


@require_POST
@hosts_only
def renew(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """A new recovery code, or the word that it is written down."""
    response = redirect("tables:seats", table.code)
    if request.POST.get("word") != "noted":
        return with_code(response, table)
    response.delete_cookie(SHOWN, path=reverse("tables:seats", args=[table.code]))
    return response


def with_code(response: HttpResponse, table: Table) -> HttpResponse:
    """The response, leaving a new recovery code to the seats' page of the device that it goes to."""
    code, path = (
        signing.dumps(seating.new_code(table), salt=SHOWN),
        reverse("tables:seats", args=[table.code]),
    )
    response.set_cookie(SHOWN, code, max_age=HALF_A_DAY, httponly=True, samesite="Lax", path=path)
    return response


def code_shown(request: HttpRequest, table: Table) -> str:
    """The code that this host has still to write down; empty where there is none, or it has served."""
    try:
        code = signing.loads(request.COOKIES.get(SHOWN, ""), salt=SHOWN, max_age=HALF_A_DAY)
    except signing.BadSignature:
        return ""
    return code if seating.stands(table, code) else ""


AFTER = {"archive": "home", "play_for": "table", "play_no_more": "table"}
"""Where a deed leads that does not leave the host on this page."""
HERE_ALONE = ("localhost", "::1", "0.0.0.0", "::")
NO_NETWORK = "This machine is on no network, so nobody else can come in. Join one, then load this page again."
LISTENS_HERE = "This house was opened for this machine alone; without --host it is for everybody."


@at_table
def seats(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Who sits where; for the host also each device, the door and the end."""
    look = Look(table=table, who=who, draft={}, back=request.get_full_path())
    door = way_in(request, "tables:join", table.code)
    shown = screen.page(look) if table.laid_out is None else tables_lobby.page(look)
    rows = Token.objects.filter(table=table, revoked_at=None).exclude(role="host", seat__isnull=False)
    devices = rows.select_related("seat").order_by("pk") if who.host else ()
    context = shown | {
        "row": table,
        **door,
        "devices": [
            {"row": row, "own": row.pk in who.tokens, "may_go": row.role != "host"} for row in devices
        ],
        "kept": kept(table),
        "house": house.offer(table),
        "sealed": house.sealed(table),
        "programs": bool(who.holds),
        "recovery": code_shown(request, table) if who.host else "",
    }
    return render(request, f"tables/seats.html{'#table' if request.htmx else ''}", context)


def way_in(request: HttpRequest, name: str, code: str) -> dict[str, str]:
    """A door for the others: its address, that as a QR code, and why nobody else can come in, where so.

    Where the house makes a network of its own, that one's name and code stand before it.
    """
    address = reachable(request.build_absolute_uri(reverse(name, args=[code])))
    why = (NO_NETWORK if listens_everywhere() else LISTENS_HERE) if is_here_alone(address) else ""
    named = by_name(address)
    spot = os.environ.get(WIFI, "")
    wifi = {"wifi": wifi_words(spot)[0], "wifi_qr": qr(wifi_code(spot))} if spot else {}
    door = {"join_address": address, "by_name": named, "qr": qr(scanned(address, code)), "only_here": why}
    return door | wifi


def reachable(address: str) -> str:
    """The address as others on the network reach it, where it was opened on the machine itself or by name.

    Not every phone knows names on a local network: a code to scan holds the number.
    """
    parts = urlsplit(address)
    if not (is_here_alone(address) or parts.hostname == ANNOUNCER.name):
        return address
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=addresses()[0] + port).geturl()


def is_here_alone(address: str) -> bool:
    """Whether an address leads to this machine only from this machine: by loopback, or by its bare name.

    >>> [is_here_alone(f"http://{name}/") for name in ("127.0.0.2:8000", "a.localhost", "192.168.1.20")]
    [True, True, False]
    """
    name = urlsplit(address).hostname or ""
    looped = name in HERE_ALONE or name.startswith("127.") or name.endswith(".localhost")
    return looped or name == gethostname().lower()


def qr(text: str) -> SafeString:
    """The text as a QR code, drawn as SVG without any style."""
    made = segno.make(text, error="m")
    return mark_safe(made.svg_inline(omitsize=True, border=3, light="#fff", dark="#000"))


@require_POST
@hosts_only
def manage(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    seat = request.POST.get("seat", "")
    deeds = {
        "open_door": lambda: tables_lobby.set_door(table, is_open=True),
        "shut_door": lambda: tables_lobby.set_door(table, is_open=False),
        "close": lambda: tables_lobby.close(table),
        "reopen": lambda: tables_lobby.reopen(table),
        "archive": lambda: tables_lobby.archive(table),
        "play_for": lambda: play_for(table, who, seat, yes=True),
        "play_no_more": lambda: play_for(table, who, seat, yes=False),
        "revoke": lambda: tables_lobby.revoke(table, whole(request.POST.get("token", ""))),
    }
    deed = deeds.get(request.POST.get("deed", ""))
    try:
        if deed is not None:
            deed()
    except IllegalAction as error:
        return _refused(request, table, error)
    there = AFTER.get(request.POST.get("deed", ""), "seats")
    return redirect("tables:home") if there == "home" else redirect(f"tables:{there}", table.code)


@at_table
def advice(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """What would the house do? For who plays alone against it, or where all have agreed."""
    try:
        weighed = house.advice(table, who, advised)
    except IllegalAction as error:
        return _refused(request, table, error)
    return render(request, "tables/advice.html", {"row": table, "weighed": weighed})


@require_POST
@at_table
def let_house(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """The house takes a seat, gives it back, or is hurried."""
    seat, deed = request.POST.get("seat", ""), request.POST.get("deed", "")
    try:
        if deed == "house":
            house.sit(table, who, seat, request.POST.get("strength", ""))
        elif deed == "house_leaves":
            house.leave(table, who, seat)
        elif deed in ("hurry", "hurry_no_more"):
            house.hurry(table, who, yes=deed == "hurry")
    except IllegalAction as error:
        return _refused(request, table, error)
    return redirect("tables:table" if deed.startswith("hurry") else "tables:seats", table.code)


def _refused(request: HttpRequest, table: Table, error: IllegalAction) -> HttpResponse:
    return render(request, "tables/refused.html", {"error": error, "code": table.code}, status=422)


@hosts_only
def delete(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Delete a closed table for good: the one thing that asks twice."""
    wrong = False
    if request.method == "POST":
        wrong = request.POST.get("code", "").strip().upper() != table.code
        if not wrong:
            try:
                tables_lobby.delete(table)
                return redirect("tables:home")
            except IllegalAction as error:
                return _refused(request, table, error)
    context = {"row": table, "wrong": wrong, "kept": kept(table)}
    return render(request, "tables/delete.html", context, status=422 if wrong else 200)


TAKES_NAMES = ("begin", "begin_all", "shuffle", "swap", "size")
"""Deeds before which what was typed on any plate counts."""


@at_table
def lobby(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Who sits where, and how the others come in; once the host has begun, the table itself."""
    if table.laid_out is None:
        return redirect("tables:table", table.code)
    return _lobby_page(request, table, who, None)


@require_POST
@at_table
def arrange(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Swap two people, name one, say who begins, take a seat; or begin."""
    there, refusal = reverse("tables:lobby", args=[table.code]), None
    given: QueryDict = request.POST
    seat, secret = given.get("seat", ""), own_secret(request)
    deeds: dict[str, Callable[[], None]] = {
        "swap": lambda: tables_lobby.swap(table, who, seat, given.get("with", "")),
        "shuffle": lambda: tables_lobby.shuffle(table, who),
        "let_begin": lambda: tables_lobby.let_begin(table, who, seat),
        "call": lambda: tables_lobby.call(table, secret, seat, given.get("player", "")),
        "sit": lambda: seating.sit(table, secret, seat, label_of(request), given.get("player", "")),
        **{f"house:{each}": partial(house.sit, table, who, seat, each) for each in STRENGTHS},
        "house_leaves": lambda: house.leave(table, who, seat),
        "ask": partial(house.agree, table, who, yes=True),
        "ask_no_more": partial(house.agree, table, who, yes=False),
        "size": lambda: tables_lobby.choose_size(table, who, given.get("size", "")),
        "begin": partial(begin, table, who),
        "begin_all": partial(begin, table, who, everybody=True),
    }
    deed = deeds.get(request.POST.get("deed", ""))
    try:
        if deed:
            if request.POST["deed"] in TAKES_NAMES:
                _call_typed(request.POST, table, own_secret(request))
            deed()
    except GameError as error:
        refusal = error
    fresh = Table.objects.get(pk=table.pk)
    if fresh.laid_out is None:
        there = reverse("tables:table", args=[table.code])
        return HttpResponseClientRedirect(there) if request.htmx else redirect(there)
    if not refusal and not request.htmx:
        return redirect(there)
    if not refusal and request.POST.get("deed") == "call":
        return HttpResponse(status=204)  # Whoever types may be at something else already: the bell shows it.
    return replace_url(_lobby_page(request, fresh, who, refusal), there)


def _call_typed(given: QueryDict, table: Table, secret: str) -> None:
    """The names that the page has not sent yet: whoever types one and begins at once means it."""
    for seat, was, name in zip(
        given.getlist("plate"), given.getlist("was"), given.getlist("player"), strict=False
    ):
        if name.strip() != was:
            tables_lobby.call(table, secret, seat, name)


def _lobby_page(request: HtmxRequest, table: Table, who: Device, refusal: GameError | None) -> HttpResponse:
    draft = request.GET.dict() if request.method == "GET" else {}
    back = request.get_full_path() if draft else reverse("tables:lobby", args=[table.code])
    door = way_in(request, "tables:join", table.code)
    context = tables_lobby.page(Look(table=table, who=who, draft=draft, back=back)) | {
        **door,
        "house_address": door["join_address"].partition("/join/")[0].partition("://")[2],
        "house_name": door["by_name"].partition("/join/")[0].partition("://")[2],
        "refusal": refusal and refusal.as_json()["error"],
        "house": house.offer(table),
    }
    part = "#table" if request.htmx else ""
    return render(request, f"tables/lobby.html{part}", context, status=422 if refusal else 200)


@at_table
def programs(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Each seat of this device with its programs. A new token is shown in the answer, and never again."""
    words, error = "", None
    if request.method == "POST":
        try:
            if request.POST.get("deed") == "give":
                words = give(table, who, request.POST.get("seat", ""))
            else:
                take_back(table, who, whole(request.POST.get("token", "")))
                return redirect("tables:programs", table.code)
        except IllegalAction as refused:
            error = refused
    names = chairs(table)
    rows = [{"id": seat, "name": names[seat], "tokens": each} for seat, each in given(table, who).items()]
    address = request.build_absolute_uri(f"/api/tables/{table.code}")
    context = {"row": table, "seats": rows, "told": words, "error": error, "address": address}
    return render(request, "tables/programs.html", context, status=422 if error else 200)
