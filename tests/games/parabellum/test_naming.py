"""A company names its units and notes a line of them; nobody else reads either (R61)."""

from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.games.parabellum.campaign.drawing import drawn
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import telling
from companion.games.parabellum.state import State
from companion.games.parabellum.state.table import read_state
from tests.games.parabellum.drawn import table, unit

N, S = "north", "south"
WORDS = ("Big Anna", "Never lost a bridge.")


def seat(*players: str) -> Sight:
    return Sight(frozenset(players), frozenset(players))


def facing(phase: str = "movement") -> State:
    return table(phase, unit(N, "squad", "a1"), unit(S, "squad", "c1"), unit(N, "tank"))


def names(player: str, unit: str, **said: Any) -> dict[str, Any]:
    return {"type": "name", "player": player, "unit": unit, **said}


def named(state: State) -> State:
    return GAME.apply(state, names(N, "u1", name=WORDS[0], note=WORDS[1])).state


@pytest.mark.parametrize("player", [N, S])
def test_a_unit_is_named_by_its_owner_whosever_turn_it_is_and_nothing_else_moves(player: str) -> None:
    state, unit = facing(), {N: "u1", S: "u2"}[player]
    after = GAME.apply(state, names(player, unit, name=" Big Anna ")).state
    assert after.title(unit) == f"Big Anna (Squad {unit})"
    assert after.with_unit(unit, name="") == state
    assert GAME.apply(after, names(player, unit, name="")).state == state
    assert "name" not in {entry["type"] for entry in GAME.legal(state, seat(N, S))}


def test_a_note_leaves_the_name_as_it_is_and_a_state_keeps_both() -> None:
    alone = table("movement", unit(N, "squad", "a1"))
    state = GAME.apply(named(alone), names(N, "u1", note="Tired.")).state
    assert (state.units["u1"].name, state.units["u1"].note) == ("Big Anna", "Tired.")
    assert read_state(GAME.state_json(state), "") == state
    assert "name" not in GAME.state_json(alone)["units"]["u1"]


@pytest.mark.parametrize(
    ("action", "path"),
    [
        (names(N, "u1", name="x" * 41), "name"),
        (names(N, "u1", name="two\nlines"), "name"),
        (names(N, "u1", note="x" * 201), "note"),
        (names(N, "u1", name=None), "name"),
        (names(N, "u1"), ""),
        (names(N, "u2", name="Mine"), "unit"),
        (names("nobody", "u1", name="Mine"), "player"),
    ],
)
def test_what_is_no_name_or_no_own_unit_is_refused(action: dict[str, Any], path: str) -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(facing(), action)
    assert refused.value.path == path


def test_neither_name_nor_unit_nor_note_is_told_to_others() -> None:
    action = names(N, "u3", name=WORDS[0], note=WORDS[1])
    outcome = GAME.apply(facing(), action)
    state = outcome.state
    line = GAME.redact_action(state, action, seat(S))
    assert line == {"type": "name", "player": N}
    told = [*(step.text for step in outcome.steps), str(GAME.redact_state(state, seat(S)))]
    told.append(telling.tell(state, line, seat(S)))
    assert told[-1] == "North Yard writes notes on a unit"
    assert not [words for words in WORDS if words in " ".join(told)]
    assert telling.tell(state, action, seat(N)) == "North Yard writes notes on Big Anna (Tank u3)"


def test_a_drawn_name_is_always_the_same_and_no_two_of_a_company_are_alike() -> None:
    assert drawn("meridian", "u10") == drawn("meridian", "u10")
    assert len({drawn("meridian", f"u{n}") for n in range(1, 601)}) == 600
    assert max(len(drawn("vaun", f"u{n}")) for n in range(1, 601)) <= 40
