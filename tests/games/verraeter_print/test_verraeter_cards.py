"""Verräter's deck on paper: sixty-six cards, each whole and readable, with what belongs on its other side."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.games.verraeter.data import ACTION_CARDS, COLOURS, FOLDER, HOUSES, LANDSCAPES, OTHER
from companion.games.verraeter.printables.look import SAFE
from companion.games.verraeter.state import starter_cards
from companion.press.document import Document
from companion.press.face import POINT, Box, Face, Path, Stamp, Text
from companion.press.page import FORMATS, PAPERS
from companion.press.sheet import behind, grid
from companion.press.text import DoesNotFit, MissingGlyph, measure
from tests.games.scarper_print.test_scarper_sizes import SEES
from tests.games.verraeter_print.scenes import printed, scene, trail
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type

CARD = FORMATS["american"]
STARTER = json.loads((FOLDER / "starter" / "cards.json").read_text("utf-8"))
KINDS = ("landscapes", "action-cards", "player-cards", "table-cards")


def fronts(document: Document) -> list[Face]:
    wanted = [page for page in document.pages if page.label.startswith("fronts")]
    return [stamp.face for page in wanted for stamp in page.stamps if stamp.face.name != "margin"]


def cards(document: Document) -> list[Face]:
    return [face for face in fronts(document) if (face.width, face.height) == tuple(CARD)]


def placed(document: Document, page: int) -> dict[tuple[float, float], str]:
    stamps = [s for s in document.pages[page].stamps if s.face.height == CARD.height]
    return {(round(s.x, 2), round(s.y, 2)): s.face.name for s in stamps}


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


def words(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in words(mark.face)]


def test_the_box_holds_sixty_six_cards() -> None:
    count = Counter(face.name for face in cards(printed("deck")))
    assert sum(count.values()) == 66
    assert [count[f"{kind} {house}"] for kind in LANDSCAPES for house in HOUSES] == [1] * 12
    assert {value: count[f"supply {value}"] for value in range(1, 10)} == {
        value: starter_cards().supply.get(value, 0) for value in range(1, 10)
    }
    assert [count[card] for card in ACTION_CARDS] == [1] * 6
    assert [count[card] for card in ("strategy", "conflict", "start")] == [1] * 3
    assert [(count[f"oath {each}"], count[f"estate {each}"]) for each in COLOURS] == [(1, 3)] * 4
    assert count["overview"] == 6


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_has_its_place_on_paper(paper: str) -> None:
    slots = grid(PAPERS[paper], CARD).slots()
    document = printed("player-cards", paper=paper, only="overview*2, estate green", backs="none")
    count = 0
    for page in pages(document.pdf()):
        leaves = rectangles(page, 47.8, 78.8, near=0.05)  # the paper of a card, 4.1 mm inside its cut
        for leaf, slot in zip(leaves, slots, strict=False):
            assert (leaf.x - 4.1, leaf.y - 4.1) == pytest.approx((slot.x, slot.y), abs=TOLERANCE / 10)
        count += len(leaves)
    assert count == 2 * 6 + 3


def reverse(front: str) -> str:
    """What lies behind a front."""
    kind, *rest = front.split()
    if kind in LANDSCAPES:
        return f"{kind} {OTHER[rest[0]]}"  # type: ignore[index]
    if kind == "estate":
        return f"office {rest[0]}"
    if kind == "overview":
        return "overview back"
    if kind == "oath":
        return f"{front} rose"
    return f"back {'supply' if kind == 'supply' else 'action' if kind in ACTION_CARDS else 'table'}"


@pytest.mark.parametrize("edge", ["long", "short"])
def test_the_other_side_of_every_card_is_behind_it(edge: str) -> None:
    document = printed("deck", backs=edge)
    raster = grid(PAPERS["a4"], CARD)
    seen = 0
    for number in range(0, len(document.pages), 2):
        backs = placed(document, number + 1)
        for (x, y), name in placed(document, number).items():
            slot = behind(raster.slots()[0]._replace(x=x, y=y), raster.paper, edge)
            assert backs[(round(slot.x, 2), round(slot.y, 2))] == reverse(name)
            seen += 1
    assert seen == 66


def test_a_back_tells_nothing_but_its_kind() -> None:
    document = printed("action-cards")
    backs = [s.face for page in document.pages if page.side == "back" for s in page.stamps]
    assert len({face for face in backs if face.name == "back supply"}) == 1
    assert len({face for face in backs if face.name == "back action"}) == 1
    assert {face.name for face in backs} == {"back supply", "back action", "margin"}


def test_every_landscape_tells_its_strength_and_the_points_of_its_winners() -> None:
    faces = cards(printed("landscapes"))
    assert len(faces) == 12
    for face in faces:
        said, kind = words(face), face.name.split()[0]
        land = starter_cards().landscapes[kind]
        assert [each for each in said if each.isdigit()] == [str(each) for each in (land.conflict, *land.vp)]
        assert kind.title() in said
        assert said[-1] == "Starter table, not the printed one"


def test_a_landscape_reads_on_paper_as_it_was_set() -> None:
    pdf = printed("landscapes", only="town rose", backs="none", marks="none").pdf()
    assert smallest_type(pdf) == 7.0
    [page] = pages(pdf)
    told = page.extract_text().split()
    assert {"15", "12", "6", "4", "3", "Town"} <= set(told)


def leaning(face: Face) -> float:
    """Which way the hatching of a card's ground runs: rising is positive."""
    [hatching, *_] = [m for m in face.marks if isinstance(m, Path) and len(m.runs) > 20]
    (x0, y0), (x1, y1) = hatching.runs[20]
    return -(x1 - x0) * (y1 - y0)


@pytest.mark.parametrize("ink", ["grey", "saver"])
def test_the_houses_are_told_apart_without_colour(ink: str) -> None:
    for face in cards(printed("landscapes", ink=ink)):
        house = face.name.split()[1]
        assert leaning(face) * (1 if house == "eagle" else -1) > 0
        stamped = {mark.face.name for mark in face.marks if isinstance(mark, Stamp)}
        assert f"{house} emblem" in stamped
        assert f"{OTHER[house]} emblem" not in stamped  # type: ignore[index]


def test_players_have_a_shield_and_a_word_each() -> None:
    faces = {face.name: face for face in cards(printed("player-cards", ink="saver"))}
    for colour in COLOURS:
        for kind in ("oath", "estate"):
            face = faces[f"{kind} {colour}"]
            assert f"{colour} shield" in {mark.face.name for mark in face.marks if isinstance(mark, Stamp)}
            assert colour.title() in words(face)


@pytest.mark.parametrize("eyes", SEES)
def test_the_safe_colours_differ_for_colour_blind_eyes(eyes: str) -> None:
    def seen(what: str) -> list[float]:
        light = [part**2.2 for part in SAFE[what]]
        mixed = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        return [max(0.0, part) ** (1 / 2.2) for part in mixed]

    for one, other in [HOUSES, *combinations(COLOURS, 2)]:
        apart = max(abs(a - b) for a, b in zip(seen(one), seen(other), strict=True))
        assert apart > 0.15, (one, other)


@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_every_card_of_any_size_is_set_and_readable(large: bool, limit: float) -> None:
    for name in FORMATS:
        for kind in KINDS:
            found = fronts(printed(kind, format=name, large=large, marks="none"))
            assert {(face.width, face.height) for face in found} == {tuple(FORMATS[name])}
            assert min(size for face in found for size in sizes(face)) >= limit - 1e-6
            assert all(words(face) for face in found)


def lines(face: Face) -> Iterator[Box]:
    """Where each line of type stands, from its capitals' height to its baseline."""
    for mark in face.marks:
        if isinstance(mark, Text):
            high = 0.7 * mark.size * POINT
            for each in mark.lines():
                wide = measure(each.text, each.font, each.size, each.spacing)
                yield Box(each.x, each.y - high, wide, high)
        elif isinstance(mark, Stamp):
            wide, high = mark.face.width * mark.scale, mark.face.height * mark.scale
            for x, y, across, down in (tuple(part * mark.scale for part in box) for box in lines(mark.face)):
                left, top = (wide - x - across, high - y - down) if mark.turn == 2 else (x, y)
                yield Box(mark.x + left, mark.y + top, across, down)


@pytest.mark.parametrize("large", [False, True])
def test_nothing_leaves_the_safe_zone_of_a_card(large: bool) -> None:
    document = printed("deck", large=large)
    faces = {s.face for page in document.pages for s in page.stamps if s.face.height == CARD.height}
    assert len(faces) == 12 + 6 + 6 + 3 + 3 + 16 + 2
    for face in faces:
        for box in lines(face):
            assert min(box.x, box.y) >= 3.99, face.name
            assert box.right <= CARD.width - 3.99, face.name
            assert box.bottom <= CARD.height - 3.99, face.name


def test_inks_keep_their_word() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert grey["g"]
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    for page in pages(printed("player-cards", ink="saver").pdf()):
        dark = [r for r in (*page.rects, *page.curves) if r["fill"] and r["width"] * MM > 9]
        assert not [r for r in dark if r["non_stroking_color"] not in ((1,), (1.0,), 1)]


def test_the_file_is_ours_and_the_same_twice() -> None:
    first = printed("deck").pdf()
    assert all(fonts(first).values())
    assert first == printed("deck").pdf()


def owned(**changes: Any) -> Any:
    town = {**STARTER["landscapes"]["town"], "conflict": 42, "vp": [31, 22, 13, 9], "name": "Stadt"}
    lands = {**STARTER["landscapes"], "town": {**town, **changes}}
    houses = {"eagle": "Adler", "rose": "Rosen & <b>Dornen</b>"}
    return {**STARTER, "name": "Our box", "houses": houses, "landscapes": lands, "supply": {"7": 3, "9": 1}}


def test_an_owners_values_and_words_are_on_his_cards() -> None:
    found = cards(printed("deck", cards=owned()))
    faces = {face.name: words(face) for face in found}
    assert Counter(face.name for face in found if face.name.startswith("supply")) == {
        "supply 7": 3,
        "supply 9": 1,
    }
    assert {"42", "31", "22", "13", "9", "Stadt", "Our box"} <= set(faces["town rose"])
    assert "Adler" in faces["oath blue"]
    assert not [name for name, said in faces.items() if any("Starter" in each for each in said)]
    backs = [s.face for page in printed("player-cards", cards=owned()).pages for s in page.stamps]
    assert "Rosen & <b>Dornen</b>" in words(next(face for face in backs if face.name == "oath blue rose"))


@pytest.mark.parametrize(
    ("changes", "error", "path"),
    [
        ({"name": "x" * 400}, DoesNotFit, "cards.landscapes.town.name"),
        ({"name": "𓀀"}, MissingGlyph, "cards.landscapes.town.name"),
        ({"vp": [1, 2, 3]}, InvalidInput, "cards.landscapes.town.vp"),
        ({"conflict": 100}, InvalidInput, "cards.landscapes.town.conflict"),
    ],
)
def test_a_card_that_cannot_be_printed_is_named(changes: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("landscapes", cards=owned(**changes))
    assert refused.value.path == path


def test_a_table_prints_its_own_box_and_house_rules() -> None:
    live = scene(trail())
    assert printed("landscapes", live).fingerprint() == printed("landscapes").fingerprint()
    faces = {face.name: " ".join(words(face)) for face in cards(printed("deck", live))}
    assert "Take the strategy card" in faces["strategist"]


def test_only_some_cards_and_blank_ones() -> None:
    found = cards(printed("deck", only="town rose, supply 5*2", blank=2))
    names = Counter(face.name for face in found)
    assert names == {"town rose": 1, "supply 5": 10, "blank back supply": 2}
