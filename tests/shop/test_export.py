"""Prints without the shop's pages: by the command, and as files for makers and other tables."""

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from zipfile import ZipFile

import ezdxf
import pikepdf
import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from pdfplumber.page import Page
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument
from svgelements import SVG, Rect

from companion.engine.errors import InvalidInput
from companion.management.commands.print import Command
from companion.press.page import FORMATS
from companion.press.pdf.x1a import inks as inks_of
from companion.printing import find
from companion.shop.export import MAKERS, export, targets
from companion.shop.models import Printer
from companion.shop.orders import Order
from companion.tables.lobby import Opening, open_table
from tests.press.measuring import MM, TOLERANCE, pages
from tests.press.measuring import words as written

HOUSE = Path(__file__).resolve().parents[2]


def say(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "manage.py", "print", *words], cwd=HOUSE, capture_output=True)


class Said(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: str
    wrong: str


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """The same command in this process: a house need not be loaded for each line."""

    def say_here(*words: str) -> Said:
        try:
            Command().run_from_argv(["manage.py", "print", *words])
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        return Said(status, *capsys.readouterr())

    return say_here


@pytest.mark.sampled
def test_a_deck_is_written_on_the_paper_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    done = say("scarper", "cards", "--out", str(out), "--paper", "letter", "--marks=lines", "--backs", "none")
    assert done.returncode == 0, done.stderr
    read = pages(out.read_bytes())
    assert len(read) == 7
    assert read[0].width * MM == pytest.approx(215.9, abs=0.01)
    assert (
        say("scarper", "cards", "--paper", "letter", "--marks", "lines", "--backs", "none").stdout
        == out.read_bytes()
    )


def test_the_list_names_each_printable_with_its_options(here: Callable[..., Said]) -> None:
    listed = {(each["system"], each["name"]): each for each in json.loads(here("--list", "--json").out)}
    options = {option["key"]: option for option in listed["scarper", "deck"]["options"]}
    assert {choice["value"] for choice in options["paper"]["choices"]} >= {"a4", "letter"}
    assert options["library"]["file"] is True
    assert (options["part"]["low"], options["part"]["default"]) == (0, 0)
    assert "scarper deck" in here("--list").out


def test_a_library_file_is_printed(tmp_path: Path, here: Callable[..., Said]) -> None:
    source = json.loads((HOUSE / "companion/games/scarper/starter/library.json").read_text())
    source |= {"id": "ours", "title": "Our own box"}
    own = tmp_path / "ours.json"
    own.write_text(json.dumps(source))
    out = tmp_path / "out.pdf"
    assert here("scarper", "missions", "--library", str(own), "--out", str(out)).status == 0
    assert "Our own box" in pages(out.read_bytes())[0].extract_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scarper", "dek"], "prints no “dek”; it prints deck"),
        (["chess", "deck"], "There is no game “chess”"),
        (["scarper", "deck", "--paper", "foolscap"], "options.paper: “foolscap” is none of a4, letter"),
        (["scarper", "deck", "--papre", "a4"], "“--papre” is no option of this print; it takes --paper"),
        (["scarper", "deck", "--paper"], "Give a value: --paper a4|letter"),
        (["scarper", "deck", "--library", "nowhere.json"], "nowhere.json"),
        (["scarper", "position"], "prints a game in progress"),
        ([], "Name a game and what to print"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(
    words: list[str], told: str, here: Callable[..., Said]
) -> None:
    done = here(*words)
    assert done.status == 2
    assert told in done.wrong
    assert len(done.wrong.strip().splitlines()) == 1
    assert done.out == ""


def test_a_mistake_ends_the_process_with_its_one_line() -> None:
    done = say("chess", "deck")
    assert done.returncode == 2
    assert b"There is no game" in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_table_a_seat_and_a_printer_can_be_named(tmp_path: Path, here: Callable[..., Said]) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True)
    code = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={})).code
    out = tmp_path / "out.pdf"

    def printed(*words: str) -> list[Page]:
        assert here(*words, "--out", str(out)).status == 0
        return pages(out.read_bytes())

    assert len(printed("scarper", "position", "--table", code)) == 1, "the house prints the public part"
    [_, hand] = printed("scarper", "position", "--table", code, "--seat", "german")
    assert "German" in hand.extract_text()
    deck = ("scarper", "deck", "--only", "bef-lands")
    [plain] = [x for text, x, _ in written(printed(*deck)[1]) if text == "1914"]
    [moved] = [x for text, x, _ in written(printed(*deck, "--printer", "Hall")[1]) if text == "1914"]
    assert moved - plain == pytest.approx(1.5, abs=TOLERANCE)


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_printer_measured_for_something_else_is_told(tmp_path: Path, here: Callable[..., Said]) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True)
    out = tmp_path / "out.pdf"
    deck = ("scarper", "deck", "--only", "bef-lands", "--printer", "Hall", "--out", str(out))
    refused = here(*deck, "--paper", "letter")
    assert refused.status == 2
    assert (
        "printer: “Hall” was measured with A4 turned over the long edge; this is US Letter" in refused.wrong
    )
    assert not out.exists()
    warned = here(*deck, "--paper", "letter", "--sides", "fronts")
    assert warned.status == 0
    assert "on US Letter its scale may be another" in warned.wrong


DOTS = 96

"""Dots an inch of a drawing that names no unit: a reader's own word for millimetres that are not said."""

SAVED = json.loads(Path(__file__).with_name("tabletop_simulator.schema.json").read_text())


def unpacked(system, name, to, **given):
    packed = export(Order(find(system, name), given), to)
    with ZipFile(BytesIO(packed.content)) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


def test_a_maker_by_component_gets_every_side_once_at_its_size():
    files = unpacked("verraeter", "deck", "thegamecrafter", format="poker", only="town eagle, farmer*3")
    listed = files.pop("cards.txt").decode().split("front\tback\tcopies\n")[1].splitlines()
    first = files.pop("read first.txt").decode()
    assert "https://www.thegamecrafter.com/make/products/PokerDeck" in first
    assert "Preflight: nothing to look at" in first
    for name, file in files.items():
        picture = Image.open(BytesIO(file))
        assert picture.size == MAKERS["thegamecrafter"].pixels["poker"], name
        assert name.startswith("PokerDeck/")
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
    rows = [row.split("\t") for row in listed]
    assert [copies for _, _, copies in rows] == ["1", "3"]
    assert {name for front, back, _ in rows for name in (front, back)} == set(files)


def test_a_maker_in_order_gets_a_picture_for_each_card_so_that_backs_meet_their_fronts():
    files = unpacked("verraeter", "deck", "makeplayingcards", format="poker", only="town eagle, farmer*3")
    names = sorted(name for name in files if name.endswith(".png"))
    assert names == [
        "backs/001-town-rose.png", *(f"backs/00{n}-back-action.png" for n in (2, 3, 4)),
        "fronts/001-town-eagle.png", *(f"fronts/00{n}-farmer.png" for n in (2, 3, 4)),
    ]  # fmt: skip
    assert Image.open(BytesIO(files[names[0]])).size == MAKERS["makeplayingcards"].pixels["poker"]


def test_a_press_that_takes_pdf_x_1a_gets_four_inks_and_an_eighth_of_an_inch_around_the_cut():
    only = "town eagle, farmer*2"
    files = unpacked("verraeter", "deck", "drivethrucards", format="poker", only=only)
    assert sorted(files) == ["read first.txt", "verraeter-deck.pdf"]
    assert "Preflight: nothing to look at" in files["read first.txt"].decode()
    again = unpacked("verraeter", "deck", "drivethrucards", format="poker", only=only)
    assert again == files, "the same cards are the same file"
    with pikepdf.open(BytesIO(files["verraeter-deck.pdf"])) as file:
        assert (file.pdf_version, str(file.docinfo["/GTS_PDFXVersion"])) == ("1.4", "PDF/X-1a:2003")
        assert len(file.pages) == 6
        for page in file.pages:
            assert [float(each) for each in page.mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(each) for each in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        told = [
            str(each.operator)
            for form in file.objects
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form"
            for each in pikepdf.parse_content_stream(form)
        ]
    assert "k" in told
    assert not {"rg", "RG", "cs", "CS"} & set(told)


def test_four_inks_show_the_card_and_go_on_to_the_edge():
    files = unpacked("verraeter", "deck", "drivethrucards", format="poker", only="town eagle")
    house = unpacked("verraeter", "deck", "print-house", format="poker", only="town eagle")
    inks, light = (
        PdfDocument(each["verraeter-deck.pdf"])[0].render(scale=2).to_pil().convert("L")
        for each in (files, house)
    )
    middle = inks.crop((1, 1, light.width + 1, light.height + 1))
    assert ImageStat.Stat(ImageChops.difference(middle, light)).mean[0] < 40
    assert ImageStat.Stat(inks).stddev[0] > 20, "a page is not blank"
    edge = [inks.getpixel((x, y)) for x in (0, inks.width - 1) for y in range(0, inks.height, 3)]
    assert min(edge) < 200, "the ground's hatching goes on"


def test_colours_become_inks_black_first_and_never_too_many():
    for red in range(0, 11):
        for green in range(0, 11):
            for blue in range(0, 11):
                four = inks_of([red / 10, green / 10, blue / 10])
                assert sum(four) <= 2.0001
                back = [1 - part - four[3] for part in four[:3]]
                assert back == pytest.approx([red / 10, green / 10, blue / 10], abs=1e-3)


def test_a_picture_of_ones_own_becomes_four_inks_too():
    drawn = BytesIO()
    Image.new("RGB", (30, 20), (255, 128, 0)).save(drawn, "PNG")
    art = {"fronts": {"bef-lands": "data:image/png;base64," + b64encode(drawn.getvalue()).decode()}}
    files = unpacked("scarper", "cards", "drivethrucards", format="poker", only="bef-lands", art=art)
    with pikepdf.open(BytesIO(files["scarper-cards.pdf"])) as file:
        [picture] = [
            each
            for each in file.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        assert picture.ColorSpace == "/DeviceCMYK"
        assert picture.read_bytes()[:4] == bytes((0, 127, 255, 0))
    told = files["read first.txt"].decode()
    assert "LOOK  pictures: 1, the coarsest of" in told


@pytest.mark.parametrize(("maker", "name"), [(each, n) for each in MAKERS.values() for n in each.pixels])
def test_a_makers_picture_is_its_cut_card_with_its_bleed_around_it(maker, name):
    whole = tuple(300 * (side + 2 * maker.bleed) for side in maker.cut[name])
    assert maker.pixels[name] == pytest.approx(whole, abs=1.5)
    assert tuple(25.4 * side for side in maker.cut[name]) == pytest.approx(FORMATS[name], abs=2)


def test_ink_goes_on_to_the_edge_of_a_makers_picture():
    files = unpacked("verraeter", "deck", "thegamecrafter", format="poker", only="farmer")
    front = next(file for name, file in files.items() if "/fronts/" in name)
    picture = Image.open(BytesIO(front))
    across, down = picture.size
    edge = {picture.getpixel(at) for at in ((0, 0), (across - 1, 0), (0, down - 1), (across - 1, down - 1))}
    assert len(edge) == 1
    assert (255, 255, 255) not in edge


def test_a_card_of_another_size_keeps_its_own():
    files = unpacked("scope", "german-cards", "thegamecrafter", format="poker")
    sizes = {
        name.split("/")[0]: Image.open(BytesIO(each)).size for name, each in files.items() if "/" in name
    }
    assert sizes.pop("PokerDeck") == (825, 1125)
    [(folder, (across, down))] = sizes.items()
    assert (folder, across) == ("other sizes", down)
    assert "LOOK  card sizes: it has none of" in files["read first.txt"].decode()


def test_a_maker_refuses_a_size_that_it_does_not_print():
    with pytest.raises(InvalidInput, match="The Game Crafter prints US poker") as refused:
        unpacked("verraeter", "deck", "thegamecrafter", format="catan")
    assert refused.value.path == "options.format"


def test_tabletop_simulator_finds_each_card_on_its_sheet():
    files = unpacked("verraeter", "deck", "tabletop-simulator")
    saved = json.loads(files["verraeter-deck.json"])
    Draft202012Validator(SAVED).validate(saved)
    seen = 0
    for deck in saved["ObjectStates"]:
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        for key, look in deck["CustomDeck"].items():
            front = Image.open(BytesIO(files[look["FaceURL"]]))
            back = Image.open(BytesIO(files[look["BackURL"]]))
            shape = (front.width / look["NumWidth"]) / (front.height / look["NumHeight"])
            assert look["UniqueBack"] or shape == pytest.approx(back.width / back.height, rel=0.01)
            assert not look["UniqueBack"] or back.size == front.size
            assert max(front.size) <= 4096
            places = {number - 100 * int(key) for number in deck["DeckIDs"]}
            assert max(places) < look["NumWidth"] * look["NumHeight"] - 1
        seen += len(deck["DeckIDs"])
    pages = Order(find("verraeter", "deck"), {"house": True}).document.pages
    assert seen == sum(page.side == "front" for page in pages)


def test_a_card_alone_is_no_deck_for_tabletop_simulator():
    files = unpacked("verraeter", "deck", "tabletop-simulator", only="farmer")
    saved = json.loads(files["verraeter-deck.json"])
    Draft202012Validator(SAVED).validate(saved)
    assert [each["Name"] for each in saved["ObjectStates"]] == ["Card"]


@pytest.mark.parametrize(
    ("system", "name", "wanted"),
    [
        ("scarper", "deck", {"The BEF Lands", "Gorlice-Tarnów", "Treaty of Brest-Litovsk"}),
        ("parabellum", "unit-cards", {"Contract Militia"}),
        ("verraeter", "deck", {"Town eagle", "Oath blue"}),
    ],
)
def test_cards_on_a_virtual_table_are_called_by_their_names(system, name, wanted):
    files = unpacked(system, name, "tabletop-simulator")
    decks = json.loads(files[f"{system}-{name}.json"])["ObjectStates"]
    called = {card["Nickname"] for deck in decks for card in deck.get("ContainedObjects", [deck])}
    assert wanted <= called
    assert not [each for each in called if each[:1].islower() or "_" in each]


@pytest.mark.django_db(databases="__all__")
def test_a_virtual_table_loads_its_pictures_from_this_house(client):
    answer = client.get("/print/verraeter/deck/to/tabletop-simulator.zip?only=farmer")
    with ZipFile(BytesIO(answer.content)) as archive:
        saved = json.loads(archive.read("verraeter-deck.json"))
        Draft202012Validator(SAVED).validate(saved)
        [look] = saved["ObjectStates"][0]["CustomDeck"].values()
        told = archive.read("read me.txt").decode()
        held = {each: archive.read(each) for each in archive.namelist()}
    assert "loaded from this house" in told
    for address in (look["FaceURL"], look["BackURL"]):
        assert address.startswith("http://")
        there = urlsplit(address)
        picture = Client().get(f"{there.path}?{there.query}")
        assert picture["Content-Type"] == "image/png"
        assert picture.content == held[there.path.rpartition("/")[2]]
    assert client.get("/print/verraeter/deck/on-a-table/nothing.png").status_code == 404
    assert client.get("/print/verraeter/deck/on-a-table/x.png?made=K7FQ2M.1").status_code == 404


def test_pictures_may_lie_where_they_are_loaded_up(here, tmp_path):
    out = tmp_path / "deck.zip"
    said = here(
        "verraeter", "deck", "--only", "farmer", "--to", "tabletop-simulator",
        "--at", "https://example.org/cards/", "--out", str(out),
    )  # fmt: skip
    assert said.status == 0, said.wrong
    with ZipFile(out) as archive:
        assert b'"https://example.org/cards/verraeter-deck-fronts-1.png"' in archive.read(
            "verraeter-deck.json"
        )


@pytest.mark.parametrize("radius", ["0", "3"])
def test_a_machine_cuts_each_piece_where_the_sheet_has_it(radius):
    files = unpacked("scarper", "deck", "cutting-machine", radius=radius)
    drawing = ezdxf.read(StringIO(files["sheet-01.dxf"].decode()))
    assert drawing.units == ezdxf.units.MM
    cuts = drawing.modelspace().query("LWPOLYLINE[layer=='CUT']")
    sheet = SVG.parse(StringIO(files["sheet-01.svg"].decode()), ppi=DOTS)
    boxes = [tuple(25.4 / DOTS * at for at in each.bbox()) for each in sheet.select(is_cut)]
    size = 25.4 / DOTS * sheet.width, 25.4 / DOTS * sheet.height
    [paper] = drawing.modelspace().query("LWPOLYLINE[layer=='PAPER']")
    assert size == pytest.approx(max(paper.get_points())[:2], abs=1e-3)
    for drawn, cut in zip(sorted(boxes), sorted(_box(each, size[1]) for each in cuts), strict=True):
        assert drawn == pytest.approx(cut, abs=1e-3)
    for cut in cuts:
        across = [point[0] for point in cut.get_points()]
        down = [point[1] for point in cut.get_points()]
        assert (max(across) - min(across), max(down) - min(down)) == pytest.approx((63, 88), abs=1e-3)
        assert cut.closed
        assert len(across) == (8 if radius == "3" else 4)


def is_cut(element):
    return isinstance(element, Rect)


def _box(cut, height):
    """A cut as an SVG has it: from its upper left corner, y downwards."""
    across, down = zip(*(point[:2] for point in cut.get_points()), strict=True)
    return min(across), height - max(down), max(across), height - min(down)


def test_a_sheet_of_text_goes_to_paper_alone():
    plate = find("verraeter", "phase-aid")
    assert not list(targets(plate))
    with pytest.raises(InvalidInput, match="goes to paper alone"):
        export(Order(plate, {}), "thegamecrafter")


@pytest.mark.django_db(databases="__all__")
def test_the_shop_links_where_a_deck_can_go_and_tells_why_it_cannot(client):
    page = client.get("/print/verraeter/deck/?format=poker").content.decode()
    assert "/print/verraeter/deck/to/thegamecrafter.zip?format=poker" in page
    answer = client.get("/print/verraeter/deck/to/thegamecrafter.zip?format=poker&only=farmer")
    assert answer["Content-Type"] == "application/zip"
    assert answer.content[:2] == b"PK"
    refused = client.get("/print/verraeter/deck/to/thegamecrafter.zip?format=catan")
    assert refused.status_code == 422
    assert "choose one of these sizes" in refused.content.decode()
    assert client.get("/print/verraeter/deck/to/nowhere.zip").status_code == 422


@pytest.mark.django_db(databases="__all__")
def test_programs_send_a_deck_out_too(client):
    answer = client.get("/api/print/verraeter/deck/to/tabletop-simulator.zip?only=farmer")
    assert answer["Content-Type"] == "application/zip"
    wrong = client.get("/api/print/verraeter/deck/to/nowhere.zip")
    assert wrong.status_code == 422
    assert wrong.json()["error"]["path"] == "to"
    assert client.get("/api/print/verraeter/nothing/to/nowhere.zip").status_code == 404


@pytest.mark.parametrize(
    ("system", "name", "only"),
    [("verraeter", "deck", "town eagle, farmer*3"), ("proelii", "markers", "loss")],
)
def test_a_print_house_gets_its_file_with_a_clean_preflight(system, name, only):
    files = unpacked(system, name, "print-house", only=only)
    assert files[f"{system}-{name}.pdf"].startswith(b"%PDF-")
    findings = json.loads(files["preflight.json"])
    wrong = [each["name"] for each in findings if not each["right"]]
    assert wrong == ["profile"], files["preflight.txt"].decode()


@pytest.mark.django_db(databases="__all__")
def test_a_preflight_is_seen_before_the_file_is_taken(client):
    page = client.get("/print/verraeter/deck/?house=yes").content.decode()
    assert 'href="/print/verraeter/deck/preflight/?house=yes"' in page
    told = client.get("/print/verraeter/deck/preflight/?only=farmer").content.decode()
    for words in (
        "before it prints: 1 of 10 to look at",
        "Type, right:",
        "Right is: 5 pt",
        "Profile, to look at:",
        "to/print-house.zip",
    ):
        assert words in " ".join(told.split()), words
    assert client.get("/print/verraeter/phase-aid/preflight/").status_code == 404
    assert client.get("/print/verraeter/deck/preflight/cutting-machine/").status_code == 404
    assert client.get("/print/verraeter/deck/preflight/?only=nobody").status_code == 422


@pytest.mark.django_db(databases="__all__")
@pytest.mark.parametrize(
    ("maker", "found"),
    [
        ("thegamecrafter", "Card sizes, right:"),
        ("makeplayingcards", "Card sizes, right:"),
        ("drivethrucards", "Colours, right:"),
    ],
)
def test_what_a_maker_would_send_back_is_seen_before_its_file_is_taken(client, maker, found):
    page = client.get("/print/verraeter/deck/?format=poker").content.decode()
    assert f'href="/print/verraeter/deck/preflight/{maker}/?format=poker"' in page
    told = client.get(f"/print/verraeter/deck/preflight/{maker}/?format=poker&only=farmer").content.decode()
    words = " ".join(told.split())
    assert "would find" in words
    assert found in words, words[-3000:]
    assert f"to/{maker}.zip" in words
