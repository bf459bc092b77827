"""A campaign's home: the war as one picture, everybody's money as each may know it, and where it goes on."""

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.chronicle import chronicle_of
from campaigns.models import Campaign, Evening
from campaigns.opening import new_campaign
from campaigns.war_room import HIGH, Shape, _tops, _way_taken
from companion import shelf
from companion.games.parabellum.campaign import ceilings
from companion.tables.models import Table
from companion.tables.tonight import mine as tables_of
from companion.tables.tonight import open_here
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, fought
from tests.games.parabellum.twin_tables import at_the_attack, at_the_christening
from tests.twinned import Twins, opened, plain, sat


def words(page: str) -> str:
    """What can be read on it, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def home(war: War, who: Client) -> str:
    return who.get(f"/campaigns/{war.campaign.code}/").text


@pytest.fixture
def third(transactional_db: None) -> War:
    """In its third scenario, after two choices."""
    return fought(390)


def test_the_tree_tells_who_won_what_it_paid_who_chose_and_what_is_shut(third: War) -> None:
    page = home(third, third.alice)
    rounds = re.search(r'<ol class="unseen">(.*?)</ol>', page, re.S)
    assert rounds
    heard = words(rounds[1])
    assert "Round 1: 1 Breach of Contract, won by Bob, paid 80." in heard
    assert "2C Survey Ridge, chosen by Bob as victor, won by Alice, paid 450; not taken 2A and 2B." in heard
    assert "Round 3: 3D Dump Nine, chosen by Alice as victor, now; not taken 3A and 3B and 3C." in heard
    looks = re.findall(r'class="knot knot--(\w+) (seat-\d)?"', page)
    assert [look for look, _ in looks].count("shut") == 7
    assert [side for look, side in looks if look == "was"] == ["seat-2", "seat-1"]
    assert re.findall(r'class="w-way w-way--taken (seat-\d)"', page) == ["seat-2", "seat-1"]


def test_a_round_of_four_fits_and_the_way_taken_stays_straight() -> None:
    shapes = [
        Shape(("was",), (142,), 0),
        Shape(("shut", "shut", "was"), (44, 44, 142), 2),
        Shape(("shut", "shut", "shut", "now"), (44, 44, 44, 142), 3),
    ]
    top = _way_taken(shapes)
    for shape in shapes:
        tops = _tops(shape, top)
        assert shape.middle is not None
        assert tops[shape.middle] == top
        assert tops[0] >= 0
        assert tops[-1] + shape.talls[-1] <= HIGH
        assert all(a + tall < b for a, tall, b in zip(tops, shape.talls, tops[1:], strict=False))


def test_ones_own_purse_is_exact_and_others_is_the_most_they_can_have(third: War) -> None:
    state = chronicle_of(third.campaign).state
    for who, mine, other in ((third.alice, ALICE, BOB), (third.bob, BOB, ALICE)):
        ends = re.findall(r'class="w-race__end"[^>]*>([^<]*)', home(third, who))
        most = int(next(end for end in ends if "≤" in end).removeprefix("≤ ").replace(",", ""))
        assert f"{state.players[mine].credits:,}" in ends
        assert most >= state.players[other].credits
    looker = Client()
    looker.post(f"/campaigns/{third.campaign.code}/join/")
    ends = re.findall(r'class="w-race__end"[^>]*>([^<]*)', home(third, looker))
    assert len(ends) == 2
    assert all("≤" in end for end in ends)


@pytest.mark.parametrize("lines", [60, 356, None])
def test_nobody_ever_has_more_than_the_most_that_is_told(lines: int | None, transactional_db: None) -> None:
    passages = chronicle_of(fought(lines).campaign).passages
    for seat in (ALICE, BOB):
        told = ceilings(passages, seat)
        for passage, most in zip(passages, told, strict=True):
            assert most is None or most >= passage.after.players[seat].credits
        assert told[0] == passages[0].after.binder.budget
        assert told[-1] != told[0]


@pytest.fixture
def room(transactional_db: None) -> Callable[[Table], Campaign]:
    def made(table: Table) -> Campaign:
        Campaign.objects.update(archived_at=None)
        campaign = new_campaign(table.system, "campaign", "Twins", table)
        Evening.objects.create(campaign=campaign, number=1, date=FIRST, table=table)
        return campaign

    return made


@pytest.mark.parametrize("twins", [at_the_attack, at_the_christening], ids=lambda made: made.__name__)
def test_a_hidden_purchase_changes_nothing_in_an_outsiders_war_room(
    twins: Callable[[], Twins], room: Callable[[Table], Campaign]
) -> None:
    pair, rows = twins(), []
    for world in (pair.one, pair.two):
        table = opened(pair.game, world, "seated")
        campaign = room(table)
        pages = []
        for who in (sat(table, pair.looker), sat(table)):
            pages += [plain(who.browser.get(f"/campaigns/{campaign.code}/", follow=True).text)]
        rows.append(pages)
        Campaign.objects.filter(pk=campaign.pk).update(table=None)
        Evening.objects.filter(campaign=campaign).delete()
        campaign.delete()
    assert rows[0] == rows[1]
    assert all("Purses" in " ".join(page) or "PURSES" in " ".join(page) for page in rows[0])


def test_the_heavy_button_says_what_the_next_tap_is_for(third: War) -> None:
    def heavy(war: War, who: Client) -> str:
        found = re.search(r"data-main[^>]*>(.*?)<small>", home(war, who), re.S)
        assert found
        return words(found[1])

    begun, choosing, over = fought(3), fought(356), fought()
    assert heavy(begun, begun.alice) == "Muster for 1"
    assert heavy(third, third.alice) == "Continue tonight"
    assert heavy(choosing, choosing.bob) == "Choose the next scenario"
    assert heavy(choosing, choosing.alice) == "Bob chooses"
    assert heavy(over, over.alice) == "Read the end of the war"


def test_before_the_first_round_it_tells_budget_brief_and_seats(transactional_db: None) -> None:
    begun = fought(0)
    page = words(home(begun, begun.alice))
    assert "2 400 for each" in page
    assert "The mining concession on Tessaly runs out this year." in page
    assert "Who sits where" in page
    assert "Veterans" not in page


@pytest.mark.sampled
def test_small_maps_are_small(third: War) -> None:
    chronicle = chronicle_of(third.campaign)
    card = shelf.game("parabellum").campaign
    assert card is not None
    assert card.glance is not None
    for drawn in re.findall(r'<svg class="sketch".*?</svg>', home(third, third.alice), re.S):
        assert len(drawn.encode()) < 15_000
    values = card.glance.sketch(chronicle.state, "1", chronicle.passages).values
    assert values["graves"]


@pytest.mark.sampled
def test_what_is_to_be_laid_out_is_counted_and_its_sheets_are_known_once_somebody_has_asked(
    transactional_db: None,
) -> None:
    war = fought(260)
    page = home(war, war.alice)
    ticks = page.count('class="w-tick"')
    assert f"{ticks - 1} pieces" in words(page)
    assert "Truck u12 on E6" in words(page)
    known, asked = (
        html.unescape(each) for each in re.findall(r'hx-get="(/print/parabellum/everything/facts[^"]*)', page)
    )
    if "facts/known" not in known:
        known, asked = asked, known
    first = war.alice.get(known)
    assert first.status_code == 204
    assert not first.content
    sheets = re.search(r"</svg>(\d+)", war.alice.get(asked).text)
    assert sheets
    assert int(sheets[1]) > 1
    assert war.alice.get(known).text == war.alice.get(asked).text
    assert f"/print/parabellum/everything/?table={war.campaign.code}" in html.unescape(page)
    assert 'popovertarget="seats"' in page


def test_a_node_opens_its_sheet_over_the_tree_and_its_page_stands_behind(third: War) -> None:
    page = home(third, third.alice)
    places = re.findall(r'href="([^"]*/tree/scenario/\w+/)" hx-get="([^"]*)" hx-target="#over-tree"', page)
    assert len(places) == 11
    assert all(plain == part for plain, part in places)
    tree = f"/campaigns/{third.campaign.code}/tree/"
    for scenario, ahead in (("1", False), ("3d", True), ("4c", True), ("2a", False)):
        there = f"{tree}scenario/{scenario}/"
        sheet = third.alice.get(there, headers={"HX-Request": "true"}).text
        assert sheet.lstrip().startswith("<dialog")
        assert f'href="{there}"' in sheet
        assert (f'href="{tree}next/"' in sheet) == ahead
        assert "<!doctype" in third.alice.get(there).text
    fought_out = words(third.alice.get(f"{tree}scenario/1/", headers={"HX-Request": "true"}).text)
    assert "Meridian Deepworks chose 2C Survey Ridge" in fought_out
    assert "completed +100" in fought_out
    assert "Evening 1, 3 September" in fought_out


def test_a_campaign_is_found_by_its_name_and_stands_on_the_door_as_its_tree(third: War) -> None:
    home_of = f"/campaigns/{third.campaign.code}/"
    shown = third.alice.get("/search/?q=long war").text
    assert words(shown).count("Parabellum Inc., campaign, 3 evenings") == 1
    assert f'href="{home_of}"' in shown
    assert f"/t/{third.table.code}/" not in shown
    assert home_of not in Client().get("/search/?q=long war").text
    lying = open_here(tables_of(third.secrets[ALICE]))
    assert [each.sketch for each in lying] == [f"{home_of}tree/small.svg?v={third.table.version}"]
    drawn = third.alice.get(lying[0].sketch)
    assert drawn["Content-Type"] == "image/svg+xml"
    assert drawn.text.count("<rect") == 11
    assert drawn.text.count('stroke-width="4"') == 2
    assert len(drawn.content) < 15_000
    assert Client().get(lying[0].sketch).status_code == 302


def test_who_waits_for_the_others_choice_is_given_a_line_to_send(transactional_db: None) -> None:
    war = fought(next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "choose"))
    line = "it is yours to choose what comes next"
    waits = home(war, war.alice)
    assert line in waits
    assert "Remind Bob" in words(waits)
    assert line not in home(war, war.bob)
    looker = Client()
    looker.post(f"/campaigns/{war.campaign.code}/join/")
    assert line not in home(war, looker)
