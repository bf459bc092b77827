"""Games of SCOPE on a script, out of what `legal` says, and how each of their deeds is tapped."""

from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

from companion.games.scope.actions import legal
from companion.games.scope.data import ENEMY
from companion.games.scope.game import GAME
from companion.games.scope.state import State
from tests.games.scope.player import Player
from tests.games.scope.test_screens import draft_of

type Action = dict[str, Any]

LAST = ("resign", "hold", "end_turn", "pass")
"""What is done where there is nothing better."""
TAPS = """(wanted) => {
  const told = (action) => JSON.stringify(Object.entries(action).sort());
  const deeds = [...document.querySelectorAll("#ask button[name=action]")];
  deeds.find((deed) => told(JSON.parse(deed.value)) === told(wanted)).click();
}"""


def script(setup: Any, seed: int) -> Iterator[tuple[State, Action, State]]:
    """A whole game whose sides do everything once, and then find each other's snipers."""
    state, player, done = GAME.open(setup).state, Player(Random(seed), 0), set[str]()
    while not GAME.is_over(state):
        action = _next(state, player, done)
        done.add(action["type"])
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after


def _next(state: State, player: Player, done: set[str]) -> Action:
    entries = [entry for entry in legal(state) if entry["type"] not in LAST] or legal(state)
    new = [entry for entry in entries if entry["type"] not in done]
    snipers = state.cells(ENEMY[state.side], "sniper")
    search = [entry for entry in entries if entry["type"] == "search"]
    entry = (new or search or entries)[0]
    if entry["type"] == "search" and snipers:
        return {"type": "search", "seat": entry["seat"], "cell": snipers[0]}
    chosen = getattr(player, f"_{entry['type']}", lambda entry: {})(entry)
    return {"type": entry["type"], "seat": entry["seat"], **chosen}


def address(action: Action, **more: str) -> str:
    """Where the taps for a deed lead."""
    return "?" + urlencode({**more, **draft_of(action)})
