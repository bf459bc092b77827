"""What many plays of a binder come to: shares with their bounds, who is favoured, what nobody reached."""

from math import comb

import pytest

from companion.engine import shape
from companion.engine.campaign.design import Broken, Fought, Share, Trial, summed

AIMS = {"1": ["bridge", "mill"], "2a": ["road"], "2b": []}


def fought(scenario: str, *ranking: str, out: tuple[str, ...] = (), done: tuple[str, ...] = ()) -> Fought:
    return Fought(scenario, 4, ("north", "south"), ranking, out, done)


def plays(north: int, south: int) -> list[Trial]:
    won = [fought("1", "north", "south", done=("bridge",))] * north + [fought("1", "south", "north")] * south
    return [Trial(seed, 10 * seed, (each,)) for seed, each in enumerate(won, 1)]


def test_the_bounds_hold_the_true_share_in_nineteen_cases_of_twenty() -> None:
    for true in (0.1, 0.5, 0.83):
        chance = [comb(60, n) * true**n * (1 - true) ** (60 - n) for n in range(61)]
        held = sum(part for n, part in enumerate(chance) if Share(n, 60).against(true) == 0)
        assert 0.93 < held < 0.975


@pytest.mark.parametrize(("north", "leans"), [(15, [0, 0]), (25, [1, -1]), (5, [-1, 1])])
def test_a_side_is_favoured_where_chance_alone_would_not_do_it(north: int, leans: list[int]) -> None:
    (scenario,) = summed(plays(north, 30 - north), AIMS).tried
    assert [(each.side, each.leans) for each in scenario.sides] == [("north", leans[0]), ("south", leans[1])]
    assert scenario.sides[0].first == Share(north, 30)


def test_what_nobody_reached_or_completed_is_named() -> None:
    told = summed(plays(3, 1), AIMS)
    assert told.unreached == ("2a", "2b")
    assert told.tried[0].unmet == ("mill",)
    assert (told.plays, told.lines, told.broken) == (4, 25, ())


def test_bankruptcy_is_counted_by_scenario_and_by_side() -> None:
    first, second = fought("1", "north", "south"), fought("2a", "north", out=("south",))
    told = summed([Trial(1, 9, (first, second)), Trial(2, 9, (first,))], AIMS)
    assert [each.bankrupt for each in told.tried] == [Share(0, 4), Share(1, 2)]
    assert told.bankrupt == (("north", Share(0, 2)), ("south", Share(1, 2)))
    assert [(each.scenarios, each.plays) for each in told.lasted] == [(1, Share(1, 2)), (2, Share(1, 2))]


def test_a_broken_play_is_told_and_lasts_no_length() -> None:
    broken = Trial(7, 3, (), Broken("1", 3, "Moves u1.", "It cannot.", crash=False))
    told = summed([*plays(1, 0), broken], AIMS)
    assert told.broken == (broken,)
    assert told.lasted[0].plays == Share(1, 1)
    assert shape.read(Trial, shape.write(broken)) == broken
    assert summed([], AIMS).plays == 0
