"""An evening is played, kept, and set right: what it changes is told before it is done."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns import chronicle as evenings
from campaigns import opening, reading
from campaigns.books.proof import reconcile, wrong
from campaigns.carrying.parcel import pack, unpack
from campaigns.chronicle import Chronicle, _known, begin_at, chronicle_of, evening_rows
from campaigns.models import Campaign, Evening
from campaigns.opening import campaign_of, day, keep_table, nights, open_series
from companion import shelf
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.games.parabellum import game as parabellum
from companion.tables import lobby, play, seating
from companion.tables.comparing import both, figures, foresee, sides
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE, Device, device, hashed, new_secret
from companion.tables.errors import StaleTable
from companion.tables.journal import _awake, write
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table, Token, writing_at
from companion.tables.position import forget, position
from tests.campaigns.binders import numbered
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, fought, set_by_hand

LATER = date(2026, 12, 1)


def firsts(campaign: Campaign) -> list[tuple[int, int]]:
    rows = Evening.objects.filter(campaign=campaign)
    return [(evening.number, evening.first) for evening in rows]


def rested(war: War) -> None:
    """Everything was written a week ago."""
    old = timezone.now() - timedelta(days=7)
    Entry.objects.filter(table=war.table)._update([(Entry._meta.get_field("at"), None, old)])
    _awake.clear()


def test_a_new_evening_begins_with_the_next_line_and_opens_the_table(young_war: War) -> None:
    campaign, table = young_war.campaign, young_war.table
    rested(young_war)
    lobby.close(table)
    begun = evenings.tonight(campaign, LATER)
    table.refresh_from_db()
    assert (begun.first, begun.date, begun.came) == (table.version + 1, LATER, ["Alice", "Bob"])
    assert table.closed_at is None
    assert Evening.objects.get(campaign=campaign, number=begun.number - 1).ended_at is not None


def test_after_a_night_the_first_tap_at_the_table_begins_the_evening_by_itself(young_war: War) -> None:
    campaign, table = young_war.campaign, young_war.table
    before = firsts(campaign)
    _next(young_war)
    assert firsts(campaign) == before
    rested(young_war)
    Evening.objects.filter(campaign=campaign).update(date=date(2026, 1, 1))
    line = Table.objects.get(pk=table.pk).version + 1
    _next(young_war)
    _next(young_war)
    assert firsts(campaign) == [*before, (len(before) + 1, line)]


def test_who_plays_on_past_midnight_stays_in_the_evening(young_war: War) -> None:
    before = firsts(young_war.campaign)
    evenings.tonight(young_war.campaign, LATER)
    assert firsts(young_war.campaign) == before


def test_an_evening_without_a_line_is_used_again(young_war: War) -> None:
    rested(young_war)
    first = evenings.tonight(young_war.campaign, LATER)
    again = evenings.tonight(young_war.campaign, LATER + timedelta(days=7))
    assert (again.pk, again.date) == (first.pk, LATER + timedelta(days=7))


def test_an_ended_evening_closes_the_table_and_the_next_tap_begins_another(young_war: War) -> None:
    campaign = young_war.campaign
    evenings.end(campaign)
    assert young_war.table.closed_at is not None
    with pytest.raises(IllegalAction, match="No evening is under way"):
        evenings.end(campaign)
    begun = evenings.tonight(campaign, evenings.latest(campaign).date)
    assert begun.first == young_war.table.version + 1


def test_a_forgotten_evening_is_put_between(young_war: War) -> None:
    campaign = young_war.campaign
    (_, _), (_, second), (_, third) = firsts(campaign)
    evenings.begin_at(campaign, second + 1, date(2026, 9, 9))
    assert firsts(campaign) == [(1, 1), (2, second), (3, second + 1), (4, third)]
    assert [e.ended_at is None for e in Evening.objects.filter(campaign=campaign)] == [
        True,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("first", [0, 1, 14, 10**8])
def test_an_evening_begins_with_a_line_that_is_there(young_war: War, first: int) -> None:
    with pytest.raises(InvalidInput, match="lines 2 to 13"):
        evenings.begin_at(young_war.campaign, first, LATER)


def test_no_two_evenings_begin_with_the_same_line(young_war: War) -> None:
    (_, _), (_, second), _ = firsts(young_war.campaign)
    with pytest.raises(InvalidInput, match=f"Evening 2 begins with line {second}"):
        evenings.begin_at(young_war.campaign, second, LATER)


def test_two_evenings_that_were_one_are_joined(young_war: War) -> None:
    one, two, three = Evening.objects.filter(campaign=young_war.campaign)
    Evening.objects.filter(pk=one.pk).update(notes="Rain.", came=["Alice"])
    Evening.objects.filter(pk=two.pk).update(notes="More rain.", came=["Bob", "Alice"])
    two.refresh_from_db()
    evenings.join_to_the_one_before(young_war.campaign, two)
    one.refresh_from_db()
    assert firsts(young_war.campaign) == [(1, 1), (2, three.first)]
    assert (one.notes, one.came) == ("Rain.\n\nMore rain.", ["Alice", "Bob"])
    with pytest.raises(IllegalAction, match="the first evening"):
        evenings.join_to_the_one_before(young_war.campaign, one)


def test_a_series_has_no_table_to_continue(transactional_db: None) -> None:
    series = open_series("scarper", "Winter", new_secret())
    with pytest.raises(IllegalAction, match="a table an evening"):
        evenings.tonight(series, LATER)


def test_a_pause_of_six_hours_parts_two_evenings() -> None:
    at = datetime(2026, 9, 3, 19, tzinfo=UTC)
    lines = [
        (1, at),
        (2, at + timedelta(hours=5)),
        (3, at + timedelta(hours=12)),
        (4, at + timedelta(days=7)),
    ]
    assert nights(lines) == [
        (1, at, at + timedelta(hours=5)),
        (3, at + timedelta(hours=12), at + timedelta(hours=12)),
        (4, at + timedelta(days=7), None),
    ]
    assert nights([]) == []


def test_a_war_that_is_played_already_is_kept_line_for_line(transactional_db: None) -> None:
    table = open_table(Opening(system="parabellum", title="Ours", kind="open", setup=WAR["setup"]))
    for number, action in enumerate(numbered(WAR["actions"][:20]), 1):
        play.act(table, HOUSE, action, number, f"k{number}")
    secret = new_secret()
    seating.host(table, secret)
    campaign = keep_table(table, secret)
    assert (campaign.title, campaign.table_id, firsts(campaign)) == ("Ours", table.pk, [(1, 1)])
    assert campaign_of(table) == campaign
    with pytest.raises(IllegalAction, match="belongs to “Ours” already"):
        keep_table(table, secret)


def test_a_game_of_one_evening_is_not_kept_as_a_campaign(transactional_db: None) -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="open"))
    with pytest.raises(IllegalAction, match="series of it instead"):
        keep_table(table, new_secret())


def test_a_campaigns_table_is_not_deleted_under_it(young_war: War) -> None:
    table = Table.objects.get(pk=young_war.campaign.table_id)
    lobby.close(table)
    with pytest.raises(IllegalAction, match="“The Long War” is played at this table"):
        lobby.delete(table)
    assert Entry.objects.filter(table=table).count() == 13


@pytest.mark.parametrize("said", ["", "yesterday", "2026-02-30", "1999-01-01", "9999-12-31"])
def test_a_browsers_date_that_cannot_be_is_the_houses(said: str) -> None:
    assert day(said) == timezone.localdate()


def test_a_browsers_date_may_be_a_day_off() -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert day(tomorrow.isoformat()) == tomorrow


def test_two_who_continue_at_once_begin_one_evening(young_war: War) -> None:
    campaign = young_war.campaign
    evenings.end(campaign)
    before = Evening.objects.filter(campaign=campaign).count()
    address = f"/campaigns/{campaign.code}/tonight/"

    def taps(browser: Client) -> int:
        try:
            return browser.post(address, {"on": ""}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        assert list(both.map(taps, (young_war.alice, young_war.bob))) == [302, 302]
    assert Evening.objects.filter(campaign=campaign).count() == before + 1


def test_the_tables_bell_rings_for_whatever_happens_to_its_campaign(young_war: War) -> None:
    campaign, heard = young_war.campaign, [young_war.table.stir]

    def rings() -> bool:
        heard.append(young_war.table.stir)
        return heard[-1] > heard[-2]

    evenings.note(evenings.numbered(campaign, 1), {"date": FIRST, "title": "Rain", "came": [], "notes": ""})
    assert rings()
    evenings.end(campaign)
    assert rings()
    evenings.tonight(campaign, FIRST + timedelta(weeks=9))
    assert rings()
    evenings.begin_at(campaign, 7, FIRST)
    assert rings()
    evenings.join_to_the_one_before(campaign, evenings.numbered(campaign, 2))
    assert rings()
    opening.rename(campaign, "The Longer War")
    assert rings()


def test_every_line_lies_in_its_evening_and_the_states_chain(war: War) -> None:
    chronicle = chronicle_of(war.campaign)
    assert len(chronicle.passages) == len(WAR["actions"]) + 1
    assert [evening.number for evening in chronicle.evenings] == [1, 2, 3]
    assert sum(len(chronicle.of(evening)) for evening in chronicle.evenings) == len(chronicle.passages)
    for one, next_one in zip(chronicle.passages, chronicle.passages[1:], strict=False):
        assert next_one.before is one.after
    assert chronicle.state is chronicle.passages[-1].after


def test_a_stranger_is_sent_to_the_door_and_a_player_is_at_home(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/"
    assert war.alice.get(home).status_code == war.bob.get(home).status_code == 200
    war.bob.cookies.clear()
    assert war.bob.get(home).headers["Location"] == f"{home}join/"
    assert war.bob.post(f"{home}join/").headers["Location"] == home
    assert war.bob.get(home).status_code == 200


def told_again(war: War) -> Chronicle:
    """After a restart."""
    forget(war.table)
    _known.clear()
    reading.forget()
    return chronicle_of(war.campaign)


def test_what_an_evening_played_is_kept_and_months_of_lines_are_not_folded_to_say_it(war: War) -> None:
    chronicle = chronicle_of(war.campaign)
    played = [chronicle.chapters(evening) for evening in chronicle.evenings]
    assert all(played)
    assert [bool(each.chapters) for each in told_again(war).evenings] == [True, True, False], (
        "the last goes on"
    )
    again = told_again(war)
    assert [again.chapters(evening) for evening in again.evenings[:2]] == played[:2]
    assert [again.numbers(evening) for evening in again.evenings] == [
        [each.number for each in chronicle.of(evening)] for evening in chronicle.evenings
    ]
    assert not again.position.states
    begin_at(war.campaign, chronicle.evenings[1].first - 5, chronicle.evenings[0].date)
    parted = told_again(war)
    assert len(parted.evenings) == 4
    assert parted.chapters(parted.evenings[0]) == played[0]


def test_what_was_kept_of_other_lines_is_worked_out_anew_and_a_false_one_is_found(war: War) -> None:
    chronicle = chronicle_of(war.campaign)
    first, played = chronicle.evenings[0], chronicle.chapters(chronicle.evenings[0])
    kept = Evening.objects.get(pk=first.pk).chapters
    for false in ({**kept, "last": [kept["last"][0], 7], "told": ["lies"]}, None):
        Evening.objects.filter(pk=first.pk).update(chapters=false)
        again = told_again(war)
        assert again.chapters(again.evenings[0]) == played
    Evening.objects.filter(pk=first.pk).update(chapters={**kept, "told": ["lies"]})
    assert any("evening 1 is said to have played" in each for each in reconcile().differing)


PAGES = [
    *("", "evening/1/", "tree/", "roster/", "carry/", "manage/"),
    *("reports/", "reports/luck/", "reports/evening/1/", "reports/scenario/1/"),
    *("reports/history.pdf", "reports/evening/1/report.pdf"),
    *(f"books/{page}" for page in ("", f"of/{ALICE}/", f"of/{ALICE}/statement/", f"of/{ALICE}/worth/")),
    *(f"books/of/{ALICE}/{page}" for page in ("bookings/", "counts/")),
]


@pytest.fixture
def moved(half_a_war: War, monkeypatch: pytest.MonkeyPatch) -> Iterator[War]:
    """The rules of today know nothing of what was bought; the last state was kept."""
    war, before = half_a_war, parabellum.GAME
    table = war.table
    _kept(table)

    def apply(state: Any, action: Any) -> Any:
        if action["type"] == "buy":
            raise IllegalAction("", "Nothing is sold.")
        return before.apply(state, action)

    monkeypatch.setattr(parabellum, "GAME", replace(before, edition="next", apply=apply))
    shelf.game.cache_clear()
    forget(table)
    yield war
    monkeypatch.undo()
    shelf.game.cache_clear()


def _kept(table: Table) -> None:
    """One more line through the door, so that its state is kept."""
    known = position(table)
    action = WAR["actions"][260]
    outcome = known.game.apply(known.state, action)
    write(table, known, Entry(kind="action", action=action, key="last", asked=""), outcome.state)


@pytest.mark.sampled
def test_every_room_of_the_campaign_opens(moved: War) -> None:
    for pages in ([page for page in PAGES if not page.endswith(".pdf")], PAGES):
        for page in pages:
            answer = moved.alice.get(f"/campaigns/{moved.campaign.code}/{page}")
            assert answer.status_code == 200, page
        _next(moved)


def _next(war: War) -> None:
    table = war.table
    count = {"type": "adjust", "player": ALICE, "reason": "A count", "credits": 7}
    set_by_hand(table, count, f"next-{table.version}")


def test_books_keep_every_booking_and_earlier_evenings_are_told_by_their_lines(moved: War) -> None:
    _next(moved)
    chronicle = chronicle_of(moved.campaign)
    assert len(chronicle.passages) == 2
    first = chronicle.evenings[0]
    assert len(chronicle.past(first)) > 100
    page = moved.alice.get(f"/campaigns/{moved.campaign.code}/reports/evening/1/").content.decode()
    assert "line by line" in page
    assert "line 2<" in page
    assert not reconcile().differing


def test_such_a_campaign_is_carried_on(moved: War) -> None:
    _next(moved)
    file = pack(moved.campaign)
    other = unpack(file, new_secret())
    assert position(Table.objects.get(pk=other.table_id)).state == position(moved.table).state
    assert chronicle_of(other).past(Evening.objects.get(campaign=other, number=1))


BUYER, RIVAL = "meridian", "kestrel_vaun"


def _brink(war: War) -> Table:
    """The table at the moment when all but five people of the pool are bought."""
    table = war.table
    for action in (
        {"type": "adjust", "player": BUYER, "reason": "a rich uncle", "credits": 100_000},
        {"type": "adjust", "player": RIVAL, "reason": "a rich aunt", "credits": 100_000},
        {"type": "purchase", "player": BUYER, "resource": "manpower", "quantity": _left(war) - 5},
    ):
        set_by_hand(table, action, action.get("reason", "all"))
    return war.table


def _left(war: War) -> int:
    return int(chronicle_of(war.campaign).state.supply.manpower)


def test_one_gets_the_last_and_the_other_a_clear_refusal(transactional_db: None) -> None:
    war = fought(3)
    table = _brink(war)
    took, refused, start = [], [], Barrier(2)

    def reach(hand: str, seen: int) -> None:
        tap = {"type": "purchase", "player": RIVAL, "resource": "manpower", "quantity": 5}
        start.wait()
        try:
            took.append(play.act(Table.objects.get(pk=table.pk), HOUSE, tap, seen, hand))
        except GameError as error:
            refused.append(error)
        finally:
            connection.close()

    hands = [Thread(target=reach, args=(hand, table.version)) for hand in ("left", "right")]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(30)
    assert len(took) == len(refused) == 1
    assert isinstance(refused[0], StaleTable)
    assert _left(war) == 0
    start = Barrier(1)
    reach("again", war.table.version)
    assert isinstance(refused[1], IllegalAction)
    assert war.table.version == table.version + 1


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
