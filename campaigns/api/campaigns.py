"""Campaigns for programs: they and their evenings; books, tree, roster; reports; a series and its plays."""

from datetime import date

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns import chronicle, opening
from campaigns.api import gate
from campaigns.api.gate import AT_CAMPAIGN, Here, picked
from campaigns.books import Entered, NoBooks, account, books_of
from campaigns.books import Room as BooksRoom
from campaigns.books import enter as enter_books
from campaigns.books.paper import ledger
from campaigns.chronicle import Chronicle
from campaigns.chronicle import chronicle_of as chronicle_of
from campaigns.door import check_host, check_plays, sent, stem
from campaigns.models import Campaign, Evening, Member
from campaigns.opening import open_campaign, open_series, still_to_come, today
from campaigns.reports import Gist, Report, enter
from campaigns.series import Play, key_of, plays, program_of, standings
from campaigns.series.records import Typed, open_evening, ranked, write_down
from campaigns.tree import walked
from companion import shelf
from companion.engine.campaign import Branches, Plan
from companion.engine.campaign.books import Company
from companion.engine.errors import InvalidInput
from companion.tables.api.answers import Nothing
from companion.tables.api.gate import OPENING, STRANGER, WITH_TOKEN, Operations
from companion.tables.devices import bearer, hashed, met, new_secret, spelt
from companion.tables.lobby import Opening
from companion.tables.models import Seat, Table, writing
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
        table = chronicle.table_of(campaign)
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
def campaign(request: HttpRequest, visit: Here) -> object:
    """Where it stands, who fights whom, its evenings with the latest first.

    Its bell is its table's: a line rings as `version`; an evening that was begun, noted, joined or ended, and
    another title, as `stir`.
    """
    record, who = visit
    if record.table is None:
        rows = Evening.objects.filter(campaign=record).order_by("-number")
        return gate.Whole(brief(record), False, who.host, (), tuple(map(_of_series, rows)))
    story = chronicle_of(record)
    return gate.Whole(
        campaign=brief(record),
        over=story.over,
        host=who.host,
        seats=tuple(map(_seat, chronicle.chairs(story, who.sight, who.device))),
        evenings=tuple(map(_evening, chronicle.evening_rows(story))),
    )


@at_campaign("POST /evenings", "Begin an evening", gate.Tonight, gate.Numbered)
def tonight(request: HttpRequest, visit: Here, wanted: gate.Tonight) -> object:
    """Play on: the campaign's table is open, and the evening begun or still under way.

    Of a series it opens a table of its own, whose host the token is.
    """
    record, who = visit
    if record.table is not None:
        check_plays(who)
        begun = chronicle.tonight(record, day(wanted.on))
        return gate.Numbered(begun.number, record.table.code)
    check_host(who)
    title = wanted.title or record.title
    opening = Opening(system=record.system, title=title, kind=wanted.kind, setup=wanted.setup)
    table = open_evening(record, opening, {"date": played(wanted.on)}, (), (bearer(request) or "", ""))
    return gate.Numbered(Evening.objects.get(campaign=record, table=table).number, table.code)


@at_campaign("POST /evenings/{number}", "Note an evening", gate.Noted, gate.Numbered)
def note(request: HttpRequest, visit: Here, wanted: gate.Noted, number: int) -> object:
    """Its date, title, notes and who came."""
    record, who = visit
    check_host(who) if record.table is None else check_plays(who)
    on = day(wanted.date, "date") if record.table is not None else played(wanted.date, "date")
    noted = {"date": on, "title": wanted.title, "notes": wanted.notes}
    chronicle.note(chronicle.numbered(record, number), {**noted, "came": list(wanted.came)})
    return gate.Numbered(number)


@at_campaign("POST /end", "End the evening", Nothing, gate.Numbered)
def end(request: HttpRequest, visit: Here) -> object:
    """Nothing is written any more until the campaign is played on."""
    record, who = visit
    check_host(who)
    chronicle.end(record)
    last = chronicle.latest(record)
    return gate.Numbered(last.number if last else 0)


def day(text: str | None, path: str = "on") -> date:
    """A day that can be; the house's own where none is said."""
    if text is None:
        return today()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(path, f"“{text}” is no day; one is written 2026-09-03.") from error


def played(text: str | None, path: str = "on") -> date:
    """A day on which a series was played: none that is still to come."""
    on = day(text, path)
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
        gate.Evening, each, came=tuple(each.came), table=table, under_way=under_way, chapters=chapters, **own
    )


in_rooms = Operations(router, AT_CAMPAIGN, "/campaigns/{code}", "rooms")
TEXT = {"200": {"description": "The ledger.", "content": {"text/plain": {"schema": {"type": "string"}}}}}


@in_rooms("GET /books", "Books", answer=gate.Books)
def books(request: HttpRequest, visit: Here) -> object:
    """The companies whose books lie open to the token, and every booking of theirs."""
    room = _books(visit)
    shown = {each.seat for each in room.shown}
    return gate.Books(
        companies=tuple(_company(room, each) for each in room.shown),
        shut=tuple(each.name for each in room.companies if each.seat not in shown),
        bookings=tuple(_booking(each) for each in room.book.entries if each.booking.seat in shown),
    )


@in_rooms("GET /books.beancount", "Books as a beancount ledger", answer={"responses": TEXT})
def beancount(request: HttpRequest, visit: Here) -> object:
    """The same for beancount and fava."""
    room = _books(visit)
    return sent(ledger(room.book, room.shown, room.campaign.title), f"{stem(room.campaign)}-books.beancount")


def _books(visit: Here) -> BooksRoom:
    campaign, who = visit
    if campaign.table_id is None or books_of(shelf.game(campaign.system)) is None:
        raise NoBooks("This game keeps no books.")
    return enter_books(campaign, who)


def _company(room: BooksRoom, company: Company) -> gate.Company:
    balance = account(room.book, company)
    of_company = {name: getattr(company, name) for name in ("seat", "name", "standing")}
    return picked(gate.Company, balance.now, balances=balance.trial.balances, **of_company)


def _booking(each: Entered) -> gate.Booking:
    line, evening = each.booking, each.evening
    return picked(
        gate.Booking,
        line,
        line=each.number,
        evening=evening.number if evening else None,
        date=evening.date if evening else None,
        scenario=line.chapter,
        balance=each.balance,
    )


@in_rooms("GET /tree", "Tree", answer=gate.Tree)
def tree(request: HttpRequest, visit: Here) -> object:
    """All scenarios, the ways between them, who chooses next and why."""
    chronicle, card = _tree(visit[0])
    branches, choice = card.tree(chronicle.state), card.choice(chronicle.state)
    (legs,) = chronicle.lines.read(walked(chronicle))
    return gate.Tree(branches.nodes, branches.edges, choice.words, choice.steps, legs)


@in_rooms("GET /tree/{scenario}", "One scenario", answer=gate.Scenario)
def scenario(request: HttpRequest, visit: Here, scenario: str) -> object:
    """Its booklet, and how many ways lead there from here."""
    chronicle, card = _tree(visit[0])
    branches = card.tree(chronicle.state)
    if scenario not in branches.named:
        raise Http404("There is no such scenario.")
    prospect = card.prospect(chronicle.state, scenario)
    booklet = card.booklet(chronicle.state, scenario)
    return gate.Scenario(branches.named[scenario], booklet, prospect.words, prospect.number)


@in_rooms("GET /afford", "What can be afforded next", answer=gate.Afford)
def afford(request: HttpRequest, visit: Here) -> object:
    """For each seat of the token and each scenario that could be next; nobody else's."""
    chronicle, card = _tree(visit[0])
    outlooks = {seat: card.outlook(chronicle.state, seat) for seat in sorted(visit[1].sight.sees)}
    return gate.Afford(
        forecasts=tuple(
            picked(gate.Forecast, each, seat=seat) for seat, one in outlooks.items() for each in one.forecasts
        ),
        words=tuple(one.words for one in outlooks.values() if one.words),
    )


@in_rooms("POST /plan", "Plan a roster", gate.Cart, Plan, status=200)
def plan(request: HttpRequest, visit: Here, cart: gate.Cart) -> object:
    """So many of each kind for a scenario that could be next: what it takes, and what is left; no more.

    For a seat of the token; nothing is bought by it.
    """
    chronicle, card = _tree(visit[0])
    numbers = {each.kind: each.number for each in cart.wanted}
    mine = cart.seat in visit[1].sight.sees
    answer = card.plan(chronicle.state, cart.seat, cart.scenario, numbers) if mine else None
    if answer is None:
        raise Http404("This token has no company for which that scenario could be next.")
    return answer


def _tree(campaign: Campaign) -> tuple[Chronicle, Branches[object]]:
    card = shelf.game(campaign.system).campaign if campaign.kind == "campaign" else None
    if card is None or card.branches is None:
        raise Http404("There is no tree here.")
    return chronicle_of(campaign), card.branches


@in_rooms("GET /roster", "Roster", answer=gate.Roster)
def roster(request: HttpRequest, visit: Here) -> object:
    """Every unit that the token may know of, with its life."""
    room = enter(request, *visit)
    return gate.Roster(tuple(room.records))


in_reports = Operations(router, AT_CAMPAIGN, "/campaigns/{code}", "reports")


@in_reports("GET /reports", "Reports", answer=gate.Reports)
def reports(request: HttpRequest, visit: Here) -> object:
    """Every evening and every scenario, each in short. `public` in the query: as anybody may read them."""
    room = enter(request, *visit)
    nights = [
        (each.number, each.title, room.in_short(room.chronicle.of(each))) for each in room.chronicle.evenings
    ]
    stages = [(n, each.title, room.in_short(room.lines_of(each))) for n, each in enumerate(room.stages, 1)]
    return gate.Reports(tuple(_gist(*each) for each in nights), tuple(_gist(*each) for each in stages))


@in_reports("GET /reports/evening/{number}", "An evening's report", answer=Report)
def of_evening(request: HttpRequest, visit: Here, number: int) -> object:
    """What happened on one evening."""
    room = enter(request, *visit)
    return room.on(room.chronicle.of(room.evening(number)))


@in_reports("GET /reports/scenario/{number}", "A scenario's report", answer=Report)
def of_scenario(request: HttpRequest, visit: Here, number: int) -> object:
    """What happened in one scenario, the so manieth on the way."""
    room = enter(request, *visit)
    return room.on(room.lines_of(room.stage(number)))


def _gist(number: int, title: str, gist: Gist) -> gate.Gist:
    heaviest = gist.heaviest.text if gist.heaviest else ""
    return gate.Gist(number, title, gist.lines, gist.fallen, gist.gone, heaviest)


series = Router(tags=["series"])
at_series = Operations(series, AT_CAMPAIGN, "/campaigns/{code}", "season")


@at_series("GET /season", "Standings and plays", answer=gate.Season)
def season(request: HttpRequest, visit: Here) -> object:
    """Of a series: the standings, most victories first, and every play in the order of its day."""
    campaign = _series(visit)
    rows = plays(campaign)
    lines = standings(rows, carries=program_of(campaign) is not None)
    return gate.Season(tuple(lines), tuple(map(_play, rows)))


@at_series("POST /plays", "Write a play down", gate.NewPlay, gate.Numbered)
def play(request: HttpRequest, visit: Here, new: gate.NewPlay) -> object:
    """A play that had no table here: who is said to have won, or else who has the most points, has won."""
    campaign = _series(visit)
    check_host(visit[1])
    names = [key_of(each.player) for each in new.scores]
    twice = next((n for n, name in enumerate(names) if not name or name in names[:n]), None)
    if twice is not None:
        raise InvalidInput(f"scores.{twice}.player", "Each player has a name, and stands there once.")
    if not any(each.won for each in new.scores) and any(each.points is None for each in new.scores):
        raise InvalidInput("scores", "Say who has won, or give everybody's points.")
    rows = ranked([Typed(player=e.player, seat=e.seat, points=e.points, won=e.won) for e in new.scores])
    noted = {"date": played(new.date, "date"), "title": new.title, "notes": new.notes}
    return gate.Numbered(write_down(campaign, noted, rows).number)


def _series(visit: Here) -> Campaign:
    if visit[0].kind != "series":
        raise Http404("A campaign goes on at its one table; only a series has plays.")
    return visit[0]


def _play(each: Play) -> gate.Play:
    evening = each.evening
    return picked(
        gate.Play,
        evening,
        table=evening.table.code if evening.table else None,
        by_hand=each.by_hand,
        scores=tuple(each.scores),
    )
