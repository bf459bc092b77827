"""Every sheet filled in with a pen: its boxes stand apart, and each asks for one thing that may be told."""

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.option import chosen
from companion.engine.scene import Scene, Seen, Sight, Sitting
from companion.press.answered import CLEAR, LEAST, Slip, check_of, code_box, corners, room
from companion.press.document import Document
from companion.press.face import Box, Stamp
from companion.printing import find
from companion.shop import orders
from companion.shop.orders import Order
from companion.tables import paper, play
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.paper import proposals, scene, sheet_of, words_of
from companion.tables.position import position
from tests.staged import filled, photographed, raster

SHEETS = [
    (game.slug, printable.name)
    for game in shelf.games().values()
    for printable in game.printables.values()
    if printable.answers is not None
]
CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"paper": "letter", "large": True, "ink": "saver"},
    {"paper": "a5"},
    {"paper": "a5", "large": True},
)


def seat_of(state: Any) -> str:
    """Whose sheet it is; a sheet that is everybody's has none."""
    return next(iter(getattr(state, "seated", ())), "-")


def half_played(slug: str) -> Any:
    game = shelf.game(slug)
    setup, actions = game.demo() if game.demo else ({}, ())
    state = game.open(game.shuffle(setup, Random(1))).state
    for action in actions[: min(40, len(actions))]:
        state = game.apply(state, action).state
    return state


def made(slug: str, name: str, choices: dict[str, Any]) -> tuple[Document, Seen[Any]]:
    printable, state = shelf.game(slug).printables[name], half_played(slug)
    own = frozenset([seat_of(state)]) - {"-"}
    scene = Scene(state, Sight(own, own), sitting=Sitting(code="BCDFGH"), version=41)
    seen = shelf.game(slug).seen(scene)
    document = printable.make(chosen(printable.options, choices), seen)
    assert isinstance(document, Document)
    return document, seen


def test_each_of_the_games_with_paper_at_the_table_has_a_sheet() -> None:
    assert {slug for slug, _ in SHEETS} == set(shelf.games())


@pytest.mark.parametrize("choices", CHOICES, ids=("plain", "large", "half", "half-large"))
@pytest.mark.parametrize(("slug", "name"), SHEETS)
def test_boxes_stand_apart_and_clear_of_the_marks(slug: str, name: str, choices: dict[str, Any]) -> None:
    offered = next(each for each in shelf.game(slug).printables[name].options if each.key == "paper")
    if choices.get("paper", "a4") not in dict(offered.choices):
        pytest.skip("a pad whose columns half a sheet would not hold")
    document, _ = made(slug, name, choices)
    fixed = [each.inset(-1.5) for each in (*corners(document.paper), code_box(document.paper))]
    assert len(document.ticks) == len(document.pages)
    assert document.ticks[0]
    for page, ticks in zip(document.pages, document.ticks, strict=True):
        sheet = Box(0, 0, page.width, page.height).inset(6)
        for tick in ticks:
            assert tick.box.x >= sheet.x
            assert tick.box.right <= sheet.right
            assert not any(tick.box.inset(-1.5).meets(mark) for mark in fixed)
        for one, other in combinations(ticks, 2):
            assert not one.box.inset(-1.7).meets(other.box.inset(-1.7))
            assert one.name != other.name


@pytest.mark.parametrize(("slug", "name"), SHEETS)
def test_what_would_be_empty_bears_a_picture_clear_of_boxes_and_marks(slug: str, name: str) -> None:
    document, _ = made(slug, name, {})
    *_, (page, ticks) = (each for each in zip(document.pages, document.ticks, strict=True) if each[1])
    low = max(tick.box.bottom for tick in ticks)
    sheet = page.stamps[0].face
    pictures = [mark for mark in sheet.marks if isinstance(mark, Stamp) and mark.face.name == "strip"]
    free = room(document.paper).bottom - low
    assert len(pictures) == (free >= LEAST)
    for each in pictures:
        place = Box(each.x, each.y, each.face.width, each.face.height)
        assert place.y >= low + CLEAR / 2
        assert not any(place.inset(-4).meets(mark) for mark in corners(document.paper))


@pytest.mark.parametrize(("slug", "name"), SHEETS)
def test_each_box_asks_for_one_thing_that_the_rules_can_read(slug: str, name: str) -> None:
    document, scene = made(slug, name, {})
    game, answers = shelf.game(slug), shelf.game(slug).printables[name].answers
    assert answers is not None
    for tick in (tick for page in document.ticks for tick in page if not tick.back):
        (change,) = answers(scene, seat_of(scene.state), (tick.name,))
        assert change.ticks == (tick.name,)
        assert change.words
        try:
            game.apply(scene.state, game.roll(scene.state, change.action, Random(1)))
        except IllegalAction:
            continue


@pytest.mark.parametrize(("slug", "name"), SHEETS)
def test_a_sheet_made_again_from_the_same_table_has_its_boxes_where_they_were(slug: str, name: str) -> None:
    first, again = (made(slug, name, {})[0] for _ in range(2))
    assert [check_of(page) for page in first.ticks] == [check_of(page) for page in again.ticks]


def opened(slug: str, setup: Any) -> Table:
    return open_table(Opening(system=slug, title="Sunday", kind="open", setup=setup))


def photo(table: Table, name: str, *chosen: str) -> bytes:
    document = Order(find(table.system, name), {}, orders.Seen(table)).drawn
    assert document is not None
    random = np.random.default_rng(8)
    drawn = filled(raster(document.pdf()), document.ticks[0], chosen, random, "black")
    return photographed(drawn, random, wide=2600)


def taken_in(table: Table, content: bytes) -> tuple[str, ...]:
    """Everything on the photo, confirmed at once; the words of it."""
    read = paper.read(table, HOUSE, content)
    assert not read.doubtful
    found = proposals(table, read.sheet, read.ticked)
    paper.write(
        table, read.sheet, read.ticked, [each.key for each in found], paper.Tap(table.version, "once")
    )
    table.refresh_from_db()
    return tuple(each.change.words for each in found)


def test_losses_of_a_battle_are_set_for_each_unit(transactional_db: None) -> None:
    table = opened("proelii", {})
    units = position(table).state.units
    strong, weak = (next(name for name, each in units.items() if each.cp == cp) for cp in (2, 1))
    words = taken_in(
        table, photo(table, "losses-sheet", f"{strong}.lost.1", f"{strong}.energy.100", f"{weak}.lost.1")
    )
    after = position(table).state.units
    assert (after[strong].cp, after[strong].energy) == (1, 100)
    assert (after[weak].cp, after[weak].at) == (0, "destroyed")
    assert f"{units[weak].name}: destroyed" in words


def test_points_of_a_night_are_summed_up_a_side(transactional_db: None) -> None:
    table = opened("scope", {})
    content = photo(table, "points-sheet", "won.german.6.10", "lost.german.0.1", "won.soviet.2.2")
    assert taken_in(table, content) == ("German: +9 points", "Soviet: +2 points")
    assert position(table).state.score == {"german": 9, "soviet": 2}


def test_a_line_is_taken_back_on_paper_by_a_box_of_its_own(transactional_db: None) -> None:
    table = opened("scope", {})
    wrong = ("won.german.6.10", "won.german.0.1", "back.won.german.0.1")
    read = paper.read(table, HOUSE, photo(table, "points-sheet", *wrong, "won.soviet.2.2"))
    assert set(read.ticked) == {*wrong, "won.soviet.2.2"}
    assert [each.line for each in paper.taken_back(read.sheet, read.ticked)] == ["Points won, German"]
    found = proposals(table, read.sheet, read.ticked)
    assert [each.change.words for each in found] == ["Soviet: +2 points"]
    assert words_of(table, read.sheet, wrong[-1]) == "Points won, German: what is ticked is taken back"
    keys, tap = [each.key for each in found], paper.Tap(table.version, "once")
    paper.write(table, read.sheet, read.ticked, keys, tap)
    table.refresh_from_db()
    assert position(table).state.score == {"german": 0, "soviet": 2}


def test_a_box_that_takes_back_covers_all_of_its_line_and_nothing_else(transactional_db: None) -> None:
    for slug, name in (("scarper", "year-sheet"), ("proelii", "losses-sheet")):
        document = Order(find(slug, name), {}, orders.Seen(opened(slug, {}))).drawn
        assert document is not None
        for ticks in document.ticks:
            for own in (tick for tick in ticks if tick.back):
                beside = [each.name for each in ticks if each.box.y == own.box.y and not each.back]
                assert list(own.back) == beside
                assert all(each.box.right < own.box.x for each in ticks if each.name in own.back)
            lines = [name for tick in ticks for name in tick.back]
            assert sorted(lines) == sorted(tick.name for tick in ticks if not tick.back)


def test_what_a_sheet_asks_for_is_reckoned_from_what_its_eyes_may_know(transactional_db: None) -> None:
    table = opened("proelii", {"scenario": "zama", "options": {}})
    stood = position(table).state.units["w10"].at
    play.act(table, HOUSE, {"type": "deploy", "unit": "w10", "to": "c1"}, 1, "behind-the-screen")
    table.refresh_from_db()
    document = Order(find("proelii", "losses-sheet"), {}, orders.Seen(table)).drawn
    assert document is not None
    slip = Slip("proelii", "losses-sheet", table.code, "-", 2, 1, check_of(document.ticks[0]))
    shown = scene(table, sheet_of(table, HOUSE, slip))
    assert shown.state.units["w10"].at == stood
    assert position(table).state.units["w10"].at == "c1"


@pytest.mark.parametrize(("slug", "name", "tick"), [
    ("proelii", "losses-sheet", "w99.lost.1"), ("scope", "points-sheet", "resign.nobody"),
])  # fmt: skip
def test_a_box_of_nobody_here_is_refused(slug: str, name: str, tick: str) -> None:
    from tests.test_every_answered_sheet import made

    _, shown = made(slug, name, {})
    answers = find(slug, name).printable.answers
    assert answers is not None
    with pytest.raises(InvalidInput):
        list(answers(shown, "-", (tick,)))
