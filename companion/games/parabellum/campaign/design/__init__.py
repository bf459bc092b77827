"""Making a setup binder by hand (C2): its rooms, fields, new entries, tree; see `design.json`."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from companion.engine.campaign.design import Design, Ids, Plays, rooms_of
from companion.engine.errors import InvalidInput
from companion.engine.form import Pick, look
from companion.engine.form.board import RUBBER, Sign, rows_of
from companion.engine.shape import LARGEST
from companion.engine.tree import Edge, Node, Status, Tree
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.games.parabellum import data
from companion.games.parabellum.campaign.playing import (
    MOST_LINES,
    declared,
    fought,
    objectives,
    players,
    setup_of,
)
from companion.games.parabellum.state import (
    IDENTIFIER,
    SCENARIO_ID,
    State,
    binder_to_workbook,
    faults,
    spoken,
)

type Entry = dict[str, Json]


def objects(content: object, key: str) -> dict[str, Json]:
    """A part of the content, which may yet be anything."""
    value = content.get(key) if isinstance(content, dict) else None
    return value if isinstance(value, dict) else {}


def named(key: str) -> Callable[[Json], tuple[Pick, ...]]:
    """The entries of a part of this binder, to choose from."""
    return lambda content: tuple(
        Pick(each, _name(each, entry)) for each, entry in objects(content, key).items()
    )


def _name(identifier: str, entry: object) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return isolated(name) if isinstance(name, str) and name else spoken(identifier)


def scenarios(content: object) -> tuple[Pick, ...]:
    booklets = objects(content, "scenarios").items()
    return tuple(Pick(key, f"{key.upper()} · {_name(key, entry)}") for key, entry in sorted(booklets))


def palette(content: object) -> tuple[Pick, ...]:
    colours = content.get("palette") if isinstance(content, dict) else None
    return tuple(Pick(each, spoken(each)) for each in colours or () if isinstance(each, str))


def terrains(content: object) -> tuple[Pick, ...]:
    """The rulebook's ground, and this binder's own."""
    return tuple(
        Pick(each, spoken(each)) for each in {**data.STANDARD_TERRAIN, **objects(content, "terrain")}
    )


def grounds(content: object) -> tuple[Sign, ...]:
    """The signs of which a map is made: of each ground, and of the seats' squares to deploy on."""
    signs = {key: glyph for key, (glyph, *_) in data.STANDARD_TERRAIN.items()}
    for key, each in objects(content, "terrain").items():
        glyph = each.get("glyph") if isinstance(each, dict) else None
        signs[key] = glyph if isinstance(glyph, str) and glyph else signs.get(key, "?")
    grounds = [
        Sign(glyph, spoken(key), key)
        if key in data.STANDARD_TERRAIN
        else Sign(glyph, spoken(key), "other", glyph)
        for key, glyph in signs.items()
    ]
    return (*grounds, *(Sign(str(n), f"Seat {n} deploys", "seat", str(n)) for n in data.SEATS))


def own_rows(content: object, path: str) -> list[str]:
    """The map that is being painted."""
    return rows_of(look(content, path))


def scenario_rows(content: object, path: str) -> list[str]:
    """The map of the scenario within which `path` lies."""
    scenario = look(content, ".".join(path.split(".")[:2]))
    name = scenario.get("map") if isinstance(scenario, dict) else None
    sheet = objects(content, "maps").get(name) if isinstance(name, str) else None
    return rows_of(sheet.get("rows")) if isinstance(sheet, dict) else []


GLYPHS = "+o&@x$:;!?\"'()|/"
WIDE, TALL = 16, 12


def _first(content: object, key: str) -> str:
    return next(iter(objects(content, key)), "")


def new_company(content: object) -> Entry:
    """A company in the first two colours."""
    return {"livery": [pick.value for pick in palette(content)[:2]]}


def new_unit(content: object) -> Entry:
    fights = {"ammunition_max": 4, "ammunition_cost": 1, "range": 2, "attack_die": 6, "defense_die": 6}
    moves = {"speed": 3, "fuel_max": 5, "fuel_cost": 1}
    return {"class": _first(content, "classes"), "cost": 100, "troop": 10, **moves, **fights}


def new_terrain(content: object) -> Entry:
    """A kind of ground like open ground, under a sign that is free."""
    taken = {sign.value for sign in grounds(content)}
    glyph = next((each for each in GLYPHS if each not in taken), "")
    return {"glyph": glyph, "cost": 1, "defense": 0, "attack": 0, "access": None}


def new_map(content: object) -> Entry:
    """Open ground, the seats' squares in the middle of its four sides."""
    edge = ["3333", "4444"]
    ends = [side.center(WIDE, ".") for side in edge]
    middle = [
        "1" + "." * (WIDE - 2) + "2" if TALL // 3 <= n < TALL - TALL // 3 else "." * WIDE for n in range(TALL)
    ]
    return {"rows": [ends[0], *middle[1:-1], ends[1]]}


def new_scenario(content: object) -> Entry:
    return {
        "map": _first(content, "maps"),
        "deployment_cost": 10,
        "extraction_cost": 15,
        "next": [],
        "objectives": [],
    }


def new_objective(content: object) -> Entry:
    bonus: Mapping[str, object] = {"credits": 100}
    return {"id": "objective", "kind": "hold", "squares": [], "bonus": dict(bonus)}


def ways(content: object) -> Tree:
    """The scenarios and their ways; what cannot be read is left out. No way leads to a `shut` one."""
    booklets = {
        key: each
        for key, each in objects(content, "scenarios").items()
        if (bool(SCENARIO_ID.fullmatch(key)) and isinstance(each, dict))
    }
    start = content.get("start") if isinstance(content, dict) else None
    edges = list(_edges(booklets))
    reached = _reached(start, edges)
    nodes = [_node(key, each, start, reached) for key, each in sorted(booklets.items())]
    return Tree(tuple(nodes), tuple(edges))


def _node(key: str, booklet: Mapping[str, object], start: object, reached: set[str]) -> Node:
    name, count = booklet.get("name"), booklet.get("objectives")
    number = len(count) if isinstance(count, list) else 0
    status: Status = "now" if key == start else "locked" if key in reached else "shut"
    note = f"{number} objective{'' if number == 1 else 's'}"
    return Node(key, int(key[0]), key[1:], name if isinstance(name, str) else key, status, note)


def _edges(booklets: Mapping[str, Mapping[str, object]]) -> Iterator[Edge]:
    for key, booklet in sorted(booklets.items()):
        listed = booklet.get("next")
        named = [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
        chooser = booklet.get("chooser", "victor")
        for goal in dict.fromkeys(named):
            if goal in booklets and goal[0] > key[0]:
                yield Edge(key, goal, "ahead", f"The {chooser} chooses.")


def led(content: Json, origin: str, goal: str) -> Json:
    """The content with a way from one scenario to another, or without it where it was there."""
    booklets = objects(content, "scenarios")
    booklet, where = booklets.get(origin), f"scenarios.{origin}.next"
    if goal not in booklets or not isinstance(booklet, dict):
        raise InvalidInput(
            where, f"There is no scenario {goal.upper()[:9]} to lead to; look at the tree again."
        )
    listed = booklet.get("next")
    before = listed if isinstance(listed, list) else []
    after = [each for each in before if each != goal]
    if goal not in before:
        if goal[0] <= origin[0]:
            # RULING R57: the digit is the round in which a scenario becomes available.
            words = (
                f"{goal.upper()} must have a higher number than {origin.upper()}: ways lead to later rounds."
            )
            raise InvalidInput(where, words)
        after.append(goal)
    return {**content, "scenarios": {**booklets, origin: {**booklet, "next": after}}}


def _reached(start: object, edges: list[Edge]) -> set[str]:
    reached, before = {start} if isinstance(start, str) else set(), -1
    while len(reached) > before:
        before = len(reached)
        reached |= {edge.goal for edge in edges if edge.origin in reached}
    return reached


def redrawn(before: Json, after: Json) -> Json:
    old, new = _signs(before), _signs(after)
    changed = {old[key]: new[key] for key in old if key in new and old[key] != new[key]}
    if not changed or len(set(new.values())) < len(new):
        return after
    table = str.maketrans(changed)
    maps = {key: _in_signs(each, table) for key, each in objects(after, "maps").items()}
    return {**after, "maps": maps}


def _signs(content: object) -> dict[str, str]:
    signs = {key: glyph for key, (glyph, *_) in data.STANDARD_TERRAIN.items()}
    for key, each in objects(content, "terrain").items():
        glyph = each.get("glyph") if isinstance(each, dict) else None
        if isinstance(glyph, str) and len(glyph) == 1:
            signs[key] = glyph
    return signs


def _in_signs(sheet: Json, table: dict[int, str]) -> Json:
    rows = sheet.get("rows") if isinstance(sheet, dict) else None
    if not isinstance(rows, list):
        return sheet
    return {**sheet, "rows": [row.translate(table) if isinstance(row, str) else row for row in rows]}


PLAIN_ID = Ids(IDENTIFIER, "a letter a-z, then up to 31 of a-z, 0-9 and _")
USUAL_GROUND = {
    key: {"glyph": glyph, "cost": cost, "defense": defense, "attack": attack, "access": access and [*access]}
    for key, (glyph, cost, defense, attack, access) in data.STANDARD_TERRAIN.items()
}


def _spoken(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(each, spoken(each)) for each in names)


PICKS: Mapping[str, object] = {
    "aims": _spoken(data.AIMS),
    "choosers": tuple(Pick(each, f"The {each}") for each in data.CHOOSERS),
    "classes": named("classes"),
    "dice": tuple(Pick(sides, f"d{sides}") for sides in data.DICE),
    "footprints": _spoken(data.FOOTPRINTS),
    "maps": named("maps"),
    "palette": palette,
    "roles": _spoken(data.ROLES),
    "scenarios": scenarios,
    "seats": tuple(Pick(n, f"Seat {n}") for n in data.SEATS),
    "terrains": terrains,
    "units": named("units"),
    "works": tuple(Pick(each, data.WORK_NAMES[each]) for each in data.WORKS),
    "yes_no": (Pick(True, "Yes"), Pick(False, "No")),
}
PAINTED: Mapping[str, object] = {
    # Seats 1 and 2 face each other, and so do 3 and 4: what a mirrored map needs.
    "across": {"1": "2", "2": "1", "3": "4", "4": "3"},
    "feature signs": (
        *(
            Sign(each, data.FEATURE_NAMES[each], "", mark)
            for each, mark in zip(data.FEATURES, "▥⌒▲✱", strict=True)
        ),
        Sign(RUBBER, "Nothing", "", ""),
    ),
    "grounds": grounds,
    "own rows": own_rows,
    "rows of the scenario": scenario_rows,
}
ENTRIES: Mapping[str, object] = {
    "for files": f"For files: {PLAIN_ID.words}.",
    "new class": lambda content: {"footprint": "small"},
    "new company": new_company,
    "new map": new_map,
    "new objective": new_objective,
    "new scenario": new_scenario,
    "new terrain": new_terrain,
    "new unit": new_unit,
    "plain id": PLAIN_ID,
    "typed id": Ids(SCENARIO_ID, "its round and perhaps a letter, such as 2a", typed=True),
    "usual goods": {each: {"name": spoken(data.RESOURCE_NAMES[each])} for each in data.RESOURCES},
    "usual ground": USUAL_GROUND,
}
DESIGN = Design(
    file="binder",
    rooms=rooms_of(
        Path(__file__).with_name("design.json"), {**PICKS, **PAINTED, **ENTRIES, "largest": LARGEST}
    ),
    faults=faults,
    write=binder_to_workbook,
    tree=ways,
    lead=led,
    style="parabellum/ground.css",
    follow=redrawn,
    papers={"unit-cards": "units", "setup-binder": "", "map": "", "tree": ""},
)

PLAYS: Plays[State] = Plays(
    players=players,
    setup=setup_of,
    sides=lambda content: {str(pick.value): pick.label for pick in named("companies")(content)},
    objectives=objectives,
    scenario=lambda state: state.scenario,
    fought=fought,
    chance=declared,
    most=MOST_LINES,
)
