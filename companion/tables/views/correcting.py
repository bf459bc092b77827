"""The pages on which a line is corrected or played on otherwise: what would change is shown first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from django.core import signing
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from companion.engine.errors import GameError, InvalidInput
from companion.engine.scene import NOBODY, Scene
from companion.htmx import HtmxRequest
from companion.tables import comparing, lines, play, pleas, screen
from companion.tables.comparing import BranchFigure, Foresight, Side, both, facts, figures, foresee, sides
from companion.tables.correcting import Fix
from companion.tables.devices import Device, chairs, device, secret_of, sight
from companion.tables.errors import StaleTable
from companion.tables.forms import action_of, seen_of
from companion.tables.journal import Answer, public_position
from companion.tables.lines import faces_of, typed
from companion.tables.models import Entry, Request, Table, beside
from companion.tables.play import put_away
from companion.tables.pleas import open_requests
from companion.tables.position import Position, position
from companion.tables.screen import Look, at_home
from companion.tables.seating import people
from companion.tables.views.entrance import at_table
from companion.tables.views.playing import opens, plain

SALT = "correction"
PAGES = ("correct", "correct_hand", "correct_check")
MANY = 60


@at_table
def table(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """The table, or a seat's own screen, as it was when that line was tapped.

    `as=it-was` begins with the choice that it was.
    """
    look = _look(table, who, line, request.get_full_path())
    if request.GET.get("as") != "it-was":
        return _room(request, look)
    hand = {"seat": at_home(look).hand} if look.room == "hand" else {}
    query = urlencode({**position(look.table).game.recall(_action(look)), **hand})
    return redirect(f"{request.path}?{query}" if query else request.path)


@require_POST
@at_table
def act(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """What should have been done: on to what it would change, or back with what is wrong."""
    look = _look(table, who, line, request.POST.get("back", ""))
    try:
        action = None if "strike" in request.POST else action_of(request.POST)
        foresee(table, at_home(look), Fix(line, action))
    except GameError as error:
        return _room(request, look, error)
    chosen = signing.dumps(action, salt=SALT, compress=True)
    where = reverse("tables:correct_check", args=[table.code, line])
    hand = {"seat": at_home(look).hand} if look.room == "hand" else {}
    return redirect(f"{where}?{urlencode({'chosen': chosen, **hand})}")


@at_table
def check(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """What the correction would change, and the button that makes it."""
    chosen = request.GET.get("chosen", "")
    look = _look(table, who, line, request.get_full_path())
    try:
        fix = Fix(line, _chosen(chosen), _ways(request.GET))
        return _checked(request, look, foresee(table, _asker(look), fix), None)
    except GameError as error:
        return _checked(request, look, None, error)


@require_POST
@at_table
def amend(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """The word for it: the amendment is written, or asked of the others."""
    look = _look(table, who, line, request.POST.get("back", ""))
    try:
        why = request.POST.get("why", "").strip()
        fix = Fix(line, _chosen(request.POST.get("chosen", "")), _ways(request.POST), why)
        play.amend(table, _asker(look), fix, seen_of(request.POST), request.POST.get("key", ""))
    except GameError as error:
        return _checked(request, look, None, error)
    return redirect("tables:log", table.code)


def _chosen(text: str) -> object:
    try:
        return signing.loads(text, salt=SALT)
    except signing.BadSignature as error:
        raise InvalidInput("chosen", "This correction is incomplete; choose it once more.") from error


def _ways(fields: QueryDict) -> dict[int, str]:
    """By which repair later lines go on, as it was chosen: a field each, `way.17`."""
    named = ((name.removeprefix("way."), how) for name, how in fields.dict().items() if name[:4] == "way.")
    return {int(number): str(how) for number, how in named if number.isascii() and number.isdigit()}


def _asker(look: Look) -> Device:
    """Who chose: from a hand's own room, where its address says so; or all who sit here, together."""
    seat = look.draft.get("seat", "")
    if look.draft.get("look") == "together":
        return replace(look.who, together=True)
    return look.who.at_hand(seat) if seat in look.who.holds else look.who


def _look(table: Table, who: Device, line: int, page: str) -> Look:
    parts = urlsplit(page)
    own = [reverse(f"tables:{name}", args=[table.code, line]) for name in PAGES]
    path = parts.path if parts.path in own else own[0]
    room = "hand" if path == own[1] else "table"
    back = parts._replace(scheme="", netloc="", path=path, fragment="").geturl()
    return Look(table=table, who=who, room=room, draft=QueryDict(parts.query).dict(), back=back, line=line)


def _room(request: HtmxRequest, look: Look, refusal: GameError | None = None) -> HttpResponse:
    """The game's own page at that moment; its taps go to `act` above."""
    if look.line not in position(look.table).numbers[1:] or not look.who.plays:
        return redirect("tables:log", look.table.code)
    look = replace(look, opens=opens(request, look.who))
    context = screen.page(look) | {"correcting": _line(look), "corrected": typed(_action(look))}
    context["where"] = _where(look)
    return _correcting_page(request, "tables/table.html", context, refusal)


def _checked(
    request: HtmxRequest, look: Look, seen: Foresight | None, refusal: GameError | None
) -> HttpResponse:
    """What it would change, to who chose it: he may choose again, or by which repairs the rest goes on."""
    shown = _shown(look, seen) | {"chosen": look.draft.get("chosen", ""), "draft": look.draft}
    shown["together"] = len(look.who.holds) > 1
    return _correcting_page(request, "tables/correct.html", shown, refusal)


@at_table
def plea(request: HtmxRequest, table: Table, who: Device, number: int) -> HttpResponse:
    """What somebody asks to set right, to each who must agree and to who asks; and the word for it."""
    seen = sight(table, who, chairs(table))
    waiting = next((each for each in open_requests(table, who, seen) if each.id == number), None)
    if waiting is None or waiting.kind != "amend":
        return redirect("tables:table", table.code)
    refusal: GameError | None = None
    if request.method == "POST":
        try:
            if waiting.may_say:
                play.agree(table, who, waiting.id, request.POST.get("word", "") == "yes")
            else:
                pleas.withdraw(table, who, waiting.id)
        except GameError as error:
            refusal = error
        else:
            return redirect("tables:table", table.code)
    body = Request.objects.get(pk=number).body
    look = Look(table=table, who=who, draft=request.GET.dict(), back=request.get_full_path(), line=body["to"])
    try:
        foresight = comparing.foresee_plea(table, _asker(look), body, alone=not waiting.may_say)
    except GameError as error:
        foresight, refusal = None, refusal or error
    shown = _shown(look, foresight) | {"plea": waiting, "together": len(who.holds) > 1, "draft": look.draft}
    shown["side"] = _side(look) if waiting.may_say else ""
    return _correcting_page(request, "tables/correct.html", shown, refusal)


def _side(look: Look) -> str:
    current, seat = position(look.table), look.who.holds[0]
    cover = current.game.covers(current.state, seat)
    return cover.side if cover else seat


def _shown(look: Look, seen: Foresight | None) -> dict[str, object]:
    """The pages on which a correction is looked at: the deed, the lines after it, the figures."""
    was = _line(look)
    shown = screen.page(replace(look, line=0, draft={})) | {"line": look.line, "was": was, "seen": seen}
    shown["where"] = _where(look)
    if seen is None:
        return shown
    sides = [_public(look, seen.states[: n + 1]) for n in (0, 1)]
    stages = [side["v"].stage for side in sides]
    current, fallen = position(look.table), seen.dropped
    public = _named(look.table, facts(*stages)) if all(stages) else []
    return shown | {
        "becomes": seen.words or "Nothing: the line is struck out",
        "faces": faces_of(seen.dice),
        "boards": _boards(look, current, seen),
        "sides": sides,
        "told": seen.told or _words(look, sides, seen.states),
        "public": sorted(public, key=lambda each: each[2::3] == each[3::3]),
        "head": [current.game.headline(state) for state in seen.states],
        "purse": next((each for each in seen.figures if each.more), None) or next(iter(seen.figures), None),
        "later": len(current.since(look.line)) - 1,
        "broken": sorted(seen.broken, key=lambda each: not each.falls)[:MANY],
        "fallen": fallen[:MANY],
        "more": max(len(seen.broken) - MANY, 0),
    }


def _named(table: Table, figures: Iterable[BranchFigure]) -> list[BranchFigure]:
    """Figures of which each side has one say whose they are."""
    each_ = list(figures)
    names, many = people(beside(table).seats), Counter(each.name for each in each_)
    return [
        each._replace(name=f"{each.name}, {names[each.side]}")
        if many[each.name] > 1 and each.side in names
        else each
        for each in each_
    ]


def _where(look: Look) -> str:
    current = position(look.table)
    if look.line not in current.numbers:
        return ""
    before, campaign = current.before(look.line), current.game.campaign
    return campaign.chapter(before) if campaign else current.game.headline(before).partition(" · ")[0]


def _boards(look: Look, current: Position, seen: Foresight) -> list[object]:
    """The board right after the line, as it was and as it would be, as all may know it now.

    Of a deed that turned up what is hidden again it is the board as it stands now.
    """
    game, before = current.game, current.before(look.line)
    pair = seen.states if game.shows(before, current.actions[look.line]) else seen.deeds
    then = [game.past(state, current.state) for state in (before, *pair)]
    views = [game.view(Scene(state, NOBODY, "tv", {}, (then[0], state))) for state in then[1:]]
    return [view.stage.board for view in views if view.stage and view.stage.board]


def _words(look: Look, sides: Sequence[Any], states: Sequence[object]) -> Sequence[str]:
    """What is otherwise, where the game has no words of its own for it: as its screen tells what happened."""
    changes: Sequence[str] = sides[1]["v"].stage.changes
    was, now = map(position(look.table).game.headline, states)
    return changes or ([f"{was} → {now}"] if was != now else ())


def _public(look: Look, trail: Sequence[object]) -> dict[str, Any]:
    """What everybody may know of the last of these states, and in words what is otherwise than before it."""
    game = position(look.table).game
    names = [f"{game.slug}/public.html", "stage/public.html"]
    return {"v": game.view(Scene(trail[-1], NOBODY, "tv", {}, trail)), "templates": names}


def _correcting_page(
    request: HtmxRequest, template: str, context: dict[str, object], refusal: GameError | None
) -> HttpResponse:
    part = "#table" if request.htmx else ""
    context["refusal"] = refusal and refusal.as_json()["error"]
    status = 409 if isinstance(refusal, StaleTable) else 422 if refusal else 200
    return render(request, template + part, context, status=status)


def _action(look: Look) -> object:
    """What was done in the line to be corrected, as this device may read it; empty where it may not."""
    deeds = Entry.objects.filter(table=look.table, kind__in=("action", "amend"), struck=False)
    row, current = deeds.filter(number=look.line).first(), public_position(look.table, position(look.table))
    seen = sight(look.table, at_home(look), chairs(look.table))
    return (row and lines.redacted(row, lines.done(row, current), current, seen)) or {}


def _line(look: Look) -> dict[str, object]:
    row = Entry.objects.filter(table=look.table, number=look.line).first()
    if row is None:
        return {"number": look.line, "words": ""}
    current = public_position(look.table, position(look.table))
    seen = sight(look.table, at_home(look), chairs(look.table))
    line = {"words": lines.words(row, current, seen), "faces": faces_of(row.dice)}
    return line | {"number": look.line, "steps": lines.steps(row, current)}


@require_POST
@at_table
def begin(request: HtmxRequest, table: Table, who: Device, line: int) -> HttpResponse:
    """Branch from that line; who asks for it is led to the branch."""
    try:
        opened = play.branch(table, who, line)
    except GameError as refusal:
        return plain(reverse("tables:log", args=[table.code]), table, refusal)
    if isinstance(opened, Answer):
        return redirect("tables:table", table.code)
    there = reverse("tables:table", args=[opened.code])
    return HttpResponseClientRedirect(there) if request.htmx else redirect(there)


@at_table
def compared(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """The branch beside its true line, for who has joined both; of a table that is none, the table."""
    true = table.branch_of
    viewer = device(true, secret_of(request)) if true else None
    if true is None or viewer is None or not viewer.joined:
        return redirect("tables:table", table.code)
    wish = {key: request.GET[key] for key in ("look", "line") if key in request.GET}
    if wish.get("look") == "together":
        who, viewer = replace(who, together=True), replace(viewer, together=True)
    sides_shown = sides(table, who, true, viewer, newest=wish.get("line") == "newest")
    context = {
        "branch": table,
        "true": true,
        "slug": table.system,
        "sides": sides_shown,
        "newest": wish.get("line") == "newest",
        "others": len(who.holds) > 1 and not who.together,
        "may_put_away": who.host and table.archived_at is None,
        **(_beside(*sides_shown) if sides_shown else {}),
    }
    return render(request, "tables/branch.html", context)


def _beside(true: Side, branch: Side) -> dict[str, object]:
    return {
        "figures": figures(true, branch),
        "further": branch.lines < true.table.version,
        "chart": both(true, branch),
    }


@require_POST
@at_table
def away(request: HtmxRequest, table: Table, who: Device) -> HttpResponse:
    """Put the branch away; its true table is where one goes then."""
    try:
        put_away(table, who)
    except GameError as refusal:
        return plain(reverse("tables:table", args=[table.code]), table, refusal)
    there = table.branch_of
    return redirect("tables:table", there.code) if there else redirect("tables:home")
