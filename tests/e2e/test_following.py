"""Whole games on screens that follow by themselves: each swap leaves what a fresh load would show."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion import shelf
from tests.e2e.people import Opened, Seated
from tests.promised import own_tests

COMPARE = (Path(__file__).parent / "following.js").read_text("utf-8")

CHOOSE = """n => new Promise(done => {
  const links = [...document.querySelectorAll("#table a:is([hx-boost], [hx-get])")];
  if (!links.length) return done();
  document.addEventListener("htmx:after:swap", () => done(), { once: true });
  links[n % links.length].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
})"""

HEARD = "least => Number(document.getElementById('table').dataset.version) >= least"


def whole_game(slug: str, seed: int) -> tuple[Any, Iterator[dict[str, Any]]]:
    """A game of players who know what is legal alone: its setup, and its actions to the end."""
    game, random = shelf.game(slug), Random(seed)
    players = own_tests(slug, "player", "a Player who knows what is legal alone, and play(setup, player)")
    setup = game.shuffle({}, random)
    lines = players.play(setup, players.Player(random))
    return setup, (action for _, action, _ in lines if action is not None)


class Followed:
    """A seat's three screens: table, hand and wall; without the words beside dice, which come later."""

    def __init__(self, seated: Seated, table: Opened, slug: str, seat: str) -> None:
        self.table = table
        context = seated.holding(table, seat).context
        context.route(re.compile(r"/js/dice[.\w]*\.js"), lambda route: route.abort())
        self.screens = [context.pages[0], context.new_page(), context.new_page()]
        for page, room in zip(self.screens, ("", "hand/", "tv/"), strict=True):
            page.goto(f"{seated.url}/t/{table.code}/{room}")

    def act(self, action: dict[str, Any], who: str) -> None:
        """A tap on some other device; every screen hears of it."""
        self.table.act(action, who)
        for page in self.screens:
            page.wait_for_function(HEARD, arg=self.table.version, polling=20)

    def choose(self, random: Random) -> list[str]:
        """Somebody taps a half-made choice on the table's screen, whichever: what is wrong with it then."""
        self.screens[0].evaluate(CHOOSE, random.randrange(1000))
        return _differences(self.screens[0])

    def differences(self) -> list[str]:
        """What stands on a screen otherwise than in a fresh load of its address; hand and wall in turn."""
        table, *others = self.screens
        pages = (table, others[self.table.version % len(others)])
        return [line for page in pages for line in _differences(page)]


def _differences(page: Page) -> list[str]:
    sent, shown = page.evaluate(COMPARE) or ("", "")
    return list(unified_diff(sent.split("\n"), shown.split("\n"), "sent", page.url, n=1, lineterm=""))


SEEDS = {"parabellum": 28}

"""A game that is not too long, and has a bit of everything."""

MOST = {"proelii": 110}

"""So many lines of a battle hold every step of a round."""

QUICKEST = "scope"

"""Its whole game is followed in one run of ten, the others' where a run is thorough."""


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(slug, marks=pytest.mark.sampled if slug == QUICKEST else pytest.mark.thorough)
        for slug, game in shelf.games().items()
        if game.at_table
    ],
)
def test_a_screen_that_follows_shows_what_a_fresh_load_shows(seated: Seated, slug: str) -> None:
    game, fingers = shelf.game(slug), Random(1)
    setup, actions = whole_game(slug, SEEDS.get(slug, 1))
    table = seated.open(setup, "open", slug)
    screens = Followed(seated, table, slug, next(iter(table.tokens)))
    state = game.open(setup).state
    for action in islice(actions, MOST.get(slug)):
        found = screens.choose(fingers)
        whole = game.asks is not None and game.asks(state, action) is not None
        screens.act(action, "" if whole else str(game.seat_of(state, action) or ""))
        state = game.apply(state, action).state
        found += screens.differences()
        assert not found, "\n".join([f"Line {table.version}, {action}:", *found])
