"""Every worked and practised case of the specification, through the procedure that it names."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.verraeter.game import GAME

FOLDER = GAME.folder / "examples"


def cases(path: Path) -> list[Any]:
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return [pytest.param(case, id=case["id"]) for case in lines]


def agree(found: Any, wanted: Any) -> bool:
    """Equal to the last key; floats to 1e-9; a truth value is no number."""
    if isinstance(wanted, dict):
        keys = isinstance(found, dict) and found.keys() == wanted.keys()
        return keys and all(agree(found[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        sizes = isinstance(found, list) and len(found) == len(wanted)
        return sizes and all(agree(a, b) for a, b in zip(found, wanted, strict=True))
    if isinstance(wanted, float):
        return isinstance(found, float) and abs(found - wanted) <= 1e-9
    return type(found) is type(wanted) and found == wanted


@pytest.mark.parametrize("case", [*cases(FOLDER / "worked.jsonl"), *cases(FOLDER / "practice.jsonl")])
def test_a_case_of_the_specification_agrees_to_the_last_key(case: Any) -> None:
    resolve = GAME.procedure(case["procedure"]).resolve
    if "error" in case["expect"]:
        with pytest.raises(GameError) as refused:
            resolve(case["input"])
        wanted = case["expect"]["error"]
        assert (refused.value.code, refused.value.path) == (wanted["code"], wanted["path"])
        assert refused.value.message
        return
    found = resolve(case["input"])
    assert agree(json.loads(json.dumps(found.result)), case["expect"]["result"])
    assert found.steps
    assert all(step.rule and step.text for step in found.steps)
