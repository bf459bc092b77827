"""Proelii twice: white has deployed otherwise behind the screen, and black must not know how."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.proelii.deeds import legal
from companion.games.proelii.game import GAME
from tests.twinned import Twins, World

SETUP = {"scenario": "zama", "options": {"free_deployment": True}}
DRAFTS = ("?do=adjust", "?do=surrender&who=white", "?do=surrender&who=black", "?do=centre")


def deploy(unit: str, to: str) -> dict[str, Any]:
    return {"type": "deploy", "unit": unit, "to": to}


def behind_the_screen() -> Twins:
    """White has sent one unit or another into line."""
    return deployed([deploy("w10", "c1")], [deploy("w11", "c1")])


def anywhere_behind_it(random: Random) -> Twins:
    """White has deployed in one way or any other, in as many lines."""
    many = random.randint(1, 4)
    return deployed(*(list(deploying(random, many)) for _ in range(2)))


def deploying(random: Random, many: int) -> Iterator[Any]:
    state = GAME.open(SETUP).state
    for _ in range(many):
        entries = [each for each in legal(state) if each["type"] == "deploy"]
        entry = random.choice(entries)
        action = deploy(entry["unit"], random.choice(entry["to"]))
        yield action
        state = GAME.apply(state, action).state


def deployed(*truths: list[Any]) -> Twins:
    worlds = [World(SETUP, truth) for truth in truths]
    wrong = [deploy("w01", "d4"), deploy("b01", "entry"), {"type": "march", "units": ["w01"]}]
    guesses = [deploy("w10", "entry"), deploy("w12", "c1")]
    who = {"owner": "white", "looker": "black"}
    return Twins(GAME, *worlds, **who, wrong=wrong, guesses=guesses, fixes=[(2, None)], drafts=DRAFTS)


def under_its_seal() -> Twins:
    """White has marked one unit or another for its first row, and is not ready."""
    worlds = [World(SETUP, [], marked=("white", {"unit": unit, "to": "c1"})) for unit in ("w10", "w11")]
    wrong = [deploy("w01", "d4"), deploy("b01", "entry"), {"type": "march", "units": ["w01"]}]
    return Twins(GAME, *worlds, owner="white", looker="black", wrong=wrong, fixes=[])


TWINS = (behind_the_screen, under_its_seal)
AT_RANDOM = (anywhere_behind_it,)
