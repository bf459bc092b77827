"""What the rules refuse, and where they point: a case for each sentence of section 5 of the specification."""

from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import State
from tests.games.parabellum.yard import load, reserve, table, unit_at

ILLEGAL, INVALID = "illegal_action", "invalid_input"
N, S = "north", "south"


def squad(square: str | None = None, position: str = "c", owner: str = N, **changes: Any) -> Any:
    return unit_at(owner, "squad", square, position, **changes)


def refusal(state: State, action: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(GameError) as refused:
        apply(state, {"player": N, **action})
    assert len(refused.value.message) > 12
    return refused.value.code, refused.value.path


REAR: list[tuple[State, dict[str, Any], str, str]] = [
    (table("setup"), {"type": "purchase", "resource": "manpower", "quantity": 91}, ILLEGAL, "quantity"),
    (table("setup"), {"type": "purchase", "resource": "ammunition", "quantity": 141}, ILLEGAL, "quantity"),
    (table("setup"), {"type": "purchase", "resource": "fuel", "quantity": 0}, INVALID, "quantity"),
    (table("setup"), {"type": "purchase", "resource": "fuel"}, INVALID, "quantity"),
    (table("setup"), {"type": "purchase", "resource": "units", "quantity": 1}, INVALID, "quantity"),
    (
        table("setup"),
        {"type": "purchase", "resource": "units", "items": [{"unit": "zeppelin", "quantity": 1}]},
        ILLEGAL,
        "items.0.unit",
    ),
    (
        table("setup"),
        {
            "type": "purchase",
            "resource": "units",
            "items": [{"unit": "tank", "quantity": 2}, {"unit": "tank", "quantity": 2}],
        },
        ILLEGAL,
        "items.1.quantity",
    ),
    (table("setup"), {"type": "done", "player": S}, ILLEGAL, "player"),
    (table("setup"), {"type": "done", "player": "zed"}, ILLEGAL, "player"),
    (table("setup"), {"type": "end_phase"}, ILLEGAL, "type"),
    (table("setup"), {"type": "scrap", "unit": "u1"}, ILLEGAL, "type"),
    (table("setup", reserve(S, "squad")), {"type": "muster", "unit": "u1", "flag": ["red"]}, ILLEGAL, "unit"),
    (table("setup", squad()), {"type": "muster", "unit": "u1", "flag": ["red"]}, ILLEGAL, "unit"),
    (
        table("setup", reserve(N, "squad")),
        {"type": "muster", "unit": "u1", "flag": ["red", "pink"]},
        ILLEGAL,
        "flag.1",
    ),
    (
        table("setup", reserve(N, "squad"), squad()),
        {"type": "muster", "unit": "u1", "flag": ["red", "blue", "blue", "white"]},
        ILLEGAL,
        "flag",
    ),
    (
        table("setup", reserve(N, "squad"), options={"livery_required": True}),
        {"type": "muster", "unit": "u1", "flag": ["white", "red"]},
        ILLEGAL,
        "flag",
    ),
    (table("setup", reserve(N, "squad")), {"type": "muster", "unit": "u1", "flag": []}, INVALID, "flag"),
    (
        table("setup", unit_at(N, "carrier")),
        {"type": "stow", "unit": "u1", "fuel": 0, "ammunition": 0},
        INVALID,
        "fuel",
    ),
    (
        table("setup", unit_at(N, "carrier")),
        {"type": "stow", "unit": "u1", "fuel": 10, "ammunition": 0},
        ILLEGAL,
        "fuel",
    ),
    (
        table("setup", unit_at(N, "carrier")),
        {"type": "stow", "unit": "u1", "fuel": 3, "ammunition": 3},
        ILLEGAL,
        "unit",
    ),
    (
        table("setup", unit_at(N, "carrier")),
        {"type": "unstow", "unit": "u1", "fuel": 0, "ammunition": 1},
        ILLEGAL,
        "ammunition",
    ),
    (
        table("setup", squad(), unit_at(N, "tank")),
        {"type": "board", "unit": "u1", "transport": "u2"},
        ILLEGAL,
        "transport",
    ),
    (
        table("setup", squad(), unit_at(N, "carrier"), unit_at(N, "carrier", where="aboard", transport="u1")),
        {"type": "board", "unit": "u1", "transport": "u2"},
        ILLEGAL,
        "unit",
    ),
    (
        table("boardroom", squad(where="aboard", transport="u2"), unit_at(N, "carrier")),
        {"type": "alight", "unit": "u1", "square": "a1"},
        INVALID,
        "square",
    ),
    (table("boardroom", squad()), {"type": "disband", "unit": "u9"}, ILLEGAL, "unit"),
    (table("boardroom", squad(strength=2)), {"type": "disband", "unit": "u1"}, ILLEGAL, "unit"),
    (table("boardroom", squad("a1")), {"type": "scrap", "unit": "u1"}, ILLEGAL, "unit"),
    (
        table("boardroom", squad(), squad()),
        {"type": "reorganize", "keep": "u1", "scrap": "u2"},
        ILLEGAL,
        "keep",
    ),
    (
        table("boardroom", squad(strength=2), squad()),
        {"type": "reorganize", "keep": "u1", "scrap": "u2"},
        ILLEGAL,
        "scrap",
    ),
    (
        table("boardroom", squad(strength=2), unit_at(N, "mortar", strength=2)),
        {"type": "reorganize", "keep": "u1", "scrap": "u2"},
        ILLEGAL,
        "scrap",
    ),
    (
        table("boardroom", unit_at(N, "sappers", strength=2), squad(strength=2)),
        {"type": "reorganize", "keep": "u1", "scrap": "u2"},
        ILLEGAL,
        "scrap",
    ),
]

FIELD: list[tuple[State, dict[str, Any], str, str]] = [
    (table("movement", squad("a1")), {"type": "move", "unit": "u1", "path": ["a2"]}, INVALID, "position"),
    (
        table("movement", squad("a1")),
        {"type": "move", "unit": "u1", "path": ["a2"], "position": "n"},
        INVALID,
        "position",
    ),
    (
        table("movement", squad("a1", fuel=0)),
        {"type": "move", "unit": "u1", "path": ["a2"], "position": "c"},
        ILLEGAL,
        "unit",
    ),
    (
        table("movement", squad("a1")),
        {"type": "move", "unit": "u1", "path": ["a2", "b3"], "position": "c"},
        ILLEGAL,
        "path.1",
    ),
    (
        table("movement", squad("a1"), squad("a2", "nw", owner=S)),
        {"type": "move", "unit": "u1", "path": ["a2"], "position": "c"},
        ILLEGAL,
        "position",
    ),
    (
        table("movement", squad("a1"), squad("a2", "nw", owner=S), options={"enemy_sharing": False}),
        {"type": "move", "unit": "u1", "path": ["a2"], "position": "se"},
        ILLEGAL,
        "path.0",
    ),
    (
        table("movement", squad("a1", marks=["repositioned"])),
        {"type": "move", "unit": "u1", "path": ["a2"], "position": "c"},
        ILLEGAL,
        "unit",
    ),
    (
        table("movement", unit_at(N, "bridger", "e1", bridge="f1")),
        {"type": "move", "unit": "u1", "path": ["d1"], "position": "c"},
        ILLEGAL,
        "unit",
    ),
    (
        table("movement", unit_at(N, "tank", "a1")),
        {"type": "reposition", "unit": "u1", "position": "c"},
        ILLEGAL,
        "unit",
    ),
    (
        table("movement", squad("a1")),
        {"type": "reposition", "unit": "u1", "position": "c"},
        ILLEGAL,
        "position",
    ),
    (
        table("movement", squad("a1", mp_used=1)),
        {"type": "reposition", "unit": "u1", "position": "nw"},
        ILLEGAL,
        "unit",
    ),
    (table("movement", squad("a1", mp_used=1)), {"type": "entrench", "unit": "u1"}, ILLEGAL, "unit"),
    (
        table("movement", squad("a1", marks=["repositioned"])),
        {"type": "entrench", "unit": "u1"},
        ILLEGAL,
        "unit",
    ),
    (table("movement", squad("a1", entrench=4)), {"type": "entrench", "unit": "u1"}, ILLEGAL, "unit"),
    (table("movement", squad("a1")), {"type": "dig_out", "unit": "u1"}, ILLEGAL, "unit"),
    (
        table("movement", squad("a1", entrench=1, marks=["entrenched"])),
        {"type": "dig_out", "unit": "u1"},
        ILLEGAL,
        "unit",
    ),
    (table("deployment", squad("c1")), {"type": "extract", "unit": "u1"}, ILLEGAL, "unit"),
    (table("deployment", squad("a1", marks=["fresh"])), {"type": "extract", "unit": "u1"}, ILLEGAL, "unit"),
    (
        table("deployment", squad()),
        {"type": "deploy", "unit": "u1", "square": "c1", "position": "c"},
        ILLEGAL,
        "square",
    ),
    (
        table("deployment", squad(), squad("a1", "nw")),
        {"type": "deploy", "unit": "u1", "square": "a1", "position": "se"},
        ILLEGAL,
        "square",
    ),
    (
        table("deployment", squad()),
        {"type": "deploy", "unit": "u1", "square": "a1", "position": "e"},
        INVALID,
        "position",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1", cargo=load(2)), unit_at(N, "carrier", "c1")),
        {"type": "transfer", "from": "u1", "to": "u2", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "to",
    ),
    (
        table(
            "logistics", unit_at(N, "carrier", "a1", cargo=load(2), partner="u9"), unit_at(N, "carrier", "b1")
        ),
        {"type": "transfer", "from": "u1", "to": "u2", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "from",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1", cargo=load(2)), squad("b1")),
        {"type": "transfer", "from": "u1", "to": "u2", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "to",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1", "w", cargo=load(2))),
        {"type": "cache", "unit": "u1", "square": "a1", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "square",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1", cargo=load(2)), unit_at(S, "tank", "b1")),
        {"type": "cache", "unit": "u1", "square": "b1", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "square",
    ),
    (
        table(
            "logistics", unit_at(N, "carrier", "a1", cargo=load(5)), squad("b1"), caches={"b1": load(0, 3)}
        ),
        {"type": "cache", "unit": "u1", "square": "b1", "fuel": 2, "ammunition": 0},
        ILLEGAL,
        "square",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1"), caches={"c1": load(3)}),
        {"type": "pick_up", "unit": "u1", "square": "c1", "fuel": 1, "ammunition": 0},
        ILLEGAL,
        "square",
    ),
    (
        table("logistics", unit_at(N, "carrier", "a1", cargo=load(4)), caches={"b1": load(3)}),
        {"type": "pick_up", "unit": "u1", "square": "b1", "fuel": 2, "ammunition": 0},
        ILLEGAL,
        "unit",
    ),
    (
        table("logistics", squad("a1", fuel=1), unit_at(N, "carrier", "b1", cargo=load(2))),
        {"type": "resupply", "unit": "u1", "resource": "fuel", "from": [{"unit": "u2", "tokens": 2}]},
        ILLEGAL,
        "from",
    ),
    (
        table("logistics", squad("a1", fuel=1), unit_at(N, "carrier", "b1", cargo=load(2))),
        {"type": "resupply", "unit": "u1", "resource": "fuel", "from": [{"unit": "u2", "tokens": 3}]},
        ILLEGAL,
        "from.0.tokens",
    ),
    (
        table("logistics", squad("a1", fuel=1)),
        {"type": "resupply", "unit": "u1", "resource": "fuel", "from": [{"cache": "b1", "tokens": 1}]},
        ILLEGAL,
        "from.0.cache",
    ),
    (
        table("logistics", squad("a1"), unit_at(N, "carrier", "b1", cargo=load(2))),
        {"type": "resupply", "unit": "u1", "resource": "fuel", "from": [{"unit": "u2", "tokens": 1}]},
        ILLEGAL,
        "unit",
    ),
    (
        table("logistics", unit_at(N, "carrier", "b1", cargo=load(2))),
        {"type": "resupply", "unit": "u1", "resource": "ammunition", "from": [{"unit": "u1", "tokens": 1}]},
        ILLEGAL,
        "resource",
    ),
    (
        table("logistics", squad("c1"), features={"c2": "mine"}),
        {"type": "engineer", "unit": "u1", "work": "clear_mine", "square": "c2"},
        ILLEGAL,
        "work",
    ),
    (
        table("logistics", unit_at(N, "sappers", "c1"), features={"c2": "mine"}),
        {"type": "engineer", "unit": "u1", "work": "clear_mine", "square": "b1"},
        ILLEGAL,
        "square",
    ),
    (
        table("logistics", squad("a1"), unit_at(N, "carrier", "b1"), squad("b2", owner=S)),
        {"type": "board", "unit": "u3", "transport": "u2"},
        ILLEGAL,
        "unit",
    ),
    (
        table("logistics", squad("a1", entrench=1), unit_at(N, "carrier", "b1")),
        {"type": "board", "unit": "u1", "transport": "u2"},
        ILLEGAL,
        "unit",
    ),
    (
        table("logistics", squad(where="aboard", transport="u2"), unit_at(N, "carrier", "b1", "w")),
        {"type": "alight", "unit": "u1", "square": "b1", "position": "nw"},
        ILLEGAL,
        "position",
    ),
    (
        table("logistics", squad(where="aboard", transport="u2"), unit_at(N, "carrier", "b1", "w")),
        {"type": "alight", "unit": "u1", "square": "d1", "position": "nw"},
        ILLEGAL,
        "square",
    ),
    (
        table("logistics", squad(where="aboard", transport="u2"), unit_at(N, "carrier", "b1", "w")),
        {"type": "alight", "unit": "u1", "square": "b1"},
        INVALID,
        "position",
    ),
]

VOLLEY = {"attack": [1, 1, 1, 1], "defense": [6, 6, 6, 6]}
COUNTER = {**VOLLEY, "counter_attack": [1, 1, 1, 1], "counter_defense": [1, 1, 1, 1]}
BOTH = (squad("a1"), squad("b1", owner=S))


def gun(**changes: Any) -> State:
    return table(
        "special", unit_at(N, "mortar", "a1", **changes), squad("c1", owner=S), caches={"d1": load(2)}
    )


def shelling(*shots: Any, rolls: Any = ()) -> dict[str, Any]:
    return {"type": "barrage", "unit": "u1", "shots": list(shots), "rolls": list(rolls)}


HIT = {"artillery": 10, "defense": [1, 1, 1, 1]}
COMBAT: list[tuple[State, dict[str, Any], str, str]] = [
    (table("special", *BOTH), {"type": "recon", "unit": "u1", "target": "u1"}, ILLEGAL, "target"),
    (
        table("special", unit_at(N, "carrier", "a1"), BOTH[1]),
        {"type": "recon", "unit": "u1", "target": "u2"},
        ILLEGAL,
        "unit",
    ),
    (
        table("special", squad("a1", marks=["acted"]), BOTH[1]),
        {"type": "recon", "unit": "u1", "target": "u2"},
        ILLEGAL,
        "unit",
    ),
    (gun(), shelling({"unit": "u2"}, rolls=[HIT, HIT]), INVALID, "rolls"),
    (gun(), shelling({"unit": "u2"}, rolls=[{**HIT, "defense": [1]}]), INVALID, "rolls.0.defense"),
    (gun(), shelling({"unit": "u2"}, rolls=[{**HIT, "artillery": 11}]), INVALID, "rolls.0.artillery"),
    (gun(), shelling({"unit": "u1"}, rolls=[HIT]), ILLEGAL, "shots.0.unit"),
    (gun(), shelling({"unit": "u2"}, {"cache": "e1"}, rolls=[HIT, HIT]), ILLEGAL, "shots.1.cache"),
    (gun(), shelling(*[{"unit": "u2"}] * 4, rolls=[HIT] * 4), ILLEGAL, "shots"),
    (gun(mp_used=1), shelling({"unit": "u2"}, rolls=[HIT]), ILLEGAL, "unit"),
    (gun(marks=["unloaded"]), shelling({"unit": "u2"}, rolls=[HIT]), ILLEGAL, "unit"),
    (gun(ammunition=0), shelling({"unit": "u2"}, rolls=[HIT]), ILLEGAL, "unit"),
    (
        gun(),
        shelling({"cache": "d1"}, rolls=[{"artillery": 1, "defense": [1, 1], "explosions": [{}]}]),
        INVALID,
        "rolls.0.explosions",
    ),
    (
        gun(),
        shelling({"cache": "d1"}, rolls=[{"artillery": 9, "defense": [1, 1], "explosions": []}]),
        INVALID,
        "rolls.0.explosions",
    ),
    (
        table("direct", *BOTH),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": False},
        INVALID,
        "rolls",
    ),
    (
        table("direct", *BOTH),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": True, "rolls": VOLLEY},
        INVALID,
        "rolls.counter_attack",
    ),
    (
        table("direct", *BOTH),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": False, "rolls": COUNTER},
        INVALID,
        "rolls.counter_attack",
    ),
    (
        table("direct", BOTH[0], squad("b1", owner=S, ammunition=0)),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": True, "rolls": COUNTER},
        ILLEGAL,
        "counter",
    ),
    (
        table("direct", BOTH[0], squad("b1", owner=S, marks=["fresh"])),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": True, "rolls": COUNTER},
        ILLEGAL,
        "counter",
    ),
    (
        table("direct", BOTH[0], unit_at(S, "sappers", "c1")),
        {
            "type": "attack",
            "unit": "u1",
            "target": "u2",
            "counter": True,
            "rolls": {**COUNTER, "defense": [6, 6, 6], "counter_attack": [1, 1, 1]},
        },
        ILLEGAL,
        "counter",
    ),
    (
        table("direct", BOTH[0], squad("b1", owner=S, strength=1)),
        {
            "type": "attack",
            "unit": "u1",
            "target": "u2",
            "counter": True,
            "rolls": {**COUNTER, "attack": [8, 8, 8, 8], "defense": [1], "counter_attack": []},
        },
        ILLEGAL,
        "counter",
    ),
    (
        table("direct", BOTH[0], squad("d1", owner=S)),
        {"type": "attack", "unit": "u1", "target": "u2", "counter": False, "rolls": VOLLEY},
        ILLEGAL,
        "target",
    ),
    (
        table("direct", BOTH[0]),
        {"type": "attack_cache", "unit": "u1", "square": "b1", "rolls": {**VOLLEY, "explosions": []}},
        ILLEGAL,
        "square",
    ),
]

COURSE: list[tuple[State, dict[str, Any], str, str]] = [
    (table("movement"), {"type": "objective", "objective": "gold", "complete": True}, ILLEGAL, "objective"),
    (table("movement"), {"type": "objective", "objective": "kill", "complete": False}, ILLEGAL, "complete"),
    (table("movement"), {"type": "end_scenario", "reason": "", "player": N}, INVALID, "player"),
    (table("choose_next", choosers=(S, N)), {"type": "choose", "scenario": "2a"}, ILLEGAL, "player"),
    (table("choose_next", choosers=(N, S)), {"type": "choose", "scenario": "3"}, ILLEGAL, "scenario"),
    (table("over"), {"type": "adjust", "reason": "late", "credits": 5}, ILLEGAL, "type"),
    (table("movement"), {"type": "adjust", "reason": "nothing"}, INVALID, ""),
    (table("movement"), {"type": "adjust", "reason": "x", "credits": -701}, ILLEGAL, "credits"),
    (table("movement"), {"type": "adjust", "reason": "x", "personnel": -10}, ILLEGAL, "personnel"),
    (table("movement"), {"type": "adjust", "reason": "x", "fuel": -10}, ILLEGAL, "fuel"),
    (
        table("movement", reserve(N, "squad")),
        {"type": "adjust", "reason": "x", "unit": {"id": "u1", "fuel": 1}},
        ILLEGAL,
        "unit.id",
    ),
    (
        table("movement", squad("a1")),
        {"type": "adjust", "reason": "x", "unit": {"id": "u1", "strength": 5}},
        ILLEGAL,
        "unit.strength",
    ),
    (
        table("movement", squad("a1")),
        {"type": "adjust", "reason": "x", "unit": {"id": "u1", "square": "b1"}},
        INVALID,
        "unit.position",
    ),
    (
        table("movement", squad("a1"), caches={"b1": load(1)}),
        {"type": "adjust", "reason": "x", "unit": {"id": "u1", "square": "b1", "position": "c"}},
        ILLEGAL,
        "unit.square",
    ),
    (
        table("movement", squad()),
        {"type": "adjust", "reason": "x", "unit": {"id": "u1", "entrench": 1}},
        ILLEGAL,
        "unit.entrench",
    ),
    (
        table("movement", features={"f1": "bridge"}),
        {"type": "adjust", "reason": "x", "feature": {"square": "f1", "kind": None}},
        ILLEGAL,
        "feature.square",
    ),
    (
        table("movement", squad("a1", "nw")),
        {"type": "adjust", "reason": "x", "cache": {"square": "a1", "fuel": 3, "ammunition": 2}},
        ILLEGAL,
        "cache.square",
    ),
]


@pytest.mark.parametrize(("state", "action", "code", "path"), [*REAR, *FIELD, *COMBAT, *COURSE])
def test_a_breach_is_refused_at_its_place(state: State, action: Any, code: str, path: str) -> None:
    assert refusal(state, action) == (code, path)


def test_a_booklet_can_ban_a_type_and_its_passengers() -> None:
    boarded = table("deployment", unit_at(N, "carrier"), squad(where="aboard", transport="u1"))
    banned = boarded.changed(scenario="2b")
    mortar = table("deployment", unit_at(N, "mortar")).changed(scenario="2b")
    apply(banned, {"type": "deploy", "player": N, "unit": "u1", "square": "a1", "position": "n"})
    with pytest.raises(IllegalAction) as refused:
        apply(mortar, {"type": "deploy", "player": N, "unit": "u1", "square": "a1", "position": "n"})
    assert refused.value.path == "unit"


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, {"type": None}, {"type": ["move"]}])
def test_what_is_no_action_is_invalid(value: Any) -> None:
    with pytest.raises(GameError) as refused:
        apply(table("movement"), value)
    assert refused.value.code == INVALID
