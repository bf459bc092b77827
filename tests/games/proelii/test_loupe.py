"""The field on a phone: what a finger meets, the loupe over it; kinds as stacks where many stand."""

import pytest

from companion.engine.scene import Scene, Sight
from companion.engine.wording import Values
from companion.games.proelii.game import GAME
from companion.games.proelii.screens import view
from companion.games.proelii.screens.loupe import ACROSS, DOWN, FEW, blocks
from companion.games.proelii.state import State

BOTH = frozenset(["white", "black"])


def field(state: State, near: str = "", room: str = "table") -> Values:
    draft = {"near": near} if near else {}
    screen = view(Scene(state, Sight(BOTH, BOTH, BOTH), draft=draft, room=room, trail=[state]))
    assert screen.stage is not None
    assert screen.stage.board is not None
    return screen.stage.board.values["field"]


def grand() -> State:
    return GAME.open({"scenario": "zama_grand", "options": {"free_deployment": False}}).state


@pytest.mark.parametrize("columns", [7, 8, 9, 10])
def test_every_square_lies_under_one_pad_of_two_columns_at_least(columns: int) -> None:
    across = [x for block in blocks(columns) for x in block]
    assert across == [*range(1, columns + 1)]
    assert {len(block) for block in blocks(columns)} <= {2, 3}


def test_a_pad_opens_the_loupe_over_what_it_covers() -> None:
    state = grand()
    shown = field(state)
    assert shown["loupe"] is None
    assert len(shown["pads"]) == len(blocks(10)) * 6 // DOWN
    opened = field(state, "i6")["loupe"]
    assert len(opened["cells"]) == ACROSS * DOWN
    assert {"h6", "i6", "j6", "h5", "i5", "j5"} == {cell["at"] for cell in opened["cells"]}
    assert [move["sign"] for move in opened["moves"] if move["href"]] == ["←", "↓"]


@pytest.mark.parametrize("near", ["k9", "a7", "nowhere", "77", "<b>"])
def test_a_place_that_is_none_opens_nothing(near: str) -> None:
    assert field(grand(), near)["loupe"] is None


def test_where_many_stand_they_are_stacks_by_kind_and_the_loupe_names_each() -> None:
    state = grand()
    for zone, side in (("near", "white"), ("far", "black")):
        here = [name for name, unit in state.army(side) if unit.at == "entry"]
        assert len(here) > FEW
        heap = next(each for each in field(state)["zones"] if each["name"] == zone)
        assert sum(max(1, each["count"]) for each in heap["units"]) == len(here)
        assert len({each["label"] for each in heap["units"]}) == len(heap["units"]) < len(here)
        large = field(state, side)["loupe"]
        assert {each["id"] for each in large["units"]} == {f"loupe-{name}" for name in here}
    tiers = {tier["energy"]: tier for tier in field(state)["rail"]}
    assert {tier for tier, each in tiers.items() if each["href"]} == {50}
    assert len(field(state, "50")["loupe"]["units"]) == len(state.ids)


def test_on_a_tv_nothing_is_tapped() -> None:
    shown = field(grand(), "a1", "tv")
    assert (shown["pads"], shown["loupe"]) == ((), None)
    assert not any(zone["large"] for zone in shown["zones"])
