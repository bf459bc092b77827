"""Every sheet filled in with a pen: its boxes stand apart, and each asks for one thing that is read."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.option import chosen
from companion.engine.scene import Scene, Seen, Sight, Sitting
from companion.press.answered import CLEAR, LEAST, check_of, code_box, corners, room
from companion.press.document import Document
from companion.press.face import Box, Stamp

SHEETS = [
    (game.slug, printable.name)
    for game in shelf.games().values()
    for printable in game.printables.values()
    if printable.answers is not None
]
CHOICES: tuple[dict[str, Any], ...] = ({}, {"paper": "letter", "large": True, "ink": "saver"})


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


@pytest.mark.parametrize("choices", CHOICES, ids=("plain", "large"))
@pytest.mark.parametrize(("slug", "name"), SHEETS)
def test_boxes_stand_apart_and_clear_of_the_marks(slug: str, name: str, choices: dict[str, Any]) -> None:
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
