"""Sheets for the pen: columnar Balance Sheets, and orders and a roster to be photographed (C1)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.parabellum.data import KINDS, RESOURCE_NAMES, RESOURCES, Resource
from companion.games.parabellum.printables.card_parts import where
from companion.games.parabellum.printables.look import DRESS, drawn, head, held, own, sign, state_of
from companion.games.parabellum.procedures.money import sheet_json
from companion.games.parabellum.procedures.reckoning import flags, next_price
from companion.games.parabellum.rules.rear import cards_shown, left_to_buy
from companion.games.parabellum.state import State, Unit, numbered, spoken
from companion.press.answered import Item, Section, to_tick
from companion.press.look import INK, Look
from companion.press.options import TEXT_OPTIONS, Choices, Made
from companion.press.prose import Markup, Prose, heading, join, tag
from companion.press.text import CannotPrint

ROWS = 25
"""Lines a sheet, besides the one carried forward and the totals."""
COLUMNS = ("No.", "Scen.", "Round", "Item", "Qty", *(kind.capitalize() for kind in KINDS), "Balance")


class Balance(Choices):
    ledger: str
    sheets: int


def balance_sheets(choices: Balance, scene: Scene[State] | None) -> Prose:
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
    rows: Sequence[list[object]] = sheet_json(player, own)["rows"]
    company = state.binder.companies[state.players[player].company].name
    count = max(1, -(-len(rows) // ROWS))
    for number in range(count):
        page, before = rows[number * ROWS : (number + 1) * ROWS], rows[: number * ROWS]
        words = f"{company}: {state.binder.name}, sheet {number + 1} of {count}"
        lines = [_line(row) for row in page] + [_empty()] * (ROWS - len(page))
        brought = _sums("Brought forward", before) if before else _empty("carried")
        totals = _sums("Carried forward", rows[: number * ROWS + len(page)])
        yield _sheet(f"Balance Sheet of {spoken(player)}", words, (brought, *lines, totals))


def _line(row: Sequence[object]) -> Markup:
    number, scenario, round_, item, quantity, *amounts = row
    cells = (str(scenario).upper(), round_, spoken(item), quantity, *(_money(each) for each in amounts))
    return tag("tr", heading(number), *(tag("td", cell) for cell in cells))


def _money(amount: object) -> str:
    return "" if amount is None else f"{amount:,}".replace(",", " ").replace("-", "−")


def _sums(words: str, rows: Sequence[Sequence[Json]]) -> Markup:
    sums = [sum(row[5 + n] or 0 for row in rows) for n in range(len(KINDS))]
    balance = rows[-1][-1] if rows else 0
    cells = ("", "", words, "", *(_money(each) if each else "" for each in sums), _money(balance))
    return tag("tr", heading(""), *(tag("td", cell) for cell in cells), kind="carried")


def _empty(kind: str = "") -> Markup:
    words = "Brought forward" if kind else ""
    cells = (tag("td", words if n == 2 else "") for n in range(len(COLUMNS) - 1))
    return tag("tr", heading(""), *cells, kind=kind)


def _blank() -> Markup:
    last = tag(
        "tr",
        heading(""),
        *(tag("td", "Carried forward" if n == 2 else "") for n in range(len(COLUMNS) - 1)),
        kind="carried",
    )
    words = "Company ____________________   Campaign ____________________   Sheet ____"
    return _sheet("Balance Sheet", words, (_empty("carried"), *([_empty()] * ROWS), last))


def _sheet(title: str, words: str, rows: Sequence[Markup]) -> Markup:
    top = tag("thead", tag("tr", *(heading(name, "col") for name in COLUMNS)))
    return tag("section", head(title, words), tag("table", top, tag("tbody", *rows), kind="ledger"))


BALANCE: Mapping[str, Made] = {
    "balance-sheet": (balance_sheets, (*TEXT_OPTIONS, *own("ledger", "ledger sheets")))
}


MOST_CARDS = 4
"""Boxes for cards of a type: so many are bought by one sheet."""
LOTS = (1, 2, 3, 5, 10, 20, 50)
"""What the boxes of people and tokens stand for; those that are ticked are summed up."""


def order_sheet(scene: Scene[State], look: Look) -> Iterator[tuple[str, str, Sequence[Section]]]:
    """The sheets of the seats that print, each as its company stands."""
    state = scene.state
    for player in held(scene):
        company = state.binder.companies[state.players[player].company].name
        credits_ = f"{state.players[player].credits} credits at line {scene.version}"
        cards = [
            _card(state, player, kind, look)
            for kind in state.binder.units
            if cards_shown(state, player, kind) != 0
        ]
        columns = 1 if look.large else 2
        goods = [_goods(state, resource) for resource in RESOURCES]
        units = list(_units(state, player, look))
        sections = [
            Section("Unit cards", "A tick a card; its price, and what it takes", cards, columns),
            Section("People and tokens", "What is ticked is summed up", goods),
            *(
                [Section("In reserve and before the field", "With the flag shown", units, columns)]
                if units
                else ()
            ),
        ]
        yield player, f"{company}, {spoken(player)} · {credits_}", sections


def _card(state: State, player: str, kind: str, look: Look) -> Item:
    card, left = state.binder.units[kind], cards_shown(state, player, kind)
    most = MOST_CARDS if left is None else min(MOST_CARDS, left)
    parts = ((card.troop, "people"), (card.fuel_cost, "fuel"), (card.ammunition_cost, "ammunition"))
    staff = ", ".join(f"{n} {words}" for n, words in parts if n) or "nothing"
    small = f"{card.cost} {'credits ' if look.large else ''}· {staff}"
    ticks = tuple((f"card.{kind}.{n}", "") for n in range(1, most + 1))
    return Item(card.name, small, ticks, drawn(card.unit_class, state.binder.footprint(kind), look))


def _goods(state: State, resource: Resource) -> Item:
    supply = left_to_buy(state, resource)
    price = next_price(state.booklet.bands[resource], supply)
    words = (
        "none left" if price is None else f"next at {price}, {'no limit' if supply is None else supply} left"
    )
    ticks = tuple((f"{resource}.{lot}", str(lot)) for lot in LOTS)
    return Item(RESOURCE_NAMES[resource].capitalize(), words, ticks)


def _units(state: State, player: str, look: Look) -> Iterator[Item]:
    """Each card in reserve to muster with a free flag, or to sell; units behind the screen to sell."""
    waiting = tuple(state.of(player, "reserve"))
    livery = state.binder.companies[state.players[player].company].livery
    flown = {each.flag for each in state.units.values()}
    every = flags(livery, state.binder.palette)
    free = islice((flag for flag in every if flag not in flown), len(waiting))
    for unit, flag in zip(waiting, (*free, *[()] * len(waiting)), strict=False):
        small = f"{unit}, in reserve · {'-'.join(flag)}" if flag else f"{unit}, in reserve"
        muster = ((f"muster.{unit}.{'-'.join(flag)}", "muster"),) if flag else ()
        yield _unit_item(state, unit, small, (*muster, (f"scrap.{unit}", "sell")), look)
    for unit in state.of(player, "predeploy"):
        yield _unit_item(state, unit, f"{unit}, ready", ((f"scrap.{unit}", "sell"),), look)


def _unit_item(state: State, unit: str, small: str, ticks: tuple[tuple[str, str], ...], look: Look) -> Item:
    face = drawn(state.card(unit).unit_class, state.binder.footprint(state.units[unit].type), look)
    return Item(state.title(unit), small, ticks, face)


ORDERS: Mapping[str, Made] = {
    "order-sheet": to_tick(DRESS, "parabellum", "order-sheet", "Order sheet", order_sheet)
}


REASON = "Taken in from the roster"
MOST = 10
"""Boxes of one kind on a line."""
COUNTERS = (("strength", "people"), ("fuel", "fuel"), ("ammunition", "ammunition"))


def roster_sheet(scene: Scene[State], look: Look) -> Iterator[tuple[str, str, Sequence[Section]]]:
    """The sheets of the seats that print; `CannotPrint` where no unit stands behind or before the screen."""
    state = scene.state
    items = {
        player: [
            item
            for unit in state.of(player)
            if state.units[unit].where != "reserve"
            for item in _counter_items(state, unit, look)
        ]
        for player in held(scene)
    }
    if not any(items.values()):
        raise CannotPrint("table", "There is no mustered unit to print yet.")
    for player, lines in items.items():
        company = state.binder.companies[state.players[player].company].name
        words = f"{company}, {spoken(player)} · as it stood at line {scene.version}"
        if lines:
            yield player, words, [Section("Units", "A tick for each that is lost or spent since", lines)]


def _counter_items(state: State, unit: str, look: Look) -> Iterator[Item]:
    """A line for each kind of counter that the unit has, its name at the first."""
    each = state.units[unit]
    face = drawn(state.card(unit).unit_class, state.binder.footprint(each.type), look)
    kinds = [(key, words, _now(each, key)) for key, words in COUNTERS if _now(each, key)]
    for n, (key, words, now) in enumerate(kinds):
        ticks = [(f"{unit}.{key}.{k}", "") for k in range(1, min(now, MOST) + 1)]
        if n == 0:
            yield Item(state.title(unit), _stands(state, unit), ticks, face)
        else:
            yield Item(f"{words.capitalize()}: {now}", "", ticks, sign(key, INK))


def _stands(state: State, unit: str) -> str:
    """What a card of it would say: where it is, its flag, its people, what it carries."""
    each, aboard = state.units[unit], state.passengers(unit)
    cargo = ((each.cargo.fuel, "fuel"), (each.cargo.ammunition, "ammunition"))
    carried = listed([*(f"{n} {words}" for n, words in cargo if n), *(one.upper() for one in aboard)])
    parts = (where(state, unit), "-".join(each.flag), f"{_now(each, 'strength')} people",
            f"carries {carried}" if carried else "")  # fmt: skip
    return " · ".join(part for part in parts if part)


def _now(unit: Unit, key: str) -> int:
    value: int | None = getattr(unit, key)
    return value or 0


def lost(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """What each unit has lost, taken off what it has now; `InvalidInput` for a unit that is gone."""
    state: State = scene.state
    boxes = {name: name.split(".") for name in ticks}
    for unit in dict.fromkeys(parts[0] for parts in boxes.values()):
        if unit not in state.units or state.units[unit].owner != seat:
            raise InvalidInput("ticks", f"{unit} is no unit of this company any more.")
        own = tuple(name for name, parts in boxes.items() if parts[0] == unit)
        gone = Counter(boxes[name][1] for name in own)
        new = {key: max(0, _now(state.units[unit], key) - n) for key, n in gone.items()}
        losses = listed(f"{words} −{gone[key]}" for key, words in COUNTERS if gone[key])
        action = {"type": "adjust", "player": seat, "reason": REASON, "unit": {"id": unit, **new}}
        yield Change(f"{state.title(unit)}: {losses}", action, own)


ROSTERS: Mapping[str, Made] = {"roster": to_tick(DRESS, "parabellum", "roster", "Roster", roster_sheet)}


def ordered(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """The purchases, musters and sales that are ticked; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    boxes = {name: name.split(".") for name in ticks}
    yield from _cards(state, seat, {name: parts for name, parts in boxes.items() if parts[0] == "card"})
    for resource in RESOURCES:
        own = tuple(name for name, parts in boxes.items() if parts[0] == resource)
        if own:
            n = sum(int(boxes[name][1]) for name in own)
            action = {"type": "purchase", "player": seat, "resource": resource, "quantity": n}
            yield Change(f"Buy {n} {RESOURCE_NAMES[resource]}", action, own)
    for name, parts in boxes.items():
        if parts[0] in ("muster", "scrap"):
            yield _unit_change(state, seat, name, parts)


def _cards(state: State, seat: str, boxes: dict[str, list[str]]) -> Iterator[Change]:
    if not boxes:
        return
    wanted = Counter(parts[1] for parts in boxes.values())
    items = [{"unit": kind, "quantity": wanted[kind]} for kind in state.binder.units if wanted[kind]]
    words = [f"{each['quantity']} {state.binder.units[str(each['unit'])].name}" for each in items]
    cost = sum(state.binder.units[kind].cost * n for kind, n in wanted.items() if kind in state.binder.units)
    action = {"type": "purchase", "player": seat, "resource": "units", "items": items}
    yield Change(f"Buy {listed(words)} for {cost} credits", action, tuple(boxes))


def _unit_change(state: State, seat: str, name: str, parts: list[str]) -> Change:
    kind, unit = parts[0], parts[1]
    if unit not in state.units or state.units[unit].owner != seat:
        raise InvalidInput("ticks", f"{unit} is no unit of this company any more.")
    action = {"type": kind, "player": seat, "unit": unit}
    if kind == "scrap":
        return Change(f"Sell {state.title(unit)}", action, (name,))
    return Change(
        f"Muster {state.title(unit)} under {parts[2]}", action | {"flag": parts[2].split("-")}, (name,)
    )


ANSWERS = {"order-sheet": ordered, "roster": lost}
