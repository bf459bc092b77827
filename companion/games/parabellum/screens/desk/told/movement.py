"""How movement reads on the desk: whether, why not, and what it costs."""

from companion.engine.told import Table, Told, told
from companion.engine.wire import Json

WHY = {
    "no_fuel": "it has no fuel counter left",
    "entrenched": "it is dug in; dig it out first",
    "off_map": "{where} is off the map",
    "not_adjacent": "{where} is not beside the square before",
    "mine": "a mine on {where}",
    "barricade": "a barricade on {where}",
    "terrain": "it cannot enter the terrain of {where}",
    "cache": "a cache lies on {where}",
    "occupied": "others leave no way or no room on {where}",
    "movement": "it has not enough movement for {where}",
    "position": "somebody stands on that part of {where}",
}


def move_check(question: Json, result: Json) -> Told:
    """The way, square by square."""
    rows = [
        (step["square"].upper(), step["terrain"], step["cost"], step["total"]) for step in result["steps"]
    ]
    walked = Table(("Square", "Terrain", "Cost", "Together"), rows)
    if result["legal"]:
        left = f"{result['remaining']} squares of movement are left."
        return told(f"It goes there for {result['cost']}", left, walked)
    at = result["at"]
    where = "" if at is None else question["path"][at].upper()
    why = WHY[result["reason"]].format(where=where)
    return told("It cannot go there", f"{why[0].upper()}{why[1:]}.", walked)


def reachable(question: Json, result: Json) -> Told:
    """Every square where it can stop."""
    rows = [(each["square"].upper(), each["cost"], " ".join(each["positions"])) for each in result["squares"]]
    verdict = f"{len(rows)} squares in reach" if rows else "It can go nowhere"
    return told(verdict, Table(("Square", "Cost", "Where it can stop"), rows))
