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
    if why := barred(state, kind):
        raise IllegalAction("type", why)
    entries = deployments(state) if kind == "deploy" else normal(state)
    found = next((entry for entry in entries if entry["type"] == kind), None)
    if found is None:
        raise Withheld("type", LACKS[kind])
    return found


def barred(state: State, kind: str) -> str:
    """What everybody at the table knows to forbid it: the mode, the division, the turn, the scoring zone."""
    if state.mode == "basic" and kind not in ("move", "search"):
        return "This belongs to advanced mode; this game is played in basic mode."
    if state.slot.endswith("_units") and kind == "search":
        return "It is for the units to act: only the snipers of a side search."
    if state.slot.endswith("_snipers") and kind not in ("move", "search"):
        return "It is for the snipers to act: they move and search, the units of their side do the rest."
    if kind == "deploy" and state.deployed:
        return "An officer has deployed in this turn already."
    if kind == "reinforce" and "infantry" not in state.lost[state.side]:
        return "No infantry of this side has been eliminated."
    return ""


def check_in(value: str, among: Collection[str], path: str, words: str) -> None:
    """`IllegalAction` at `path` for a cell or quadrant that is none of these."""
    if value not in among:
        raise IllegalAction(path, f"{value}: {words}")
