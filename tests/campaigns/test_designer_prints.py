"""A binder on paper: what cannot be printed is told with the rest, and all prints are had from here."""

from typing import Any

import pypdfium2
import pytest
from django.test import Client

from tests.campaigns.binders import Workbench, begun, words


@pytest.fixture
def bench(transactional_db: None) -> Workbench:
    return begun(Client())


def text(answer: Any) -> str:
    pages = pypdfium2.PdfDocument(answer.content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_a_name_that_no_card_can_hold_is_told_where_it_is_typed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "x" * 220})
    page = bench.open("room/catalogue/")
    assert "It can be played, but not printed:" in words(page)
    assert page.count("data-path=") == page.count('data-path="units.technical.name"') == 1
    number = bench.latest.number
    refused = bench.browser.get(f"{bench.base}versions/{number}/unit-cards.pdf?paper=a4")
    assert refused.status_code == 422
    assert "too wide" in words(refused.content.decode())
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    assert "not printed" not in words(bench.open("room/catalogue/"))


def test_a_letter_that_no_font_has_is_told_too(bench: Workbench) -> None:
    bench.keep("at/binder/", name="𓀀")
    assert "It can be played, but not printed" in words(bench.open("room/catalogue/"))


@pytest.mark.parametrize(
    ("name", "held"), [("unit-cards", "Pick-up"), ("setup-binder", "Pick-up"), ("tree", "")]
)
def test_what_is_designed_is_what_is_printed(bench: Workbench, name: str, held: str) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    page = bench.open("prints/")
    address = f"{bench.base}versions/2/{name}.pdf"
    assert f"{address}?paper=a4" in page
    printed = bench.browser.get(f"{address}?paper=a4")
    assert printed["Content-Type"] == "application/pdf"
    assert held in text(printed)


def test_what_cannot_be_played_yet_is_not_printed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.cost": "-5"})
    assert "to be mended first" in words(bench.open("prints/"))
    assert bench.browser.get(f"{bench.base}versions/2/unit-cards.pdf").status_code == 422
    for wrong in ("versions/1/flags.pdf", "versions/1/nothing.pdf", "versions/1/map.pdf?paper=b9"):
        assert bench.browser.get(f"{bench.base}{wrong}").status_code == 422
    assert bench.browser.get(f"{bench.base}versions/77/map.pdf").status_code == 404
