"""Sheets of text can be read aloud: tagged, with words for pictures, as PDF/UA asks (read, not validated)."""

import pytest

from companion.press.prose import Prose
from companion.printing import Plate, make, plates
from tests.press.test_every_front_page import GAMES, front
from tests.press.universal import faults

SHEETS = [
    plate for plate in plates() if plate.printable.table != "must" and isinstance(make(plate, {}), Prose)
]


@pytest.mark.parametrize("plate", SHEETS, ids=lambda plate: f"{plate.game.slug} {plate.printable.name}")
def test_every_sheet_of_text_is_tagged_whole(plate: Plate) -> None:
    assert faults(make(plate, {}).pdf()) == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_front_page_is_tagged_whole(slug: str) -> None:
    assert faults(front(slug).pdf()) == []
