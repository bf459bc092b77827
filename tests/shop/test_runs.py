"""Around a run: one card first, the edge that the paper turns over, and on from where it jammed."""

import os
import sys
from io import BytesIO
from subprocess import run

import pdfplumber
import pikepdf
import pytest
from django.core.management import call_command
from django.test import Client

from companion.engine.errors import InvalidInput
from companion.press.document import Document
from companion.shop.orders import Order, reordered
from companion.views.print_shop.runs import turning
from tests.shop.orders import order

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


def after(sheet: int, **given: str) -> Order:
    return Order(order().plate, given, None, None, sheet)


def labels(made: Order) -> list[str]:
    drawn = made.drawn
    assert drawn
    return [page.label for page in drawn.pages]


def test_after_a_jam_the_rest_keeps_its_numbers_and_its_backs() -> None:
    assert labels(after(2)) == [
        "fronts 2 of 3", "backs 2 of 3", "fronts 3 of 3", "backs 3 of 3",
    ]  # fmt: skip
    assert labels(after(4, sides="apart")) == ["backs 1 of 3", "backs 2 of 3", "backs 3 of 3"]
    assert labels(after(3, backs="none")) == ["fronts 3 of 3"]
    assert after(2).file_name == "scarper-missions-from-sheet-2.pdf"
    assert after(2).digest != order().digest
    assert labels(reordered(after(2).as_json())) == labels(after(2))


@pytest.mark.parametrize("sheet", [4, 99_999])
def test_a_sheet_that_is_not_there_is_refused_with_those_that_are(sheet: int) -> None:
    with pytest.raises(InvalidInput, match="this print has 3 sheets; give one of 1 to 3") as refused:
        assert after(sheet).document
    assert refused.value.path == "from"


def test_the_shop_goes_on_from_the_sheet_that_is_looked_at() -> None:
    page = Client().get("/print/scarper/missions/?page=4").content.decode()
    assert 'href="/print/scarper/missions.pdf?from=2"' in page
    assert "Jammed" not in Client().get("/print/scarper/missions/?page=2").content.decode()
    further = Client().get("/print/scarper/missions/?from=2&page=3").content.decode()
    assert "?from=3" in further
    answer = Client().get("/api/print/scarper/missions.pdf?from=2")
    assert len(pikepdf.open(BytesIO(answer.content)).pages) == 4
    for wrong in ("x", "0", "-1", "9" * 40, "²"):
        answer = Client().get(f"/api/print/scarper/missions.pdf?from={wrong}")
        assert answer.status_code == 422
        assert answer.json()["error"]["path"] == "from"
    told = Client().get("/print/scarper/missions/?from=9").content.decode()
    assert "give one of 1 to 3" in told


def test_the_command_line_goes_on_too(tmp_path) -> None:
    file = tmp_path / "rest.pdf"
    call_command("print", "scarper", "missions", "--from-sheet", "3", "--out", str(file))
    assert len(pikepdf.open(file).pages) == 2


@pytest.mark.parametrize(
    ("given", "asks"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"backs": "short"}, "/DuplexFlipShortEdge"),
        ({"sides": "apart"}, "/Simplex"),
        ({"backs": "fold"}, "/Simplex"),
        ({"backs": "none"}, "/Simplex"),
        ({"house": "yes"}, None),
    ],
)
def test_the_file_asks_the_printer_for_the_edge_that_its_backs_need(
    given: dict[str, str], asks: str | None
) -> None:
    with pikepdf.open(BytesIO(order(**given).document.pdf())) as file:
        assert file.Root.ViewerPreferences.get("/Duplex") == asks


def test_the_sheet_is_shown_turned_as_the_printer_turns_it() -> None:
    upright = turning(drawn(order()))
    assert upright
    assert upright.sideways
    assert upright.back[0].x == pytest.approx(210 - upright.front[0].right)
    over = turning(drawn(order(backs="short")))
    assert over
    assert not over.sideways
    assert over.back[0].y == pytest.approx(297 - over.front[0].bottom)
    assert turning(drawn(order(backs="none"))) is None
    page = Client().get("/print/scarper/missions/?backs=short").content.decode()
    assert "turned over the short edge" in page
    assert "like a leaf of a calendar" in page


def drawn(made: Order) -> Document:
    found = made.drawn
    assert found
    return found


def test_one_card_can_be_printed_first() -> None:
    page = Client().get("/print/scarper/missions/?copies=3&blank=2").content.decode()
    address = "/print/scarper/missions.pdf?only=allied-breakthrough"
    assert f'href="{address}"' in page
    with pdfplumber.open(BytesIO(Client().get(address).content)) as file:
        assert len(file.pages) == 2
        assert file.pages[0].extract_text().count("breakthrough") <= 2
    assert "One card first" not in Client().get("/print/scarper/board/").content.decode()


def test_a_wrong_address_leads_back_and_says_what_there_is() -> None:
    answer = Client().get("/print/scarper/nothing/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "Scarper prints no “nothing”; it prints deck, cards" in page
    assert 'href="/print/scarper/"' in page
    assert 'href="/print/"' in page
    assert 'href="/print/"' in Client().get("/print/chess/").content.decode()
    assert 'href="/campaigns/"' in Client().get("/campaigns/NOTHING/").content.decode()
    assert 'href="/"' in Client().get("/t/QQQQQQ/nothing/").content.decode()


def test_the_list_names_what_was_printed_and_not_what_was_only_looked_at() -> None:
    assert Client().get("/print/scarper/aid/picture").status_code == 200
    assert "Nothing yet" in Client().get("/print/files/").content.decode()
    assert Client().get("/print/scarper/missions.pdf").status_code == 200
    page = Client().get("/print/files/").content.decode()
    assert "scarper-missions.pdf" in page
    assert "scarper-aid" not in page


def test_cards_are_picked_by_their_titles() -> None:
    page = Client().get("/print/scarper/cards/cards/").content.decode()
    assert "Taxis of the Marne</span>" in page
    assert "taxis-of-the-marne</span>" not in page


def test_a_print_house_is_told_its_pages() -> None:
    page = Client().get("/print/scarper/missions/?house=yes").content.decode()
    assert "20 cards on 40 pages of a print house" in page


def test_a_house_without_tables_says_how_it_gets_one(tmp_path, settings) -> None:
    told = run(
        [sys.executable, "manage.py", "print", "scarper", "deck", "--table", "ABCDEF", "--out", "x.pdf"],
        env={**os.environ, "COMPANION_HOME": str(tmp_path / "fresh")}, cwd=settings.HOUSE,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "This house has no tables yet: “manage.py up” opens it." in told.stderr
