"""A war that is over, played on otherwise from one of its lines: both laid side by side by one measure."""

from companion.tables import play
from companion.tables.branching.comparing import both, figures, sides
from companion.tables.devices import Device, device
from companion.tables.models import Table
from tests.campaigns.conftest import ALICE, War

LINE = 124


def branched(war: War) -> tuple[Table, Device, Table, Device]:
    here = device(war.table, war.secrets[ALICE])
    branch = play.branch(war.table, here, LINE)
    assert isinstance(branch, Table)
    return branch, device(branch, war.secrets[ALICE]), war.table, here


def test_the_true_line_is_shown_after_as_many_lines_and_then_nothing_differs(war: War) -> None:
    found = sides(*branched(war))
    assert found is not None
    assert {each.lines for each in found} == {LINE}
    assert {each.more for each in figures(*found)} <= {"=", ""}
    drawn = both(*found)
    assert drawn is not None
    one, two = (tuple(each.values) for each in drawn.chart.series[::2])
    assert one == two


def test_a_war_that_is_over_is_not_measured_by_credits_where_its_branch_still_counts_units(war: War) -> None:
    found = sides(*branched(war), newest=True)
    assert found is not None
    drawn = both(*found)
    assert drawn is not None
    assert drawn.chart.told.count("Units on the map") == 2
    told = figures(*found)
    assert len({str(each.name) for each in told}) == len(told)
    purses = {str(each.name): each.true for each in told if ", credits" in str(each.name)}
    assert purses == {"Kestrel-Vaun Holdings, credits": "126"}
