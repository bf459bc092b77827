"""Printers are measured, and a run is begun, turned and taken up again as its paper wants."""

import os
import sys
from io import BytesIO
from subprocess import run

import pdfplumber
import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from numpy.random import default_rng

from companion.engine.errors import InvalidInput
from companion.press.document import Document
from companion.press.page import PAPERS
from companion.shop.models import Printer
from companion.shop.orders import Order, reordered
from companion.tables.models import ELSEWHERE
from companion.views.print_shop.order import turned_over
from tests.press.measuring import MM, TOLERANCE, Off, pages, printed, rectangles
from tests.press.test_measured import on_a_table
from tests.shop.orders import order
from tests.staged import raster

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
CARD = (56, 87)
DECK = "/print/scarper/deck.pdf?marks=outline&back_marks=yes&only=bef-lands"


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


def added(name: str = "Hall, upper tray", **fed: str) -> Printer:
    answer = Client().post("/print/printers/add/", {"name": name, **fed})
    assert answer.status_code == 302
    found = Printer.objects.get(name=name)
    assert answer["Location"] == f"/print/printers/{found.pk}/"
    return found


def read(printer: Printer, **said: str):
    return Client().post(f"/print/printers/{printer.pk}/readings/", said)


def test_a_house_that_follows_is_told_of_its_printers_by_the_first() -> None:
    printer = added()
    ELSEWHERE.set()
    try:
        for deed, said in (
            ("add", {"name": "Mine"}),
            (f"{printer.pk}/afresh", {}),
            (f"{printer.pk}/delete", {}),
        ):
            assert Client().post(f"/print/printers/{deed}/", said).status_code == 503
    finally:
        ELSEWHERE.clear()
    assert list(Printer.objects.all()) == [printer]


def test_two_letters_tell_how_far_the_backs_are_off() -> None:
    printer = added()
    sheet = Client().get(f"/print/printers/{printer.pk}/sheet.pdf")
    assert [round(page.width * MM) for page in pages(sheet.content)] == [210, 210]
    assert read(printer, **{"across-1": "n", "down-1": "J"}).status_code == 302
    printer.refresh_from_db()
    assert (printer.dx, printer.dy, printer.proved) == (1.5, -0.5, False)
    page = Client().get(f"/print/printers/{printer.pk}/").content.decode()
    assert "1.5\u00a0mm right and 0.5\u00a0mm up" in page
    assert "second sheet" in page


def test_what_the_second_sheet_finds_counts_on_top_and_k_proves_it() -> None:
    printer = added()
    read(printer, **{"across-1": "N", "down-1": "K"})
    read(printer, **{"across-1": "N", "down-1": "K"})
    printer.refresh_from_db()
    assert (printer.dx, printer.dy, printer.proved) == (1.8, 0.0, False), "the second sheet is finer"
    answer = read(printer, **{"across-1": "K", "down-1": "L", "down-2": "J"})
    assert "Tell 1 or 2, from the sheet that lies on its side." in answer.content.decode()
    read(printer, **{"across-1": "K", "down-1": "L", "down-2": "J", "lying": "1"})
    printer.refresh_from_db()
    assert (printer.dx, printer.proved, printer.lying) == (1.8, True, "left")
    Client().post(f"/print/printers/{printer.pk}/afresh/")
    printer.refresh_from_db()
    assert (printer.dx, printer.measured, printer.proved, printer.lying) == (0.0, False, False, "")
    Client().post(f"/print/printers/{printer.pk}/proved/")
    printer.refresh_from_db()
    assert not printer.proved, "what was never measured cannot be proved"


def test_every_paper_that_cards_are_printed_on_can_be_measured_or_is_printed_on_one_that_can() -> None:
    for paper in (each for each in PAPERS if each != "both"):
        printer = added(f"With {paper}", paper=paper)
        sheet = pages(Client().get(f"/print/printers/{printer.pk}/sheet.pdf").content)[0]
        assert sheet.width * MM == pytest.approx(PAPERS[paper].width, abs=0.01)


@pytest.mark.parametrize(("told", "way"), [("1", "left"), ("2", "right")])
def test_the_second_sheets_prove_a_lying_page_too(told: str, way: str) -> None:
    printer = added()
    read(printer, **{"across-1": "N", "down-1": "J"})
    sheets = pages(Client().get(f"/print/printers/{printer.pk}/sheet.pdf").content)
    assert [round(page.width * MM) for page in sheets] == [210, 210, 297, 297]
    answer = Client().post(f"/print/printers/{printer.pk}/proved/")
    assert answer.status_code == 422
    assert "Tell 1 or 2" in answer.content.decode()
    printer.refresh_from_db()
    assert not printer.proved
    Client().post(f"/print/printers/{printer.pk}/proved/", {"lying": told})
    printer.refresh_from_db()
    assert (printer.proved, printer.lying, printer.calibration.lying) == (True, way, way)
    page = Client().get(f"/print/printers/{printer.pk}/").content.decode()
    assert f"lying pages are turned with their top to the {way}" in page


def test_a_printer_on_letter_over_the_short_edge_gets_its_own_sheet() -> None:
    printer = added(paper="letter", edge="short")
    sheet = Client().get(f"/print/printers/{printer.pk}/sheet.pdf")
    assert pages(sheet.content)[0].width * MM == pytest.approx(215.9, abs=0.01)
    read(printer, **{"across-1": "N", "down-1": "K"})
    printer.refresh_from_db()
    assert printer.dx == -1.5


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"across-1": "Z", "down-1": "K"}, "Give one letter from A to U"),
        ({"across-1": "K"}, "Give one letter from A to U"),
        ({"across-1": "K", "down-1": "K", "bar_across": "wide"}, "Give the length in millimetres"),
        ({"across-1": "K", "down-1": "K", "bar_down": "100"}, "print it at 100 %"),
    ],
)
def test_a_reading_that_cannot_be_is_told_at_its_field(said: dict[str, str], told: str) -> None:
    printer = added()
    answer = read(printer, **said)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert told in page
    assert 'aria-invalid="true"' in page
    printer.refresh_from_db()
    assert not printer.measured


@pytest.mark.parametrize(
    ("fed", "told"),
    [
        ({"name": "  "}, "Give the printer a name"),
        ({"name": "x" * 61}, "Give the printer a name"),
        ({"name": "Hall"}, "There is a printer called “Hall” already"),
        ({"name": "New", "paper": "foolscap"}, "“foolscap” is none of a4"),
        ({"name": "New", "edge": "round"}, "is none of long, short"),
    ],
)
def test_a_name_or_paper_that_cannot_be_is_told(fed: dict[str, str], told: str) -> None:
    added("Hall")
    answer = Client().post("/print/printers/add/", fed)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert Printer.objects.count() == 1


def test_a_name_in_any_script_has_its_sheet() -> None:
    printer = added("プリンター <b>🖨</b>")
    assert Client().get(f"/print/printers/{printer.pk}/sheet.pdf").status_code == 200
    assert "&lt;b&gt;" in Client().get("/print/printers/").content.decode()


def places(pdf: bytes, page: int) -> list[tuple[float, float]]:
    return sorted({(round(r.x, 2), round(r.y, 2)) for r in rectangles(pages(pdf)[page], 63, 88)})


def test_only_the_backs_move_and_by_exactly_what_was_measured() -> None:
    added("Hall")
    Printer.objects.update(dx=1.5, dy=-0.5, measured=True)
    plain, made_good = (Client().get(DECK + more).content for more in ("", "&printer=Hall"))
    assert places(plain, 0) == places(made_good, 0) != []
    [(x, y)], [(right, up)] = places(plain, 1)[:1], places(made_good, 1)[:1]
    assert right - x == pytest.approx(1.5, abs=TOLERANCE)
    assert up - y == pytest.approx(-0.5, abs=TOLERANCE)


def test_on_lying_sheets_the_backs_move_with_the_paper() -> None:
    added("Hall")
    lying = "/print/verraeter/deck.pdf?marks=outline&back_marks=yes&only=town rose"
    plain = Client().get(lying).content
    [before, *_] = rectangles(pages(plain)[1], *CARD)
    for way, by in (("left", (0.5, 1.5)), ("right", (-0.5, -1.5))):
        Printer.objects.update(dx=1.5, dy=-0.5, measured=True, proved=True, lying=way)
        [after, *_] = rectangles(pages(Client().get(f"{lying}&printer=Hall").content)[1], *CARD)
        assert (after.x - before.x, after.y - before.y) == pytest.approx(by, abs=TOLERANCE / 10)


@pytest.mark.parametrize(
    ("measured", "asked", "told"),
    [
        ({}, "paper=letter", "was measured with A4 turned over the long edge; this is US Letter turned over"),
        ({}, "backs=short", "this is A4 turned over the short edge"),
        ({"paper": "letter", "edge": "short"}, "paper=letter", "this is US Letter turned over the long edge"),
        ({"paper": "legal"}, "paper=both", "this is paper for A4 and Letter turned over the long edge"),
    ],
)
def test_a_printer_measured_for_another_feed_is_refused(
    measured: dict[str, str], asked: str, told: str
) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True, proved=True, lying="left", **measured)
    query = f"?only=bef-lands&printer=Hall&{asked}"
    for page in ("deck/", "deck.pdf"):
        answer = Client().get(f"/print/scarper/{page}{query}")
        assert answer.status_code == 422
        assert told in answer.content.decode()
    error = Client().get(f"/api/print/scarper/deck.pdf{query}").json()["error"]
    assert (error["code"], error["path"]) == ("invalid_input", "printer")
    assert told in error["message"]


@pytest.mark.parametrize(
    "asked", ["paper=a4", "paper=both", "paper=letter&backs=fold", "paper=letter&sides=fronts"]
)
def test_what_was_measured_serves_its_own_feed_and_what_needs_none(asked: str) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True, proved=True, lying="left")
    answer = Client().get(f"/print/scarper/deck/?only=bef-lands&printer=Hall&{asked}")
    assert answer.status_code == 200
    warned = "on US Letter its scale may be another" in answer.content.decode()
    assert warned == ("letter" in asked)


def test_lying_sheets_are_warned_of_until_somebody_has_looked_which_way_they_turn() -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True)
    words = "nobody has looked yet which way “Hall” turns them"
    address = "/print/verraeter/deck/?only=town rose&printer=Hall"
    assert words in Client().get(address).content.decode()
    upright = Client().get("/print/scarper/deck/?printer=Hall").content.decode()
    assert words not in upright
    Printer.objects.update(proved=True, lying="right")
    assert words not in Client().get(address).content.decode()


def test_a_printer_that_nobody_knows_is_told_at_its_field() -> None:
    answer = Client().get("/print/scarper/deck/?printer=Attic")
    assert answer.status_code == 422
    assert "No printer is called “Attic” here; there is none yet." in answer.content.decode()
    error = Client().get("/api/print/scarper/deck.pdf?printer=Attic").json()["error"]
    assert (error["code"], error["path"]) == ("invalid_input", "printer")


def test_a_printer_taken_off_the_list_is_gone() -> None:
    printer = added()
    assert printer.name in Client().get("/print/scarper/deck/").content.decode()
    Client().post(f"/print/printers/{printer.pk}/delete/")
    assert printer.name not in Client().get("/print/scarper/deck/").content.decode()
    assert Client().get(f"/print/printers/{printer.pk}/").status_code == 404


def test_measuring_anew_is_another_file() -> None:
    printer = Printer.objects.create(name="Hall", dx=1.0)
    before = order()
    first = type(before)(before.plate, before.given, None, printer).fingerprint
    printer.dx = 1.5
    assert type(before)(before.plate, before.given, None, printer).fingerprint not in (
        first,
        before.fingerprint,
    )


def test_a_printer_measured_for_another_feed_is_measured_for_this_one_with_one_tap() -> None:
    printer = added("Hall")
    page = Client().get("/print/scarper/deck/?printer=Hall").content.decode()
    assert "“Hall” has not been measured: its backs may land beside their fronts." in page
    assert f'href="/print/printers/{printer.pk}/"' in page
    read(printer, **{"across-1": "N", "down-1": "J"})
    page = Client().get("/print/scarper/deck/?printer=Hall&paper=letter").content.decode()
    assert "Measure it for US Letter over the long edge" in page
    added("Hall (US Letter, long edge)", paper="letter", edge="long")
    page = Client().get("/print/scarper/deck/?printer=Hall&paper=letter").content.decode()
    assert "Print with “Hall (US Letter, long edge)”" in page
    assert (
        "Measure"
        not in Client()
        .get("/print/scarper/deck/?printer=Hall")
        .content.decode()
        .split("<main")[1]
        .split('id="told-go"')[1]
    )


def test_a_printer_whose_name_no_sheet_can_hold_is_refused_by_the_letter(client: Client) -> None:
    fed = {"paper": "a4", "edge": "long"}
    sent = client.post("/print/printers/add/", {"name": "Hall \U00012000", **fed})
    assert (sent.status_code, "U+12000 cuneiform sign a" in sent.text) == (422, True)
    assert not Printer.objects.exists()
    assert client.post("/print/printers/add/", {"name": "אולם", **fed}).status_code == 302


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
    assert turned_over(drawn(order())) == "book"
    assert turned_over(drawn(order(backs="short"))) == "calendar"
    assert turned_over(drawn(order(backs="none"))) == ""
    page = Client().get("/print/scarper/missions/?backs=short").content.decode()
    assert "turned over the short edge" in page
    assert "leaf--calendar leaf--backed" in page


@pytest.mark.sampled
def test_a_printer_whose_pace_is_known_says_how_long_it_takes() -> None:
    added(name="Slow", pace="2")
    assert "6 min" in Client().get("/print/scarper/everything/facts").content.decode()
    assert "18 min" in Client().get("/print/scarper/everything/facts?printer=Slow").content.decode()
    answer = Client().post("/print/printers/add/", {"name": "Fast", "pace": "none"})
    assert (answer.status_code, "pages a minute it prints" in answer.content.decode()) == (422, True)


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


def photo_of(printer: Printer, side: int) -> SimpleUploadedFile:
    pdf = printed(printer.drawn_sheet("a printer").pdf(), Off(), Off(dx=1.2, dy=-0.7))
    content = on_a_table(raster(pdf, side), default_rng(side), hard=0.3)
    return SimpleUploadedFile(f"{side}.jpg", content)


def test_two_photos_do_what_letters_do_and_a_poor_one_is_told() -> None:
    printer = added()
    there = f"/print/printers/{printer.pk}/photos/"
    page = Client().get(f"/print/printers/{printer.pk}/").content.decode()
    assert page.count('type="file"') == 2
    answer = Client().post(there, {})
    assert (answer.status_code, "Choose a photo of either side" in answer.content.decode()) == (422, True)
    front, back = photo_of(printer, 0), photo_of(printer, 1)
    answer = Client().post(there, {"photo": [front]})
    assert "Of the first sheet the back is still to be photographed" in answer.content.decode()
    front.seek(0)
    assert Client().post(there, {"photo": [front, back]}).status_code == 302
    printer.refresh_from_db()
    assert printer.measured
    assert (printer.dx, printer.dy) == pytest.approx((-1.2, 0.7), abs=0.1)
    page = Client().get(f"/print/printers/{printer.pk}/").content.decode()
    assert page.count('type="file"') == 4
    back.seek(0)
    answer = Client().post(there, {"photo": [back]})
    assert "This is the first sheet; wanted are photos of those printed last" in answer.content.decode()
