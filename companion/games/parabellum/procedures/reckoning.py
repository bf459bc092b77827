"""What a roster takes, free flags, ways through a tree, and whether state and binder are right (C1, C3)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, Given, Known, Last, Names, Sized
from companion.engine.tree import Status, Way
from companion.engine.wire import integer, parts
from companion.games.parabellum import data
from companion.games.parabellum.procedures import answers
from companion.games.parabellum.state import (
    Amount,
    Band,
    Binder,
    Id,
    MapSheet,
    State,
    catalogue,
    check,
    quarters,
    read_binder,
    read_state,
    starter_binder,
)

type Flag = tuple[str, ...]
type Colour = Annotated[str, Known("palette")]


MOST_ASKED = 9999


class Lot(NamedTuple):
    """So many tokens in a row at the same price."""

    price: int
    quantity: int


class Bought(NamedTuple):
    """A purchase: what it costs, and its lots in buying order."""

    cost: int
    lots: tuple[Lot, ...]


def next_price(bands: Sequence[Band], supply: int | None) -> int | None:
    """What the next token costs; none where nothing is left."""
    if supply is None:
        return bands[0].price
    return next((band.price for band in bands if band.above < supply), None)


def _stretches(bands: Sequence[Band], supply: int | None) -> Iterator[Lot]:
    if supply is None:
        yield Lot(bands[0].price, MOST_ASKED)
        return
    for band in bands:
        if band.above < supply:
            yield Lot(band.price, supply - band.above)
            supply = band.above


def price(bands: Sequence[Band], supply: int | None, quantity: int) -> Bought:
    """The price of so many tokens out of a supply that has them.

    >>> price([Band(240, 5), Band(0, 10)], 250, 30)
    Bought(cost=250, lots=(Lot(price=5, quantity=10), Lot(price=10, quantity=20)))
    """
    lots: list[Lot] = []
    for stretch in _stretches(bands, supply):
        taken = min(quantity, stretch.quantity)
        quantity -= taken
        if taken and lots and lots[-1].price == stretch.price:
            lots[-1] = Lot(stretch.price, lots[-1].quantity + taken)
        elif taken:
            lots.append(Lot(stretch.price, taken))
    return Bought(sum(lot.price * lot.quantity for lot in lots), tuple(lots))


def affordable(bands: Sequence[Band], supply: int | None, credits: int, most: int = MOST_ASKED) -> int:
    """The most tokens, up to `most`, that these credits buy."""
    tokens = 0
    for stretch in _stretches(bands, supply):
        within = credits // stretch.price if stretch.price else stretch.quantity
        taken = min(within, stretch.quantity)
        tokens, credits = tokens + taken, credits - taken * stretch.price
        if taken < stretch.quantity:
            break
    return min(tokens, most)


def price_steps(bought: Bought, supply: int | None, resource: str = "tokens") -> Iterator[Step]:
    """Each price band that the purchase crosses, and the sum."""
    rule = "C4" if resource in ("fuel", "ammunition") else "C3"
    left = supply
    for n, lot in enumerate(bought.lots):
        values: dict[str, object] = {
            "n": lot.quantity,
            "price": lot.price,
            "left": left,
            "cost": lot.price * lot.quantity,
        }
        what = data.RESOURCE_NAMES.get(resource, resource)
        values["what"] = "person" if what == "people" and lot.quantity == 1 else what
        if left is None:
            yield Step(rule, "{n} {what} at {price} each: {cost} credits; the supply is unlimited.", values)
            continue
        words = "With {left} left, {n} {what} at {price} each: {cost} credits."
        yield Step("RULING R5" if n else rule, words, values)
        left -= lot.quantity
    if len(bought.lots) > 1:
        yield Step(rule, "Together {cost} credits.", {"cost": bought.cost})


type Purse = Annotated[Amount | None, Given]


class PurchaseQuestion(NamedTuple):
    """Procedure `purchase-quote`'s input."""

    resource: catalogue.Resource
    quantity: Annotated[int, Between(1, MOST_ASKED)]
    credits: Purse = None


def resolve_purchase_quote(question: object) -> Resolution[answers.PurchaseQuote]:
    """Procedure 6.4: the price of so many tokens of one resource."""
    case = shape.read(PurchaseQuestion, question, missing_first="everywhere")
    resource, quantity, credits = case
    supply = resource.supply
    if supply is not None and quantity > supply:
        raise IllegalAction("quantity", f"There are {supply} left to buy; {quantity} were asked for.")
    bought = price(resource.bands, supply, quantity)
    after = None if supply is None else supply - quantity
    most = None if credits is None else affordable(resource.bands, supply, credits)
    result: answers.PurchaseQuote = {
        "cost": bought.cost,
        "lots": [lot._asdict() for lot in bought.lots],
        "supply_after": after,
        "next_price": next_price(resource.bands, after),
        "affordable": most,
    }
    steps = (*price_steps(bought, supply), *_next(result), *_within(credits, most))
    return Resolution(result, steps)


def _next(result: answers.PurchaseQuote) -> tuple[Step, ...]:
    if result["next_price"] is None:
        return (Step("C3", "Nothing is left to buy."),)
    return (Step("C3", "The next one would cost {price}.", {"price": result["next_price"]}),)


def _within(credits: int | None, most: int | None) -> tuple[Step, ...]:
    if credits is None:
        return ()
    return (Step("C3", "{credits} credits buy at most {most}.", {"credits": credits, "most": most}),)


MOST_CARDS = 999


class Need(NamedTuple):
    """So many tokens of a resource, out of a supply."""

    quantity: int
    supply: int | None
    bought: Bought


def _needed(need: Need) -> dict[str, int]:
    return {"quantity": need.quantity, "cost": need.bought.cost}


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterQuestion:
    """Procedure `roster-quote`'s input: how many cards of each unit type."""

    binder: Annotated[Binder, ByHand(read_binder), Last(1)] = field(default_factory=starter_binder)
    units: Mapping[str, object]
    manpower_supply: Annotated[Purse, Last(2)] = None
    credits: Annotated[Purse, Last(3)] = None


def resolve_roster_quote(question: object) -> Resolution[answers.RosterQuote]:
    """Procedure 6.4: cards plus people and tokens to muster them all, at catalogue prices."""
    case = shape.read(RosterQuestion, question, missing_first="everywhere")
    binder, listed, credits = case.binder, case.units, case.credits
    if not listed:
        raise InvalidInput("units", "A roster has at least one unit type; none was given.")
    for name in listed:
        if name not in binder.units:
            raise InvalidInput(f"units.{name}", f"There is no “{name}” in the catalogue of {binder.name}.")
    units = {name: integer(listed[name], f"units.{name}", 1, MOST_CARDS) for name in sorted(listed)}
    supplies = {key: resource.supply for key, resource in binder.resources.items()}
    if case.manpower_supply is not None:
        supplies["manpower"] = case.manpower_supply
    for name, quantity in units.items():
        cards = binder.units[name].cards
        if cards is not None and quantity > cards:
            words = f"There are {cards} cards of {binder.units[name].name}; {quantity} were asked for."
            raise IllegalAction(f"units.{name}", words)
    needs = {key: _need(key, units, binder, supplies[key]) for key in data.RESOURCES}
    result = _result(units, binder, needs, credits)
    return Resolution(result, tuple(_roster_steps(binder, result, needs)))


def _need(resource: str, units: Mapping[str, int], binder: Binder, supply: int | None) -> Need:
    each = {"manpower": "troop", "fuel": "fuel_cost", "ammunition": "ammunition_cost"}[resource]
    quantity = sum(getattr(binder.units[name], each) * count for name, count in units.items())
    if supply is not None and quantity > supply:
        words = (
            f"To muster them all takes {quantity} {data.RESOURCE_NAMES[resource]}; {supply} are left to buy."
        )
        raise IllegalAction("units", words)
    return Need(quantity, supply, price(binder.resources[resource].bands, supply, quantity))


def _result(
    units: Mapping[str, int], binder: Binder, needs: Mapping[data.Resource, Need], credits: int | None
) -> answers.RosterQuote:
    rows: list[answers.CardsRow] = [
        {"unit": name, "quantity": count, "cost": binder.units[name].cost * count}
        for name, count in units.items()
    ]
    cards = sum(row["cost"] for row in rows)
    total = cards + sum(need.bought.cost for need in needs.values())
    return {
        "units": rows,
        "units_cost": cards,
        "manpower": _needed(needs["manpower"]),
        "fuel": _needed(needs["fuel"]),
        "ammunition": _needed(needs["ammunition"]),
        "total": total,
        "credits_left": None if credits is None else credits - total,
    }


def _roster_steps(
    binder: Binder, result: answers.RosterQuote, needs: Mapping[data.Resource, Need]
) -> Iterator[Step]:
    for row in result["units"]:
        card = binder.units[row["unit"]]
        values = {"n": row["quantity"], "name": card.name, "price": card.cost, "cost": row["cost"]}
        yield Step("S1", "{n} {name} at {price}: {cost} credits.", values)
        needed = {"troop": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
        words = (
            "To muster each {name} takes {troop} people, {fuel} fuel "
            "and {ammunition:# ammunition token|# ammunition tokens}."
        )
        yield Step("S2", words, needed | {"name": card.name})
    for key, need in needs.items():
        if need.quantity:
            yield from price_steps(need.bought, need.supply, key)
    yield Step("S2", "Altogether {total} credits.", {"total": result["total"]})
    if (left := result["credits_left"]) is not None:
        words = "{left} credits are left." if left >= 0 else "{short} credits are missing."
        yield Step("S2", words, {"left": left, "short": -left})


MOST_BEADS, MOST_FLAGS = 4, 99


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagSuggestQuestion:
    """Procedure 6.5's input."""

    palette: Annotated[tuple[Id, ...], Sized(1), Names("palette", by=tuple)]
    livery: tuple[Colour, Colour]
    used: tuple[Annotated[tuple[Colour, ...], Sized(1, MOST_BEADS)], ...]
    count: Annotated[int, Between(1, MOST_FLAGS)]


def flags(livery: Flag, palette: Sequence[str]) -> Iterator[Flag]:
    """All flags that begin with this livery, shortest first, beads in palette order."""
    colours = tuple(dict.fromkeys(palette))
    for more in range(MOST_BEADS - len(livery) + 1):
        for beads in product(colours, repeat=more):
            yield (*livery, *beads)


def resolve_flag_suggest(question: object) -> Resolution[answers.FlagsFree]:
    """Procedure 6.5: so many flags that are free."""
    case = shape.read(FlagSuggestQuestion, question, missing_first="everywhere")
    livery, palette, used, count = case.livery, case.palette, set(case.used), case.count
    free = tuple(islice((flag for flag in flags(livery, palette) if flag not in used), count))
    colours = len(set(palette))
    taken = sum(flag[:2] == livery for flag in used)
    left = 1 + colours + colours**2 - taken - len(free)
    result = answers.FlagsFree(flags=[list(flag) for flag in free], left=left)
    values = {"livery": ", ".join(livery), "taken": taken, "count": len(free), "left": left}
    flag_steps = (
        Step("S5", "Flags begin with the livery: {livery}.", values),
        Step(
            "RULING R10",
            "{taken:# of them flies|# of them fly} already; order counts, and each flies once.",
            values,
        ),
        Step("S5", "{count:# free flag|# free flags} named; {left:# more is|# more are} free.", values),
    )
    return Resolution(result, flag_steps)


CHOOSER: Mapping[data.Chooser, str] = data.lexicon("procedures/words.json")["chooser"]


def visited(state: State) -> tuple[str, ...]:
    """The scenarios so far, that of now included."""
    ended = tuple(chapter.scenario for chapter in state.history)
    return ended if state.scenario in ended else (*ended, state.scenario)


def ways_on(state: State) -> tuple[str, ...]:
    """What can be next: the ways from the scenario of now."""
    return () if state.phase == "over" else state.booklet.next


def standing(state: State) -> dict[str, Status]:
    near = ways_on(state)
    statuses: dict[str, Status] = dict.fromkeys(state.binder.scenarios, "shut")
    statuses |= dict.fromkeys(_behind(state, near), "locked")
    statuses |= dict.fromkeys(near, "open")
    statuses |= dict.fromkeys(visited(state), "played")
    return statuses if state.phase == "over" else statuses | {state.scenario: "now"}


def _behind(state: State, near: Collection[str]) -> frozenset[str]:
    behind: set[str] = set()
    row = set(near)
    while row:
        row = {goal for each in row for goal in state.binder.scenarios[each].next} - behind
        behind |= row
    return frozenset(behind)


def way(state: State, origin: str, goal: str, status: Mapping[str, Status]) -> Way:
    """Whether a way was taken, is open, lies ahead or is shut, as the scenario stands from which it leads."""
    if any((chapter.scenario, chapter.next) == (origin, goal) for chapter in state.history):
        return "taken"
    if status[origin] == "now":
        return "open"
    return "ahead" if status[origin] in ("open", "locked") else "shut"


type Problems = Iterator[Problem]


class Problem(NamedTuple):
    """Something that no table can come to by the rules."""

    path: str
    code: str

    def as_json(self) -> dict[str, str]:
        """The specification's finding."""
        return {"code": self.code, "path": self.path}


WORDS: Mapping[str, Sequence[str]] = data.lexicon("procedures/words.json")["problems"]


def resolve_audit(question: object) -> Resolution[answers.Audited]:
    """Procedure `audit`."""
    state = read_state(parts(question, "", "state")["state"], "state")
    problems = audit(state)
    counts = f"{_people(state)} and not {state.personnel_total}"
    steps = [
        Step(WORDS[each.code][0], WORDS[each.code][1], {"path": each.path, "found": counts})
        for each in problems
    ]
    if not problems:
        words = (
            "{people} people, {lines:# line|# lines} of the sheets, {units:# unit|# units}: "
            "everything is in its place."
        )
        values = {"people": state.personnel_total, "lines": len(state.ledger), "units": len(state.units)}
        steps = [Step("C3", words, values)]
    result = answers.Audited(ok=not problems, problems=[each.as_json() for each in problems])
    return Resolution(result, tuple(steps))


def audit(state: State) -> list[Problem]:
    """Everything that is wrong, by path and then code."""
    return sorted(problem for check in CHECKS for problem in check(state))


def _people(state: State) -> int:
    reserves = sum(player.reserve.personnel for player in state.players.values())
    strengths = sum(unit.strength for unit in state.units.values())
    return state.supply.manpower + state.casualties + reserves + strengths


def _personnel(state: State) -> Problems:
    if _people(state) != state.personnel_total:
        yield Problem("supply.manpower", "personnel")


def _cash(state: State) -> Problems:
    for name, player in state.players.items():
        if player.credits != sum(line.amount for line in state.ledger if line.player == name):
            yield Problem(f"players.{name}.credits", "cash")


def _negative(state: State) -> Problems:
    counts: dict[str, int | None] = {f"supply.{key}": n for key, n in state.supply._asdict().items()}
    counts |= {"casualties": state.casualties, "wrecks": state.wrecks}
    for name, player in state.players.items():
        counts[f"players.{name}.credits"] = player.credits
        counts |= {f"players.{name}.reserve.{key}": n for key, n in player.reserve._asdict().items()}
    for unit, each in state.units.items():
        keys = ("cost", "strength", "fuel", "ammunition", "entrench", "mp_used")
        counts |= {f"units.{unit}.{key}": getattr(each, key) for key in keys}
        counts |= {f"units.{unit}.cargo.{key}": n for key, n in each.cargo._asdict().items()}
    for square, load in state.caches.items():
        counts |= {f"caches.{square}.{key}": n for key, n in load._asdict().items()}
    yield from (Problem(path, "negative") for path, n in counts.items() if n is not None and n < 0)


def _counters(state: State) -> Problems:
    for unit, each in state.units.items():
        card = state.card(unit)
        over = {
            "strength": each.strength > card.troop,
            "fuel": each.fuel > card.fuel_max,
            "ammunition": each.ammunition > card.ammunition_max,
            "entrench": each.entrench > card.entrench,
            "cargo": each.cargo.total > card.cargo,
        }
        yield from (Problem(f"units.{unit}.{key}", "counter") for key, wrong in over.items() if wrong)


def _flags(state: State) -> Problems:
    shown = set[tuple[str, ...]]()
    for unit, each in state.units.items():
        if each.where != "reserve":
            if not each.flag or each.flag in shown:
                yield Problem(f"units.{unit}.flag", "flag")
            shown.add(each.flag)


def _occupancy(state: State) -> Problems:
    taken: dict[str, int] = {}
    for unit, each in state.units.items():
        if each.square is None or each.position is None:
            continue
        own = quarters(each.position)
        if taken.get(each.square, 0) & own:
            yield Problem(f"units.{unit}.square", "occupancy")
        taken[each.square] = taken.get(each.square, 0) | own


def _passengers(state: State) -> Problems:
    for unit, each in state.units.items():
        if each.where != "aboard":
            continue
        transport = each.transport or ""
        carrier = state.units.get(transport)
        lost = carrier is None or carrier.owner != each.owner
        if lost or len(state.passengers(transport)) > state.card(transport).passengers:
            yield Problem(f"units.{unit}.transport", "passenger")


def _caches(state: State) -> Problems:
    for square, load in state.caches.items():
        footprints = {state.footprint(unit) for unit in state.standing_on(square)}
        limit = 0 if "large" in footprints else data.SHARED_CACHE_LIMIT if footprints else data.CACHE_LIMIT
        if not 1 <= load.total <= limit:
            yield Problem(f"caches.{square}", "cache")


CHECKS: tuple[Callable[[State], Problems], ...] = (
    _personnel,
    _cash,
    _negative,
    _counters,
    _flags,
    _occupancy,
    _passengers,
    _caches,
)


class Tree(NamedTuple):
    """The ways through a campaign.

    `depth`: scenarios on the shortest way from the start; `paths`: ways from each to an ending; `longest`:
    scenarios on the longest way from each.
    """

    depth: Mapping[str, int]
    paths: Mapping[str, int]
    longest: Mapping[str, int]


def tree_of(binder: Binder) -> Tree:
    """Walk the tree; `next` always has higher numbers, so from the last scenario back (R57)."""
    ways = {name: scenario.next for name, scenario in binder.scenarios.items()}
    paths: dict[str, int] = {}
    longest: dict[str, int] = {}
    for name in sorted(ways, reverse=True):
        paths[name] = sum(paths[each] for each in ways[name]) or 1
        longest[name] = 1 + max((longest[each] for each in ways[name]), default=0)
    depth, row = {binder.start: 1}, [binder.start]
    while row:
        row = [each for name in row for each in ways[name] if each not in depth]
        depth |= dict.fromkeys(row, max(depth.values()) + 1)
    return Tree(depth, paths, longest)


def _seats(sheet: MapSheet) -> int:
    seats = sheet.seats()
    return next((seat - 1 for seat in data.SEATS if seat not in seats), len(data.SEATS))


def resolve_binder_check(question: object) -> Resolution[answers.BinderFacts]:
    """Procedure 6.19: whether a binder can be played, and what is in it."""
    content = parts(question, "", "binder")["binder"]
    if type(content) is dict:
        check(content, "binder")
    binder = read_binder(content, "binder")
    result = checked(binder)
    return Resolution(result, tuple(_steps(binder, result)))


def checked(binder: Binder) -> answers.BinderFacts:
    """The findings on a binder that reads without fault."""
    tree = tree_of(binder)
    ids = sorted(binder.scenarios)
    used = {scenario.map for scenario in binder.scenarios.values()}
    seats = min(_seats(binder.maps[scenario.map]) for scenario in binder.scenarios.values())
    return {
        "id": binder.id,
        "scenarios": [
            {
                "scenario": name,
                "depth": tree.depth.get(name),
                "next": list(binder.scenarios[name].next),
                "paths": tree.paths[name],
            }
            for name in ids
        ],
        "unreachable": [name for name in ids if name not in tree.depth],
        "endings": [name for name in ids if name in tree.depth and not binder.scenarios[name].next],
        "paths": tree.paths[binder.start],
        "longest": tree.longest[binder.start],
        "players": min(seats, len(binder.companies), data.MOST_PLAYERS),
        "maps": {name: _map(sheet) for name, sheet in sorted(binder.maps.items())},
        "unused_maps": sorted(set(binder.maps) - used),
    }


def _map(sheet: MapSheet) -> answers.MapFacts:
    squares = {str(seat): len(sheet.deployment(seat)) for seat in data.SEATS}
    return {"columns": sheet.columns, "rows": sheet.height, "deployment": squares}


def _steps(binder: Binder, result: answers.BinderFacts) -> Iterator[Step]:
    values = {"name": binder.name, "scenarios": len(binder.scenarios), "units": len(binder.units)}
    yield Step(
        "C2",
        "{name}: {units:# unit type|# unit types}, {scenarios:# scenario|# scenarios}; every entry reads.",
        values,
    )
    ways = {"paths": result["paths"], "longest": result["longest"], "start": binder.start.upper()}
    words = "Ways through the tree from {start}: {paths}; the longest has {longest:# scenario|# scenarios}."
    yield Step("C1", words, ways)
    if result["unreachable"]:
        names = ", ".join(result["unreachable"]).upper()
        yield Step("C1", "No way leads to {names}.", {"names": names})
    if result["unused_maps"]:
        yield Step("C5", "No scenario is fought on {names}.", {"names": ", ".join(result["unused_maps"])})
    yield Step(
        "RULING R2", "Companies and deployment squares suffice for {n} players.", {"n": result["players"]}
    )
