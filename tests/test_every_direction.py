"""Every page of a house whose people write from right to left: their names turn nothing beside them."""

import pytest

from tests.foreign import Foreigners, bare


@pytest.mark.django_db(databases=["default", "shop"])
def test_no_page_shows_a_name_that_turns_the_words_beside_it() -> None:
    faults = [(kind, there, text) for kind, there, page in Foreigners().pages() for text in bare(page)]
    assert faults == []
