"""The setup binder as a book: a true contents, booklets that face their maps, and live only what is known."""

import json
import re
from functools import cache
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.state.binder import starter_binder
from companion.games.parabellum.state.binder.reading import starter_file
from companion.games.parabellum.state.pieces import Chapter
from companion.press.face import Text
from companion.press.page import Page
from tests.games.parabellum.test_binder import DRILL
from tests.games.parabellum_print.scenes import A, B, scene, sizes, trail
from tests.press.measuring import MM, fonts, pages, told

STARTER = starter_binder()
BOOK = PRINTABLES["setup-binder"]
NOW = trail()[-1]


def printed(live: Scene[Any] | None = None, **given: Any) -> bytes:
    pdf: bytes = BOOK.make(chosen(BOOK.options, given), live and GAME.seen(live)).pdf()
    return pdf


@cache
def whole() -> bytes:
    return printed()


def texts(pdf: bytes) -> list[str]:
    return [" ".join(page.split()) for page in told(pdf)]


def contents(pdf: bytes) -> dict[str, int]:
    """What the contents say: title, page; where a title stands twice, the last one."""
    sheets = [page.splitlines() for page in told(pdf)[1:3]]
    lines = [line for sheet in sheets if sheet and "Contents" in sheet[0] for line in sheet[1:]]
    found = (re.fullmatch(r"(.+) (\d+)", line) for line in lines)
    return {met[1]: int(met[2]) for met in found if met}


def smallest(**given: Any) -> float:
    """Points: the smallest letter behind the title page."""
    made = BOOK.make(chosen(BOOK.options, given), None).pages[1:]
    return min(size for page in made for stamp in page.stamps for size in sizes(stamp.face, stamp.scale))


def test_every_page_in_the_contents_is_where_it_says() -> None:
    told, listed = texts(whole()), contents(whole())
    assert listed["Campaign brief"] == 3
    for scenario in STARTER.scenarios.values():
        number = listed[f"{scenario.id.upper()} {scenario.name}"]
        assert f"{scenario.id.upper()} {scenario.name} Map: " in told[number - 1]
        assert "Objectives" in told[number - 1]
        assert f": setup binder {number} " in told[number - 1]
    for title, word in (("Catalogue", "Main Battle Tank"), ("Unit cards", "Contract Militia")):
        assert word in told[listed[title] - 1]
    assert len(listed) >= 2 * len(STARTER.scenarios) + 3


def test_each_booklet_lies_open_beside_its_map() -> None:
    listed, facing = contents(whole()), texts(whole())
    for scenario in STARTER.scenarios.values():
        number = listed[f"{scenario.id.upper()} {scenario.name}"]
        assert number % 2 == 0
        assert "A1" in facing[number]
        assert "May enter" in facing[number]


def test_a_booklet_tells_everything_that_its_file_says() -> None:
    told = texts(whole())
    listed = contents(whole())
    for scenario in STARTER.scenarios.values():
        page = told[listed[f"{scenario.id.upper()} {scenario.name}"] - 1]
        assert scenario.overview in page
        assert f"costs {scenario.deployment_cost} credits, extracting one {scenario.extraction_cost}" in page
        assert all(each in page for each in scenario.circumstances)
        for objective in scenario.objectives:
            assert all(word in page for word in objective.name.split())
            assert str(objective.bonus.credits or "–") in page.split()
            assert str(objective.penalty or "–") in page.split()


def test_the_catalogue_has_every_type_with_its_numbers() -> None:
    [page] = texts(printed(part="catalogue"))[2:3]
    assert "Main Battle Tank 420 6 10 4 3 d12 d12 5 / 3 6 / 3 Urban 2, marsh all." in page
    assert "5 while more than 240 are left; 10 while more than 160 are left" in page
    assert all(kind.name in page for kind in STARTER.units.values())


def test_the_binder_is_in_our_own_type_the_same_twice_and_of_true_size() -> None:
    assert whole() == printed()
    assert all(fonts(whole()).values())
    for page in pages(whole()):
        assert (page.width * MM, page.height * MM) == pytest.approx((210, 297), abs=0.05)


@pytest.mark.parametrize("ink", ["colour", "safe", "grey", "saver"])
@pytest.mark.parametrize("paper", ["a4", "letter", "both", "a5"])
def test_it_is_readable_in_every_ink_on_every_paper(paper: str, ink: str) -> None:
    assert smallest(paper=paper, ink=ink) >= 7 - 1e-6
    assert smallest(paper=paper, ink=ink, large=True) >= 9 - 1e-6


def test_one_booklet_alone_and_an_unknown_one() -> None:
    told = " ".join(texts(printed(part="booklets", scenario="3C")))
    assert "Clear a lane for the survey cars" in told
    assert "Pump Stations Map" not in told
    with pytest.raises(InvalidInput, match="no scenario 9 here; there is 1, 2A"):
        printed(part="booklets", scenario="9")


def test_a_live_binder_tells_the_campaign_so_far_and_nothing_hidden() -> None:
    fought = Chapter("1", "rounds", 9, {A: ("vault_north",), B: ()}, (A, B), (), chooser=A, next="2c")
    state = NOW.changed(history=(fought,), scenario="2c", features={}, objectives={}, phase="turn_order")
    pdf = printed(Scene(state, scene().sight))
    told = texts(pdf)
    [so_far] = [page for page in told if "The campaign so far The Tessaly" in page]
    for cell in ("1 Breach of Contract", "Ansa Anna: Hold the north vault", "2C by Ansa Anna"):
        assert cell in so_far
    assert "Now: 2C Survey Ridge" in so_far
    assert f"{state.supply.manpower} people are left in the pool" in so_far
    assert "Fought: 9 rounds, Ansa Anna came first." in told[contents(pdf)["1 Breach of Contract"] - 1]
    assert "the table is playing" in told[contents(pdf)["2C Survey Ridge"] - 1]
    for player in (A, B):
        assert str(state.players[player].credits) not in so_far


def test_an_owners_binder_is_bound_in_the_starters_stead() -> None:
    told = texts(printed(binder=DRILL))
    assert told[0].startswith("Drill Yard Setup binder")
    assert not any("Tessaly" in page for page in told)
    long = json.loads(json.dumps(starter_file()))
    long["brief"] = "Much is to be said of this basin. " * 200
    long["scenarios"]["1"]["overview"] = "The contract lapsed.\n" * 90
    pdf = printed(binder=long, part="booklets", scenario="1")
    number = contents(pdf)["1 Breach of Contract"]
    assert "A1" in texts(pdf)[contents(pdf)["Map: Halden Crossing"] - 1]
    assert contents(pdf)["Map: Halden Crossing"] > number + 1


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_no_booklet_and_no_title_page_is_half_empty(paper: str) -> None:
    made = BOOK.make(chosen(BOOK.options, {"paper": paper}), None).pages
    title, *book = made
    booklets = [each for each in book if any(head.title[0].isdigit() for head in each.heads)]
    assert len(booklets) == len(STARTER.scenarios)
    for page in (title, *booklets):
        drawn = [stamp for stamp in page.stamps if stamp.face.name not in ("frame", "margin")]
        foot = max(stamp.y + stamp.face.height * stamp.scale for stamp in drawn)
        assert foot > 2 / 3 * page.height, page.label


def test_how_a_scenario_went_is_written_beside_each_company() -> None:
    told = texts(printed(part="booklets", scenario="1", binding="one"))
    [page] = [page for page in told if "How it went" in page]
    assert all(each.name in page for each in STARTER.companies.values())


def test_no_contents_and_no_catalogue_end_on_a_stranded_line() -> None:
    made = BOOK.make(chosen(BOOK.options, {"paper": "a5", "part": "all"}), None).pages
    for title in ("Contents", "Catalogue"):
        starts = next(n for n, page in enumerate(made) if any(head.title == title for head in page.heads))
        chapter = [page for page in made[starts:] if page.stamps and _running_head(page, title)]
        lines = [len(page.stamps) for page in chapter]
        assert lines[-1] > max(lines) / 4, title


def _running_head(page: Page, title: str) -> bool:
    """Whether a page stands in that chapter."""
    words = (mark.text for mark in page.stamps[0].face.marks if isinstance(mark, Text))
    return title in words
