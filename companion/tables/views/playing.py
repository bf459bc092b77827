"""The table, a hand, the TV; and the taps that come from them. No rules here."""

from collections.abc import Callable

from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST
from django_htmx.http import replace_url

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.htmx import HtmxRequest
from companion.tables import asking, guiding, play, taking
from companion.tables.devices import Device
from companion.tables.errors import StaleTable
from companion.tables.forms import action_of, seen_of, word_of
from companion.tables.house import check_host
from companion.tables.journal import Answer
from companion.tables.may import check_plays
from companion.tables.models import Table
from companion.tables.picture import answering, sent
from companion.tables.screen import Look, at_home
from companion.tables.screen.addresses import urls
from companion.tables.seating import host_place, seats
from companion.tables.tapping import THEN
from companion.tables.together import readiness
from companion.tables.together.walking import walk_on
from companion.tables.views.entrance import at_table
from companion.tables.views.guiding import guided
from companion.tables.views.places import is_room, page_of, place_of

FLASH = "companion_refusal"
type Door = Callable[[Device, Json, str], Answer | None]


@gzip_page
@at_table
def table(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The table itself."""
    return _room(request, Look(table=table, who=who, draft=request.GET.dict(), back=request.get_full_path()))


@gzip_page
@at_table
def hand(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """One seat's own screen; who holds no seat is sent to the table."""
    if not who.holds:
        return redirect("tables:table", table.code)
    look = Look(table=table, who=who, room="hand", draft=request.GET.dict(), back=request.get_full_path())
    return _room(request, look)


@gzip_page
@at_table
def tv(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The screen for everybody."""
    look = Look(table=table, who=who, room="tv", draft=request.GET.dict(), back=request.get_full_path())
    return _room(request, look)


@require_POST
@gzip_page
@at_table
def act(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A tap; its button may hold several actions, which are done in a row."""

    def door(here: Device, seen: Json, key: str) -> Answer:
        action = action_of(request.POST)
        return (play.act_in_a_row if isinstance(action, list) else play.act)(table, here, action, seen, key)

    return _tap(request, table, who, door)


@require_POST
@at_table
def undo(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Back to a line of the log."""
    to = _whole(request.POST.get("to", ""))
    return _tap(request, table, who, lambda here, seen, key: play.undo(table, here, to, seen, key))


@require_POST
@at_table
def redo(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Forward again."""
    return _tap(request, table, who, lambda here, seen, key: play.redo(table, here, seen, key))


@require_POST
@at_table
def go_on(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """On from where it stands, where the rules do not follow what led there."""
    return _tap(request, table, who, lambda here, seen, key: play.go_on(table, here, seen, key))


@require_POST
@at_table
def say(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A word on an open request: yes, no, an answer, or that it is taken back."""
    return _tap(request, table, who, lambda here, seen, key: _said(request.POST, table, here))


def _said(form: QueryDict, table: Table, who: Device) -> Answer | None:
    request, word = _number(form.get("request", "")), form.get("word", "")
    if word == "answer":
        return play.reply(table, who, request, action_of(form))
    if word == "withdraw":
        asking.withdraw(table, who, request)
        return None
    if form.get("kind") == "claim":
        check_host(who)
        seats.hand_over(table, request, yes=word == "yes")
        return None
    if form.get("kind") == "host":
        host_place.answer(table, who, request, yes=word == "yes")
        return None
    if form.get("kind") == "whole":
        taking.answer(table, who, request, yes=word == "yes")
        return None
    return play.agree(table, who, request, word == "yes")


@require_POST
@at_table
def walk(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """On to the next beat of what the last line did, on every screen."""
    return _tap(request, table, who, lambda here, _seen, _key: _walked(request.POST, table, here))


@require_POST
@at_table
def ready(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """A seat is ready for what all see together; or its host goes on without the others."""

    def door(here: Device, seen: Json, key: str) -> Answer | None:
        if request.POST.get("ready") == "now":
            check_host(here)
        elif not readiness.say(table, here, _number(request.POST.get("seen", ""))):
            return None
        return play.act(table, here, action_of(request.POST), seen, key)

    return _tap(request, table, who, door)


@require_POST
@at_table
def mark(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """What a seat marks in a step that belongs to several, or that it is ready there."""

    def door(here: Device, seen: Json, key: str) -> Answer:
        return play.mark(table, here, word_of(request.POST), seen, key)

    return _tap(request, table, who, door, stays=True)


def _walked(form: QueryDict, table: Table, who: Device) -> Answer | None:
    check_plays(who)
    walk_on(table, _number(form.get("seen", "")), _number(form.get("beat", "")))
    return None


def _whole(text: str) -> Json:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _number(text: str) -> int:
    """The whole number that a form's field holds; 0 where it holds none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _tap(request: HtmxRequest, table: Table, who: Device, door: Door, *, stays: bool = False) -> HttpResponse:
    """Knock at the door; answer with the part that was tapped, or send a plain form back to its page.

    `stays` is that the half-made choice outlives it, as long as the table stands at the same line.
    """
    back = page_of(request.POST.get("back", ""), table)
    here = at_home(Look(table=table, who=who, **place_of(back, table, done=False)))
    with answering(table.pk):
        refusal, status = _knocked(request, here, door)
        fresh = Table.objects.get(pk=table.pk)
        place = place_of(
            back,
            fresh,
            done=refusal is None and not (stays and fresh.version == table.version),
            then=request.GET.get(THEN, ""),
        )
        if not request.htmx:
            return plain(back if refusal or not is_room(back, table) else str(place["back"]), fresh, refusal)
        if not is_room(back, table):
            # The log and the seats fetch themselves again; here they learn what was refused.
            told = {"refusal": refusal and refusal.as_json()["error"]}
            return render(request, "tables/refusal.html", told, status=status)
        return _part(request, Look(table=fresh, who=who, **place), refusal, status)


def _knocked(request: HtmxRequest, here: Device, door: Door) -> tuple[GameError | None, int]:
    """What was refused, if anything, and the status that says so."""
    try:
        answer = door(here, seen_of(request.POST), request.POST.get("key", ""))
    except StaleTable as error:
        return error, 409
    except GameError as error:
        return error, 422
    return None, 202 if answer and answer.waiting else 201


def plain(back: str, table: Table, refusal: GameError | None) -> HttpResponse:
    """Where JavaScript is off: back to the page, with what was refused in a cookie of one use."""
    response = redirect(back)
    if refusal is not None:
        told = signing.dumps(refusal.as_json()["error"])
        response.set_cookie(FLASH, told, max_age=60, httponly=True, samesite="Lax", path=urls(table)["table"])
    return response


def _part(request: HttpRequest, look: Look, refusal: GameError | None, status: int) -> HttpResponse:
    look = guided(request, look)
    if refusal is None:
        response = HttpResponse(sent(look).text, status=status)
    else:
        context = guiding.page(look) | {"refusal": refusal.as_json()["error"]}
        response = render(request, "tables/table.html#table", context, status=status)
    return replace_url(response, look.back) if request.method == "POST" else response


def _room(request: HtmxRequest, look: Look) -> HttpResponse:
    """The same view serves the page and its part."""
    if request.htmx:
        return _part(request, look, None, 200)
    told = request.COOKIES.get(FLASH)
    get_token(request)  # Forms that come on the stream ask the browser for it.
    shown = guiding.page(guided(request, look))
    response = render(request, "tables/table.html", shown | {"refusal": _remembered(told)})
    if told:
        response.delete_cookie(FLASH, path=urls(look.table)["table"])
    return response


def _remembered(told: str | None) -> Json | None:
    try:
        return signing.loads(told, max_age=60) if told else None
    except signing.BadSignature:
        return None
