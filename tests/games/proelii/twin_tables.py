"""Proelii twice: white has deployed otherwise behind the screen, and black must not know how."""

from typing import Any

from companion.games.proelii.game import GAME
from tests.twinned import Twins, World

SETUP = {"scenario": "zama", "options": {"free_deployment": True}}


def deploy(unit: str, to: str) -> dict[str, Any]:
    return {"type": "deploy", "unit": unit, "to": to}


def behind_the_screen() -> Twins:
    """White has sent one unit or another into line."""
    worlds = [World(SETUP, [deploy(*each)]) for each in (("w10", "c1"), ("w11", "c1"))]
    wrong = [deploy("w01", "d4"), deploy("b01", "entry"), {"type": "march", "units": ["w01"]}]
    guesses = [deploy("w10", "entry"), deploy("w12", "c1")]
    return Twins(
        GAME, *worlds, owner="white", looker="black", wrong=wrong, guesses=guesses, fixes=[(2, None)]
    )


TWINS = (behind_the_screen,)
