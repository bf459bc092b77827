"""The rooms of a campaign for programs: books, tree, roster."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns.api import gate
from campaigns.api.gate import AT_CAMPAIGN, Here, picked
from campaigns.books import Entered, NoBooks, account, books_of
from campaigns.books import Room as BooksRoom
from campaigns.books import enter as enter_books
from campaigns.books.files import ledger
from campaigns.chronicle import Chronicle, chronicle_of
from campaigns.files import sent, stem
from campaigns.models import Campaign
from campaigns.reports import enter
from companion import shelf
from companion.engine.campaign import Branches, Plan
from companion.engine.campaign import Forecast as Reckoned
from companion.engine.campaign.books import Record
from companion.engine.step import Step
from companion.tables.api.answers import Why
from companion.tables.api.gate import Operations

router = Router(tags=["campaigns"])
at_campaign = Operations(router, AT_CAMPAIGN, "/campaigns/{code}")
TEXT = {"200": {"description": "The ledger.", "content": {"text/plain": {"schema": {"type": "string"}}}}}


@at_campaign("GET /books", "Books", answer=gate.Books)
def books(request: HttpRequest, here: Here) -> object:
    """The companies whose books lie open to the token, and every booking of theirs."""
    room = _books(here)
    shown = {each.seat for each in room.shown}
    return gate.Books(
        companies=tuple(_company(room, each) for each in room.shown),
        shut=tuple(each.name for each in room.companies if each.seat not in shown),
        bookings=tuple(_booking(each) for each in room.book.entries if each.booking.seat in shown),
    )


@at_campaign("GET /books.beancount", "Books as a beancount ledger", answer={"responses": TEXT})
def beancount(request: HttpRequest, here: Here) -> object:
    """The same for beancount and fava."""
    room = _books(here)
    return sent(ledger(room.book, room.shown, room.campaign.title), f"{stem(room.campaign)}-books.beancount")


def _books(here: Here) -> BooksRoom:
    campaign, who = here
    if campaign.table_id is None or books_of(shelf.game(campaign.system)) is None:
        raise NoBooks("This game keeps no books.")
    return enter_books(campaign, who)


def _company(room: BooksRoom, company: Any) -> gate.Company:
    told = account(room.book, company)
    of_company = {name: getattr(company, name) for name in ("seat", "name", "standing")}
    return picked(gate.Company, told.now, balances=told.trial.balances, **of_company)


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


@at_campaign("GET /tree", "Tree", answer=gate.Tree)
def tree(request: HttpRequest, here: Here) -> object:
    """All scenarios, the ways between them, who chooses next and why."""
    chronicle, card = _tree(here[0])
    known, choice = card.tree(chronicle.state), card.choice(chronicle.state)
    legs = card.legs([passage.after for passage in chronicle.passages])
    return gate.Tree(known.nodes, known.edges, choice.words, _why(choice.steps), legs)


@at_campaign("GET /tree/{scenario}", "One scenario", answer=gate.Scenario)
def scenario(request: HttpRequest, here: Here, scenario: str) -> object:
    """Its booklet, and how many ways lead there from here."""
    chronicle, card = _tree(here[0])
    known = card.tree(chronicle.state)
    if scenario not in known.named:
        raise Http404("There is no such scenario.")
    prospect = card.prospect(chronicle.state, scenario)
    booklet = card.booklet(chronicle.state, scenario)
    return gate.Scenario(known.named[scenario], booklet, prospect.words, prospect.number)


@at_campaign("GET /afford", "What can be afforded next", answer=gate.Afford)
def afford(request: HttpRequest, here: Here) -> object:
    """For each seat of the token and each scenario that could be next; nobody else's."""
    chronicle, card = _tree(here[0])
    outlooks = {seat: card.outlook(chronicle.state, seat) for seat in sorted(here[1].sight.sees)}
    return gate.Afford(
        forecasts=tuple(_forecast(seat, each) for seat, one in outlooks.items() for each in one.forecasts),
        words=tuple(one.words for one in outlooks.values() if one.words),
    )


def _forecast(seat: str, each: Reckoned) -> gate.Forecast:
    return picked(gate.Forecast, each, seat=seat, steps=_why(each.steps), chances=_why(each.chances))


@at_campaign("POST /plan", "Plan a roster", gate.Cart, Plan, status=200)
def plan(request: HttpRequest, here: Here, cart: gate.Cart) -> object:
    """So many of each kind for a scenario that could be next: what it takes, and what is left; no more.

    For a seat of the token; nothing is bought by it.
    """
    chronicle, card = _tree(here[0])
    numbers = {each.kind: each.number for each in cart.wanted}
    mine = cart.seat in here[1].sight.sees
    found = card.plan(chronicle.state, cart.seat, cart.scenario, numbers) if mine else None
    if found is None:
        raise Http404("This token has no company for which that scenario could be next.")
    return found


def _tree(campaign: Campaign) -> tuple[Chronicle, Branches[object]]:
    card = shelf.game(campaign.system).campaign if campaign.kind == "campaign" else None
    if card is None or card.branches is None:
        raise Http404("There is no tree here.")
    return chronicle_of(campaign), card.branches


def _why(steps: Iterable[Step]) -> tuple[Why, ...]:
    return tuple(Why(each.rule, each.text) for each in steps)


@at_campaign("GET /roster", "Roster", answer=gate.Roster)
def roster(request: HttpRequest, here: Here) -> object:
    """Every unit that the token may know of, with its life."""
    room = enter(request, *here)
    return gate.Roster(tuple(map(_unit, room.annals.records(room.chronicle.passages, room.sees))))


def _unit(each: Record) -> gate.Unit:
    deeds = tuple(gate.Deed(deed.number, deed.moment, deed.text) for deed in each.deeds)
    return picked(gate.Unit, each, deeds=deeds)
