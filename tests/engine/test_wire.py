"""Records from JSON: strict types, exact places, the fixed order of checks."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.wire import Between, Named, Sized, Tagged, dump, loads, read


@dataclass(frozen=True)
class Walk:
    kind: Literal["walk"]
    steps: Annotated[int, Between(1, 6)]


@dataclass(frozen=True)
class Wait:
    kind: Literal["wait"]
    why: Annotated[str, Sized(1)]


@dataclass(frozen=True)
class March:
    name: str
    legs: tuple[Annotated[Walk | Wait, Tagged("kind")], ...]
    when: Annotated[int | None, Named("if")] = None


WALK = {"kind": "walk", "steps": 2}


def test_a_record_survives_the_wire() -> None:
    given = {"name": "x", "legs": [WALK, {"kind": "wait", "why": "rain"}], "if": 3}
    march = read(March, given)
    assert march == March("x", (Walk("walk", 2), Wait("wait", "rain")), 3)
    assert dump(march) == given


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ([], ""),
        ({}, "name"),
        ({"name": 1, "legs": []}, "name"),
        ({"name": "x", "legs": [], "b": 1, "a": 1}, "a"),
        ({"legs": [], "odd": 1}, "odd"),
        ({"name": "x", "legs": [WALK, {"kind": "walk", "steps": 7}]}, "legs.1.steps"),
        ({"name": "x", "legs": [{"kind": "walk", "steps": True}]}, "legs.0.steps"),
        ({"name": "x", "legs": [{"kind": "walk", "steps": "2"}]}, "legs.0.steps"),
        ({"name": "x", "legs": [{"kind": "fly"}]}, "legs.0.kind"),
        ({"name": "x", "legs": [{"kind": "wait", "why": ""}]}, "legs.0.why"),
        ({"name": "x", "legs": [{**WALK, "pace": 1}]}, "legs.0.pace"),
        ({"name": "x", "legs": [], "if": "3"}, "if"),
    ],
)
def test_a_fault_is_named_by_its_place(given: object, path: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(March, given, "plan")
    assert refused.value.path == (f"plan.{path}" if path else "plan")
    assert refused.value.message


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "[" * 100_000, b"\xff"])
def test_what_is_no_json_is_refused_whole(text: str | bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        loads(text)
    assert refused.value.path == ""
