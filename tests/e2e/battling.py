"""Battles of Proelii on a script, and where the taps for each of their deeds lead."""

from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

from companion.games.proelii.rules.movement import could_march
from companion.games.proelii.state import State
from tests.games.proelii.player import Player, play

type Action = dict[str, Any]
TAPS = """(wanted) => {
  const told = (part) => part && typeof part === "object" && !Array.isArray(part)
    ? "{" + Object.keys(part).sort().map((key) => key + told(part[key])) + "}"
    : Array.isArray(part) ? "[" + part.map(told) + "]" : JSON.stringify(part);
  const deeds = [...document.querySelectorAll("#ask button[name=action]")];
  deeds.find((deed) => told(JSON.parse(deed.value)) === told(wanted)).click();
}"""
ATTACKS = ("hit_and_run", "charge", "push_out")


def script(options: Action, seed: int, rounds: int = 99) -> Iterator[tuple[State, Action, State]]:
    """Zama by a player who knows only what `legal` says, to its end or through so many rounds."""
    for line in play({"scenario": "zama", "options": options}, Player(Random(seed))):
        if line[0].round > rounds:
            return
        yield line


def address(state: State, action: Action) -> str:
    """Where the taps for a deed lead."""
    kind = action["type"]
    told: dict[str, str] = {"u": action["unit"]} if "unit" in action else {}
    if kind in ("move", "escape", *ATTACKS):
        told["do"] = kind
    if kind in ("move", "escape", "start_move"):
        told["at"] = action["path"][-1]
    if kind == "deploy":
        told["at"] = action["to"]
    if kind == "march":
        told["not"] = "~".join(set(could_march(state, state.on_move)) - set(action["units"]))
    if kind == "escape":
        told["by"] = "~".join(each["unit"] for each in action.get("attacks", ()))
        told |= {f"a-{each['unit']}": _chain(each) for each in action.get("attacks", ())}
    if kind == "exchange":
        told["pair"] = "~".join(action["units"])
    if kind == "reroll":
        told["by"] = action["source"]
    if kind in ATTACKS:
        told |= {"t": action["target"], **_dice(action)}
    return "?" + urlencode({key: value for key, value in told.items() if value})


def _dice(action: Action) -> dict[str, str]:
    """The dice of an attack as they are tapped."""
    told = {key: _chain(action[name]) for key, name in (("a", "attack"), ("d", "defence")) if name in action}
    if "response" in action:
        told["r"] = action["response"]
    if "response_attack" in action:
        told["b"] = _chain(action["response_attack"])
    return told


def _chain(roll: Action) -> str:
    faces, sources = roll["faces"], roll["rerolls"]
    return "~".join(x for pair in zip(faces, [*sources, ""], strict=True) for x in pair).strip("~")
