"""Campaigns and their evenings, for programs."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns import chronicle, evenings, opening
from campaigns.api import gate
from campaigns.api.gate import Here, at_campaign, picked
from campaigns.chronicle import chronicle as chronicle_of
from campaigns.door import check_host, check_plays
from campaigns.forms import still_to_come, today
from campaigns.models import Campaign, Evening, Member
from campaigns.opening import open_campaign, open_series
from campaigns.series.records import open_evening
from companion.engine.errors import InvalidInput
from companion.tables.api.answers import Nothing, body, check_json, described
from companion.tables.api.gate import BEARER, told, with_token
from companion.tables.beside import writing
from companion.tables.devices import allow_opening, hashed, met, new_secret, spelt
from companion.tables.lobby import Opening
from companion.tables.models import Seat, Table
from companion.tables.seating import hand_out_seats

router = Router(tags=["campaigns"])


@router.get("/campaigns", auth=BEARER, openapi_extra=described(answer=gate.Listed), summary="Campaigns")
@with_token(200)
def listed(request: HttpRequest, token: str) -> Any:
    """Those that this token knows: its own, and those at whose tables it has a seat."""
    return gate.Listed(tuple(brief(row.campaign) for row in opening.rows(token)))


@router.post("/campaigns", openapi_extra=described(gate.NewCampaign, gate.Begun), summary="Begin one")
def begin(request: HttpRequest) -> object:
    """A campaign with its first evening, or a series: the host's token and each seat's, told only here."""
    return told(lambda: _begun(request), 201)


def _begun(request: HttpRequest) -> gate.Begun:
    check_json(request)
    allow_opening(request)
    asked, secret = body(request, gate.NewCampaign), new_secret()
    if asked.span == "series":
        made = open_series(asked.system, asked.title, secret)
        return gate.Begun(brief(made), secret, ())
    opening = Opening(system=asked.system, title=asked.title, kind=asked.kind, setup=asked.setup)
    with writing():
        made = open_campaign(opening, secret, on=day(asked.on))
        table = evenings.table_of(made)
        tokens = hand_out_seats(table)
    names = dict(Seat.objects.filter(table=table).values_list("chair", "name"))
    seats = tuple(gate.Token(chair, names[chair], token) for chair, token in tokens.items())
    return gate.Begun(brief(made), secret, seats)


@router.post("/campaigns/{code}/join", openapi_extra=described(Nothing, gate.Joined),
             summary="Come in")  # fmt: skip
def join(request: HttpRequest, code: str) -> Any:
    """A token that may look, for who knows the campaign's code: as on the screens."""
    return told(lambda: _joined(request, code), 201)


def _joined(request: HttpRequest, code: str) -> object:
    check_json(request)
    campaign = Campaign.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), campaign, known=False) is None or campaign is None:
        raise Http404(f"There is no campaign “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Member.objects.create(campaign=campaign, hash=hashed(token))
    return gate.Joined(token)


@router.get("/campaigns/{code}", auth=BEARER, openapi_extra=described(answer=gate.Whole), summary="One")
@at_campaign(200)
def campaign(request: HttpRequest, here: Here) -> Any:
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
        over=known.game.is_over(known.state),
        host=who.host,
        seats=tuple(map(_seat, chronicle.chairs(known, who.sight, who.device))),
        evenings=tuple(map(_evening, chronicle.evenings_told(known))),
    )


@router.post("/campaigns/{code}/evenings", auth=BEARER, summary="Begin an evening",
             openapi_extra=described(gate.Tonight, gate.Numbered))  # fmt: skip
@at_campaign(201)
def tonight(request: HttpRequest, here: Here) -> object:
    """Play on: the campaign's table is open, and the evening begun or still under way.

    Of a series it opens a table of its own, whose host the token is.
    """
    found, who = here
    asked = body(request, gate.Tonight)
    if found.table is not None:
        check_plays(who)
        begun = evenings.tonight(found, day(asked.on))
        return gate.Numbered(begun.number, found.table.code)
    check_host(who)
    title = asked.title or found.title
    opening = Opening(system=found.system, title=title, kind=asked.kind, setup=asked.setup)
    table = open_evening(found, opening, {"date": played(asked.on)}, (), (_token(request), ""))
    return gate.Numbered(Evening.objects.get(campaign=found, table=table).number, table.code)


@router.post("/campaigns/{code}/evenings/{number}", auth=BEARER, summary="Note an evening",
             openapi_extra=described(gate.Noted, gate.Numbered))  # fmt: skip
@at_campaign(201)
def note(request: HttpRequest, here: Here, number: int) -> object:
    """Its date, title, notes and who came."""
    found, who = here
    check_host(who) if found.table is None else check_plays(who)
    asked = body(request, gate.Noted)
    on = day(asked.date, "date") if found.table is not None else played(asked.date, "date")
    noted = {"date": on, "title": asked.title, "notes": asked.notes}
    evenings.note(evenings.numbered(found, number), {**noted, "came": list(asked.came)})
    return gate.Numbered(number)


@router.post("/campaigns/{code}/end", auth=BEARER, openapi_extra=described(Nothing, gate.Numbered),
             summary="End the evening")  # fmt: skip
@at_campaign(201)
def end(request: HttpRequest, here: Here) -> Any:
    """Nothing is written any more until the campaign is played on."""
    found, who = here
    check_host(who)
    evenings.end(found)
    last = evenings.latest(found)
    return gate.Numbered(last.number if last else 0)


def _token(request: HttpRequest) -> str:
    return str(request.headers["Authorization"].partition(" ")[2]).strip()


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


def brief(found: Campaign) -> gate.Brief:
    """A campaign in short."""
    table: Table | None = found.table
    return picked(
        gate.Brief,
        found,
        table=table.code if table else None,
        version=table.version if table else None,
        headline=table.headline if table else "",
        put_away=found.archived_at is not None,
    )


def _seat(chair: chronicle.Chair) -> gate.Seat:
    side = chair.side
    company, words, own = (side.name, side.words, side.own) if side else ("", "", "")
    return gate.Seat(chair.seat.chair, chair.seat.name, chair.seat.player, company, words, own, chair.mine)


def _evening(each: chronicle.Told) -> gate.Evening:
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
