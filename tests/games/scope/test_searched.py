"""Whole games searched for secrets: whatever the enemy's face-down cards are, a seat is shown the same.

At lines of a random game the cards that a seat may not know are dealt anew among their places, in the state
and in all that led there; nothing that the seat is shown may change. `SCOPE_SEARCHED` says how many games.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.engine.scene import NOBODY
from companion.games.scope.data import ENEMY, SIDES
from companion.games.scope.game import GAME
from companion.games.scope.printables import PRINTABLES
from companion.games.scope.rules.secrets import turned_up
from companion.games.scope.state import Lying, State, side_of
from companion.tables.lines import Passage
from tests.games.scope.player import Player, play
from tests.games.scope.setups import table

GAMES = int(os.environ.get("SCOPE_SEARCHED", "24"))
LOOKS, FAR = 5, 60
"""How often a game is looked at; and how far, where every look reckons odds."""
PAPER = ("position", "record", "front-plan", "seals")
SECRET = {
    "move": ("order",),
    "deploy": ("order", "officer"),
    "reinforce": ("order", "infantry", "mortar"),
    "howitzer": ("mortar",),
    "assault": ("infantry",),
    "shoot": ("machine_gun",),
}
"""What of the enemy's deeds is told to nobody, where the app does not remember."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_nothing_that_a_seat_is_shown_hangs_on_what_it_may_not_know(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = [Passage(1, setup, None, GAME.open(setup).state)]
    for before, action, after in play(setup, Player(random), 4000):
        lines.append(Passage(len(lines) + 1, action, before, after))
    far = FAR if setup["options"]["memory_aid"] else len(lines)
    running = [n for n, line in enumerate(lines[:far]) if not GAME.is_over(line.after)]
    for n in sorted(random.sample(running, min(LOOKS, len(running)))):
        seat = random.choice([None, *lines[n].after.slots])
        searched(lines[: n + 1], seat, random, on_paper=seed % 24 == 0)


def searched(lines: Sequence[Passage], seat: str | None, random: Random, *, on_paper: bool) -> None:
    hidden = [side for side in SIDES if seat is None or side != side_of(seat)]
    other = [disguised(line, hidden, random) for line in lines]
    assert any(one.after != two.after for one, two in zip(lines, other, strict=True)) or len(lines) < 3
    found = [dict(shown(each, seat, on_paper=on_paper)) for each in (lines, other)]
    for what in found[0]:
        assert found[0][what] == found[1][what], (what, seat, len(lines))


def disguised(line: Passage, hidden: Sequence[Any], random: Random) -> Passage:
    """The same line with other cards face down on these sides, and other secret choices in its deed."""
    before = line.before and dealt_anew(line.before, hidden, random)
    action, remembers = dict(line.action), line.after.options.memory_aid
    if action.get("seat") and side_of(action["seat"]) in hidden:
        kind = action["type"]
        hidden_keys = ("order",) if remembers and kind != "reinforce" else SECRET.get(kind, ())
        for key in {*hidden_keys} & action.keys():
            action[key] = action[key] and ([3, 2, 1, 0] if key == "order" else "h8")
    if "fronts" in action:
        for key in ("fronts", "salts"):
            action[key] = {side: "?" if side in hidden else each for side, each in action[key].items()}
    return line._replace(action=action, before=before, after=dealt_anew(line.after, hidden, random))


def dealt_anew(state: State, hidden: Sequence[Any], random: Random) -> State:
    """A state whose face-down cards of these sides lie otherwise."""
    up = turned_up(state)
    for side in hidden:
        down = [at for at in state.cells(side) if at not in up and state.front_of(at) == side]
        cards = [state.grid[at].card for at in down]
        random.shuffle(cards)
        state = state.laid({at: Lying(side, card) for at, card in zip(down, cards, strict=True)})
    return state


def shown(lines: Sequence[Passage], seat: str | None, *, on_paper: bool) -> Iterator[tuple[str, Any]]:
    """Everything that a seat is shown of a table, or the tablet in the middle."""
    now = lines[-1].after
    sees = frozenset([seat]) if seat else frozenset[str]()
    sight = Sight(sees, sees, sees)
    told = [line._replace(action=GAME.redact_action(now, line.action, sight)) for line in lines]
    trail = [line.after for line in lines]
    yield "state", GAME.redact_state(now, sight)
    yield "legal", GAME.legal(now, sight)
    yield "journal", [(line.action, GAME.describe(line.action)) for line in told]
    last = GAME.redact_action(now, lines[-1].action, NOBODY)
    scene = Scene(now, sight, trail=trail, last=last, passages=told)
    for room in ("table", "hand", "tv"):
        here = replace(scene, room=room, sight=NOBODY if room == "tv" else sight)
        yield room, repr(GAME.view(here))
    for name in PAPER if on_paper else ():
        sheet = PRINTABLES[name]
        yield f"print {name}", sheet.make(chosen(sheet.options, {}), GAME.seen(scene)).pdf()


def test_a_secret_would_be_found() -> None:
    """The search itself: with the enemy's eyes open something does change."""
    random = Random(3)
    setup = GAME.shuffle(table(random), random)
    line = Passage(1, setup, None, GAME.open(setup).state)
    seat = line.after.slots[0]
    enemy = ENEMY[side_of(seat)]
    other = disguised(line, [enemy], random)
    spy = next(each for each in line.after.slots if side_of(each) == enemy)
    found = [dict(shown([each], spy, on_paper=False)) for each in (line, other)]
    assert found[0]["state"] != found[1]["state"]
    assert found[0]["table"] != found[1]["table"]
