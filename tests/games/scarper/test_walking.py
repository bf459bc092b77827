"""The year's end is walked through on every screen at once: one beat for each thing that did something."""

from itertools import pairwise

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Deed, Stage
from companion.games.scarper.procedures.year import held, moved_markers
from companion.games.scarper.screens import view
from companion.games.scarper.screens.year import Station, stations
from companion.games.scarper.state import State
from tests.games.scarper.test_screens import SEATS, war

LOOKS = [("table", SEATS["german"]), ("hand", SEATS["allied"]), ("tv", Sight())]
ALL = 99


@pytest.fixture(scope="module")
def ends() -> list[list[State]]:
    """The trails of a war to each of its revealed years, the state after it at the end."""
    trail = war(6)
    return [trail[: n + 2] for n, state in enumerate(trail[:-1]) if state.phase == "scoring"]


def shown(trail: list[State], beat: int | None, room: str, sight: Sight) -> Stage:
    stage = view(Scene(trail[-1], sight, room, {}, trail, walk=beat)).stage
    assert stage
    return stage


def stops(trail: list[State]) -> list[Station]:
    return [each for each in stations(Scene(trail[-1], Sight(), "tv", {}, trail)) if each.counts]


def test_the_walk_ends_where_the_marker_goes(ends: list[list[State]]) -> None:
    for trail in ends:
        found = stops(trail[:-1])
        assert found[-1].now == trail[-1].morale
        assert all(held(one.now) == held(two.was) for one, two in pairwise(found) if not two.total)
        assert all(each.net or each.mission or each.total or each.moved for each in found)
        stage = shown(trail[:-1], ALL, "table", SEATS["german"])
        assert stage.strip.lead
        assert stage.strip.lead.values["morale"]["value"] == abs(trail[-1].morale)


@pytest.mark.parametrize(("room", "sight"), LOOKS)
def test_all_screens_show_the_same_beat_and_nothing_of_those_to_come(
    ends: list[list[State]], room: str, sight: Sight
) -> None:
    trail = ends[0][:-1]
    found = stops(trail)
    for beat in range(len(found)):
        stage = shown(trail, beat, room, sight)
        cells = [row.cells[1] for piece in stage.ask.pieces for row in getattr(piece, "rows", ())]
        assert [cell == "·" for cell in cells] == [n >= beat for n in range(len(found))]
        assert stage.walks
        assert not stage.changes
        assert not stage.warnings
        assert stage.strip.lead
        at = found[beat - 1].now if beat else found[0].was
        assert stage.strip.lead.values["morale"]["value"] == abs(at)


def test_the_way_on_moves_all_screens_and_only_its_end_moves_the_marker(ends: list[list[State]]) -> None:
    trail = ends[0][:-1]
    last = len(stops(trail))
    for beat in range(last):
        ask = shown(trail, beat, "table", SEATS["german"]).ask
        assert isinstance(ask.main, Deed)
        assert (ask.to, ask.main.name, ask.main.action) == ("walk", "beat", str(beat + 1))
    for beat in (last, None):
        ask = shown(trail, beat, "table", SEATS["german"]).ask
        assert isinstance(ask.main, Deed)
        assert (ask.to, ask.main.name) == ("act", "action")
        assert "score_year" in ask.main.action
    assert shown(trail, 0, "tv", Sight()).ask.main is None


def test_a_marker_that_a_card_in_play_moves_has_its_beat() -> None:
    trail, seen = war(4), 0
    for n, state in enumerate(trail):
        if state.phase == "scoring":
            moved = [each for each in stops(trail[: n + 1]) if each.moved]
            steps = [step for step in moved_markers(state).steps if step.values["was"] != step.values["now"]]
            assert [each.name for each in moved] == [step.values["title"] for step in steps]
            seen += len(moved)
    assert seen
