"""The Balance Sheet as columns, and the double entry behind it (specification 6.13)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine import shape
from companion.engine.campaign.ledger import trial_balance
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import say
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.parabellum.data import KINDS, Kind
from companion.games.parabellum.procedures.money.books import check_amount, transaction
from companion.games.parabellum.state.amounts import Amount, Count, Positive
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import Id, ScenarioId, spoken

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


class Question(NamedTuple):
    """Procedure 6.13's input."""

    player: Id
    ledger: tuple[Entry, ...]


def resolve(question: Json) -> Resolution:
    """Procedure 6.13: one player's sheet out of the journal of all."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    player, lines = asked.player, tuple(Line(**each._asdict()) for each in asked.ledger)
    _check(lines)
    own = tuple(line for line in lines if line.player == player)
    return Resolution(sheet_json(player, own), tuple(_steps(player, own)))


def _check(lines: Sequence[Line]) -> None:
    for n, line in enumerate(lines):
        if n and line.n <= lines[n - 1].n:
            said = f"Lines are numbered rising: this is more than {lines[n - 1].n}; {say(line.n)} was given."
            raise InvalidInput(f"ledger.{n}.n", said)
        check_amount(line.kind, line.amount, f"ledger.{n}.amount")
    cash: dict[str, int] = {}
    for n, line in enumerate(lines):
        before = cash.get(line.player, 0)
        cash[line.player] = before + line.amount
        if cash[line.player] < 0:
            said = f"{spoken(line.player)} has {before} credits; a line of {line.amount} would overdraw them."
            raise IllegalAction(f"ledger.{n}.amount", said)


def sheet_json(player: str, lines: Sequence[Line]) -> Json:
    """The sheet of one player, whose lines these are."""
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


def _rows(lines: Sequence[Line]) -> Iterator[list[Json]]:
    balance = 0
    for line in lines:
        balance += line.amount
        kinds = [line.amount if kind == line.kind else None for kind in KINDS]
        yield [line.n, line.scenario, line.round, line.item, line.quantity, *kinds, balance]


def _posting(line: Line) -> Json:
    debit, credit = transaction(line).postings
    return {"n": line.n, "debit": debit.account, "credit": credit.account, "amount": debit.amount}


def _cell(value: Json) -> str:
    return "" if value is None else str(value)


def _steps(player: str, lines: Sequence[Line]) -> Iterator[Step]:
    values: dict[str, object] = {"who": spoken(player), "count": len(lines)}
    yield Step(
        "C1", "{who} has {count:# line|# lines}, each with a debit and a credit of the same size.", values
    )
    balance = 0
    for line in lines:
        balance += line.amount
        told = {
            "n": line.n,
            "kind": line.kind,
            "item": spoken(line.item),
            "amount": signed(line.amount, "+0"),
        }
        yield Step(
            "C1", "Line {n}, {kind}, {item}: {amount}, balance {balance}.", told | {"balance": balance}
        )
