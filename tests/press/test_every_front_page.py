"""A game as the front page of its time: one page, the same words for the same table, no secret on it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from companion import shelf
from companion.engine.scene import Scene, Sight, Sitting
from companion.engine.wire import Json
from companion.press.prose import Prose, Voice
from companion.printing import find, make
from tests.press.measuring import pages

GAMES = [slug for slug, game in shelf.games().items() if "front-page" in game.printables and game.demo]
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
    slug: str, lines: int | None = None, sees: str = "", names: Sequence[str] = ("Ada", "Ben")
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
    made = make(find(slug, "front-page"), {}, scene)
    assert isinstance(made, Prose)
    return made


def seats(slug: str) -> list[str]:
    game = shelf.game(slug)
    assert game.demo
    return [chair.id for chair in game.setup_seats(game.demo()[0])]


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("lines", [1, None], ids=["begun", "rich"])
@pytest.mark.parametrize("slug", GAMES)
def test_it_is_one_page_whatever_people_are_called(slug: str, lines: int | None) -> None:
    [page] = pages(front(slug, lines, names=LONG).pdf())
    assert "K7QM2P" in page.extract_text()


@pytest.mark.parametrize("slug", GAMES)
def test_it_says_the_same_to_everybody_and_again_tomorrow(slug: str) -> None:
    public = front(slug)
    assert all(front(slug, sees=seat).markup == public.markup for seat in seats(slug))
    assert front(slug).fingerprint() == public.fingerprint()


@pytest.mark.parametrize("slug", GAMES)
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
