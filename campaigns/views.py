"""The campaigns' own pages: shelf, first page, an evening, coming in, changes, taking one along."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from campaigns import chronicle, opening
from campaigns.carrying.parcel import Meeting, bring, many_lines, pack, settle, tables_of
from campaigns.chronicle import NOTED, chairs, chronicle_of, note, numbered
from campaigns.door import Visitor, check_host, check_plays, find, in_campaign, page, sent
from campaigns.models import Campaign, Member
from campaigns.opening import (
    EveningForm,
    LateEvening,
    OpenCampaign,
    SeriesForm,
    campaign_of,
    day,
    keep_table,
    keepable,
    open_campaign,
    open_series,
    rows,
    today,
)
from campaigns.series.views import season
from campaigns.war_room import room
from companion import shelf
from companion.engine.errors import GameError
from companion.tables import devices, pleas, seating
from companion.tables.models import Table, writing
from companion.tables.play import more_lying_open
from companion.tables.position import BrokenJournal
from companion.tables.views import playing
from companion.tables.views.entrance import at_table, hosts_only, private, with_code


@in_campaign
def manage(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    check_host(who)
    members = Member.objects.filter(campaign=campaign).order_by("pk")
    context = page(campaign, who, "overview") | {"members": members}
    return render(request, "campaigns/manage.html", context)


@require_POST
@in_campaign
def change(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    check_host(who)
    deed = request.POST.get("deed", "")
    if deed == "rename":
        opening.rename(campaign, request.POST.get("title", ""))
    elif deed == "put_away":
        opening.put_away(campaign)
        return redirect("campaigns:home")
    elif deed == "bring_back":
        opening.bring_back(campaign)
    elif deed == "host":
        opening.make_host(campaign, request.POST.get("member", ""))
    return redirect("campaigns:manage", campaign.code)


@in_campaign
def delete(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Delete it for good: asks twice."""
    check_host(who)
    wrong = False
    if request.method == "POST":
        wrong = request.POST.get("code", "").strip().upper() != campaign.code
        if not wrong:
            opening.delete(campaign, with_tables=request.POST.get("tables") == "too")
            return redirect("campaigns:home")
    context = page(campaign, who, "overview") | {"wrong": wrong, "tables": opening.tables_of(campaign)}
    return render(request, "campaigns/delete.html", context, status=422 if wrong else 200)


@in_campaign
def evening(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    evening = numbered(campaign, number)
    notes = {name: getattr(evening, name) for name in NOTED}
    form = EveningForm(request.POST if request.method == "POST" else None, initial=notes)
    if request.method == "POST":
        check_plays(who)
        if form.is_valid():
            note(evening, form.cleaned_data)
            return redirect("campaigns:overview", campaign.code)
    context = page(campaign, who, "overview") | {"evening": evening, "form": form}
    return render(request, "campaigns/evening.html", context, status=422 if form.errors else 200)


@in_campaign
def begun_late(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """An evening begins at a line that is written already."""
    check_plays(who)
    table = chronicle.table_of(campaign)
    form = LateEvening(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            chronicle.begin_at(campaign, form.cleaned_data["first"], form.cleaned_data["date"])
            return redirect("campaigns:overview", campaign.code)
        except GameError as error:
            form.add_error("first", error.message)
    context = page(campaign, who, "overview") | {"form": form, "table": table}
    return render(request, "campaigns/begun_late.html", context, status=422 if form.errors else 200)


@require_POST
@in_campaign
def join_up(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Two evenings that were one."""
    check_plays(who)
    chronicle.join_to_the_one_before(campaign, numbered(campaign, number))
    return redirect("campaigns:overview", campaign.code)


@require_POST
@in_campaign
def open_again(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The last evening goes on: at its table what was played can be taken back or corrected."""
    check_plays(who)
    chronicle.open_again(campaign)
    return redirect("tables:table", chronicle.table_of(campaign).code)


@require_POST
@in_campaign
def end(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    check_host(who)
    chronicle.end(campaign)
    return redirect("campaigns:overview", campaign.code)


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A device that knows the code may look from now on; secrets stay with the seats."""
    campaign, who = find(request, code)
    if campaign is None:
        return render(request, "campaigns/missing.html", {"code": code}, status=404)
    if request.method != "POST":
        return _choose(request, campaign, who)
    secret = devices.own_secret(request)
    try:
        with writing():
            _come_in(request, campaign, secret)
    except GameError as error:
        return _choose(request, campaign, who, error)
    return devices.with_cookie(request, redirect("campaigns:overview", campaign.code), secret)


def _come_in(request: HttpRequest, campaign: Campaign, secret: str) -> None:
    """Noted as one who may look, and seated where a seat was chosen."""
    label, chair = devices.label_of(request), request.POST.get("seat", "")
    Member.objects.get_or_create(campaign=campaign, hash=devices.hashed(secret), defaults={"label": label})
    if chair and campaign.table is not None:
        table = Table.objects.get(campaign=campaign)
        seating.sit(table, secret, chair, label, request.POST.get("player", "").replace("\0", ""))


def _choose(
    request: HttpRequest, campaign: Campaign, who: Visitor, error: GameError | None = None
) -> HttpResponse:
    context: dict[str, object] = {"campaign": campaign, "visitor": who, "error": error, "chairs": []}
    if campaign.table is not None:
        try:
            context["chairs"] = chairs(chronicle_of(campaign), who.sight, who.device)
        except BrokenJournal as broken:
            return render(request, "tables/broken.html", {"error": str(broken)}, status=500)
    return private(render(request, "campaigns/join.html", context, status=422 if error else 200))


def by_code(request: HttpRequest) -> HttpResponse:
    code = devices.spelt(request.GET.get("code", ""))
    return redirect("campaigns:join", code) if code else redirect("campaigns:home")


@in_campaign
def overview(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The war room of a campaign; of a series the season."""
    return season(request, campaign, who) if campaign.kind == "series" else room(request, campaign, who)


@require_POST
@in_campaign
def tonight(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Continue: the table is open again, the evening begun, and the players are at the table."""
    check_plays(who)
    table = chronicle.table_of(campaign)
    chronicle.tonight(campaign, day(request.POST.get("on", "")))
    return redirect("tables:table", table.code)


def home(request: HttpRequest) -> HttpResponse:
    """What goes on, what can be opened, and which tables could be kept as a campaign."""
    secret = devices.secret_of(request)
    context = {
        "rows": rows(secret),
        "games": list(shelf.games().values()),
        "tables": keepable(secret),
        "demos": more_lying_open(),
    }
    return private(render(request, "campaigns/home.html", context))


def put_away(request: HttpRequest) -> HttpResponse:
    context = {"rows": rows(devices.secret_of(request), put_away=True)}
    return private(render(request, "campaigns/archive.html", context))


def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None or not game.at_table or game.campaign is None:
        return render(request, "campaigns/no_game.html", {"slug": slug, "game": game}, status=404)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = playing.fill(request, OpenCampaign(game, *sent))
    if request.method == "POST" and form.is_valid():
        try:
            devices.allow_opening(request)
            return _opened(request, form)
        except GameError as error:
            form.add_error(None, str(error))
    context = {"form": form, "game": game}
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, form: OpenCampaign) -> HttpResponse:
    secret, label = devices.own_secret(request), devices.label_of(request)
    with writing():
        campaign = open_campaign(form.opening(), secret, label, on=form.cleaned_data["on"])
        table = Table.objects.get(campaign=campaign)
        for chair in form.cleaned_data["sits"]:
            seating.sit(table, secret, chair, label)
    return with_code(
        devices.with_cookie(request, redirect("campaigns:overview", campaign.code), secret), table
    )


def series(request: HttpRequest, slug: str) -> HttpResponse:
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None:
        return render(request, "campaigns/no_game.html", {"slug": slug, "game": game}, status=404)
    form = SeriesForm(request.POST if request.method == "POST" else None, initial=_titled(game.title))
    if request.method == "POST" and form.is_valid():
        secret = devices.own_secret(request)
        campaign = open_series(slug, form.cleaned_data["title"], secret, devices.label_of(request))
        return devices.with_cookie(request, redirect("campaigns:overview", campaign.code), secret)
    context = {"form": form, "game": game}
    return render(request, "campaigns/open_series.html", context, status=422 if form.errors else 200)


def _titled(game: str) -> dict[str, object]:
    return {"title": f"{game}, {today().year}"}


@require_POST
@hosts_only
def keep(request: HttpRequest, table: Table, who: devices.Device) -> HttpResponse:
    """A table that is played already becomes a campaign."""
    try:
        campaign: Campaign = keep_table(table, devices.own_secret(request), devices.label_of(request))
    except GameError as error:
        context = {"error": error, "code": table.code}
        return render(request, "tables/refused.html", context, status=422)
    return redirect("campaigns:overview", campaign.code)


@at_table
def of(request: HttpRequest, table: Table, who: devices.Device) -> HttpResponse:
    """From a table to what it belongs to; to the shelf, where it can be kept as a campaign, if to nothing."""
    campaign = campaign_of(table)
    return redirect("campaigns:overview", campaign.code) if campaign else redirect("campaigns:home")


LARGEST = 64 * 1024 * 1024
"""Bytes: ten years of evenings, and no more than a house can unpack at once."""


@in_campaign
def carry(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What is in the file, and who may have it; a host who plays asks the other seats first."""
    closed = [table for table in tables_of(campaign) if pleas.to_ask(table, _at(table, request))]
    if request.method == "POST" and who.host:
        for table in closed:
            pleas.ask_whole(table, _at(table, request))
        return redirect("campaigns:carry", campaign.code)
    waits = bool(closed) and all(pleas.is_asked(table, _at(table, request)) for table in closed)
    context = page(campaign, who, "carry") | {"lines": many_lines(campaign), "closed": closed, "asked": waits}
    return render(request, "campaigns/carrying/carry.html", context, status=200 if who.host else 403)


@in_campaign
def parcel(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The file, for the host alone: the journal holds every seat's secrets."""
    if not who.host:
        return render(request, "campaigns/carrying/carry.html", page(campaign, who, "carry"), status=403)
    tables = tables_of(campaign)
    for table in tables:
        pleas.check_may_take(table, _at(table, request))
    for table in tables:
        pleas.take(table, _at(table, request), "the campaign’s file")
    return sent(pack(campaign), f"{slugify(campaign.title) or 'campaign'}.campaign.json")


def _at(table: Table, request: HttpRequest) -> devices.Device:
    """This device at a table of the campaign; the campaign's host is the host of all of them."""
    return replace(devices.device(table, devices.secret_of(request)), host=True)


def receive(request: HttpRequest) -> HttpResponse:
    """A campaign's file is unpacked, its bringer the host; one that is known here waits for a word."""
    if request.method != "POST":
        return render(request, "campaigns/carrying/receive.html")
    secret, choice = devices.own_secret(request), request.POST.get("choice", "")
    try:
        if choice:
            settled: Campaign | Meeting = settle(choice, secret, devices.label_of(request))
        else:
            settled = bring(_sent(request), secret, devices.label_of(request))
    except GameError as error:
        return render(request, "campaigns/carrying/receive.html", {"error": str(error)}, status=422)
    if isinstance(settled, Meeting):
        answer = private(render(request, "campaigns/carrying/brought.html", {"met": settled}))
        return devices.with_cookie(request, answer, secret)
    return devices.with_cookie(request, redirect("campaigns:overview", settled.code), secret)


def _sent(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise GameError("", "Choose the campaign's file first: it ends in .campaign.json.")
    if file.size > LARGEST:
        raise GameError("", f"A campaign's file has at most {LARGEST // 2**20} MB.")
    sent: bytes = file.read()
    return sent
