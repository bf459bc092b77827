"""A binder's tree as it will be drawn before anybody has played it, and what hangs on a change."""

from collections.abc import Iterator, Mapping

from companion.engine.errors import InvalidInput
from companion.engine.tree import Edge, Node, Status, Tree
from companion.engine.wire import Json
from companion.games.parabellum.campaign.design.fields import objects
from companion.games.parabellum.data import STANDARD_TERRAIN
from companion.games.parabellum.state.naming import SCENARIO_ID


def ways(content: Json) -> Tree:
    """The scenarios and their ways; what cannot be read is left out. No way leads to a `shut` one."""
    booklets = {key: each for key, each in objects(content, "scenarios").items() if _reads(key, each)}
    start = content.get("start") if isinstance(content, dict) else None
    edges = list(_edges(booklets))
    reached = _reached(start, edges)
    nodes = [_node(key, each, start, reached) for key, each in sorted(booklets.items())]
    return Tree(tuple(nodes), tuple(edges))


def _reads(key: str, value: Json) -> bool:
    return bool(SCENARIO_ID.fullmatch(key)) and isinstance(value, dict)


def _node(key: str, booklet: Mapping[str, Json], start: Json, reached: set[str]) -> Node:
    name, count = booklet.get("name"), booklet.get("objectives")
    number = len(count) if isinstance(count, list) else 0
    status: Status = "now" if key == start else "locked" if key in reached else "shut"
    note = f"{number} objective{'' if number == 1 else 's'}"
    return Node(key, int(key[0]), key[1:], name if isinstance(name, str) else key, status, note)


def _edges(booklets: Mapping[str, Mapping[str, Json]]) -> Iterator[Edge]:
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
    here, where = booklets.get(origin), f"scenarios.{origin}.next"
    if goal not in booklets or not isinstance(here, dict):
        raise InvalidInput(
            where, f"There is no scenario {goal.upper()[:9]} to lead to; look at the tree again."
        )
    listed = here.get("next")
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
    return {**content, "scenarios": {**booklets, origin: {**here, "next": after}}}


def _reached(start: Json, edges: list[Edge]) -> set[str]:
    reached, before = {start} if isinstance(start, str) else set(), -1
    while len(reached) > before:
        before = len(reached)
        reached |= {edge.goal for edge in edges if edge.origin in reached}
    return reached


def redrawn(before: Json, after: Json) -> Json:
    """The content with its maps in the new signs, where the sign of a ground has changed."""
    old, new = _signs(before), _signs(after)
    changed = {old[key]: new[key] for key in old if key in new and old[key] != new[key]}
    if not changed or len(set(new.values())) < len(new):
        return after
    table = str.maketrans(changed)
    maps = {key: _in_signs(each, table) for key, each in objects(after, "maps").items()}
    return {**after, "maps": maps}


def _signs(content: Json) -> dict[str, str]:
    signs = {key: glyph for key, (glyph, *_) in STANDARD_TERRAIN.items()}
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
