"""The pages of a series: the season, an evening, the war, and the door to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import series as room
from campaigns import series as values
from campaigns.chronicle import NOTED, note, numbered
from campaigns.door import Visitor, check_host, in_campaign, page, sent
from campaigns.models import Campaign, Evening
from campaigns.opening import Day, OpenCampaign, today
from campaigns.series import (
    Fought,
    fought,
    night_of,
    onward,
    plays,
    programme,
    records,
    standings,
    turned_sides,
)
from campaigns.series.records import Played, Scores, TableEvening, brought
from companion import shelf
from companion.engine.campaign import Army, Handed
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.form import Control
from companion.engine.game import Game, Night
from companion.tables.devices import label_of, own_secret, with_cookie
from companion.tables.models import Seat
from companion.tables.views import playing
from companion.tables.views.entrance import way_in

type Numbered = tuple[int, Night]


def in_series(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, campaign, visitor, …)` of a series; a campaign is refused in words."""

    @wraps(view)
    def page(request: HttpRequest, campaign: Campaign, who: Visitor, **place: object) -> HttpResponse:
        if campaign.kind != "series":
            raise IllegalAction("", "A campaign goes on at its one table; only a series has single evenings.")
        return view(request, campaign, who, **place)

    return in_campaign(page)


def known(campaign: Campaign) -> dict[str, object]:
    """What a form offers while one types: who has played, and the game's sides."""
    game = _game(campaign) if campaign.system in shelf.slugs() else None
    sides = {chair.name: None for size in _setups(game) for chair in game.setup_seats(size)} if game else {}
    return {"known": [line.name for line in standings(plays(campaign))], "sides": list(sides)}


def _setups(game: Game[object]) -> list[object]:
    return [size.setup for size in game.sizes] or [{}]


def _game(campaign: Campaign) -> Game[object]:
    return shelf.game(campaign.system)


@in_series
def opened(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    check_host(who)
    game = _game(campaign)
    if not game.at_table:
        raise IllegalAction("", f"{game.title} has no table here yet; write the play down instead.")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    night, is_war = night_of(campaign, request.GET.get("night", "")), "war" in request.GET
    battles = fought(campaign) if is_war else []
    form = playing.fill(request, _opening(campaign, game, sent, night))
    if battles:
        _goes_on(form, campaign, len(battles) + 1)
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, campaign, form, night)
        except GameError as error:
            form.add_error(None, str(error))
    context = page(campaign, who, "overview") | {
        "form": form,
        "game": game,
        "night": night,
        "battle": len(battles) + 1 if is_war else 0,
        **known(campaign),
    }
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def _opening(
    campaign: Campaign, game: Game[object], sent: tuple[object, ...], night: Numbered | None
) -> OpenCampaign:
    form = OpenCampaign(game, *sent)
    form.fields["on"] = Day("Date", past=True)
    number = Evening.objects.filter(campaign=campaign).count() + 1
    form.fields["title"].initial = f"{campaign.title[:60]}, evening {number}"
    for name in form.fields:
        if name.startswith("p."):
            form.fields[name].widget.attrs["list"] = "known"
    if night:
        _proposed(form, campaign, *night)
    return form


def _proposed(form: OpenCampaign, campaign: Campaign, number: int, night: Night) -> None:
    """The night as its programme has it: its name, what is played, the sides of last time changed."""
    form.fields["title"].initial = f"{campaign.title[:50]}, night {number}: {night.name}"
    people = {f"p.{chair}": name for chair, name in turned_sides(plays(campaign)).items()}
    played = {f"o.{key}": value for key, value in night.setup.items() if value is not None}
    for name, value in (people | played).items():
        if name in form.fields:
            form.fields[name].initial = value


def _goes_on(form: OpenCampaign, campaign: Campaign, number: int) -> None:
    """The war's next battle: the same people sit where they sat, and of a battle only its ground is taken."""
    form.fields["title"].initial = f"{campaign.title[:60]}, battle {number}"
    last = Evening.objects.filter(campaign=campaign, handed__isnull=False).last()
    for seat in Seat.objects.filter(table=last.table if last else None):
        if f"p.{seat.chair}" in form.fields:
            form.fields[f"p.{seat.chair}"].initial = seat.player


def _opened(
    request: HttpRequest, campaign: Campaign, form: OpenCampaign, night: Numbered | None
) -> HttpResponse:
    given, secret = form.cleaned_data, own_secret(request)
    who = (secret, label_of(request))
    opening = form.opening()
    if night:
        own = {key: value for key, value in night[1].setup.items() if f"o.{key}" not in form.fields}
        opening = replace(opening, setup={**opening.setup, **own})
    if "war" in request.GET:
        opening = replace(opening, setup=onward(campaign, opening.setup))
    noted = {"date": given["on"], "handed": {} if "war" in request.GET else None}
    table = records.open_evening(campaign, opening, noted, given["sits"], who)
    return with_cookie(request, redirect("tables:seats", table.code), secret)


@in_series
def written(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    check_host(who)
    sent = request.POST if request.method == "POST" else None
    form, scores = Played(sent), Scores(sent)
    form.fields["date"].widget.attrs["data-today"] = today().isoformat()
    if request.method == "POST" and form.is_valid() & scores.is_valid():
        noted = {name: form.cleaned_data[name] for name in NOTED}
        records.write_down(campaign, noted, scores.cleaned_data["scores"])
        return redirect("campaigns:overview", campaign.code)
    return _evening_page(request, campaign, who, form=form, scores=scores)


@in_series
def evening(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """An evening's notes; of a play without a table its result, of a table the names at its seats."""
    evening = numbered(campaign, number)
    sent = request.POST if request.method == "POST" else None
    initial = {name: getattr(evening, name) for name in NOTED}
    seats = list(Seat.objects.filter(table=evening.table)) if evening.table else []
    form = TableEvening(seats, sent, initial=initial)
    scores = None if evening.table else Scores(sent, rows=evening.result or ())
    if request.method == "POST":
        check_host(who)
        if form.is_valid() & (scores is None or scores.is_valid()):
            _keep(evening, form, scores)
            return redirect("campaigns:overview", campaign.code)
    return _evening_page(request, campaign, who, form=form, scores=scores, evening=evening)


def _keep(evening: Evening, form: TableEvening, scores: Scores | None) -> None:
    note(evening, form.cleaned_data)
    if scores is not None:
        records.by_hand(evening, scores.cleaned_data["scores"])
    if evening.table is not None:
        records.name_people(evening.table, form.people())


@in_series
def result(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """The result of an evening's table, written by hand: a game given up, or agreed on."""
    check_host(who)
    evening = numbered(campaign, number)
    if request.method == "POST" and request.POST.get("deed") == "table" and evening.table:
        records.by_hand(evening, None)
        return redirect("campaigns:overview", campaign.code)
    seats = Seat.objects.filter(table=evening.table)
    rows = evening.result or [{"player": seat.player, "seat": seat.name} for seat in seats if seat.player]
    scores = Scores(request.POST if request.method == "POST" else None, rows=rows)
    if request.method == "POST" and scores.is_valid():
        records.by_hand(evening, scores.cleaned_data["scores"])
        return redirect("campaigns:overview", campaign.code)
    return _evening_page(request, campaign, who, scores=scores, evening=evening)


@require_POST
@in_series
def remove(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    check_host(who)
    records.remove(numbered(campaign, number))
    return redirect("campaigns:overview", campaign.code)


def _evening_page(
    request: HttpRequest, campaign: Campaign, who: Visitor, **more: forms.Form | Evening | None
) -> HttpResponse:
    context = page(campaign, who, "overview") | {**more, **known(campaign)}
    bad = any(isinstance(form, forms.Form) and form.errors for form in more.values())
    return render(request, "campaigns/series/evening.html", context, status=422 if bad else 200)


LARGEST = 32 * 1024 * 1024
"""Bytes: twenty years of somebody's plays."""


def season(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Standings, who beats whom, the way there, the evenings."""
    game = shelf.game(campaign.system) if campaign.system in shelf.slugs() else None
    rows = plays(campaign)
    nights = programme(campaign, rows)
    context = page(campaign, who, "overview") | {
        "game": game,
        **way_in(request, "campaigns:join", campaign.code),
        **values.season(rows, request.GET.dict(), carries=bool(nights)),
        **nights,
    }
    return render(request, "campaigns/series/season.html", context)


@in_series
def as_csv(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    return sent(records.as_csv(campaign, plays(campaign)), f"plays-{campaign.code}.csv")


@in_series
def as_json(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    return sent(records.as_json(campaign, plays(campaign)), f"plays-{campaign.code}.json")


@in_series
def as_play_file(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The same under the name by which BG Stats opens it."""
    return sent(records.as_json(campaign, plays(campaign)), f"plays-{campaign.code}.bgsplay")


@in_series
def pushed(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """One play handed to the BG Stats on this device, which asks there before it takes it in."""
    play = next((each for each in plays(campaign) if each.evening.number == number and each.scores), None)
    if play is None:
        raise Http404("There is no such play with a result.")
    return redirect(records.push(campaign, play))


@in_series
def bring(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Take plays in out of BG Stats' export."""
    check_host(who)
    context = page(campaign, who, "overview")
    if request.method == "POST":
        try:
            context["brought"] = brought(campaign, _file(request))
        except GameError as error:
            context["error"] = error
    status = 422 if "error" in context else 200
    return render(request, "campaigns/series/bring.html", context, status=status)


def _file(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or not file.size:
        raise InvalidInput(
            "", "Choose the file first: BG Stats shares plays as .bgsplay, all of them as .json."
        )
    if file.size > LARGEST:
        raise InvalidInput("", f"A file of plays has at most {LARGEST // 2**20} MB.")
    sent: bytes = file.read()
    return sent


@in_series
def war(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    return _war_page(request, campaign, who)


@require_POST
@in_series
def choice(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    """Who becomes one unit with whom, who is raised, who joins, and the prestige, after a battle."""
    check_host(who)
    try:
        room.choose(campaign, number, _form(request))
    except GameError as error:
        return _war_page(request, campaign, who, (error.message, _form(request)))
    return redirect("campaigns:series_war", campaign.code)


def _form(request: HttpRequest) -> dict[str, str]:
    return {
        name.removeprefix("w."): text for name, text in request.POST.dict().items() if name.startswith("w.")
    }


def _choices(handed: Handed, form: Mapping[str, str]) -> list[tuple[Army, list[Control]]]:
    """What each side may choose, as it is kept or as it was sent and refused."""
    return [
        (side, [replace(field, value=form.get(field.name, field.value)) for field in side.asks])
        for side in handed.sides
    ]


def _has_both(over: Sequence[Fought]) -> bool:
    """Whether both armies have somebody left."""
    return not over or over[-1].handed is None or all(side.units for side in over[-1].handed.sides)


def _war_page(
    request: HttpRequest, campaign: Campaign, who: Visitor, refused: tuple[str, Mapping[str, str]] = ("", {})
) -> HttpResponse:
    battles = room.fought(campaign)
    over = [each for each in battles if each.handed]
    context = page(campaign, who, "war") | {
        "told": room.war_of(campaign),
        "battles": list(reversed(battles)),
        "armies": over[-1].handed.sides if over and over[-1].handed else (),
        "lines": standings([each.play for each in battles]),
        "score": room.battles_won(battles),
        "goes_on": len(over) == len(battles) and _has_both(over),
        "refused": refused[0],
        "choices": _choices(battles[-1].handed, refused[1]) if battles and battles[-1].handed else (),
    }
    return render(request, "campaigns/series/war.html", context, status=422 if refused[0] else 200)
