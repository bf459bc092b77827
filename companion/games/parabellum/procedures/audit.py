"""Whether all is in its place: the invariants of a state, what a binder holds (3.3, 6.2, 6.19)."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.wire import Json, Reading
from companion.games.parabellum.data import CACHE_LIMIT, MOST_PLAYERS, SEATS, SHARED_CACHE_LIMIT
from companion.games.parabellum.state.binder import Binder, MapSheet, read_binder
from companion.games.parabellum.state.binder.reading import check
from companion.games.parabellum.state.notation import quarters
from companion.games.parabellum.state.table import State, read_state

type Problems = Iterator[Problem]


class Problem(NamedTuple):
    """Something that no table can come to by the rules."""

    path: str
    code: str

    def as_json(self) -> Json:
        """The specification's finding."""
        return {"code": self.code, "path": self.path}


WORDS = {
    "personnel": ("C3", "People are missing or too many: pool, dead, reserves and units make {found}."),
    "cash": ("S1", "{path}: the credits are not the sum of the sheet's lines."),
    "negative": ("S3", "{path} is below zero."),
    "counter": ("S3", "{path} is more than the card has room for."),
    "flag": ("S5", "{path}: a mustered unit has a flag, and no other unit shows the same."),
    "occupancy": ("M5", "{path}: this unit overlaps another in its square."),
    "passenger": ("RULING R22", "{path}: there is no transport of the owner's with room for it."),
    "cache": (
        "L2",
        "{path}: a cache has 1 to 9 tokens, 4 beside half-width units, none under a large one.",
    ),
}


def resolve_audit(question: Json) -> Resolution:
    """Procedure `audit`."""
    state = read_state(Reading.complete(question, ("state",)).raw("state"), "state")
    problems = audit(state)
    found = f"{_people(state)} and not {state.personnel_total}"
    steps = [
        Step(WORDS[each.code][0], WORDS[each.code][1], {"path": each.path, "found": found})
        for each in problems
    ]
    if not problems:
        words = (
            "{people} people, {lines:# line|# lines} of the sheets, {units:# unit|# units}: "
            "everything is in its place."
        )
        values = {"people": state.personnel_total, "lines": len(state.ledger), "units": len(state.units)}
        steps = [Step("C3", words, values)]
    result = {"ok": not problems, "problems": [each.as_json() for each in problems]}
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
        limit = 0 if "large" in footprints else SHARED_CACHE_LIMIT if footprints else CACHE_LIMIT
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
    return Tree(_depths(binder.start, ways), paths, longest)


def _depths(start: str, ways: Mapping[str, tuple[str, ...]]) -> Mapping[str, int]:
    depth, row = {start: 1}, [start]
    while row:
        row = [each for name in row for each in ways[name] if each not in depth]
        depth |= dict.fromkeys(row, max(depth.values()) + 1)
    return depth


def most_players(binder: Binder) -> int:
    """As many as there are companies, and seats on every scenario's map."""
    seats = min(_seats(binder.maps[scenario.map]) for scenario in binder.scenarios.values())
    return min(seats, len(binder.companies), MOST_PLAYERS)


def _seats(sheet: MapSheet) -> int:
    there = sheet.seats()
    return next((seat - 1 for seat in SEATS if seat not in there), len(SEATS))


def resolve_binder_check(question: Json) -> Resolution:
    """Procedure 6.19: whether a binder can be played, and what is in it."""
    reading = Reading.complete(question, ("binder",))
    given = reading.raw("binder")
    if type(given) is dict:
        check(given, "binder")
    binder = read_binder(given, "binder")
    result = checked(binder)
    return Resolution(result, tuple(_steps(binder, result)))


def checked(binder: Binder) -> dict[str, Json]:
    """The findings on a binder that reads without fault."""
    tree = tree_of(binder)
    ids = sorted(binder.scenarios)
    used = {scenario.map for scenario in binder.scenarios.values()}
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
        "players": most_players(binder),
        "maps": {name: _map(sheet) for name, sheet in sorted(binder.maps.items())},
        "unused_maps": sorted(set(binder.maps) - used),
    }


def _map(sheet: MapSheet) -> Json:
    squares = {str(seat): len(sheet.deployment(seat)) for seat in SEATS}
    return {"columns": sheet.columns, "rows": sheet.height, "deployment": squares}


def _steps(binder: Binder, result: dict[str, Json]) -> Iterator[Step]:
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
