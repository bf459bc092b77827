"""Engraved lines: rosettes stay between their circles, braids in their band, keys in their length."""

from math import hypot

import pytest

from companion.games.proelii.printables.frieze import meander
from companion.press.look.guilloche import braid, rosette


@pytest.mark.parametrize(("outer", "inner", "lobes", "strands"), [(13, 4, 14, 6), (8, 6.2, 22, 3)])
def test_a_rosette_stays_between_its_circles_and_closes(outer, inner, lobes, strands) -> None:
    runs = rosette(outer, inner, lobes, strands)
    assert len(runs) == strands
    far = [hypot(x, y) for run in runs for x, y in run]
    assert min(far) == pytest.approx(inner, abs=0.05)
    assert max(far) == pytest.approx(outer, abs=0.05)
    assert all(run[0] == run[-1] for run in runs)


def test_a_braid_fills_its_band_and_no_more() -> None:
    points = [point for run in braid(65.8, 2.2, 22, 4) for point in run]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == (0, 65.8)
    assert (min(y for _, y in points), max(y for _, y in points)) == (0, 2.2)


@pytest.mark.parametrize("length", [20, 53.8, 55])
def test_a_key_runs_in_whole_turns(length: float) -> None:
    points = [point for run in meander(length, 2, 1, 3) for point in run]
    assert min(x for x, _ in points) == 1
    assert max(x for x, _ in points) <= length + 1
    assert {min(y for _, y in points), max(y for _, y in points)} == {3, 5}
