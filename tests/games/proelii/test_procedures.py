"""What the procedures promise beyond their examples: every entry of `legal` can be done, odds add up."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.games.proelii.data import FACES, KIND_NAMES, RANKS, UNITS
from companion.games.proelii.procedures.armies import resolve_end_conversion as converted
from companion.games.proelii.procedures.combat import resolve_roll_combat as fought
from companion.games.proelii.procedures.combat_odds import resolve_combat_odds as odds
from companion.games.proelii.rules.telling import tell
from companion.games.proelii.state import DICE
from tests.games.proelii.player import Player, play, setup


@pytest.mark.parametrize(("one", "other"), [("skirmishers", "cavalry"), ("mercenaries", "heavy_infantry")])
@pytest.mark.parametrize("convert", [False, True])
def test_the_odds_of_a_fight_are_what_every_pair_of_faces_comes_to(
    one: str, other: str, convert: bool
) -> None:
    """The whole table of faces through `roll-combat` gives the distribution of `combat-odds`."""
    policy = {"convert": {"two_swords": convert, "two_shields": False}}
    sides = {name: {"experience": "regular", "energy": 50, "cp": UNITS[kind].cp, "type": kind}
             for name, kind in (("attacker", one), ("defender", other))}  # fmt: skip
    asked = {"attacker": {**sides["attacker"], "policy": policy}, "defender": sides["defender"]}
    counted: dict[tuple[int, ...], int] = {}
    for a, b in product(faces(one), faces(other)):
        end = enumerated(sides["attacker"], sides["defender"], a, b, convert)
        counted[end] = counted.get(end, 0) + 1
    found = {tuple(each[key] for key in KEYS): Fraction(each["p"]) for each in odds(asked).result["outcomes"]}
    assert found == {end: Fraction(n, 36) for end, n in counted.items()}


KEYS = ("attacker_loss", "defender_loss", "attacker_energy", "defender_energy")


def faces(kind: str) -> tuple[str, ...]:
    die: tuple[str, ...] = getattr(DICE, UNITS[kind].die)  # type: ignore[index]  # a type by name
    return die


def enumerated(attacker: Any, defender: Any, a: str, b: str, convert: bool) -> tuple[int, ...]:
    kinds = ["swords_to_shield"] if convert and FACES[a][0] == 2 else []  # type: ignore[index]  # a face by name
    units = [
        {"id": "a", "side": "white", **attacker, "roll": {"faces": [a], "rerolls": []}, "convert": kinds},
        {"id": "b", "side": "black", **defender, "roll": {"faces": [b], "rerolls": []}},
    ]
    result = fought({"units": units, "pairs": [["a", "b"]]}).result
    one, other = result["units"]
    lost = (attacker["cp"] - one["cp"], defender["cp"] - other["cp"])
    return (*lost, one["energy"] - 50, other["energy"] - 50)


@pytest.mark.parametrize("seed", range(40))
def test_three_to_one_keeps_every_unit_in_exactly_one_group(seed: int) -> None:
    random = Random(seed)
    units = [
        {"id": f"u{n:02}", "type": random.choice(list(KIND_NAMES)), "experience": random.choice(RANKS)}
        for n in range(random.randint(0, 40))
    ]
    result = converted({"units": units, "mixed_pair": random.random() < 0.5}).result
    grouped = sorted(name for group in result["groups"] for name in group["units"])
    assert grouped == [unit["id"] for unit in units]
    assert all(len(group["units"]) == 3 for group in result["groups"] if "triple" in group["kind"])
    assert len(result["returned"]) == sum(group["kind"] != "lost" for group in result["groups"])


def test_a_battle_is_told_in_the_units_own_names() -> None:
    random = Random(3)
    for before, action, _ in play(setup(random), Player(random), 60):
        unit = before.units.get(action.get("unit", ""))
        told = tell(before, action, None)
        assert unit is None or action["type"] == "deploy" or unit.name in told
