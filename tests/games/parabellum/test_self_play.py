"""A binder plays itself: the same seed the same play, told as its journal has it, and what breaks is said."""

from random import Random
from typing import Any

import pytest

from companion.engine.campaign.trials import Setup
from companion.engine.errors import IllegalAction
from companion.games.parabellum.campaign.playing import play as playing
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.steady import Steady
from companion.games.parabellum.campaign.playing.trials import journal, objectives, players, trial
from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder.reading import starter_file

STARTER = starter_file()
ASKED = Setup(players=2, seed=4)


def test_the_same_seed_gives_the_same_play_and_its_journal_replays_to_the_same_end() -> None:
    told = trial(STARTER, ASKED)
    assert told == trial(STARTER, ASKED)
    assert told != trial(STARTER, ASKED._replace(seed=5))
    state = GAME.procedure("replay").resolve(journal(STARTER, ASKED)).result["state"]
    assert state["phase"] == "over"
    assert [each["scenario"] for each in state["history"]] == [each.scenario for each in told.fought]
    assert len(journal(STARTER, ASKED)["actions"]) == told.lines
    assert not told.broken


def test_every_company_of_a_binder_can_be_played() -> None:
    assert players(STARTER) == (2, 3, 4)
    told = trial(STARTER, Setup(players=4, seed=1))
    assert len(told.fought[0].sides) == 4
    assert objectives(STARTER).keys() == STARTER["scenarios"].keys()


def test_a_steady_player_neither_gives_up_nor_declares_what_the_map_shows() -> None:
    setup = GAME.shuffle({"options": {"players": 2}}, Random(1))
    for before, action, _ in play(setup, Steady(Random(1), by_hand=0)):
        assert action["type"] not in ("abstain", "adjust", "extract")
        if action["type"] == "objective":
            assert before.objective(action["objective"]).kind == "manual"


@pytest.mark.parametrize(
    ("error", "crash"), [(IllegalAction("unit", "It cannot."), False), (KeyError("u1"), True)]
)
def test_what_breaks_a_play_is_told_with_its_line_and_the_deed(
    error: Exception, crash: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = playing.apply_at_table

    def applied(state: State, action: Any) -> Any:
        if action["type"] == "muster":
            raise error
        return real(state, action)

    monkeypatch.setattr(playing, "apply_at_table", applied)
    broken = trial(STARTER, ASKED).broken
    assert broken
    assert (broken.scenario, broken.crash) == ("1", crash)
    assert broken.deed
    lines = journal(STARTER, ASKED)["actions"]
    assert len(lines) == broken.line
    assert lines[-1]["type"] == "muster"


def test_a_campaign_without_an_end_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing.play, "__defaults__", (20,))
    broken = trial(STARTER, ASKED).broken
    assert broken
    assert (broken.line, broken.deed) == (20, "")
