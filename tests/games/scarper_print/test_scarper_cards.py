"""Cards, sheets and the board on paper."""

import json
import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from pdfplumber.utils import extract_text

from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    FOLDER,
    OTHER,
    SIDE_NAMES,
    SIDES,
    YEARS,
)
from companion.games.scarper.game import GAME, PRINTABLES
from companion.games.scarper.printables import ACROSS, COUNTRY_PICTURES, DRESS, PAPER, SAFE_STRONG, country
from companion.games.scarper.printables.board import board_face
from companion.games.scarper.printables.chances import assault_gain, charge_odds
from companion.games.scarper.printables.years import figures_of, rounds
from companion.games.scarper.state.box import starter_board, starter_library
from companion.press.document import Document
from companion.press.face import BLACK, Face, Path, Stamp, Text
from companion.press.page import FORMATS, PAPERS
from companion.press.sheet import behind, grid
from companion.press.svg import as_written
from companion.press.text import CannotPrint, DoesNotFit, MissingGlyph
from companion.tables.lines import Passage
from tests.games.scarper_print.scenes import scene, trail
from tests.press import measuring
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type

LIBRARY = starter_library()

STARTER = json.loads((FOLDER / "starter" / "library.json").read_text("utf-8"))


def printed(name: str, **given: Any) -> Document:
    printable = PRINTABLES[name]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


def placed(document: Document, page: int) -> dict[str, tuple[float, float]]:
    return {s.face.name: (s.x, s.y) for s in document.pages[page].stamps if s.face.height == 88}


@pytest.mark.sampled("left", "top")
@pytest.mark.parametrize(("paper", "left", "top"), [("a4", 10.5, 16.5), ("letter", 13.45, 7.7)])
def test_every_card_has_its_place_on_paper(paper: str, left: float, top: float) -> None:
    document = printed("deck", paper=paper)
    slots = grid(PAPERS[paper], FORMATS["card"]).slots()
    assert (slots[0].x, slots[0].y) == pytest.approx((left, top))
    fronts = pages(document.pdf())[::2]
    count = 0
    for page in fronts:
        bands = rectangles(page, 55, 13, near=0.05)  # the header of a card, four millimetres inside its cut
        for band, slot in zip(bands, slots, strict=False):
            assert (band.x - 4, band.y - 4) == pytest.approx((slot.x, slot.y), abs=TOLERANCE / 10)
        count += len(bands)
    assert count == len(LIBRARY.cards) + len(LIBRARY.missions) == 80


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_card_has_the_back_of_its_year_or_side(paper: str, edge: str) -> None:
    document = printed("deck", paper=paper, backs=edge)
    for number in range(0, len(document.pages), 2):
        backs = {(round(s.x, 2), round(s.y, 2)): s.face.name for s in document.pages[number + 1].stamps}
        for name, (x, y) in placed(document, number).items():
            slot = behind(
                grid(PAPERS[paper], FORMATS["card"]).slots()[0]._replace(x=x, y=y), PAPERS[paper], edge
            )
            card = LIBRARY.cards.get(name)
            wanted = f"back {card.year}" if card else f"back {LIBRARY.missions[name].side}"
            assert backs[(round(slot.x, 2), round(slot.y, 2))] == wanted


@pytest.mark.sampled
def test_every_card_says_all_that_it_is() -> None:
    document = printed("deck")
    told = {}
    for number, page in enumerate(pages(document.pdf())):
        for name, (x, y) in placed(document, number).items():
            lying = [
                char
                for char in page.chars
                if x <= char["x0"] * MM and char["x1"] * MM <= x + 63
                if y <= char["top"] * MM and char["bottom"] * MM <= y + 88
            ]
            told[name] = " ".join(extract_text(lying).split())
    for card in LIBRARY.cards.values():
        words = told[card.id]
        for part in (card.title, str(card.year), SIDE_NAMES[card.side].upper(), str(card.points)):
            assert part in words, card.id
        assert set(card.text.split()) <= set(words.split())
        for other in (*card.requires, *card.cancels, *card.prevents):
            assert LIBRARY.cards[other].title in words
        assert card.id not in words, "a card is no machine's"
    assert all(
        "Starter set, not the published cards" in page.extract_text() for page in pages(document.pdf())
    )
    for mission in LIBRARY.missions.values():
        assert mission.title in told[mission.id]
        assert set(mission.text.split()) <= set(told[mission.id].split())
        assert "morale +3" in told[mission.id]
        assert "morale +2" in told[mission.id]


def own_sizes(face: Face) -> list[float]:
    """Every type size on a face, and on what is stamped on it."""
    own = [mark.size for mark in face.marks if isinstance(mark, Text)]
    return own + [size for mark in face.marks if isinstance(mark, Stamp) for size in own_sizes(mark.face)]


@pytest.mark.parametrize("ink", ["colour", "saver"])
@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_type_is_never_smaller_than_people_can_read(ink: str, large: bool, limit: float) -> None:
    document = printed("deck", ink=ink, large=large)
    faces = {stamp.face for page in document.pages for stamp in page.stamps if stamp.face.height == 88}
    assert len(faces) == 80 + 5 + 2
    assert min(size for face in faces for size in own_sizes(face)) >= limit


def test_the_type_on_paper_is_the_type_that_was_set() -> None:
    assert smallest_type(printed("cards").pdf()) == 7.0


@pytest.mark.sampled
def test_nothing_leaves_the_safe_zone_of_a_card() -> None:
    document = printed("deck")
    seen = 0
    for number, page in enumerate(pages(document.pdf())):
        spots = placed(document, number).values()
        for char in page.chars:
            x, y = char["x0"] * MM, char["top"] * MM
            on = [spot for spot in spots if spot[0] <= x < spot[0] + 63 and spot[1] <= y < spot[1] + 88]
            seen += len(on)
            for left, top in on:
                assert left + 3.4 <= x
                assert char["x1"] * MM <= left + 59.6
                assert top + 3.4 <= y
                assert char["bottom"] * MM <= top + 85
    assert seen > 80 * 100


@pytest.mark.sampled
def test_inks_keep_their_word() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert grey["g"]
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    dark = [r for page in pages(printed("cards", ink="saver").pdf()) for r in page.rects if r["fill"]]
    assert not [r for r in dark if r["width"] * MM > 20 and r["non_stroking_color"] not in ((1,), (1.0,), 1)]


def test_the_file_is_ours_and_the_same_twice() -> None:
    document = printed("deck")
    assert all(fonts(document.pdf()).values())
    assert document.pdf() == printed("deck").pdf()


def library(**changes: Any) -> Any:
    cards = [{**STARTER["cards"][0], **changes}, *STARTER["cards"][1:]]
    return {**STARTER, "id": "ours", "title": "Our own box", "cards": cards}


def test_an_owners_cards_carry_their_own_name() -> None:
    [first, *_] = pages(printed("cards", library=library(title="<b>A & B</b>")).pdf())
    told = first.extract_text()
    assert "<b>A & B</b>" in told
    assert "Our own box" in told
    assert "not the published" not in told


@pytest.mark.parametrize(
    ("changes", "error", "path"),
    [
        ({"title": "Long " * 2000}, DoesNotFit, "cards.bef-lands.title"),
        ({"text": "x" * 10_000}, DoesNotFit, "cards.bef-lands.text"),
        ({"text": "𓀀"}, MissingGlyph, "cards.bef-lands.text"),
        ({"text": "a\u0007b"}, MissingGlyph, "cards.bef-lands.text"),
        ({"title": "𓀀"}, MissingGlyph, "cards.bef-lands.title"),
        ({"points": 9}, InvalidInput, "library.cards.0.points"),
    ],
)
def test_a_card_that_cannot_be_printed_is_named(changes: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("cards", library=library(**changes))
    assert refused.value.path == path


def test_a_card_full_of_text_gives_up_its_signs_before_its_size() -> None:
    words = "Remove up to two enemy trenches anywhere on the front. " * 7
    assert printed("cards", library=library(text=words)).pdf()


TOO_SMALL = {"micro": "31.75x44.45"}

"""Sizes that are not offered, and how one could ask for them all the same."""

FIRST = sorted(starter_library().cards.values(), key=lambda card: card.year)[0]


def fronts(document: Document) -> set[Face]:
    known = starter_library().cards
    return {s.face for page in document.pages for s in page.stamps if s.face.name in known}


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in TOO_SMALL])
def test_a_card_of_any_size_is_whole_and_readable(name: str) -> None:
    found = fronts(printed("cards", format=name, marks="none"))
    assert len(found) == 60
    assert {(face.width, face.height) for face in found} == {tuple(FORMATS[name])}
    assert min(size for face in found for size in sizes(face)) >= 7 - 1e-6


@pytest.mark.parametrize("size", TOO_SMALL.values())
def test_a_card_too_small_for_its_text_is_refused_by_name(size: str) -> None:
    with pytest.raises(DoesNotFit, match="Choose a larger card") as refused:
        printed("cards", format="own", own=size)
    assert refused.value.path.startswith("cards.")


def test_a_size_of_ones_own_lies_down_too() -> None:
    document = printed("cards", format="own", own="100x75", only=FIRST.id)
    [face] = fronts(document)
    assert (face.width, face.height) == (100, 75)
    assert FIRST.title.split()[0] in pages(document.pdf())[0].extract_text()


def test_blank_cards_and_only_what_is_new() -> None:
    blank = printed("cards", only=FIRST.id, blank=2)
    names = [s.face.name for page in blank.pages[::2] for s in page.stamps]
    assert names.count(FIRST.id) == 1
    assert sum(name.startswith("blank") for name in names) == 10
    with pytest.raises(CannotPrint, match="nothing to print"):
        printed("cards", changed=True)


def test_round_trenches_are_as_large_as_asked_and_two_sided() -> None:
    document = printed("markers", shape="round", trench_size="25.4", marks="outline", only="allied trench 1")
    [fronts_, backs, *_] = document.pages
    placed = [s for s in fronts_.stamps if s.face.name == "allied trench 1"]
    assert {(s.face.width, s.face.height) for s in placed} == {(25.4, 25.4)}
    assert [s.face.name for s in backs.stamps].count("allied trench 3") == len(placed)
    rims = rectangles(pages(document.pdf())[0], 25.4, 25.4, near=0.05)
    assert len(rims) == len(placed)


@pytest.mark.parametrize("backs", ["long", "fold"])
def test_no_straight_cut_runs_into_a_round_trench(backs: str) -> None:
    document = printed("markers", shape="round", trench_size="20", backs=backs, only="allied trench 1")
    page = document.pages[0]
    rims = [s for s in page.stamps if "trench" in s.face.name]
    [marks] = [s.face for s in page.stamps if s.face.name == "marks"]
    straight = [run for path in marks.marks for run in path.runs if len(run) == 2]  # type: ignore[union-attr]
    assert len(straight) > 10
    for (x0, y0), (x1, y1) in straight:
        for rim in rims:
            x, y = rim.x + 10, rim.y + 10
            clear = abs(x - x0) >= 11.5 - 1e-6 if x0 == x1 else abs(y - y0) >= 11.5 - 1e-6
            assert clear, "lines run between the tokens, outside their bleed"
            assert x0 == x1 or y0 == y1


def test_tents_have_a_foot_at_each_end_and_flags_two_wings() -> None:
    document = printed("markers", frontlines="tent", tracks="flags", only="frontline, allied economy")
    faces = {s.face.name: s.face for page in document.pages for s in page.stamps}
    assert (faces["frontline"].width, faces["frontline"].height) == (25.4, 100)
    turns = sorted(m.turn for m in faces["frontline"].marks if isinstance(m, Stamp))
    assert turns == [0, 2]
    assert faces["allied economy"].width == 33


def test_trenches_can_be_folded_instead_of_turned() -> None:
    document = printed("markers", backs="fold", only="german trench 1")
    names = [s.face.name for s in document.pages[0].stamps]
    assert names.count("german trench 1") == names.count("german trench 3") > 0


def test_strips_count_in_squares_of_eight_millimetres() -> None:
    [page, *_] = pages(printed("strips", marks="none").pdf())
    squares = rectangles(page, 8, 8, near=0.05)
    assert len(squares) >= 22
    assert page.width * MM == pytest.approx(210, abs=0.01)


SEES = {
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}

"""How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009)."""


@pytest.mark.parametrize("eyes", SEES)
def test_the_safe_colours_differ_for_colour_blind_eyes(eyes: str) -> None:
    seen = {}
    for side, colour in SAFE_STRONG.items():
        light = [part**2.2 for part in colour]
        seen[side] = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        seen[side] = [max(0.0, part) ** (1 / 2.2) for part in seen[side]]
    for one, other in combinations(seen.values(), 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.15


NOW = trail()[-1]


def sheet_print(name: str, *sees: str, live: bool = True, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), GAME.seen(scene(*sees)) if live else None)


def told(document: Any) -> list[str]:
    return [" ".join(page.split()) for page in measuring.told(document.pdf())]


def secrets(side: Any) -> set[str]:
    box = NOW.box
    held = {box.cards[each].title for each in NOW.hands[side].cards or ()}
    orders = NOW.missions[side]
    return held | {box.missions[each].text for each in (*(orders.kept or ()), *(orders.drawn or ()))}


def test_spectators_print_no_hand() -> None:
    document = sheet_print("position")
    [page] = told(document)
    assert all(name in page for name in BATTLEFIELD_NAMES.values())
    for side in SIDES:
        assert secrets(side)
        assert not [title for title in secrets(side) if title in page]


@pytest.mark.parametrize("side", SIDES)
def test_a_seat_prints_its_own_hand_alone_on_a_page_of_its_own(side: Any) -> None:
    public, own = told(sheet_print("position", side))
    other = secrets(OTHER[side]) - secrets(side)
    assert all(title in own for title in secrets(side))
    assert not [title for title in secrets(side) | other if title in public]
    assert not [title for title in other if title in own]


@pytest.mark.sampled
def test_no_other_sheet_shows_a_hidden_card_of_a_live_table() -> None:
    for name in ("board", "year-record", "score-sheet", "aid"):
        words = " ".join(told(sheet_print(name, "allied", "german")))
        played = {NOW.box.cards[each].title for each in NOW.played}
        hidden = {NOW.box.cards[c].title for side in SIDES for c in NOW.hands[side].cards or ()} - played
        assert hidden
        assert not [title for title in hidden if title in words], name


def test_the_position_shows_the_board_as_it_stands() -> None:
    [page] = pages(sheet_print("position").pdf())
    bars = [r for r in page.rects + page.curves if r["width"] * MM > 18 and 5 < r["height"] * MM < 8]
    dark = [r for r in bars if r["fill"] and r["non_stroking_color"] in ((0,), (0.0,), 0)]
    assert len(dark) == len(BATTLEFIELD_NAMES)
    words = page.extract_text()
    assert str(NOW.year) in words
    for each in NOW.in_play:
        assert NOW.box.cards[each.card].title in " ".join(words.split())
    assert smallest_type(sheet_print("position").pdf()) >= 7


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_full_board_is_594_by_420_in_tiles_at_true_size(paper: str) -> None:
    document = sheet_print("board", live=False, paper=paper)
    assert [page.label for page in document.pages] == [
        "assembly",
        *(f"tile {n}" for n in ("A1", "A2", "A3", "B1", "B2", "B3")),
    ]
    assert all(stamp.scale == 1 for page in document.pages[1:] for stamp in page.stamps)
    assert (document.pages[1].stamps[0].face.width, document.pages[1].stamps[0].face.height) == (594, 420)
    places = [card for page in pages(document.pdf())[1:] for card in rectangles(page, 63, 88, near=0.05)]
    assert len(places) >= 6  # five decks and the discards, whole on some tile or other


@pytest.mark.sampled("size", "sheet")
@pytest.mark.parametrize(
    ("size", "paper", "sheet"),
    [("a3", "a4", (420, 297)), ("a4", "a4", (297, 210)), ("a4", "letter", (279.4, 215.9))],
)
@pytest.mark.parametrize("ink", ["colour", "grey", "saver"])
def test_the_small_board_fits_one_sheet_and_stays_readable(
    size: str, paper: str, sheet: tuple[float, float], ink: str
) -> None:
    pdf = sheet_print("board", live=False, size=size, paper=paper, ink=ink).pdf()
    [page] = pages(pdf)
    assert (page.width * MM, page.height * MM) == pytest.approx(sheet, abs=0.01)
    assert smallest_type(pdf) >= 7
    if ink != "colour":
        assert not operators(pdf)["rg"]


def test_markers_are_as_many_and_as_large_as_the_box_wants() -> None:
    document = sheet_print("markers", live=False)
    faces = [
        stamp.face for page in document.pages if page.label.startswith("fronts") for stamp in page.stamps
    ]
    count = {name: sum(face.name == name for face in faces) for name in {face.name for face in faces}}
    assert count["frontline"] == 12
    assert count["allied trench 1"] == count["german trench 1"] == 40
    assert count["morale marker"] == count["allied economy"] == count["german propaganda"] == 1
    backs = [s.face.name for p in document.pages if p.label.startswith("backs") for s in p.stamps]
    assert backs.count("allied trench 3") == 40
    [plate, *_] = rectangles(pages(document.pdf())[0], 10.4, 10.4, near=0.05)
    assert (plate.width, plate.height) == pytest.approx((10.4, 10.4), abs=TOLERANCE)


def test_rounds_read_off_the_trail_are_those_that_were_played() -> None:
    found = rounds(trail())
    done = {}
    for each in found:
        done[(each.year, each.side)] = done.get((each.year, each.side), 0) + each.done
    for side in SIDES:
        assert done[(NOW.year, side)] == NOW.rounds_done[side]
        assert done[(1914, side)] == 3
    assert [each.card for each in found] == [
        c for c in [each.card for each in found] if c in {*NOW.played, *(i.card for i in NOW.in_play)}
    ]


def halves(document: Any) -> dict[str, str]:
    """The words of each half sheet, by its name."""
    sheets = [page.stamps[0].face for page in document.pages]
    faces = [mark.face for sheet in sheets for mark in sheet.marks if isinstance(mark, Stamp)]
    return {face.name: " ".join(" ".join(texts(face)).split()) for face in faces}


def texts(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in texts(mark.face)]


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_year_record_holds_what_was_played_and_scored(paper: str) -> None:
    document = sheet_print("year-record", paper=paper)
    assert len(document.pages) == (6 if paper == "a5" else 3)
    assert smallest_type(document.pdf()) >= 7
    sheets = halves(document)
    assert [*sheets] == [*(f"year {year}" for year in YEARS), "score sheet"]
    for each in rounds(trail()):
        assert NOW.box.cards[each.card].title.split()[0] in sheets[f"year {each.year}"]
    for entry in NOW.history:
        assert "Went first: _" not in sheets[f"year {entry.year}"]
        for side in SIDES:
            for mission in entry.revealed[side]:
                assert NOW.box.missions[mission].title in sheets[f"year {entry.year}"]
    assert ["Went first: _" in sheets[f"year {year}"] for year in YEARS] == [
        year > NOW.year for year in YEARS
    ]
    blank = halves(sheet_print("year-record", live=False, year="1915", large=True))
    assert [*blank] == ["year 1915"]


def test_the_score_sheet_agrees_with_the_history_and_says_what_was_overruled() -> None:
    changes = [{"path": "morale", "value": 3}]
    action = {"type": "adjust", "reason": "A miscount of Tuesday", "changes": changes}
    after = GAME.apply(NOW, action).state
    told_ = Passage(99, action, NOW, after)
    live = replace(scene(), state=after, trail=(*trail(), after), passages=(told_,))
    sheet = halves(PRINTABLES["score-sheet"].make(chosen(PRINTABLES["score-sheet"].options, {}), live))[
        "score sheet"
    ]
    for entry in NOW.history:
        nets = [f"{net:+d}".replace("-", "−") if net else "0" for net in figures_of(entry) if net is not None]
        assert " ".join([str(entry.year), *nets]) in sheet
    assert f"{NOW.year}: " in sheet
    assert "A miscount of Tuesday" in sheet


@pytest.mark.parametrize("ink", ["colour", "saver"])
def test_the_charge_table_draws_the_tables_own_chances(ink: str) -> None:
    sheet = halves(sheet_print("charge-table", live=False, ink=ink))["charge table"]
    for lead in (-5, 0, 5):
        odds = charge_odds(lead)
        assert f"{odds['expected_advance']['f']:.2f}" in sheet
    assert f"{100 * charge_odds(0)['attacker']['f']:.1f}" in sheet
    assert f"{assault_gain(1, 2):.2f}" in sheet


def test_the_aid_holds_the_house_rules_in_force_on_one_sheet() -> None:
    [page] = told(sheet_print("aid"))
    assert len(told(sheet_print("aid", paper="letter"))) == 1, "the shorter paper holds it too"
    for words in ("Frontal charge", "Steady push", "Victory", "propaganda", str(NOW.options.mission_success)):
        assert words in page


def test_the_deck_list_names_every_card() -> None:
    words = " ".join(told(sheet_print("deck-list", live=False)))
    for card in NOW.box.cards.values():
        assert card.title.split()[-1] in words


def test_the_deck_list_fills_two_sheets_and_tells_a_shared_mission_once() -> None:
    pages = told(sheet_print("deck-list", live=False))
    assert len(pages) == 2
    assert pages[1].count("Hearts and Minds") == 1
    assert "Contested Skies" in pages[0]


TOLD = (FOLDER / "templates" / "scarper" / "board.html").read_text()


def faces(face: Face) -> set[str]:
    """What is drawn on a face, by name."""
    inside = [mark.face for mark in face.marks if isinstance(mark, Stamp)]
    return {each.name for each in inside}.union(*map(faces, inside))


def test_the_printed_board_lies_on_the_country_and_an_ink_saver_does_not() -> None:
    in_colour, in_saver = (
        board_face(starter_board(), DRESS.look({"ink": ink}), None) for ink in ("colour", "saver")
    )
    assert "country" in faces(in_colour)
    assert "country" not in faces(in_saver)


def test_the_screen_names_the_drawing_once_and_carries_none_of_it() -> None:
    assert TOLD.count("scarper/country.svg") == 1
    assert "<image" in TOLD


def test_each_battlefield_has_a_country_of_its_own() -> None:
    width = ACROSS / len(BATTLEFIELDS)
    lefts = [number * width for number in range(len(BATTLEFIELDS))]
    placed = [
        (each.attrib["href"], float(re.findall(r"[-\d.]+", each.attrib["transform"])[0]))
        for each in COUNTRY_PICTURES.groups["country"]
        if each.tag.endswith("use")
    ]
    shown = [sorted(name for name, x in placed if left <= x < left + width) for left in lefts]
    assert all(shown)
    assert len({tuple(each) for each in shown}) == len(BATTLEFIELDS)


def test_a_wash_lies_over_every_colour_and_outlines_are_black() -> None:
    bare = COUNTRY_PICTURES.marks("country", as_written())
    assert country(PAPER).marks != bare
    outlines = COUNTRY_PICTURES.marks("country", as_written(saver=True))
    assert {each.paint.stroke for each in outlines if isinstance(each, Path)} == {BLACK}
    assert len(outlines) < len(bare)
