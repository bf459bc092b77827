"""What the rules forbid, and what is said to it."""

from collections.abc import Collection

from companion.engine.errors import IllegalAction, Withheld
from companion.games.scope.rules.legal import Entry, deployments, normal
from companion.games.scope.state.table import State

LACKS = {
    "move": "No quadrant of this front has four cards of its own side.",
    "search": "Nobody here can search: only a sniper on the front does.",
    "recognition": "No scout of this side can look out now.",
    "howitzer": "No mortar of this side can fire now.",
    "offensive_fire": "No machine gun of this side can fire now.",
    "assault": "No infantry of this side can storm now.",
    "reinforce": "No infantry can come back now.",
    "deploy": "No officer can deploy now.",
}


def available(state: State, kind: str) -> Entry:
    """The entry of `legal` for that kind; `IllegalAction` at `type` where there is none."""
    entries = deployments(state) if kind == "deploy" else normal(state)
    found = next((entry for entry in entries if entry["type"] == kind), None)
    if found is None:
        raise Withheld("type", LACKS[kind])
    return found


def check_in(value: str, among: Collection[str], path: str, words: str) -> None:
    """`IllegalAction` at `path` for a cell or quadrant that is none of these."""
    if value not in among:
        raise IllegalAction(path, f"{value}: {words}")
