"""Whole campaigns at random: the tree, the choice and the outlook can always be told, and hold."""

from random import Random

import pytest

from companion.engine.campaign.branches import Forecast
from companion.games.parabellum.campaign.branches import BRANCHES
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME, actors
from companion.games.parabellum.state import State
from tests.games.parabellum.test_campaigns import house_rules
from tests.games.parabellum.yard import setup


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_of_the_tree_holds_in_every_campaign(seed: int) -> None:
    random = Random(seed)
    begun = setup(random.choice([2, 3, 4]), **house_rules(random))
    if seed % 3 == 0:
        begun |= {"positions": "table"}
    trail = [GAME.open(begun).state]
    for n, (_, _, after) in enumerate(play(begun, Player(random))):
        trail.append(after)
        if n % 7 == 0 or after.phase in ("choose_next", "over"):
            holds(after)
    legs = BRANCHES.legs(trail)
    assert [leg.scenario for leg in legs if leg.ended is not None] == [
        chapter.scenario for chapter in trail[-1].history
    ]


def holds(state: State) -> None:
    tree = BRANCHES.tree(state)
    now = [node.id for node in tree.nodes if node.status == "now"]
    assert now == ([] if state.phase == "over" else [state.scenario])
    for node in tree.nodes:
        live = [edge.status for edge in tree.into(node.id) if edge.status in ("open", "ahead")]
        assert bool(live) == (node.status in ("open", "locked"))
        assert bool(BRANCHES.prospect(state, node.id).number) == bool(live)
    choice = BRANCHES.choice(state)
    if state.phase == "choose_next":
        assert choice.words.startswith(f"{_called(state, actors(state)[0])} chooses next")
    for player in state.seated:
        for forecast in BRANCHES.outlook(state, player).forecasts:
            adds_up(state, forecast)


def _called(state: State, player: str) -> str:
    return state.binder.companies[state.players[player].company].name


def adds_up(state: State, forecast: Forecast) -> None:
    assert forecast.free == sum(each.amount for each in forecast.sums)
    assert forecast.scenario in (state.scenario, *state.booklet.next)
    for _, most, one, *parts in forecast.offers:
        if "–" not in parts:
            assert one == sum(map(int, parts))
            assert bool(most) <= (int(one) <= max(0, forecast.free))
