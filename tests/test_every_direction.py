"""Every page of a house whose people write from right to left: their names turn nothing beside them."""

from collections.abc import Iterator
from io import BytesIO
from urllib.parse import quote

import pikepdf
import pypdfium2
import pytest
from django.test import Client

from campaigns.models import Campaign
from companion import shelf
from companion.press.text import BODY, missing
from companion.tables import seating
from companion.tables.devices import COOKIE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat
from companion.workshop.keeping import latest
from companion.workshop.models import CardSet
from tests.foreign import Foreigners, bare

WORDS = ("שם", "كتيبة", "Τάγμα", "Рота", "Điện", "第一", "🎖")
PEOPLE = ("עדה כהן", "ليلى", "Ελένη", "Đỗ")
UNKNOWN = "\U00012000"
"""A sign of cuneiform, for which no font lies here."""
AT_TABLE = ("unit-cards", "roster", "order-sheet", "setup-binder", "tree", "front-page")
OF_CAMPAIGN = ("books/book.pdf", "reports/history.pdf", "reports/evening/1/report.pdf")


@pytest.mark.thorough
@pytest.mark.django_db(databases=["default", "shop"])
def test_no_page_shows_a_name_that_turns_the_words_beside_it() -> None:
    faults = [(kind, there, text) for kind, there, page in Foreigners().pages() for text in bare(page)]
    assert faults == []


def printed() -> Iterator[tuple[str, str]]:
    """Each print that holds names which people gave, and where it is."""
    for cards in CardSet.objects.all():
        workshop = shelf.game(cards.system).workshop
        assert workshop is not None
        for kind in workshop.kinds:
            row = latest(cards).rows[kind.key][0][kind.id]
            made = f"{cards.code}.2" + f".{quote(row, safe='')}" * bool(workshop.alone)
            yield f"{cards.system} {kind.key}", f"/print/{cards.system}/{kind.printable}.pdf?made={made}"
    code = Campaign.objects.get(system="parabellum").code
    yield from ((name, f"/print/parabellum/{name}.pdf?table={code}") for name in AT_TABLE)
    yield from ((name, f"/campaigns/{code}/{name}") for name in OF_CAMPAIGN)


@pytest.mark.django_db(databases=["default", "shop"])
def test_every_print_with_names_holds_their_letters_and_the_type_for_them() -> None:
    words = [word for word in WORDS if not missing(BODY, word)]
    house, met = Foreigners(words, PEOPLE), set()
    for name, there in printed():
        answer = house.browser.get(there)
        data = answer.getvalue()
        assert data[:5] == b"%PDF-", (name, data[-600:])
        with pikepdf.open(BytesIO(data)) as file:
            fonts = [
                font for page in file.pages for font in page.get("/Resources", {}).get("/Font", {}).values()
            ]
            told = [font.DescendantFonts[0] if "/DescendantFonts" in font else font for font in fonts]
            assert all({"/FontFile2", "/FontFile3"} & set(each.FontDescriptor.keys()) for each in told), name
        text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
        found = {word for word in (*words, *PEOPLE) if word in text or word[::-1] in text}
        assert found, name
        assert not set("?\ufffd\ufffe") & set(text), name
        met |= found
    assert met >= set(words)


@pytest.mark.django_db(databases=["default", "shop"])
def test_a_name_that_no_font_prints_is_kept_and_its_page_says_so_at_once() -> None:
    browser = Client()
    browser.post("/campaigns/series/scarper/", {"title": f"Winter {UNKNOWN}"})
    campaign = Campaign.objects.get()
    assert campaign.title == f"Winter {UNKNOWN}"
    page = browser.get(f"/campaigns/{campaign.code}/manage/").text
    assert "It is shown here, but not printed." in page
    assert "U+12000 cuneiform sign a" in page
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", waits=True))
    seating.host(table, browser.cookies[COOKIE].value, "A phone")
    chair = Seat.objects.filter(table=table).first()
    assert chair is not None
    browser.post(f"/t/{table.code}/sit/", {"seat": chair.chair, "player": UNKNOWN, "deed": "call"})
    assert "U+12000 cuneiform sign a" in browser.get(f"/t/{table.code}/lobby/").text


@pytest.mark.django_db(databases=["default", "shop"])
def test_a_letter_that_no_font_has_is_refused_by_name_by_every_print_that_holds_it() -> None:
    house = Foreigners([UNKNOWN])
    for name, there in printed():
        answer = house.browser.get(there)
        assert answer.getvalue()[:5] != b"%PDF-", name
        assert "U+12000 cuneiform sign a" in answer.text, name
