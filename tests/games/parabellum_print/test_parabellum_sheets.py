"""Maps and sheets of a campaign on paper."""

import copy
from functools import cache
from io import BytesIO
from itertools import pairwise, permutations
from typing import Any

import pdfplumber
import pytest

from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.chits import NOTES
from companion.games.parabellum.printables.look import DRESS, INCH, edge, ground
from companion.games.parabellum.printables.maps import EVERY
from companion.games.parabellum.printables.screen import outside
from companion.games.parabellum.state import Line, letters, starter_binder, starter_file
from companion.press.document import Document
from companion.press.face import WHITE, Face, Path, Rectangle, Stamp
from companion.press.text import CannotPrint
from tests.games.parabellum.test_binder import DRILL
from tests.games.parabellum_print.scenes import A, B, scene, sizes, stamped, trail
from tests.press import measuring
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type, told

NOW = trail()[-1]


def map_print(name: str, *sees: str, live: bool = False, **given: Any) -> Document:
    printable = PRINTABLES[name]
    document: Document = printable.make(
        chosen(printable.options, given), GAME.seen(scene(*sees)) if live else None
    )
    return document


def words(document: Document) -> str:
    return " ".join(" ".join(page.split()) for page in told(document.pdf()))


def grid_lines(page: Any) -> tuple[list[float], list[float]]:
    """Where a map's lines stand on paper, in millimetres: the upright and the level ones."""
    lines = [line for line in page.lines if max(line["width"], line["height"]) * MM > 200]
    uprights = sorted({round(line["x0"] * MM, 3) for line in lines if line["width"] * MM < 0.01})
    return uprights, sorted({round(line["top"] * MM, 3) for line in lines if line["height"] * MM < 0.01})


@pytest.mark.sampled
@pytest.mark.parametrize("paper", ["a4", "letter", "both"])
def test_squares_are_exactly_an_inch_and_no_sheet_cuts_one(paper: str) -> None:
    document = map_print("map", paper=paper)
    sheet = starter_binder().map_of("1")
    tiles = [page for page in document.pages if page.label.startswith("tile")]
    assert all(stamp.scale == 1 for page in tiles for stamp in page.stamps)
    windows = [s.window for page in tiles for s in page.stamps if s.window]
    for window in windows:
        for measure in window:
            assert measure / INCH == pytest.approx(round(measure / INCH), abs=1e-6)
    shown = sum(window.width * window.height for window in windows)
    assert shown == pytest.approx(sheet.columns * sheet.height * INCH**2)
    page = pages(document.pdf())[1]
    for places in grid_lines(page):
        assert all(b - a == pytest.approx(INCH, abs=TOLERANCE) for a, b in pairwise(places))


def test_a_whole_map_is_one_sheet_of_its_size() -> None:
    [page] = pages(map_print("map", size="whole").pdf())
    assert (page.width * MM, page.height * MM) == pytest.approx((16 * INCH + 30, 12 * INCH + 30), abs=0.01)


@pytest.mark.parametrize("ink", ["colour", "safe", "grey", "saver"])
def test_a_small_map_is_one_readable_page(ink: str) -> None:
    pdf = map_print("map", A, live=True, size="page", ink=ink).pdf()
    assert len(pages(pdf)) == 1
    assert smallest_type(pdf) >= 7 - 0.05
    assert all(fonts(pdf).values())
    if ink in ("grey", "saver"):
        assert not operators(pdf)["rg"] + operators(pdf)["RG"]


def test_every_map_of_the_campaign_prints_with_its_names_and_features() -> None:
    for scenario in starter_binder().scenarios:
        document = map_print("map", scenario=scenario, size="whole")
        names = words(document)
        for objective in starter_binder().scenarios[scenario].objectives:
            assert not objective.squares or objective.name.split()[0] in names
        stamps = [stamp for page in document.pages for stamp in page.stamps]
        assert min(size for stamp in stamps for size in sizes(stamp.face, stamp.scale)) >= 7
    with pytest.raises(InvalidInput, match="There is no scenario 9Z here; there is 1, 2A"):
        map_print("map", scenario="9z")


def test_terrain_patterns_differ_without_their_colour() -> None:
    binder, seen = starter_binder(), {}
    for each in binder.terrain.values():
        face = ground(each.id, each.glyph, DRESS.look({"ink": "saver"}))
        tile = face.marks[0]
        assert isinstance(tile, Stamp)
        seen[each.id] = tuple(repr(mark) for mark in tile.face.marks)
        assert not [m for m in tile.face.marks if m.paint.fill not in (None, WHITE)]
    assert len(set(seen.values())) == len(binder.terrain)


def test_the_box_can_hold_the_map_of_every_scenario() -> None:
    binder = starter_binder()
    made = map_print("map", maps="every", size="page", position=False)
    assert len(made.pages) == len(binder.scenarios)
    assert EVERY in GAME.printables["everything"].options
    assert len(map_print("map", size="page").pages) == 1


def test_a_wood_goes_on_over_its_squares_and_ends_in_one_line() -> None:
    look = DRESS.look({"ink": "colour"})
    corners = {ground("forest", "", look, column, row) for column in (0, 1) for row in (0, 1)}
    assert len(corners) == 4
    assert ground("forest", "", look, 2, 2) in corners
    assert edge("forest", "forest", look) is None
    shore, wood = edge("water", "forest", look), edge("forest", "open", look)
    assert shore
    assert wood
    assert shore.width > wood.width


def test_a_live_map_shows_what_everybody_sees_and_nothing_else() -> None:
    """Two units of one side stand there: a passenger, a reserve and a card's type stay hidden."""
    for sees in ((), (A,), (A, B)):
        document = map_print("map", *sees, live=True, size="page")
        told = words(document)
        assert not [kind.name for kind in NOW.binder.units.values() if kind.name in told]
        [page] = document.pages
        [drawing] = [s.face for s in page.stamps if s.face.name.startswith("map ")]
        minis = [
            m.face.name for m in drawing.marks if isinstance(m, Stamp) and m.face.name.startswith("class ")
        ]
        assert sorted(minis) == ["class infantry", "class tank", "class truck"]
    empty = map_print("map", live=True, size="page", position=False)
    [drawing] = [s.face for s in empty.pages[0].stamps if s.face.name.startswith("map ")]
    assert not stamped(drawing, "class ")


def bases(document: Document) -> dict[str, Face]:
    return {s.face.name: s.face for page in document.pages for s in page.stamps if " " in s.face.name}


def test_bases_have_their_true_footprint_and_a_company_its_box() -> None:
    document = map_print("miniatures", company="ansa")
    fronts = [page for page in document.pages if page.side == "front"]
    names = [s.face.name for page in fronts for s in page.stamps if s.face.name.startswith("ansa ")]
    assert len(names) == 24 + 16 + 12
    found = bases(document)
    assert (found["ansa infantry"].width, found["ansa infantry"].height) == (12.7, 12.7)
    assert (found["ansa truck"].width, found["ansa truck"].height) == (25.4, 12.7)
    assert (found["ansa tank"].width, found["ansa tank"].height) == (25.4, 25.4)
    assert min(size for face in found.values() for size in sizes(face)) >= 7
    with pytest.raises(InvalidInput, match="There is no company “acme” here; there is kestrel_vaun"):
        map_print("miniatures", company="acme")


def test_a_cut_base_measures_an_inch_on_paper() -> None:
    document = map_print("miniatures", company="ansa", only="ansa tank", marks="outline")
    rims = [r for r in pages(document.pdf())[0].rects if abs(r["width"] * MM - INCH) < 0.05]
    assert len(rims) >= 4
    assert all(r["height"] * MM == pytest.approx(INCH, abs=TOLERANCE) for r in rims)


def test_tents_stand_forty_millimetres_tall_on_a_foot() -> None:
    found = bases(map_print("miniatures", company="meridian", kind="tent"))
    assert (found["meridian tank"].width, found["meridian tank"].height) == (25.4, 2 * (40 + 12))
    turns = sorted(m.turn for m in found["meridian tank"].marks if isinstance(m, Stamp))
    assert turns == [0, 2]


def test_live_miniatures_tell_no_hidden_unit() -> None:
    seen = {name for name in bases(map_print("miniatures", B, live=True, flags="table")) if " u" in name}
    assert {name.split()[1] for name in seen} == {"u1", "u3", "u4", "u6", "u7"}
    own = {name for name in bases(map_print("miniatures", A, live=True, flags="table")) if " u" in name}
    assert {name.split()[1] for name in own} == {"u1", "u2", "u3", "u4", "u6", "u7"}


def test_flags_fly_as_far_as_one_sees_them() -> None:
    def flying(*sees: str) -> set[str]:
        document = map_print("flags", *sees, live=True, used="flying", beads_each=0)
        return {s.face.name for page in document.pages for s in page.stamps if "-" in s.face.name}

    assert "green-white-red" in flying(A)
    assert "green-white-red" not in flying(B)
    assert "red-black-purple" in flying(A)


def test_every_bead_has_a_letter_of_its_own() -> None:
    binder = starter_binder()
    assert len(set(letters(binder.palette).values())) == len(binder.palette)
    told = words(map_print("flags", flags_each=0, beads_each=2))
    assert all(letter in told for letter in letters(binder.palette).values())


def test_tokens_are_as_many_and_as_large_as_the_box_wants() -> None:
    document = map_print("tokens")
    names = [s.face for p in document.pages if p.side == "front" for s in p.stamps]
    count = {what: [f.name for f in names].count(what) for what in ("fuel", "ammunition", "people")}
    assert count == {"fuel": 60, "ammunition": 60, "people": 150}
    assert {(f.width, f.height) for f in names if f.name in count} == {(8.0, 8.0)}
    tiles = map_print("feature-tiles")
    fronts = [s.face for p in tiles.pages if p.side == "front" for s in p.stamps]
    assert {(f.width, f.height) for f in fronts if f.name == "mine"} == {(25.4, 25.4)}
    backs = [s.face.name for p in tiles.pages if p.side == "back" for s in p.stamps]
    assert backs.count("mine cleared") == 12
    assert backs.count("bridge folded") == 4


def test_an_owners_terrain_and_classes_are_drawn_by_their_signs() -> None:
    file = starter_file()
    file["terrain"] = {"lava": {"glyph": "&", "cost": 3, "defense": 0, "attack": 0, "access": None}}
    rows = file["maps"]["halden_crossing"]["rows"]
    rows[1] = "&" + rows[1][1:]
    file["classes"] = {**file["classes"], "airship": {"footprint": "large"}}
    assert "&" in words(map_print("map", binder=file, size="page"))
    assert "AIR" in words(map_print("miniatures", binder=file, company="ansa", only="ansa airship"))


def test_board_places_are_inch_squares_and_a_live_one_is_its_seats_own() -> None:
    own = map_print("board", A, live=True, contents=True)
    told = words(own)
    assert "U3" in told
    assert "U7" not in told
    public = words(map_print("board", live=True, contents=True))
    assert "U3" not in public
    [first, *_] = own.pages
    boxes = [mark.box for mark in first.stamps[0].face.marks if isinstance(mark, Rectangle)]
    squares = [box for box in boxes if box.width == box.height == INCH]
    assert len(squares) == 12
    assert smallest_type(own.pdf()) >= 7


@cache
def printed(name: str, *sees: str, live: bool = False, **given: Any) -> bytes:
    printable = PRINTABLES[name]
    pdf: bytes = printable.make(
        chosen(printable.options, given), GAME.seen(scene(*sees)) if live else None
    ).pdf()
    return pdf


def page_words(pdf: bytes) -> list[str]:
    return [" ".join(page.split()) for page in measuring.told(pdf)]


def test_a_blank_balance_sheet_has_twenty_five_lines_and_every_column() -> None:
    [page] = page_words(printed("balance-sheet"))
    for column in ("Budget", "Manpower", "Ammunition", "Deployment", "Salvage", "Adjustment", "Balance"):
        assert column in page
    with pdfplumber.open(BytesIO(printed("balance-sheet"))) as file:
        [sheet] = file.pages
        assert sheet.width * MM == pytest.approx(297, abs=0.5)
        [table] = sheet.find_tables()
        assert len(table.rows) == 1 + 1 + 25 + 1


def test_a_live_balance_sheet_is_the_seats_own_ledger_and_adds_up() -> None:
    page, _ = page_words(printed("balance-sheet", A, live=True))
    own = [line for line in NOW.ledger if line.player == A]
    for line in own:
        assert f"{abs(line.amount):,}".replace(",", " ") in page
    assert f"{NOW.players[A].credits:,}".replace(",", " ") in page
    for hidden in ("Light Tank", "Mortar Section"):
        assert hidden not in page


def test_a_long_ledger_is_carried_forward() -> None:
    printable = PRINTABLES["balance-sheet"]
    seen = scene(A)
    last = NOW.ledger[-1].n
    more = tuple(Line(last + n, "1", 2, A, "fuel", "fuel", 1, -10) for n in range(1, 41))
    state = NOW.changed(ledger=(*NOW.ledger, *more)).with_player(A, credits=NOW.players[A].credits - 400)
    made = printable.make(chosen(printable.options, {"sheets": 0}), type(seen)(state, seen.sight))
    first, second = page_words(made.pdf())
    handed = first.rsplit("Carried forward", 1)[1].split()
    brought = second.split("Brought forward", 1)[1].split()[: len(handed)]
    assert [word for word in handed if word != "100"][:6] == brought[:6]


def test_without_a_seat_nobodys_ledger_is_printed() -> None:
    with pytest.raises(CannotPrint, match="take a seat"):
        printed("balance-sheet", live=True)
    [page] = page_words(printed("balance-sheet", live=True, ledger="blank"))
    assert "Regular Infantry" not in page


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", ["turn-aid", "dice-aid"])
def test_an_aid_is_one_page_and_readable(name: str) -> None:
    pdf = printed(name)
    assert len(page_words(pdf)) == 1
    assert smallest_type(pdf) >= 7.4
    assert all(fonts(pdf).values())
    assert smallest_type(printed(name, large=True)) >= 9


@pytest.mark.parametrize("name", ["turn-aid", "dice-aid"])
def test_an_aid_too_long_for_a_page_leaves_no_title_alone(name: str) -> None:
    binder = copy.deepcopy(DRILL)
    signs = [chr(n) for n in range(ord("A"), ord("A") + 20)]
    bare = {"cost": 1, "defense": 0, "attack": 0, "access": None}
    binder["terrain"] = {f"ground_{sign.lower()}": {"glyph": sign, **bare} for sign in signs}
    aid = PRINTABLES[name]
    first, *rest = page_words(aid.make(chosen(aid.options, {"binder": binder}), None).pdf())
    assert len(first.split()) > 60
    assert "Ground T" in " ".join(rest)


def test_aids_say_the_tables_prices_terrain_and_exact_odds() -> None:
    [turn] = page_words(printed("turn-aid", live=True))
    assert "5 while more than 240 are left" in turn
    assert "Rocky 2 +1 −1 mountain" in turn
    [dice] = page_words(printed("dice-aid"))
    assert "d6 3.9 1.7 0.9" in dice  # ten d6 against ten d4, d6, d8
    assert "d6 2.2 1.2 0.7" in dice  # five against five: 11690225/10077696 is 1.2
    assert "420 210 190 170" in dice


def test_a_screen_has_an_outside_and_an_inside_for_each_panel() -> None:
    texts = page_words(printed("secrecy-screen", company="ansa"))
    assert len(texts) == 6
    assert all("Ansa Mutual Security" in page for page in texts[::2])
    for page, word in zip(texts[1::2], ("Turn", "Combat", "Money"), strict=True):
        assert page.startswith(word)
    with pdfplumber.open(BytesIO(printed("secrecy-screen", company="ansa"))) as file:
        letters = [char for page in file.pages[1::2] for char in page.chars]
        inside = [char["size"] for char in letters if "Literata" in char["fontname"]]
        assert min(inside) >= 11.5
    live = page_words(printed("secrecy-screen", live=True))
    assert len(live) == 12  # two companies are at the table


def drawn(face: Face) -> set[tuple[str, int]]:
    """What a panel is made of, whatever the inks: its shapes, and how many points each has."""
    found: set[tuple[str, int]] = set()
    for mark in face.marks:
        if isinstance(mark, Stamp):
            found |= drawn(mark.face)
        elif isinstance(mark, Path):
            found.add((type(mark).__name__, sum(map(len, mark.runs))))
    return found


@pytest.mark.parametrize("ink", ["colour", "saver"])
def test_no_two_companies_screens_are_one_drawing_in_two_colours(ink: str) -> None:
    binder, look = starter_binder(), DRESS.look({"ink": ink})  # type: ignore[typeddict-item]  # the ink alone
    classes = list(binder.classes)[:3]
    panels = [drawn(outside(binder, company, classes, look)) for company in binder.companies]
    units = set.intersection(*panels)
    assert all(each - other - units for each, other in permutations(panels, 2))


def test_a_dice_log_has_room_for_twenty_dice() -> None:
    [page] = page_words(printed("dice-log"))
    assert page.count("Counterattack") == 3
    assert "18 19 20" in page


@pytest.mark.sampled
def test_no_sheet_shows_what_another_seat_hides() -> None:
    """Types, reserves and flags aboard of a player are on no public sheet and on none of the other's."""
    hidden = {NOW.card(unit).name for unit in NOW.of(A)} - {NOW.card(unit).name for unit in NOW.of(B)}
    public = (
        "unit-cards",
        "setup-binder",
        "secrecy-screen",
        "turn-aid",
        "dice-aid",
    )  # the catalogue, and no piece of it
    for name, printable in PRINTABLES.items():
        if printable.table == "may" and name not in public:
            text = " ".join(page_words(printed(name, B, live=True)))
            assert not [each for each in hidden if each in text], name


def document(name: str, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), None)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "width", "height", "frame", "count"),
    [
        ("credit-notes", 70, 35, 3.0, 20),
        ("recon-slips", 74, 52, 2.0, 10),
        ("objective-markers", 25.4, 25.4, 1.6, 24),
    ],
)
def test_pieces_have_their_true_size_on_paper(
    name: str, width: float, height: float, frame: float, count: int
) -> None:
    pdf = document(name).pdf()
    found = rectangles(pages(pdf)[0], width - frame, height - frame, 0.4)
    found += rectangles(pages(pdf)[0], height - frame, width - frame, 0.4) if not found else []
    assert len({(round(each.x, 2), round(each.y, 2)) for each in found}) == count
    across = min(abs(a.x - b.x) for a in found for b in found if abs(a.y - b.y) < 1 and abs(a.x - b.x) > 1)
    assert across == pytest.approx(width, abs=TOLERANCE)
    assert all(fonts(pdf).values())
    assert pdf == document(name).pdf()


@pytest.mark.parametrize("name", ["credit-notes", "recon-slips", "objective-markers"])
@pytest.mark.parametrize("ink", ["colour", "saver"])
def test_slips_are_readable(name: str, ink: str) -> None:
    for large in (False, True):
        for page in document(name, ink=ink, large=large).pages[:2]:
            drawn = [stamp for stamp in page.stamps if stamp.face.name != "margin"]
            found = [size for stamp in drawn for size in sizes(stamp.face, stamp.scale)]
            assert min(found) >= (9 if large else 7) - 1e-6


def test_there_is_money_for_four_budgets() -> None:
    worth = sum(value * count for value, (count, *_) in NOTES.items())
    assert worth >= 4 * 2400
    assert all(a < b for a, b in zip(NOTES, list(NOTES)[1:], strict=False))


def test_a_marker_has_the_seat_that_holds_it_behind_its_number() -> None:
    front, back = document("objective-markers").pages
    fronts = [stamp for stamp in front.stamps if "seat" in stamp.face.name]
    backs = [stamp for stamp in back.stamps if "seat" in stamp.face.name]
    assert len(fronts) == len(backs) == 24
    for one, other in zip(fronts, backs, strict=True):
        assert one.face.name == other.face.name
        assert other.x == pytest.approx(front.width - one.x - one.face.width, abs=TOLERANCE)
        assert other.y == pytest.approx(one.y, abs=TOLERANCE)


def test_a_roster_without_an_address_says_in_its_margin_why_it_has_no_codes() -> None:
    printable = PRINTABLES["roster-cards"]
    known = printable.make(chosen(printable.options, {}), GAME.seen(scene(B))).pdf()
    bare = printable.make(chosen(printable.options, {}), GAME.seen(scene(B, address=""))).pdf()
    off = printable.make(chosen(printable.options, {"codes": False}), GAME.seen(scene(B, address=""))).pdf()
    assert trail()[-1].of(B)
    assert "no codes: this print knows no address" in pages(bare)[0].extract_text()
    assert "no codes" not in pages(known)[0].extract_text() + pages(off)[0].extract_text()
