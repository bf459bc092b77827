"""Maps, miniatures, tokens and flags: an inch is an inch, and only what everybody sees stands on a map."""

from itertools import pairwise
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.look import DRESS, INCH, edge, ground
from companion.games.parabellum.printables.maps import EVERY
from companion.games.parabellum.state import letters, starter_binder, starter_file
from companion.press.document import Document
from companion.press.face import WHITE, Face, Rectangle, Stamp
from tests.games.parabellum_print.scenes import A, B, scene, sizes, stamped, trail
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, smallest_type, told

NOW = trail()[-1]


def printed(name: str, *sees: str, live: bool = False, **given: Any) -> Document:
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
    document = printed("map", paper=paper)
    sheet = starter_binder().map_of("1")
    tiles = [page for page in document.pages if page.label.startswith("tile")]
    assert all(stamp.scale == 1 for page in tiles for stamp in page.stamps)
    windows = [s.window for page in tiles for s in page.stamps if s.window]
    for window in windows:
        for measure in window:
            assert measure / INCH == pytest.approx(round(measure / INCH), abs=1e-6)
    shown = sum(window.width * window.height for window in windows)
    assert shown == pytest.approx(sheet.columns * sheet.height * INCH**2)
    for page in pages(document.pdf())[1:3]:
        for places in grid_lines(page):
            assert all(b - a == pytest.approx(INCH, abs=TOLERANCE) for a, b in pairwise(places))


def test_a_whole_map_is_one_sheet_of_its_size() -> None:
    [page] = pages(printed("map", size="whole").pdf())
    assert (page.width * MM, page.height * MM) == pytest.approx((16 * INCH + 30, 12 * INCH + 30), abs=0.01)


@pytest.mark.parametrize("ink", ["colour", "safe", "grey", "saver"])
def test_a_small_map_is_one_readable_page(ink: str) -> None:
    pdf = printed("map", A, live=True, size="page", ink=ink).pdf()
    assert len(pages(pdf)) == 1
    assert smallest_type(pdf) >= 7 - 0.05
    assert all(fonts(pdf).values())
    if ink in ("grey", "saver"):
        assert not operators(pdf)["rg"] + operators(pdf)["RG"]


def test_every_map_of_the_campaign_prints_with_its_names_and_features() -> None:
    for scenario in starter_binder().scenarios:
        document = printed("map", scenario=scenario, size="whole")
        names = words(document)
        for objective in starter_binder().scenarios[scenario].objectives:
            assert not objective.squares or objective.name.split()[0] in names
        stamps = [stamp for page in document.pages for stamp in page.stamps]
        assert min(size for stamp in stamps for size in sizes(stamp.face, stamp.scale)) >= 7
    with pytest.raises(InvalidInput, match="There is no scenario 9Z here; there is 1, 2A"):
        printed("map", scenario="9z")


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
    made = printed("map", maps="every", size="page", position=False)
    assert len(made.pages) == len(binder.scenarios)
    assert EVERY in GAME.printables["everything"].options
    assert len(printed("map", size="page").pages) == 1


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
        document = printed("map", *sees, live=True, size="page")
        told = words(document)
        assert not [kind.name for kind in NOW.binder.units.values() if kind.name in told]
        [page] = document.pages
        [drawing] = [s.face for s in page.stamps if s.face.name.startswith("map ")]
        minis = [
            m.face.name for m in drawing.marks if isinstance(m, Stamp) and m.face.name.startswith("class ")
        ]
        assert sorted(minis) == ["class infantry", "class tank", "class truck"]
    empty = printed("map", live=True, size="page", position=False)
    [drawing] = [s.face for s in empty.pages[0].stamps if s.face.name.startswith("map ")]
    assert not stamped(drawing, "class ")


def bases(document: Document) -> dict[str, Face]:
    return {s.face.name: s.face for page in document.pages for s in page.stamps if " " in s.face.name}


def test_bases_have_their_true_footprint_and_a_company_its_box() -> None:
    document = printed("miniatures", company="ansa")
    fronts = [page for page in document.pages if page.side == "front"]
    names = [s.face.name for page in fronts for s in page.stamps if s.face.name.startswith("ansa ")]
    assert len(names) == 24 + 16 + 12
    found = bases(document)
    assert (found["ansa infantry"].width, found["ansa infantry"].height) == (12.7, 12.7)
    assert (found["ansa truck"].width, found["ansa truck"].height) == (25.4, 12.7)
    assert (found["ansa tank"].width, found["ansa tank"].height) == (25.4, 25.4)
    assert min(size for face in found.values() for size in sizes(face)) >= 7
    with pytest.raises(InvalidInput, match="There is no company “acme” here; there is kestrel_vaun"):
        printed("miniatures", company="acme")


def test_a_cut_base_measures_an_inch_on_paper() -> None:
    document = printed("miniatures", company="ansa", only="ansa tank", marks="outline")
    rims = [r for r in pages(document.pdf())[0].rects if abs(r["width"] * MM - INCH) < 0.05]
    assert len(rims) >= 4
    assert all(r["height"] * MM == pytest.approx(INCH, abs=TOLERANCE) for r in rims)


def test_tents_stand_forty_millimetres_tall_on_a_foot() -> None:
    found = bases(printed("miniatures", company="meridian", kind="tent"))
    assert (found["meridian tank"].width, found["meridian tank"].height) == (25.4, 2 * (40 + 12))
    turns = sorted(m.turn for m in found["meridian tank"].marks if isinstance(m, Stamp))
    assert turns == [0, 2]


def test_live_miniatures_tell_no_hidden_unit() -> None:
    seen = {name for name in bases(printed("miniatures", B, live=True, flags="table")) if " u" in name}
    assert {name.split()[1] for name in seen} == {"u1", "u3", "u4", "u6", "u7"}
    own = {name for name in bases(printed("miniatures", A, live=True, flags="table")) if " u" in name}
    assert {name.split()[1] for name in own} == {"u1", "u2", "u3", "u4", "u6", "u7"}


def test_flags_fly_as_far_as_one_sees_them() -> None:
    def flying(*sees: str) -> set[str]:
        document = printed("flags", *sees, live=True, used="flying", beads_each=0)
        return {s.face.name for page in document.pages for s in page.stamps if "-" in s.face.name}

    assert "green-white-red" in flying(A)
    assert "green-white-red" not in flying(B)
    assert "red-black-purple" in flying(A)


def test_every_bead_has_a_letter_of_its_own() -> None:
    binder = starter_binder()
    assert len(set(letters(binder.palette).values())) == len(binder.palette)
    told = words(printed("flags", flags_each=0, beads_each=2))
    assert all(letter in told for letter in letters(binder.palette).values())


def test_tokens_are_as_many_and_as_large_as_the_box_wants() -> None:
    document = printed("tokens")
    names = [s.face for p in document.pages if p.side == "front" for s in p.stamps]
    count = {what: [f.name for f in names].count(what) for what in ("fuel", "ammunition", "people")}
    assert count == {"fuel": 60, "ammunition": 60, "people": 150}
    assert {(f.width, f.height) for f in names if f.name in count} == {(8.0, 8.0)}
    tiles = printed("feature-tiles")
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
    assert "&" in words(printed("map", binder=file, size="page"))
    assert "AIR" in words(printed("miniatures", binder=file, company="ansa", only="ansa airship"))


def test_board_places_are_inch_squares_and_a_live_one_is_its_seats_own() -> None:
    own = printed("board", A, live=True, contents=True)
    told = words(own)
    assert "U3" in told
    assert "U7" not in told
    public = words(printed("board", live=True, contents=True))
    assert "U3" not in public
    [first, *_] = own.pages
    boxes = [mark.box for mark in first.stamps[0].face.marks if isinstance(mark, Rectangle)]
    squares = [box for box in boxes if box.width == box.height == INCH]
    assert len(squares) == 12
    assert smallest_type(own.pdf()) >= 7
