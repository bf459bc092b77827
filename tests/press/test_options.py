"""A game's shelf and choices come from files of words; what tonight's table needs is one print."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from inspect import unwrap
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import pytest

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.game import Option
from companion.engine.scene import Scene, Seen, Sight, Sitting
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.options import INK, Made, of_table, on_shelf, options_in, owner_file, pick, yes_or_no
from companion.press.prose import Prose, Voice
from companion.press.whole import Whole
from companion.printing import find, make
from tests.press.measuring import pages
from tests.press.test_whole import GAMES, faces

OPTIONS = {
    "shape": {"title": "Shape", "help": "How.", "choices": [["square", "Square"], ["round", "Round"]]},
    "size": {"title": "Size", "help": "How large.", "choices": [["a", "A"], ["b", "B"]], "default": "b"},
    "live": {"title": "Live", "help": "Or empty.", "default": True},
    "board": {"title": "Board", "help": "Your own."},
}


def test_choices_in_a_file_are_values_a_yes_or_no_or_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "options.json"
    file.write_text(json.dumps(OPTIONS))
    wanted: list[Option] = [
        pick("shape", "Shape", "How.", (("square", "Square"), ("round", "Round"))),
        pick("size", "Size", "How large.", (("a", "A"), ("b", "B")), "b"),
        yes_or_no("live", "Live", "Or empty.", default=True),
        owner_file("board", "Board", "Your own."),
    ]
    assert list(options_in(file).values()) == wanted


SHELF = {
    "deck": {"title": "Deck", "summary": "All of it."},
    "map": {"title": "Map", "summary": "Large.", "table": "may"},
}


def nothing(choices: object, scene: object) -> Document:
    return Document("Nothing", (), "a4")


MADE: dict[str, Made] = {"map": (nothing, (INK,)), "deck": (nothing, ())}


def test_things_stand_in_the_order_of_the_file_with_what_makes_them(tmp_path: Path) -> None:
    file = tmp_path / "shelf.json"
    file.write_text(json.dumps(SHELF))
    found = on_shelf(file, {"map": MADE["map"]}, {"deck": MADE["deck"]})
    assert [(each.name, each.title, each.table) for each in found.values()] == [
        ("deck", "Deck", "no"),
        ("map", "Map", "may"),
    ]
    assert found["map"].options == (INK,)


@pytest.mark.parametrize("name", MADE)
def test_a_thing_without_words_or_without_a_maker_is_found_at_once(tmp_path: Path, name: str) -> None:
    file = tmp_path / "shelf.json"
    file.write_text(json.dumps({key: words for key, words in SHELF.items() if key != name}))
    with pytest.raises(AssertionError, match=name):
        on_shelf(file, MADE)


def box(slug: str, which: str, line: int = 0, sees: str = "") -> Whole:
    state = states(slug)[0][line]
    sitting = Sitting("K7QM2P", "An evening", "12 November 2026", {})
    scene = Scene(
        state, Sight(frozenset([sees] if sees else [])), trail=states(slug)[0][: line + 1], sitting=sitting
    )
    made = make(find(slug, "everything"), {"which": which}, scene)
    assert isinstance(made, Whole)
    return made


def names(made: Whole) -> Counter[str]:
    fronts = (page for page in made.pages if page.side == "front")
    return Counter(face.name for page in fronts for face in faces(page))


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", GAMES)
def test_an_evening_is_no_more_than_the_game_and_has_a_guide_of_its_own(slug: str) -> None:
    tonight = box(slug, "tonight", -1)
    assert 0 < tonight.count <= box(slug, "game", -1).count
    assert "this table" in tonight.guide.what
    assert not tonight.holds, "an evening's print is no whole print"
    assert tonight.pdf().startswith(b"%PDF")


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", GAMES)
def test_at_a_table_the_game_in_progress_is_in_the_whole_box_too(slug: str) -> None:
    titles = {part.title for part in box(slug, "game", -1, seats(slug)[0]).parts}
    left_out = box(slug, "game", -1, seats(slug)[0]).guide.left_out
    for plate in find(slug, "everything").game.printables.values():
        if plate.table == "must":
            assert (
                plate.title in titles
                or any(told.startswith(plate.title) for told in left_out)
                or any(plate.title in title for title in titles)
            )


def test_scope_prints_the_cards_of_its_scenario() -> None:
    state = states("scope")[0][0]
    found = names(box("scope", "tonight"))
    for card, count in state.counts.items():
        assert found[f"{card} german"] == count + (card == "sniper") * state.spare_snipers["german"]


def test_scarper_prints_no_events_of_years_that_are_over() -> None:
    late = next(n for n, state in enumerate(states("scarper")[0]) if state.year > 1914)
    found = names(box("scarper", "tonight", late))
    assert not found["bef-lands"]
    assert found["last-reserves"] == found["allied-economy"] == 1


def test_verraeter_prints_the_colours_at_the_table() -> None:
    found, players = names(box("verraeter", "tonight")), len(states("verraeter")[0][0].players)
    assert found["overview"] == players
    assert found["oath black"] == (players == 4)


def test_what_prints_a_game_in_progress_is_never_made_without_one() -> None:
    made = of_table(lambda choices, scene: scene.state)
    assert made({}, Seen(Scene("a state", Sight()), lambda state, scene, past: state)) == "a state"
    with pytest.raises(InvalidInput, match="name the table that it shall show") as refused:
        made({}, None)
    assert refused.value.path == "table"


FRONTED = [slug for slug, game in shelf.games().items() if "front-page" in game.printables and game.demo]

LONG = ("Wolfeschlegelsteinhausenbergerdorff" + "w" * 25, "M" * 60, "W" * 60, "i<b>" * 15)


class Line(NamedTuple):
    number: int
    action: Json
    before: Any
    after: Any


@cache
def states(slug: str) -> tuple[Sequence[Any], Sequence[Json]]:
    game = shelf.game(slug)
    assert game.demo
    setup, actions = game.demo()
    trail = [game.open(setup).state]
    for action in actions:
        trail.append(game.apply(trail[-1], action).state)
    return trail, [{}, *actions]


def front(
    slug: str, lines: int | None = None, sees: str = "", names: Sequence[str] = ("Ada", "Ben"), **choices: str
) -> Prose:
    game, (trail, actions) = shelf.game(slug), states(slug)
    trail, sight = trail[:lines], Sight(frozenset([sees] if sees else []))
    told = [
        Line(n, game.redact_action(trail[-1], action, sight), trail[n - 1] if n else None, after)
        for n, (action, after) in enumerate(zip(actions, trail, strict=False))
    ]
    people = dict(zip(seats(slug), names, strict=False))
    sitting = Sitting("K7QM2P", names[0], "12 November 2026", people)
    scene = Scene(trail[-1], sight, trail=trail, passages=told, sitting=sitting)
    made = make(find(slug, "front-page"), choices, scene)
    assert isinstance(made, Prose)
    return made


def seats(slug: str) -> list[str]:
    game = shelf.game(slug)
    assert game.demo
    return [chair.id for chair in game.setup_seats(game.demo()[0])]


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("lines", [1, None], ids=["begun", "rich"])
@pytest.mark.parametrize("slug", FRONTED)
def test_it_is_one_page_whatever_people_are_called(slug: str, lines: int | None) -> None:
    [page] = pages(front(slug, lines, names=LONG).pdf())
    assert "K7QM2P" in page.extract_text()


@pytest.mark.parametrize("slug", FRONTED)
def test_it_says_the_same_to_everybody_and_again_tomorrow(slug: str) -> None:
    public = front(slug)
    assert all(front(slug, sees=seat).markup == public.markup for seat in seats(slug))
    assert front(slug).fingerprint() == public.fingerprint()


@pytest.mark.parametrize("slug", FRONTED)
def test_no_sentence_has_a_gap_however_short_the_game(slug: str) -> None:
    whole = len(states(slug)[0])
    for lines in (1, 2, whole // 4 + 1, whole // 2 + 1, whole):
        told = re.sub(r"<[^>]*>", " ", front(slug, lines).body)
        assert "{" not in told
        assert "None" not in told
        assert not re.search(r"\s[.,;:]\s", told), told


def test_a_voice_says_it_otherwise_the_next_time_and_alike_at_the_same_table() -> None:
    ways = {"held": ["{who} holds.", "Held by {who}."]}
    first, again = Voice(ways, "ABC"), Voice(ways, "ABC")
    said = [first.say("held", who="Ada"), first.say("held", who="Ada")]
    assert sorted(said) == ["Ada holds.", "Held by Ada."]
    assert [again.say("held", who="Ada"), again.say("held", who="Ada")] == said


@pytest.mark.parametrize("slug", GAMES)
def test_each_choice_of_a_print_stands_in_the_record_that_its_maker_reads(slug: str) -> None:
    for name, printable in shelf.game(slug).printables.items():
        make: Any = printable.make
        while isinstance(make, partial):
            make = make.func
        record = get_type_hints(unwrap(make))["choices"]
        lacking = {each.key for each in printable.options} - get_type_hints(record).keys()
        # The whole box passes on what others take.
        assert not lacking or name == "everything", (name, record)
