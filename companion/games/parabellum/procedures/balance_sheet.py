"""The Balance Sheet as columns, and the double entry behind it (specification 6.13)."""

from collections.abc import Iterator, Sequence

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.ledger import trial_balance
from companion.engine.reading import Reading, say
from companion.engine.shape import LARGEST
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.parabellum.data import KINDS
from companion.games.parabellum.procedures.books import check_amount, transaction
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import read_id, read_scenario_id, spoken

LINE_KEYS = ("n", "scenario", "round", "player", "kind", "item", "quantity", "amount")
COLUMNS = ("n", "scenario", "round", "item", "quantity", *KINDS, "balance")


def resolve(question: Json) -> Resolution:
    """Procedure 6.13: one player's sheet out of the journal of all."""
    reading = Reading.complete(question, ("player", "ledger"))
    player = read_id(reading.raw("player"), "player")
    listed = reading.items("ledger")
    lines = tuple(read_line(each, f"ledger.{n}") for n, each in enumerate(listed))
    _check(lines)
    own = tuple(line for line in lines if line.player == player)
    return Resolution(sheet_json(player, own), tuple(_steps(player, own)))


def read_line(value: Json, path: str) -> Line:
    """One line of the journal."""
    row = Reading.complete(value, LINE_KEYS, (), path)
    return Line(
        n=amount(row, "n", least=1),
        scenario=read_scenario_id(row.raw("scenario"), row.at("scenario")),
        round=amount(row, "round"),
        player=read_id(row.raw("player"), row.at("player")),
        kind=row.name("kind", KINDS),
        item=read_id(row.raw("item"), row.at("item")),
        quantity=amount(row, "quantity", least=1),
        amount=row.integer("amount", -LARGEST, LARGEST),
    )


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
