"""The dice that the app throws: for an action, or a question of the desk, that leaves them to it (6)."""

from collections.abc import Iterator
from random import Random
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.games.proelii.data import QUARTER, SOURCES, UNITS, Source
from companion.games.proelii.procedures.energy import is_open, reroll
from companion.games.proelii.state import DICE, NO_REROLLS, Dice, State, fighting

ATTACK = {"hit_and_run": 50, "charge": 25}
AGAIN = {"again", "by"}
"""What a roll that is left to the app may say: the faces that it rolls again, by which rerolls."""
DEFENDED = (("defence", "target"), ("response_attack", "target"))


def thrown(dice: Dice, kind: object, random: Random) -> object:
    """One throw of a type's die; None where there is no such type."""
    unit = next((unit for name, unit in UNITS.items() if name == kind), None)
    return random.choice(getattr(dice, unit.die)) if unit else None


def roll(state: State, action: object, random: Random) -> object:
    """An action with every die that it left to the app: a missing face, or a roll without faces."""
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind in ("roll", "reroll") and "face" not in action:
        return _with(action, "face", _die(state, action.get("unit"), random))
    if kind == "rolls" and type(action.get("rolls")) is list:
        return {**action, "rolls": [_faced(state, each, random) for each in action["rolls"]]}
    if kind in tuple(ATTACK):
        return _special(state, action, random)
    if kind == "escape" and type(action.get("attacks")) is list:
        return {**action, "attacks": [_volley(state, each, random) for each in action["attacks"]]}
    return action


def _faced(state: State, each: object, random: Random) -> object:
    """One of several dice, thrown where its face is left to the app."""
    if type(each) is not dict or "face" in each:
        return each
    return _with(each, "face", _die(state, each.get("unit"), random))


def _with(action: dict[str, object], key: str, face: object) -> Json:
    return action if face is None else {**action, key: face}


def _die(state: State, name: object, random: Random) -> object:
    unit = state.units.get(name) if isinstance(name, str) else None
    return thrown(state.options.dice, unit.type, random) if unit else None


def _special(state: State, action: dict[str, Json], random: Random) -> object:
    """The attack where it is missing, and the rolls that are asked for without faces."""
    wanted = [("attack", "unit", ATTACK[action["type"]])]
    wanted += [(key, who, QUARTER) for key, who in DEFENDED if key in action]
    for key, who, price in wanted:
        left = action.get(key, {})
        if type(left) is dict and left.keys() <= AGAIN:
            action = _with(action, key, _thrown(state, action.get(who), left, price, random))
    return action


def _thrown(state: State, name: Json, left: dict[str, object], price: int, random: Random) -> Json:
    """A roll that is left to the app, and rolled again as long as it shows what is not wanted (5.2)."""
    face = _die(state, name, random)
    again, by = (left.get(key, []) for key in ("again", "by"))
    if face is None or type(again) is not list or type(by) is not list:
        return None
    faces, sources, used = [face], list[Source](), NO_REROLLS
    state = state.with_unit(name, fighting(state.units[name], -price))
    for source in by:
        open_now = source in SOURCES and is_open(state, state.units[name], used, source)
        if faces[-1] in again and open_now:
            state, used = reroll(state, name, used, source)
            sources.append(source)
            faces.append(_die(state, name, random))
    return {"faces": faces, "rerolls": sources}


def _volley(state: State, attack: object, random: Random) -> object:
    if type(attack) is not dict or "faces" in attack:
        return attack
    left = {key: attack[key] for key in AGAIN & attack.keys()}
    roll = _thrown(state, attack.get("unit"), left, QUARTER, random)
    return attack if roll is None else {**{k: v for k, v in attack.items() if k not in AGAIN}, **roll}


def complete(question: object, random: Random) -> tuple[object, object | None]:
    """A question about a special attack with the attack's dice, and those alone by their paths (6)."""
    if type(question) is not dict:
        return question, None
    rolled = dict(_missing(question, random))
    if not rolled:
        return question, None
    whole = {**question}
    for path, dice in rolled.items():
        if path == "attack":
            whole["attack"] = dice
        else:
            n = int(path.split(".")[1])
            attackers = [*whole["attackers"]]
            attackers[n] = {**attackers[n], "attack": dice}
            whole["attackers"] = attackers
    return whole, rolled


def _missing(question: dict[str, object], random: Random) -> Iterator[tuple[str, object]]:
    dice = _dice_of(question)
    attackers = question.get("attackers")
    if type(attackers) is list:
        for n, each in enumerate(attackers):
            if (
                type(each) is dict
                and "attack" not in each
                and (face := thrown(dice, each.get("type"), random))
            ):
                yield f"attackers.{n}.attack", {"faces": [face], "rerolls": []}
        return
    attacker = question.get("attacker")
    kind = attacker.get("type") if type(attacker) is dict else None
    if "attack" not in question and (face := thrown(dice, kind, random)):
        yield "attack", {"faces": [face], "rerolls": []}


def _dice_of(question: dict[str, object]) -> Dice:
    """A question's own dice; the project's where they are malformed, for the rules to say so."""
    try:
        dice: Dice = shape.read(OWN, question.get("dice"))
    except InvalidInput:
        return DICE
    return dice


OWN = Annotated[Dice, shape.InFull()]
