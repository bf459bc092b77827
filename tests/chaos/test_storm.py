"""A short bad evening; `python -m tests.chaos` makes it five minutes."""

import pytest

from tests.chaos.storm import Storm
from tests.conftest import House


@pytest.mark.thorough
def test_a_storm_loses_nothing_that_was_answered_and_nothing_is_there_twice(empty_house: House) -> None:
    storm = Storm(empty_house, seed=7, tables=2, hands=2)
    befalls = storm.calamities
    with storm.raging():
        for calamity in (befalls.cut, befalls.dumb_gateway, befalls.clock_back, befalls.deaf_gateway):
            calamity()
            befalls.kill()
    count = storm.count()
    assert count.is_clean, count
    assert befalls.tried["kill -9"] >= 4
    assert count.answered > len(storm.hands)
