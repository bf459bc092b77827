"""What a new entry of a binder begins with: sound as it stands, wherever that can be."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.games.parabellum.campaign.design.fields import grounds, objects, palette

GLYPHS = "+o&@x$:;!?\"'()|/"
WIDE, TALL = 16, 12
type Entry = dict[str, Json]


def _first(content: Json, key: str) -> str:
    return next(iter(objects(content, key)), "")


def new_company(content: Json) -> Entry:
    """A company in the first two colours."""
    return {"livery": [pick.value for pick in palette(content)[:2]]}


def new_unit(content: Json) -> Entry:
    """A plain unit type of the first class."""
    fights = {"ammunition_max": 4, "ammunition_cost": 1, "range": 2, "attack_die": 6, "defense_die": 6}
    moves = {"speed": 3, "fuel_max": 5, "fuel_cost": 1}
    return {"class": _first(content, "classes"), "cost": 100, "troop": 10, **moves, **fights}


def new_terrain(content: Json) -> Entry:
    """A kind of ground like open ground, under a sign that is free."""
    taken = {sign.value for sign in grounds(content)}
    glyph = next((each for each in GLYPHS if each not in taken), "")
    return {"glyph": glyph, "cost": 1, "defense": 0, "attack": 0, "access": None}


def new_map(content: Json) -> Entry:
    """Open ground, the seats' squares in the middle of its four sides."""
    edge = ["3333", "4444"]
    ends = [side.center(WIDE, ".") for side in edge]
    middle = [
        "1" + "." * (WIDE - 2) + "2" if TALL // 3 <= n < TALL - TALL // 3 else "." * WIDE for n in range(TALL)
    ]
    return {"rows": [ends[0], *middle[1:-1], ends[1]]}


def new_scenario(content: Json) -> Entry:
    """A booklet on the first map, nothing after it."""
    return {
        "map": _first(content, "maps"),
        "deployment_cost": 10,
        "extraction_cost": 15,
        "next": [],
        "objectives": [],
    }


def new_objective(content: Json) -> Entry:
    """Squares to hold, yet to be painted."""
    bonus: Mapping[str, Json] = {"credits": 100}
    return {"id": "objective", "kind": "hold", "squares": [], "bonus": dict(bonus)}
