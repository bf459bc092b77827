"""Columnar Balance Sheets: blank, or the ledger behind a screen as it stands (C1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import KINDS
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.sheets import head
from companion.games.parabellum.printables.source import held, state_of
from companion.games.parabellum.procedures.money.balance_sheet import sheet_json
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import numbered
from companion.games.parabellum.state.naming import spoken
from companion.press.options import TEXT_OPTIONS, Made, pick, whole_number
from companion.press.prose import Markup, Prose, heading, join, tag

ROWS = 25
"""Lines a sheet, besides the one carried forward and the totals."""
COLUMNS = ("No.", "Scen.", "Round", "Item", "Qty", *(kind.capitalize() for kind in KINDS), "Balance")

SHEETS = whole_number("sheets", "Blank sheets", "How many; 0 with a live ledger alone.", 1, (0, 12))
LIVE = pick(
    "ledger",
    "At a live table",
    "Your own ledger as it stands, and behind it the blank sheets; or blank sheets alone.",
    (("own", "My ledger"), ("blank", "Blank sheets only")),
)


def balance_sheets(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """The ledgers of the seats that print, each on sheets of its own, then blank ones."""
    state = state_of(scene)
    sheets: list[Markup] = []
    if state and scene and choices["ledger"] == "own":
        for player in held(scene):
            sheets += _ledger(state, player)
    sheets += [_blank() for _ in range(choices["sheets"] if sheets else max(1, choices["sheets"]))]
    return DRESS.prose(choices, "balance sheet", join(sheets), lying=True)


def _ledger(state: State, player: str) -> Iterator[Markup]:
    """One player's lines, twenty-five a sheet, each sheet with what it brings and what it hands on."""
    own = numbered(line for line in state.ledger if line.player == player)
    rows: Sequence[list[Json]] = sheet_json(player, own)["rows"]
    company = state.binder.companies[state.players[player].company].name
    count = max(1, -(-len(rows) // ROWS))
    for number in range(count):
        here, before = rows[number * ROWS : (number + 1) * ROWS], rows[: number * ROWS]
        told = f"{company}: {state.binder.name}, sheet {number + 1} of {count}"
        lines = [_line(row) for row in here] + [_empty()] * (ROWS - len(here))
        brought = _sums("Brought forward", before) if before else _empty("carried")
        totals = _sums("Carried forward", rows[: number * ROWS + len(here)])
        yield _sheet(f"Balance Sheet of {spoken(player)}", told, (brought, *lines, totals))


def _line(row: Sequence[Json]) -> Markup:
    number, scenario, round_, item, quantity, *amounts = row
    cells = (str(scenario).upper(), round_, spoken(item), quantity, *(_money(each) for each in amounts))
    return tag("tr", heading(number), *(tag("td", cell) for cell in cells))


def _money(amount: Json) -> str:
    return "" if amount is None else f"{amount:,}".replace(",", " ").replace("-", "−")


def _sums(words: str, rows: Sequence[Sequence[Json]]) -> Markup:
    """The sum of each column so far, and the balance."""
    sums = [sum(row[5 + n] or 0 for row in rows) for n in range(len(KINDS))]
    balance = rows[-1][-1] if rows else 0
    cells = ("", "", words, "", *(_money(each) if each else "" for each in sums), _money(balance))
    return tag("tr", heading(""), *(tag("td", cell) for cell in cells), kind="carried")


def _empty(kind: str = "") -> Markup:
    words = "Brought forward" if kind else ""
    cells = (tag("td", words if n == 2 else "") for n in range(len(COLUMNS) - 1))
    return tag("tr", heading(""), *cells, kind=kind)


def _blank() -> Markup:
    """A sheet to fill in with a pen."""
    last = tag(
        "tr",
        heading(""),
        *(tag("td", "Carried forward" if n == 2 else "") for n in range(len(COLUMNS) - 1)),
        kind="carried",
    )
    told = "Company ____________________   Campaign ____________________   Sheet ____"
    return _sheet("Balance Sheet", told, (_empty("carried"), *([_empty()] * ROWS), last))


def _sheet(title: str, told: str, rows: Sequence[Markup]) -> Markup:
    top = tag("thead", tag("tr", *(heading(name, "col") for name in COLUMNS)))
    return tag("section", head(title, told), tag("table", top, tag("tbody", *rows), kind="ledger"))


BALANCE: Mapping[str, Made] = {
    "balance-sheet": (balance_sheets, (*TEXT_OPTIONS, LIVE, SHEETS)),
}
