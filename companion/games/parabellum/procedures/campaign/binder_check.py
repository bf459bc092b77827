"""What a binder holds: the tree of its scenarios, the maps, how many can play (specification 6.19)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_PLAYERS, SEATS
from companion.games.parabellum.state.binder import Binder, MapSheet, read_binder
from companion.games.parabellum.state.binder.faults import check


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


def resolve(question: Json) -> Resolution:
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
