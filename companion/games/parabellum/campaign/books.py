"""The Balance Sheets as a campaign's books: lines in words, and what a company is worth (6.13, R51)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine.campaign.books import Booking, Books, Column, Company, Holding, Lot, Prices, When, Worth
from companion.engine.wire import Json
from companion.games.parabellum.data import EXPENSES, INCOMES, KINDS, Kind
from companion.games.parabellum.procedures.audit import WORDS, audit
from companion.games.parabellum.procedures.money import transaction, unit_worth
from companion.games.parabellum.procedures.roster import next_price
from companion.games.parabellum.state.notation import Line, spoken
from companion.games.parabellum.state.table import State

RULES: Mapping[Kind, str] = {
    "budget": "C1",
    "units": "S1",
    "manpower": "C3",
    "fuel": "C4",
    "ammunition": "C4",
    "deployment": "M7",
    "extraction": "M7",
    "penalty": "RULING R50",
    "scrap": "B5",
    "share": "RULING R46",
    "salvage": "RULING R41",
    "bonus": "E1",
    "adjustment": "RULING R56",
}
"""What the rulebook, or our ruling of it, writes such a line for."""
ITEMS: Mapping[Kind, str] = {
    "budget": "Starting budget",
    "salvage": "Wrecks",
    "adjustment": "Set by hand",
    "manpower": "People",
    "fuel": "Fuel tokens",
    "ammunition": "Ammunition tokens",
}
STANDINGS = {"in": "in", "withdrawn": "withdrawn", "eliminated": "eliminated", "abstained": "abstains"}
WHERES = {
    "reserve": "card in reserve, pays half its price",
    "predeploy": "in pre-deployment",
    "map": "on the map",
    "aboard": "aboard a transport",
}
CASH = "Cash"


def bookings(state: State, first: int) -> Sequence[Booking]:
    """The lines of all sheets from a place on, those of each company numbered by themselves.

    The journal's own numbers run over all companies: a gap would tell how much another has bought.
    """
    own = Counter(line.player for line in state.ledger[:first])
    found = []
    for line in state.ledger[first:]:
        own[line.player] += 1
        found.append(_booking(state, line, own[line.player]))
    return found


def _booking(state: State, line: Line, number: int) -> Booking:
    return Booking(
        n=number,
        seat=line.player,
        chapter=line.scenario,
        round=line.round,
        kind=line.kind,
        item=_item(state, line),
        quantity=line.quantity,
        transaction=transaction(line),
        rule=RULES[line.kind],
    )


def _item(state: State, line: Line) -> str:
    """What was bought or paid for, by the name that the binder gives it."""
    binder, item = state.binder, line.item
    if line.kind in ITEMS:
        return ITEMS[line.kind]
    if line.kind in ("bonus", "penalty"):
        objective = binder.scenarios[line.scenario].objective(item)
        return objective.name if objective else spoken(item)
    if line.kind == "share":
        return _company(state, item)
    return binder.units[item].name if item in binder.units else spoken(item)


def _company(state: State, player: str) -> str:
    return state.binder.companies[state.players[player].company].name


def companies(state: State) -> tuple[Company, ...]:
    """The companies by seat."""
    players = state.players
    return tuple(Company(p, _company(state, p), STANDINGS[players[p].status]) for p in state.seated)


def worth(state: State, player: str) -> Worth:
    """What a company owns: every card at its payout now (B5), and what counts as liquid (R51)."""
    own = tuple(_holding(state, unit) for unit in state.of(player))
    player_now = state.players[player]
    scrapped = state.options.liquid_assets == "credits_and_scrap"
    value = sum(each.amount for each in own) if scrapped else 0
    goods = {
        "people in reserve": player_now.reserve.personnel,
        "fuel tokens in reserve": player_now.reserve.fuel,
        "ammunition tokens in reserve": player_now.reserve.ammunition,
    }
    return Worth(player_now.credits, own, player_now.credits + value, goods)


def _holding(state: State, unit: str) -> Holding:
    each, card = state.units[unit], state.card(unit)
    told = f"bought for {each.cost}, {WHERES[each.where]}"
    if each.where != "reserve":
        told += f", {each.strength} of {card.troop} people"
    return Holding(f"{state.called(unit)} ({unit})", told, unit_worth(state, unit))


def prices(state: State) -> Prices:
    """The manpower ladder of the scenario at hand, from a full pool down to none (C3)."""
    bands, left = state.booklet.bands["manpower"], state.supply.manpower
    most = max(state.personnel_total, left)
    lots, top = [], most
    for band in bands:
        if band.above < top:
            lots.append(Lot(top, band.above, band.price))
            top = band.above
    return Prices("manpower", most, left, next_price(bands, left), tuple(lots))


def account(name: str) -> str:
    """An account as people read it.

    >>> account("expense:units"), account("assets:cash")
    ('Spent on units', 'Cash')
    """
    root, _, kind = name.partition(":")
    if root == "assets":
        return CASH
    words = {"expense": "Spent on {}", "income": "Earned by {}", "equity": "Own means: {}"}
    return words[root].format(kind)


def correct(seat: str, change: int, reason: str) -> Json:
    """The table's own correction of a company's credits (R56)."""
    return {"type": "adjust", "player": seat, "reason": reason, "credits": change}


def faults(state: State) -> Sequence[str]:
    """What the audit finds (specification 3.3)."""
    return [f"{each.path}: {each.code} ({WORDS[each.code][0]})" for each in audit(state)]


def _root(kind: Kind) -> str:
    return "expense" if kind in EXPENSES else "income" if kind in INCOMES else "equity"


BOOKS: Books[State] = Books(
    columns=tuple(Column(kind, kind.capitalize(), _root(kind)) for kind in KINDS),
    bookings=bookings,
    cash=lambda state, seat: state.players[seat].credits,
    worth=worth,
    prices=prices,
    when=lambda state: When(state.scenario, state.round),
    companies=companies,
    chapters=lambda state: {each.id: each.name for each in state.binder.scenarios.values()},
    account=account,
    correct=correct,
    faults=faults,
)
