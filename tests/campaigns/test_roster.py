"""The rosters' pages: every unit's life, whole for its owner, a miniature's for all others."""

import re

import pytest

from tests.campaigns.conftest import War


def text_of(page: bytes) -> str:
    """A page's words, its markup taken out."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.decode()).split())


@pytest.fixture
def home(half_a_war: War) -> str:
    return f"/campaigns/{half_a_war.campaign.code}/roster/"


def test_an_owner_reads_his_units_whole_and_others_as_their_miniatures(half_a_war: War, home: str) -> None:
    bobs, alices = text_of(half_a_war.bob.get(home).content), text_of(half_a_war.alice.get(home).content)
    assert "Scarp Rangers" in bobs
    assert "Card in reserve" in bobs
    assert "Main Battle Tank" not in bobs
    assert "Scarp Rangers" not in alices
    assert "Main Battle Tank" in alices
    # Bob's two cards that were never mustered are nobody else's to count.
    assert "Ten units, eight of them still there" in bobs
    assert "Eight units, six of them still there" in alices
    sifts(half_a_war, home)


def sifts(half_a_war: War, home: str) -> None:
    """By company, place and kind, and what no unit is."""

    def shown(query: str) -> list[str]:
        page = half_a_war.bob.get(home + query).content.decode()
        return re.findall(r'roster__id">(u\d+)<', page)

    assert shown("?place=gone") == ["u10", "u11", "u3", "u5"]
    assert shown("?company=meridian&kind=Infantry") == ["u2", "u3", "u4", "u6"]
    assert shown("?company=meridian&kind=Infantry&place=gone") == ["u3"]
    assert shown("?company=nobody") == []
    assert "No unit is all of that" in half_a_war.bob.get(home + "?kind=<b>").content.decode()


def test_a_units_page_tells_its_life_and_leads_to_its_lines(half_a_war: War, home: str) -> None:
    page = half_a_war.bob.get(f"{home}u3/").content.decode()
    assert "its last four people" in page
    log = f"/tables/{half_a_war.table.code}/log/?before=256#line-255"
    assert log in page or log.replace("/tables", "") in page
    assert (
        'id="line-255"'
        in half_a_war.bob.get(re.findall(r'href="([^"]*)#line-255"', page)[0]).content.decode()
    )
    # A unit that was never seen is nowhere for others.
    assert half_a_war.bob.get(f"{home}u14/").status_code == 200
    assert half_a_war.alice.get(f"{home}u14/").status_code == 404
    assert half_a_war.alice.get(f"{home}u99/").status_code == 404
    others = text_of(half_a_war.alice.get(f"{home}u2/").content)
    assert "Mustered under the flag blue-yellow-white." in others
    for hidden in ("Scarp", "155", "Ammunition", "Troop Carrier"):
        assert hidden not in others


def test_a_veteran_bears_a_star_for_every_three_fights_and_its_evenings(half_a_war: War, home: str) -> None:
    for reader in (half_a_war.alice, half_a_war.bob):
        told = reader.get(f"{home}u1/").content
        assert "Veteran one star" in text_of(told)
        assert "On the map or in the books on evening 1." in text_of(told)
        assert told.count(b'class="star"') == 1
        assert "Veteran" not in text_of(reader.get(f"{home}u7/").content)
