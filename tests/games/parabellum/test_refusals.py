"""What the rules refuse, and where they point: a case for each sentence of section 5 of the specification.

A line of `refusals.tsv` holds the phase, the units, what else is so at the table, the action, the refusal.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction
from companion.games.parabellum.rules import apply
from companion.games.parabellum.state import Load, State, Unit
from tests.games.parabellum.yard import reserve, table, unit_at

N = "north"
CASES = Path(__file__).with_name("refusals.tsv").read_text("utf-8").splitlines()


def piece(words: str) -> Unit:
    """A unit as a line has it: owner, card, square and place in it, and what else is so."""
    plain, brace, more = words.partition(" {")
    owner, kind, *where = plain.split()
    if where == ["reserve"]:
        return reserve(owner, kind)
    changes = json.loads(brace.strip() + more) if brace else {}
    if "cargo" in changes:
        changes["cargo"] = Load(*changes["cargo"])
    return unit_at(owner, kind, *where, **changes)


def drawn(phase: str, units: str, more: str) -> State:
    changes = json.loads(more or "{}")
    if "caches" in changes:
        changes["caches"] = {square: Load(*load) for square, load in changes["caches"].items()}
    if "choosers" in changes:
        changes["choosers"] = tuple(changes["choosers"])
    return table(phase, *(piece(each) for each in units.split("; ") if each), **changes)


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_a_breach_is_refused_at_its_place(case: str) -> None:
    *state, deed, refusal = case.split("\t")
    kind, _, more = deed.partition(" ")
    with pytest.raises(GameError) as refused:
        apply(drawn(*state), {"player": N, "type": kind, **json.loads(more or "{}")})
    assert len(refused.value.message) > 12
    assert (
        f"{refused.value.code.removesuffix('_action').removesuffix('_input')} {refused.value.path}".strip()
        == refusal
    )


def test_a_booklet_can_ban_a_type_and_its_passengers() -> None:
    boarded = table("deployment", unit_at(N, "carrier"), unit_at(N, "squad", where="aboard", transport="u1"))
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
    assert refused.value.code == "invalid_input"
