"""The rosters: every unit's life, whole for its owner, a miniature's for all others."""

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
    own, others = text_of(half_a_war.bob.get(home).content), text_of(half_a_war.alice.get(home).content)
    assert "Scarp Rangers" in own
    assert "Card in reserve" in own
    assert "Scarp Rangers" not in others
    assert "Main Battle Tank" in others
    assert "Main Battle Tank" not in own
