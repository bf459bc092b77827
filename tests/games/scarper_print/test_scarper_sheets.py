"""Board, markers and sheets: the live table on paper, and nobody's secret on another's."""

import re
from typing import Any

import pytest

from companion.engine.option import chosen
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, FOLDER, OTHER, SIDES, YEARS
from companion.games.scarper.game import GAME, PRINTABLES
from companion.games.scarper.printables import ACROSS, COUNTRY_PICTURES, DRESS, PAPER, country
from companion.games.scarper.printables.board import board_face
from companion.games.scarper.printables.record import figures_of, rounds
from companion.games.scarper.state.box import starter_board
from companion.press.face import BLACK, Face, Path, Stamp
from companion.press.svg import as_written
from tests.games.scarper_print.scenes import scene, trail
from tests.press import measuring
from tests.press.measuring import MM, TOLERANCE, operators, pages, rectangles, smallest_type

NOW = trail()[-1]


def printed(name: str, *sees: str, live: bool = True, **given: Any) -> Any:
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
    document = printed("position")
    [page] = told(document)
    assert all(name in page for name in BATTLEFIELD_NAMES.values())
    for side in SIDES:
        assert secrets(side)
        assert not [title for title in secrets(side) if title in page]


@pytest.mark.parametrize("side", SIDES)
def test_a_seat_prints_its_own_hand_alone_on_a_page_of_its_own(side: Any) -> None:
    public, own = told(printed("position", side))
    other = secrets(OTHER[side]) - secrets(side)
    assert all(title in own for title in secrets(side))
    assert not [title for title in secrets(side) | other if title in public]
    assert not [title for title in other if title in own]


def test_no_other_sheet_shows_a_hidden_card_of_a_live_table() -> None:
    for name in ("board", "year-record", "score-sheet", "aid"):
        words = " ".join(told(printed(name, "allied", "german")))
        played = {NOW.box.cards[each].title for each in NOW.played}
        hidden = {NOW.box.cards[c].title for side in SIDES for c in NOW.hands[side].cards or ()} - played
        assert hidden
        assert not [title for title in hidden if title in words], name


def test_the_position_shows_the_board_as_it_stands() -> None:
    [page] = pages(printed("position").pdf())
    bars = [r for r in page.rects + page.curves if r["width"] * MM > 18 and 5 < r["height"] * MM < 8]
    dark = [r for r in bars if r["fill"] and r["non_stroking_color"] in ((0,), (0.0,), 0)]
    assert len(dark) == len(BATTLEFIELD_NAMES)
    words = page.extract_text()
    assert str(NOW.year) in words
    for each in NOW.in_play:
        assert NOW.box.cards[each.card].title in " ".join(words.split())
    assert smallest_type(printed("position").pdf()) >= 7


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_full_board_is_594_by_420_in_tiles_at_true_size(paper: str) -> None:
    document = printed("board", live=False, paper=paper)
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
    pdf = printed("board", live=False, size=size, paper=paper, ink=ink).pdf()
    [page] = pages(pdf)
    assert (page.width * MM, page.height * MM) == pytest.approx(sheet, abs=0.01)
    assert smallest_type(pdf) >= 7
    if ink != "colour":
        assert not operators(pdf)["rg"]


def test_markers_are_as_many_and_as_large_as_the_box_wants() -> None:
    document = printed("markers", live=False)
    faces = [
        stamp.face for page in document.pages if page.label.startswith("fronts") for stamp in page.stamps
    ]
    count = {name: sum(face.name == name for face in faces) for name in {face.name for face in faces}}
    assert count["frontline"] == 12
    assert count["allied trench 1"] == count["german trench 1"] == 40
    assert count["morale marker"] == count["allied economy"] == count["german propaganda"] == 1
    backs = [s.face.name for p in document.pages if p.label.startswith("backs") for s in p.stamps]
    assert backs.count("allied trench 3") == 40
    [plate, *_] = rectangles(pages(document.pdf())[2], 10.4, 10.4, near=0.05)
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


def test_the_year_record_holds_what_was_played_and_scored() -> None:
    sheets = told(printed("year-record"))
    assert len(sheets) == 5
    for each in rounds(trail()):
        assert NOW.box.cards[each.card].title.split()[0] in sheets[YEARS.index(each.year)]
    for entry in NOW.history:
        assert "Went first: _" not in sheets[YEARS.index(entry.year)]
        for side in SIDES:
            for mission in entry.revealed[side]:
                assert NOW.box.missions[mission].title in sheets[YEARS.index(entry.year)]
    assert ["Went first: _" in each for each in sheets] == [year > NOW.year for year in YEARS]
    assert len(told(printed("year-record", live=False))) == len(YEARS)


def test_the_score_sheet_agrees_with_the_history() -> None:
    [page] = told(printed("score-sheet"))
    for entry in NOW.history:
        nets = [f"{net:+d}".replace("-", "−") if net else "0" for net in figures_of(entry) if net is not None]
        assert " ".join([str(entry.year), *nets]) in page


def test_the_aid_holds_the_house_rules_in_force_on_one_sheet() -> None:
    [page] = told(printed("aid"))
    for words in ("Frontal charge", "Steady push", "Victory", "propaganda", str(NOW.options.mission_success)):
        assert words in page


def test_the_deck_list_names_every_card() -> None:
    words = " ".join(told(printed("deck-list", live=False)))
    for card in NOW.box.cards.values():
        assert card.title.split()[-1] in words


def test_the_deck_list_fills_two_sheets_and_tells_a_shared_mission_once() -> None:
    pages = told(printed("deck-list", live=False))
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
