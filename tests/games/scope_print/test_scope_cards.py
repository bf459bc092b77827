"""SCOPE's deck on paper: sixty cards, each whole and readable, the same house on every back of a side."""

from collections import Counter
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.games.scope.data import CUSTOM_LIMITS, SIDES
from companion.games.scope.printables.look import SAFE
from companion.press.document import Document
from companion.press.face import Face
from companion.press.page import FORMATS, PAPERS, Size
from companion.press.sheet import behind, grid
from companion.press.text import DoesNotFit
from tests.games.scarper_print.test_scarper_sizes import SEES
from tests.games.scope_print.scenes import printed, words
from tests.games.verraeter_print.test_verraeter_cards import lines, sizes
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type

CARD, SHOT = FORMATS["card"], Size(88, 88)
SHORT = 2.2
"""Millimetres: where a card's ground ends inside its cut, without bleed."""


def fronts(document: Document) -> list[Face]:
    wanted = [page for page in document.pages if page.label.startswith("fronts")]
    return [s.face for page in wanted for s in page.stamps if s.face.name not in ("margin", "marks")]


def placed(document: Document, page: int) -> dict[tuple[float, float], str]:
    stamps = [s for s in document.pages[page].stamps if s.face.name not in ("margin", "marks")]
    return {(round(s.x, 2), round(s.y, 2)): s.face.name for s in stamps}


def test_the_box_holds_sixty_cards_of_two_sizes() -> None:
    found = fronts(printed("deck"))
    count = Counter(face.name for face in found)
    assert sum(count.values()) == 60
    for side in SIDES:
        assert {card: count[f"{card} {side}"] for card in CUSTOM_LIMITS} == {
            card: most for card, (_, most) in CUSTOM_LIMITS.items()
        }
        assert count[f"shot {side}"] == 1
    assert {(face.width, face.height) for face in found} == {tuple(CARD), tuple(SHOT)}
    assert len(fronts(printed("german-cards"))) == len(fronts(printed("soviet-cards"))) == 30


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_is_measured_in_its_place(paper: str) -> None:
    document = printed("soviet-cards", paper=paper, backs="none")
    slots, count = grid(PAPERS[paper], CARD).slots(), 0
    for page in pages(document.pdf())[:-1]:
        found = rectangles(page, CARD.width - 2 * SHORT, CARD.height - 2 * SHORT, near=0.05)
        for leaf, slot in zip(found, slots, strict=False):
            assert (leaf.x - SHORT, leaf.y - SHORT) == pytest.approx((slot.x, slot.y), abs=TOLERANCE / 10)
        count += len(found)
    assert count == 29
    [shot] = rectangles(pages(document.pdf())[-1], SHOT.width - 2 * SHORT, SHOT.height - 2 * SHORT, near=0.05)
    corner = grid(PAPERS[paper], SHOT).slots()[0]
    assert (shot.x - SHORT, shot.y - SHORT) == pytest.approx((corner.x, corner.y), abs=TOLERANCE / 10)


def test_a_print_house_has_three_millimetres_beyond_each_cut() -> None:
    document = printed("soviet-cards", house=True, only="sniper soviet, shot soviet")
    found = [(page.width * MM, page.height * MM) for page in pages(document.pdf())]
    assert found == [pytest.approx((size.width + 6, size.height + 6), abs=0.01)
                     for size in (CARD,) * 6 + (SHOT,) * 2]  # fmt: skip
    for page in pages(document.pdf()):
        ground = rectangles(page, page.width * MM, page.height * MM, near=0.05)
        assert (ground[0].x, ground[0].y) == pytest.approx((0, 0), abs=0.01)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_behind_every_card_is_its_own_sides_house(edge: str) -> None:
    document, seen = printed("deck", backs=edge), 0
    for number in range(0, len(document.pages), 2):
        front, reverse = placed(document, number), placed(document, number + 1)
        shots = any(name.startswith("shot") for name in front.values())
        raster = grid(PAPERS["a4"], SHOT if shots else CARD)
        for (x, y), name in front.items():
            slot = behind(raster.slots()[0]._replace(x=x, y=y), raster.paper, edge)
            kind = "shot back" if shots else "back"
            assert reverse[(round(slot.x, 2), round(slot.y, 2))] == f"{kind} {name.split()[-1]}"
            seen += 1
    assert seen == 60


def test_a_back_tells_nothing_but_its_side() -> None:
    document = printed("deck")
    backs = [s.face for page in document.pages if page.side == "back" for s in page.stamps]
    for side in SIDES:
        assert len({face for face in backs if face.name == f"back {side}"}) == 1
    assert not [each for face in backs if face.name != "margin" for each in words(face)]


def test_a_front_tells_its_kind_its_points_and_what_it_does() -> None:
    faces = {face.name: words(face) for face in fronts(printed("deck"))}
    assert {"SNIPER", "2"} <= set(faces["sniper german"])
    assert {"MACHINE GUN", "1"} <= set(faces["machine_gun soviet"])
    for nothing in ("decoy", "empty"):
        assert not [each for each in faces[f"{nothing} german"] if each.isdigit()]
    page = pages(printed("soviet-cards", only="officer soviet", backs="none").pdf())[0]
    read = page.extract_words()
    kind = next(word for word in read if word["text"] == "OFFICER")
    points = next(word for word in read if word["text"] == "2")
    assert points["x0"] > kind["x0"]
    assert points["bottom"] < kind["top"]


@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_every_card_of_any_size_is_set_and_readable(large: bool, limit: float) -> None:
    for name, size in FORMATS.items():
        found = fronts(printed("german-cards", format=name, large=large, marks="none"))
        side = max(size)
        assert {(face.width, face.height) for face in found} == {tuple(size), (side, side)}
        assert min(each for face in found for each in sizes(face)) >= limit - 1e-6


@pytest.mark.parametrize("large", [False, True])
def test_nothing_leaves_the_safe_zone_of_a_card(large: bool) -> None:
    for face in fronts(printed("deck", large=large)):
        for box in lines(face):
            assert min(box.x, box.y) >= 3.99, face.name
            assert box.right <= face.width - 3.99, face.name
            assert box.bottom <= face.height - 3.99, face.name


def test_inks_keep_their_word_and_the_file_is_ours() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    pdf = printed("deck").pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    assert pdf == printed("deck").pdf()


@pytest.mark.parametrize("eyes", SEES)
def test_the_sides_differ_for_colour_blind_eyes(eyes: str) -> None:
    def seen(what: str) -> list[float]:
        light = [part**2.2 for part in SAFE[what]]
        mixed = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        return [max(0.0, part) ** (1 / 2.2) for part in mixed]

    for what in ("", " wall"):
        ours, theirs = seen(f"german{what}"), seen(f"soviet{what}")
        assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) > 0.15


def box(**changes: Any) -> dict[str, Any]:
    points = {"infantry": 0, "machine_gun": 1, "mortar": 3, "officer": 2, "scout": 1, "sniper": 4}
    names = {"german": {"sniper": ["Anton", "Bertha", "Cäsar"]}, "soviet": {"officer": ["Клава"]}}
    return {"format": "scope-box/1", "name": "Ours", "points": points, "names": names, **changes}


def test_an_owners_points_and_names_are_on_his_cards() -> None:
    given = box(names={"german": {"sniper": ["Anton", "Bertha"]}})
    found = [face for face in fronts(printed("deck", box=given)) if face.name == "sniper german"]
    assert sorted({"Anton", "Bertha"} & set(words(face)) for face in found) == [set(), {"Anton"}, {"Bertha"}]
    assert all("4" in words(face) for face in found)
    assert "0" in [
        w for f in fronts(printed("deck", box=given)) if f.name == "infantry soviet" for w in words(f)
    ]


@pytest.mark.parametrize(
    ("given", "error", "path"),
    [
        (box(points={"sniper": 10}), InvalidInput, "box.points.sniper"),
        (box(format="scope-box/2"), InvalidInput, "box.format"),
        (box(names={"german": {"sniper": [""]}}), InvalidInput, "box.names.german.sniper.0"),
        (box(names={"german": {"sniper": ["W" * 40]}}), DoesNotFit, "box.names.german.sniper"),
    ],
)
def test_a_box_that_cannot_be_printed_is_refused_by_its_place(given: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("deck", box=given)
    assert refused.value.path == path


def test_only_some_cards_and_blank_ones() -> None:
    names = Counter(f.name for f in fronts(printed("deck", only="sniper german*2", blank=3)))
    assert names == {"sniper german": 6, "blank german": 3, "blank soviet": 3}
