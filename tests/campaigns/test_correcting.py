"""A line of the first evening is corrected, or played on otherwise; the evenings after it are kept."""

import pytest

from campaigns.books.proof import wrong
from campaigns.chronicle import chronicle_of, evening_rows
from companion import shelf
from companion.engine.wire import Json
from companion.tables import play
from companion.tables.comparing import both, figures, foresee, sides
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE, Device, device, hashed
from companion.tables.journal import write
from companion.tables.models import Entry, Table, Token, writing_at
from companion.tables.position import forget, position
from tests.campaigns.conftest import ALICE, BOB, WAR, War

CARDS, PEOPLE, SECOND = 3, 5, 358
"""Lines: cards are bought, sixty people are hired; the second evening begins."""


def amended(table: Table, fix: Fix, key: str = "fix") -> Table:
    """Written as it is once everybody has agreed."""
    with writing_at(table) as now:
        known = position(now)
        write(now, known, corrected(known, now, HOUSE, fix).entry(key=key, asked="", by="house"))
    table.refresh_from_db()
    return table


def replayed(table: Table) -> Json:
    """What stands, played again by the rules alone: what was booked first, then each deed."""
    known, game = position(table), shelf.game("parabellum")
    state = game.open(WAR["setup"]).state
    for number in known.numbers[1:]:
        repair = known.actions.repair(number)
        for action in (*(repair.first if repair else ()), known.actions[number]):
            state = game.apply(state, action).state
    return game.state_json(state)


@pytest.mark.sampled("line", "quantity")
@pytest.mark.parametrize(("line", "quantity"), [(5, 62), (5, 61), (5, 57), (9, 13), (154, 5)])
def test_a_purchase_corrected_by_a_few_credits_loses_no_line(war: War, line: int, quantity: int) -> None:
    action = {**WAR["actions"][line - 2], "quantity": quantity}
    table = amended(war.table, Fix(line, action))
    row = Entry.objects.get(table=table, kind="amend")
    assert row.dropped == []
    assert len(position(table).numbers) == len(WAR["actions"]) + 1


@pytest.mark.sampled("line")
@pytest.mark.parametrize("line", [5, 9, 111, 124, 125, 138, 292])
def test_what_stands_after_a_correction_is_what_its_lines_lead_to(war: War, line: int) -> None:
    """Struck out: a purchase, attacks, a defeat; undone and done again it stands as before."""
    table = amended(war.table, Fix(line, None))
    now = shelf.game("parabellum").state_json(position(table).state)
    assert replayed(table) == now
    forget(table)
    assert shelf.game("parabellum").state_json(position(table).state) == now, "folded anew, it is the same"
    assert wrong(table)[1] == []
    play.redo(table, HOUSE, table.version, "back")
    table.refresh_from_db()
    assert replayed(table) == shelf.game("parabellum").state_json(position(table).state)
    assert wrong(table)[1] == []


def test_the_next_scenario_stands_as_it_was_chosen_whoever_chooses_now(war: War) -> None:
    table = amended(war.table, Fix(292, None))
    known = position(table)
    assert known.actions[SECOND] == {"type": "choose", "player": "kestrel_vaun", "scenario": "2c"}
    assert known.actions.written(SECOND)["player"] == "meridian"


def test_a_line_that_could_be_repaired_is_skipped_where_somebody_says_so(war: War) -> None:
    dearer = {**WAR["actions"][PEOPLE - 2], "quantity": 62}
    known = position(war.table)
    whole = corrected(known, war.table, HOUSE, Fix(PEOPLE, dearer)).later
    skipped = dict.fromkeys(whole.breaks, "skip")
    fallen = corrected(known, war.table, HOUSE, Fix(PEOPLE, dearer, skipped)).later
    assert whole.dropped == {}
    assert set(whole.breaks) <= set(fallen.dropped)


def test_those_who_share_a_tablet_see_the_whole_of_it_together_and_nobody_else(war: War) -> None:
    """One evening after another, with the purses; alone, each is told nothing that hangs on the other's."""
    fix = Fix(292, None)
    alone = foresee(war.table, Device(holds=(BOB,), tokens=(1,)), fix)
    assert (alone.secret, alone.broken, alone.own) == (True, (), ()), (
        "as far as nothing of the other's decides"
    )
    assert [each.lines for each in alone.evenings] == [14]
    seen = foresee(war.table, Device(holds=(ALICE, BOB), tokens=(1,), together=True), fix)
    assert [(each.title, each.repaired, each.fallen) for each in seen.evenings] == [
        ("1 Breach of Contract", 1, 0), ("2C Survey Ridge", 0, 0), ("3D Dump Nine", 1, 0)
    ]  # fmt: skip
    assert seen.told == ("Kestrel-Vaun Holdings 126 → 136 credits",)
    assert "Kestrel-Vaun Holdings 4 → 5 people" in seen.mended[-1].taken.words


def test_a_purchase_is_corrected_from_what_lay_in_the_cart_and_the_way_into_the_hand_keeps_it(
    war: War,
) -> None:
    Token.objects.filter(table=war.table, seat__chair=BOB).update(hash=hashed(war.secrets[ALICE]))
    at = f"/t/{war.table.code}/correct/{PEOPLE}/"
    begun = war.alice.get(f"{at}?as=it-was")
    assert begun["Location"] == f"{at}?buy=manpower&n=60"
    hand = "hand/?as=it-was&seat=meridian"
    page = war.alice.get(begun["Location"]).content.decode()
    assert hand.replace("&", "&amp;") in page
    assert 'id="moment"' not in page
    assert war.alice.get(at + hand)["Location"] == f"{at}hand/?buy=manpower&n=60&seat=meridian"
    cards = f"/t/{war.table.code}/correct/{CARDS}/"
    assert war.alice.get(f"{cards}?as=it-was")["Location"] == f"{cards}?buy=units"
    assert "&c.scarp_rangers=2&" in war.alice.get(cards + hand)["Location"]


def test_a_corrected_evening_is_still_found_in_the_log_where_it_was_played(war: War) -> None:
    amended(war.table, Fix(PEOPLE, {**WAR["actions"][PEOPLE - 2], "quantity": 62}))
    first = evening_rows(chronicle_of(war.campaign))[-1]
    assert (first.first, first.last, first.lines) == (1, SECOND - 1, SECOND - 1)


def test_the_button_comes_before_what_is_folded_and_no_path_is_told(war: War) -> None:
    Token.objects.filter(table=war.table, seat__chair=BOB).update(hash=hashed(war.secrets[ALICE]))
    strike = {"strike": "yes", "back": f"/t/{war.table.code}/correct/292/"}
    page = war.alice.post(f"/t/{war.table.code}/correct/292/act/", strike)
    told = war.alice.get(f"{page.url}&look=together").content.decode()
    assert "Kestrel-Vaun Holdings 126 → 136 credits" in told
    assert 'name="way.358" value="as_made"' in told
    assert "players." not in told
    assert 'id="deciding"' in told


def test_once_it_counts_each_screen_tells_what_it_changed_for_its_own_company(war: War) -> None:
    table = amended(war.table, Fix(292, None))
    own, other = (each.get(f"/t/{table.code}/").content.decode() for each in (war.alice, war.bob))
    assert "Kestrel-Vaun Holdings 126 → 136 credits" in own
    for told in (own, other):
        assert "2 are set" in told
    assert "136 credits" not in other


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
