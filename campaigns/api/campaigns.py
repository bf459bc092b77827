"""Campaigns and their evenings, for programs."""

from datetime import date

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns import chronicle, evenings, opening
from campaigns.api import gate
from campaigns.api.gate import AT_CAMPAIGN, Here, picked
from campaigns.chronicle import chronicle_of as chronicle_of
from campaigns.door import check_host, check_plays
from campaigns.forms import still_to_come, today
from campaigns.models import Campaign, Evening, Member
from campaigns.opening import open_campaign, open_series
from campaigns.series.records import open_evening
from companion.engine.errors import InvalidInput
from companion.tables.api.answers import Nothing
from companion.tables.api.gate import OPENING, STRANGER, WITH_TOKEN, Operations
from companion.tables.beside import writing
from companion.tables.devices import bearer, hashed, met, new_secret, spelt
from companion.tables.lobby import Opening
from companion.tables.models import Seat, Table
from companion.tables.seating import hand_out_seats

router = Router(tags=["campaigns"])
at_campaign = Operations(router, AT_CAMPAIGN, "/campaigns/{code}")


@Operations(router, WITH_TOKEN)("GET /campaigns", "Campaigns", answer=gate.Listed)
def listed(request: HttpRequest, token: str) -> object:
    """Those that this token knows: its own, and those at whose tables it has a seat."""
    return gate.Listed(tuple(brief(row.campaign) for row in opening.rows(token)))


@Operations(router, OPENING)("POST /campaigns", "Begin one", gate.NewCampaign, gate.Begun)
def begin(request: HttpRequest, wanted: gate.NewCampaign) -> object:
    """A campaign with its first evening, or a series: the host's token and each seat's, told only here."""
    secret = new_secret()
    if wanted.span == "series":
        campaign = open_series(wanted.system, wanted.title, secret)
        return gate.Begun(brief(campaign), secret, ())
    opening = Opening(system=wanted.system, title=wanted.title, kind=wanted.kind, setup=wanted.setup)
    with writing():
        campaign = open_campaign(opening, secret, on=day(wanted.on))
        table = evenings.table_of(campaign)
        tokens = hand_out_seats(table)
    names = dict(Seat.objects.filter(table=table).values_list("chair", "name"))
    seats = tuple(gate.Token(chair, names[chair], token) for chair, token in tokens.items())
    return gate.Begun(brief(campaign), secret, seats)


@Operations(router, STRANGER)("POST /campaigns/{code}/join", "Come in", Nothing, gate.Joined)
def join(request: HttpRequest, code: str) -> object:
    """A token that may look, for who knows the campaign's code: as on the screens."""
    campaign = Campaign.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), campaign, known=False) is None or campaign is None:
        raise Http404(f"There is no campaign “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Member.objects.create(campaign=campaign, hash=hashed(token))
    return gate.Joined(token)


@at_campaign("GET ", "One", answer=gate.Whole)
def campaign(request: HttpRequest, here: Here) -> object:
    """Where it stands, who fights whom, its evenings with the latest first.

    Its bell is its table's: a line rings as `version`; an evening that was begun, noted, joined or ended, and
    another title, as `stir`.
    """
    found, who = here
    if found.table is None:
        rows = Evening.objects.filter(campaign=found).order_by("-number")
        return gate.Whole(brief(found), False, who.host, (), tuple(map(_of_series, rows)))
    known = chronicle_of(found)
    return gate.Whole(
        campaign=brief(found),
        over=known.over,
        host=who.host,
        seats=tuple(map(_seat, chronicle.chairs(known, who.sight, who.device))),
        evenings=tuple(map(_evening, chronicle.evening_rows(known))),
    )


@at_campaign("POST /evenings", "Begin an evening", gate.Tonight, gate.Numbered)
def tonight(request: HttpRequest, here: Here, wanted: gate.Tonight) -> object:
    """Play on: the campaign's table is open, and the evening begun or still under way.

    Of a series it opens a table of its own, whose host the token is.
    """
    found, who = here
    if found.table is not None:
        check_plays(who)
        begun = evenings.tonight(found, day(wanted.on))
        return gate.Numbered(begun.number, found.table.code)
    check_host(who)
    title = wanted.title or found.title
    opening = Opening(system=found.system, title=title, kind=wanted.kind, setup=wanted.setup)
    table = open_evening(found, opening, {"date": played(wanted.on)}, (), (bearer(request) or "", ""))
    return gate.Numbered(Evening.objects.get(campaign=found, table=table).number, table.code)


@at_campaign("POST /evenings/{number}", "Note an evening", gate.Noted, gate.Numbered)
def note(request: HttpRequest, here: Here, wanted: gate.Noted, number: int) -> object:
    """Its date, title, notes and who came."""
    found, who = here
    check_host(who) if found.table is None else check_plays(who)
    on = day(wanted.date, "date") if found.table is not None else played(wanted.date, "date")
    noted = {"date": on, "title": wanted.title, "notes": wanted.notes}
    evenings.note(evenings.numbered(found, number), {**noted, "came": list(wanted.came)})
    return gate.Numbered(number)


@at_campaign("POST /end", "End the evening", Nothing, gate.Numbered)
def end(request: HttpRequest, here: Here) -> object:
    """Nothing is written any more until the campaign is played on."""
    found, who = here
    check_host(who)
    evenings.end(found)
    last = evenings.latest(found)
    return gate.Numbered(last.number if last else 0)


def day(said: str | None, path: str = "on") -> date:
    """A day that can be; the house's own where none is said."""
    if said is None:
        return today()
    try:
        return date.fromisoformat(said)
    except ValueError as error:
        raise InvalidInput(path, f"“{said}” is no day; one is written 2026-09-03.") from error


def played(said: str | None, path: str = "on") -> date:
    """A day on which a series was played: none that is still to come."""
    on = day(said, path)
    if why := still_to_come(on):
        raise InvalidInput(path, why)
    return on


def brief(campaign: Campaign) -> gate.Brief:
    """A campaign in short."""
    table: Table | None = campaign.table
    return picked(
        gate.Brief,
        campaign,
        table=table.code if table else None,
        version=table.version if table else None,
        headline=table.headline if table else "",
        put_away=campaign.archived_at is not None,
    )


def _seat(chair: chronicle.Chair) -> gate.Seat:
    side = chair.side
    company, words, own = (side.name, side.words, side.own) if side else ("", "", "")
    return gate.Seat(chair.seat.chair, chair.seat.name, chair.seat.player, company, words, own, chair.mine)


def _evening(each: chronicle.EveningRow) -> gate.Evening:
    return _noted(each.evening, each.under_way, tuple(each.chapters), (each.first, each.last, each.lines))


def _of_series(each: Evening) -> gate.Evening:
    return _noted(each, False, (), (0, 0, 0))


def _noted(
    each: Evening, under_way: bool, chapters: tuple[str, ...], lines: tuple[int, int, int]
) -> gate.Evening:
    table = each.table.code if each.table else None
    own = dict(zip(("first", "last", "lines"), lines, strict=True))
    return picked(
        gate.Evening,
        each,
        came=tuple(each.came),
        table=table,
        under_way=under_way,
        chapters=chapters,
        **own,
    )
