"""What the bank pays, and the books, where each credit is a balanced line (B2 to B5, E2, 6.13 to 6.16)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.campaign.books import Transaction, trial_balance
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Distinct, Named, Only, Sized
from companion.engine.wire import say
from companion.engine.wording import signed
from companion.games.parabellum.data import EXPENSES, INCOMES, KINDS, MOST_DICE, PAYOUT_STEP, Kind, Tie
from companion.games.parabellum.procedures.answers import BalanceSheet, Reorganized, ScrapPayout, Withdrawal
from companion.games.parabellum.state import (
    DEFAULTS,
    Amount,
    Count,
    Id,
    Line,
    Options,
    Payment,
    Positive,
    ScenarioId,
    State,
    Strength,
    spoken,
)

type TieRule = Annotated[Options, Only("payout_tie")]
"""How a question wants exact ties paid."""


def payout(cost: int, strength: int, most: int, *, reserve: bool = False) -> Fraction:
    """The exact payout: half the price for a card in reserve, else in proportion to its people.

    >>> payout(420, 7, 10)
    Fraction(147, 1)
    """
    return Fraction(cost, 2) if reserve else Fraction(cost * strength, 2 * most)


def to_five(exact: Fraction, tie: Tie = "up") -> int:
    """The nearest multiple of 5; an exact tie goes up, or down (R42).

    >>> to_five(Fraction(85, 2)), to_five(Fraction(85, 2), "down"), to_five(Fraction(147))
    (45, 40, 145)
    """
    steps = exact / PAYOUT_STEP
    below = steps.numerator // steps.denominator
    rest = steps - below
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and tie == "up")
    return (below + up) * PAYOUT_STEP


def said(value: Fraction) -> str:
    """A payout before rounding, as people read it.

    >>> said(Fraction(231, 4))
    '57.75'
    """
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


class Card(NamedTuple):
    """What a unit's card says when two are merged."""

    cost: int
    strength: int
    most: int
    fuel: int
    fuel_max: int
    ammunition: int
    ammunition_max: int


class Merged(NamedTuple):
    """The card that is kept, the people who go to the reserve, the counters that are lost, and the payout."""

    strength: int
    fuel: int
    ammunition: int
    reserve_personnel: int
    wasted_fuel: int
    wasted_ammunition: int
    payout: int
    exact: Fraction


def merge(keep: Card, scrap: Card, tie: Tie = "up") -> Merged:
    """Move people and counters over and scrap the other card, on its own strength before (B2, R44)."""
    people, fuel = keep.strength + scrap.strength, keep.fuel + scrap.fuel
    ammunition = keep.ammunition + scrap.ammunition
    strength = min(people, keep.most)
    fuel_kept, ammunition_kept = min(fuel, keep.fuel_max), min(ammunition, keep.ammunition_max)
    exact = payout(scrap.cost, scrap.strength, scrap.most)
    return Merged(
        strength=strength,
        fuel=fuel_kept,
        ammunition=ammunition_kept,
        reserve_personnel=people - strength,
        wasted_fuel=fuel - fuel_kept,
        wasted_ammunition=ammunition - ammunition_kept,
        payout=to_five(exact, tie),
        exact=exact,
    )


def payout_steps(card: Card, exact: Fraction, paid: int, *, reserve: bool = False) -> tuple[Step, ...]:
    """The payout's terms, before and after rounding."""
    values = {
        "cost": card.cost,
        "half": said(Fraction(card.cost, 2)),
        "strength": card.strength,
        "most": card.most,
        "exact": said(exact),
        "paid": paid,
    }
    if reserve:
        terms = Step("B5", "A card in reserve pays half of {cost}: {exact}.", values)
    else:
        words = "Half of {cost} is {half}; {strength} of {most} people are left: {exact}."
        terms = Step("B5", words, values)
    return (terms, rounding_step(exact, paid))


def rounding_step(exact: Fraction, paid: int) -> Step:
    """How an exact sum comes to a multiple of 5."""
    values = {"exact": said(exact), "paid": paid}
    if abs(exact - paid) * 2 == PAYOUT_STEP:
        return Step("RULING R42", "{exact} lies midway between two multiples of 5: {paid} are paid.", values)
    return Step("B5", "To the nearest 5: {paid} credits.", values)


def unit_worth(state: State, unit: str) -> int:
    """The payout for one unit: half its cost in reserve, else in proportion to its people."""
    each = state.units[unit]
    exact = payout(each.cost, each.strength, state.card(unit).troop, reserve=each.where == "reserve")
    return to_five(exact, state.options.payout_tie)


def scrap_value(state: State, player: str) -> int:
    """The payouts of all of a player's units together."""
    return sum(unit_worth(state, unit) for unit in state.of(player))


class Behind(NamedTuple):
    """Each unit's payout, their sum, everybody's share, and what the bank keeps (negative: pays)."""

    payouts: tuple[int, ...]
    total: int
    share: int
    to_bank: int


def left_behind(units: Sequence[tuple[int, int, int]], remaining: int, tie: Tie) -> Behind:
    payouts = tuple(to_five(payout(cost, strength, most), tie) for cost, strength, most in units)
    total = sum(payouts)
    share = to_five(Fraction(total, remaining), tie)
    return Behind(payouts, total, share, total - share * remaining)


@dataclass(frozen=True, slots=True)
class ScrapPayoutQuestion:
    """Procedure 6.14's input."""

    cost: Amount
    strength: Annotated[int, Between(0, MOST_DICE)]
    max_strength: Annotated[int, Between(1, MOST_DICE)]
    source: Annotated[Literal["reserve", "predeploy"], Named("from")]
    fuel: Amount = 0
    fuel_max: Amount = 0
    ammunition: Amount = 0
    ammunition_max: Amount = 0
    options: TieRule = DEFAULTS


def resolve_scrap_payout(question: object) -> Resolution[ScrapPayout]:
    """Procedure 6.14: credits, people and tokens for one unit."""
    case = shape.read(ScrapPayoutQuestion, question, missing_first="everywhere")
    cost, strength, most, tie = case.cost, case.strength, case.max_strength, case.options.payout_tie
    reserve = case.source == "reserve"
    card = Card(cost, strength, most, case.fuel, case.fuel_max, case.ammunition, case.ammunition_max)
    check_counters(card)
    if card.strength > card.most:
        words = f"The card has places for {card.most}; {card.strength} were given."
        raise IllegalAction("strength", words)
    if reserve and card.strength:
        raise IllegalAction("strength", f"A card in reserve has nobody on it; {card.strength} were given.")
    if not reserve and not card.strength:
        raise IllegalAction("strength", "A mustered unit has at least one; a unit without people is gone.")
    exact = payout(cost, strength, most, reserve=reserve)
    paid = to_five(exact, tie)
    result: ScrapPayout = {
        "payout": paid,
        "exact": fraction_text(exact),
        "personnel": strength,
        "fuel_tokens": token(card.fuel, card.fuel_max, reserve=reserve),
        "ammunition_tokens": token(card.ammunition, card.ammunition_max, reserve=reserve),
    }
    steps = (*payout_steps(card, exact, paid, reserve=reserve), *_recovered(result, reserve=reserve))
    return Resolution(result, steps)


def token(counters: int, most: int, *, reserve: bool = False) -> int:
    """One token for a full resource, whatever it cost to fill (R43)."""
    return int(not reserve and most > 0 and counters == most)


def check_counters(card: Card, path: str = "") -> None:
    """Refuse more counters than the card has boxes."""
    for key in ("fuel", "ammunition"):
        held, most = getattr(card, key), getattr(card, f"{key}_max")
        if held > most:
            words = f"The card has {most} {key} counters at most; {held} were given."
            raise IllegalAction(f"{path}{key}", words)


def _recovered(result: Mapping[str, object], *, reserve: bool) -> Iterator[Step]:
    if reserve:
        yield Step("B4", "Nobody and nothing was on the card yet.")
        return
    yield Step("B4", "{people:# person goes|# people go} to the reserve.", {"people": result["personnel"]})
    tokens = {"fuel": result["fuel_tokens"], "ammunition": result["ammunition_tokens"]}
    words = "Full counters give one token each: {fuel} fuel, {ammunition} ammunition."
    yield Step("RULING R43", words, tokens)


MOST_REMAINING = 3
TWICE = "“{given}” stands here twice; name each player once."


class Left(NamedTuple):
    """A unit on the map."""

    cost: Amount
    strength: Strength
    max_strength: Strength


@dataclass(frozen=True, slots=True)
class WithdrawQuestion:
    """Procedure 6.16's input."""

    units: tuple[Left, ...]
    remaining: Annotated[tuple[Id, ...], Sized(1, MOST_REMAINING), Distinct(TWICE)]
    options: TieRule = DEFAULTS


def resolve_withdraw(question: object) -> Resolution[Withdrawal]:
    """Procedure `withdraw`."""
    case = shape.read(WithdrawQuestion, question, missing_first="everywhere")
    units, remaining = case.units, case.remaining
    for n, (_, strength, most) in enumerate(units):
        if strength > most:
            words = f"The card has {most} places for people; {strength} are too many."
            raise IllegalAction(f"units.{n}.strength", words)
    behind = left_behind(units, len(remaining), case.options.payout_tie)
    people = sum(strength for _, strength, _ in units)
    result: Withdrawal = {
        "payouts": list(behind.payouts),
        "total": behind.total,
        "share": behind.share,
        "to_bank": behind.to_bank,
        "personnel_returned": people,
        "scenario_over": len(remaining) == 1,
    }
    return Resolution(result, _withdraw_steps(behind, units, len(remaining), people))


def _withdraw_steps(behind: Behind, units: tuple[Left, ...], remaining: int, people: int) -> tuple[Step, ...]:
    steps = []
    for (cost, strength, most), paid in zip(units, behind.payouts, strict=True):
        values = {"cost": cost, "strength": strength, "most": most, "paid": paid}
        words = "Half of {cost} for {strength} of {most} people, to the nearest 5: {paid} credits."
        steps.append(Step("B5", words, values))
    values = {"total": behind.total, "n": remaining, "share": behind.share, "bank": behind.to_bank}
    steps.append(Step("RULING R46", "{total} credits among {n}: {share} each, to the nearest 5.", values))
    if behind.to_bank:
        words = "The bank keeps {bank}." if behind.to_bank > 0 else "The bank pays {bank} of it."
        steps.append(Step("RULING R46", words, {"bank": abs(behind.to_bank)}))
    steps.append(Step("E2", "{people:# person goes|# people go} back to the pool.", {"people": people}))
    if remaining == 1:
        steps.append(Step("E2", "One player is left: the scenario is over."))
    return tuple(steps)


class Classed(NamedTuple):
    """A card and its class."""

    unit_class: Annotated[Id, Named("class")]
    cost: Amount
    strength: Annotated[int, Between(0, MOST_DICE)]
    max_strength: Annotated[int, Between(1, MOST_DICE)]
    fuel: Amount
    fuel_max: Amount
    ammunition: Amount
    ammunition_max: Amount

    @property
    def card(self) -> Card:
        return Card(*self[1:])


@dataclass(frozen=True, slots=True)
class ReorganizeQuestion:
    """Procedure 6.15's input."""

    keep: Classed
    scrap: Classed
    options: TieRule = DEFAULTS


def resolve_reorganize(question: object) -> Resolution[Reorganized]:
    """Procedure 6.15: people and counters move over, the other card is scrapped."""
    case = shape.read(ReorganizeQuestion, question, missing_first="everywhere")
    keep, scrap = case.keep, case.scrap
    check_counters(keep.card, "keep.")
    check_counters(scrap.card, "scrap.")
    for key, card in (("keep", keep.card), ("scrap", scrap.card)):
        if not 1 <= card.strength < card.most:
            words = (
                f"Both units are weakened: 1 to {card.most - 1} of {card.most}; {card.strength} were given."
            )
            raise IllegalAction(f"{key}.strength", words)
    if keep.unit_class != scrap.unit_class:
        words = f"Both are of one class; {keep.unit_class} and {scrap.unit_class} were given."
        raise IllegalAction("scrap.class", words)
    if scrap.card.cost < keep.card.cost:
        words = f"The cheaper card stays: this one costs {scrap.card.cost}, the other {keep.card.cost}."
        raise IllegalAction("scrap.cost", words)
    merged = merge(keep.card, scrap.card, case.options.payout_tie)
    return Resolution(
        {
            "keep": {"strength": merged.strength, "fuel": merged.fuel, "ammunition": merged.ammunition},
            "reserve_personnel": merged.reserve_personnel,
            "wasted": {"fuel": merged.wasted_fuel, "ammunition": merged.wasted_ammunition},
            "payout": merged.payout,
            "exact": fraction_text(merged.exact),
        },
        tuple(merge_steps(keep.card, scrap.card, merged)),
    )


def merge_steps(keep: Card, scrap: Card, merged: Merged) -> Iterator[Step]:
    values = {"a": keep.strength, "b": scrap.strength, "most": keep.most, **merged._asdict()}
    yield Step("B2", "{a} and {b} people: {strength} of {most} on the card that is kept.", values)
    yield Step("B2", "{reserve_personnel:# goes|# go} to the reserve.", values)
    counters = {"fuel": keep.fuel + scrap.fuel, "kept": merged.fuel, "lost": merged.wasted_fuel}
    yield Step("RULING R44", "Fuel counters: {fuel} together, {kept} kept, {lost} lost.", counters)
    counters = {
        "ammunition": keep.ammunition + scrap.ammunition,
        "kept": merged.ammunition,
        "lost": merged.wasted_ammunition,
    }
    yield Step(
        "RULING R44", "Ammunition counters: {ammunition} together, {kept} kept, {lost} lost.", counters
    )
    yield from payout_steps(scrap, merged.exact, merged.payout)


CASH = "assets:cash"


def counterpart(kind: Kind) -> str:
    """The account on the other side of the cash."""
    if kind in EXPENSES:
        return f"expense:{kind}"
    return f"income:{kind}" if kind in INCOMES else f"equity:{kind}"


def transaction(line: Line) -> Transaction:
    """A line as a movement between two accounts; `InvalidInput` at `amount` where its sign is wrong."""
    return _moved(line.kind, line.amount)


@lru_cache(4096)
def _moved(kind: Kind, amount: int) -> Transaction:
    """Lines of a kind and an amount are the same movement; a long campaign has thousands of few."""
    check_amount(kind, amount, "amount")
    other = counterpart(kind)
    debit, credit = (CASH, other) if amount > 0 else (other, CASH)
    return Transaction.between(debit, credit, abs(amount))


def check_amount(kind: Kind, amount: int, path: str) -> None:
    """Refuse an amount of nothing, or of the wrong sign: expenses fall, everything else rises."""
    if not amount:
        raise InvalidInput(path, "A line moves credits; one of 0 is not written.")
    if kind in EXPENSES and amount > 0:
        raise InvalidInput(path, f"What is paid for {kind} is negative; {amount} was given.")
    if kind not in EXPENSES and kind != "adjustment" and amount < 0:
        raise InvalidInput(path, f"What comes in as {kind} is positive; {amount} was given.")


COLUMNS = ("n", "scenario", "round", "item", "quantity", *KINDS, "balance")


class Entry(NamedTuple):
    """One line of the journal."""

    n: Positive
    scenario: ScenarioId
    round: Amount
    player: Id
    kind: Kind
    item: Id
    quantity: Positive
    amount: Count


LINE_KEYS = Entry._fields


class BalanceSheetQuestion(NamedTuple):
    """Procedure 6.13's input."""

    player: Id
    ledger: tuple[Entry, ...]


def resolve_balance_sheet(question: object) -> Resolution[BalanceSheet]:
    """Procedure 6.13: one player's sheet out of the journal of all."""
    case = shape.read(BalanceSheetQuestion, question, missing_first="everywhere")
    player, lines = case.player, tuple(Line(**each._asdict()) for each in case.ledger)
    for n, line in enumerate(lines):
        if n and line.n <= lines[n - 1].n:
            words = f"Lines are numbered rising: this is more than {lines[n - 1].n}; {say(line.n)} was given."
            raise InvalidInput(f"ledger.{n}.n", words)
        check_amount(line.kind, line.amount, f"ledger.{n}.amount")
    cash: dict[str, int] = {}
    for n, line in enumerate(lines):
        before = cash.get(line.player, 0)
        cash[line.player] = before + line.amount
        if cash[line.player] < 0:
            words = (
                f"{spoken(line.player)} has {before} credits; a line of {line.amount} would overdraw them."
            )
            raise IllegalAction(f"ledger.{n}.amount", words)
    own = tuple(line for line in lines if line.player == player)
    return Resolution(sheet_json(player, own), tuple(_balance_steps(player, own)))


def sheet_json(player: str, lines: Sequence[Line]) -> BalanceSheet:
    rows = list(_rows(lines))
    amounts = [line.amount for line in lines]
    moved = [transaction(line) for line in lines]
    return {
        "player": player,
        "columns": list(COLUMNS),
        "rows": rows,
        "totals": {kind: sum(line.amount for line in lines if line.kind == kind) for kind in KINDS},
        "income": sum(each for each in amounts if each > 0),
        "expense": -sum(each for each in amounts if each < 0),
        "closing": sum(amounts),
        "postings": [_posting(line) for line in lines],
        "trial_balance": dict(trial_balance(moved)),
        "csv": [",".join(COLUMNS), *(",".join(map(_cell, row)) for row in rows)],
    }


def _rows(lines: Sequence[Line]) -> Iterator[list[object]]:
    balance = 0
    for line in lines:
        balance += line.amount
        kinds = [line.amount if kind == line.kind else None for kind in KINDS]
        yield [line.n, line.scenario, line.round, line.item, line.quantity, *kinds, balance]


def _posting(line: Line) -> dict[str, str | int]:
    debit, credit = transaction(line).postings
    return {"n": line.n, "debit": debit.account, "credit": credit.account, "amount": debit.amount}


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _balance_steps(player: str, lines: Sequence[Line]) -> Iterator[Step]:
    values: dict[str, object] = {"who": spoken(player), "count": len(lines)}
    yield Step(
        "C1", "{who} has {count:# line|# lines}, each with a debit and a credit of the same size.", values
    )
    balance = 0
    for line in lines:
        balance += line.amount
        facts = {
            "n": line.n,
            "kind": line.kind,
            "item": spoken(line.item),
            "amount": signed(line.amount, "+0"),
        }
        yield Step(
            "C1", "Line {n}, {kind}, {item}: {amount}, balance {balance}.", facts | {"balance": balance}
        )


def post(state: State, payment: Payment) -> State:
    """The same after a payment; nothing is written of 0 credits."""
    if not payment.amount:
        return state
    line = Line(
        len(state.ledger) + 1,
        state.scenario,
        state.round,
        *(payment.player, payment.kind, payment.item, payment.quantity, payment.amount),
    )
    # The books refuse what does not balance before the credits move.
    transaction(line)
    credits = state.players[payment.player].credits + payment.amount
    return state.with_player(payment.player, credits=credits).changed(
        ledger=state.ledger + (line,)  # noqa: RUF005 - Thousands of lines, copied once and not twice.
    )
