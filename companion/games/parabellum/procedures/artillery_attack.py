"""A barrage (A5): shots one by one, each a die against the best of those still standing."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from companion.engine.dice import roll
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading, integer, say
from companion.engine.wire import Json
from companion.games.parabellum.data import MOST_DICE
from companion.games.parabellum.procedures.covers import COVER_KEYS, Cover, read_cover
from companion.games.parabellum.procedures.shots import Shot, shoot, shot_steps
from companion.games.parabellum.procedures.volleys import read_dice, roll_dice
from companion.games.parabellum.state.binder.catalogue import read_die
from companion.games.parabellum.state.naming import read_id, spoken

GUN_KEYS = ("artillery_die", "shots_per_turn", "min_range", "max_range")
TARGET_KEYS = ("id", "strength", "defense_die", "distance")
MOST_SHOTS, FARTHEST = 20, 60


@dataclass(frozen=True, slots=True)
class Gun:
    """The unit that fires."""

    die: int
    shots: int
    min: int
    max: int
    ammunition: int
    moved: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A unit in question, so many squares away."""

    id: str
    strength: int
    defense_die: int
    distance: int
    cover: Cover


@dataclass(frozen=True, slots=True)
class Asked:
    """The question without its dice; `shots` are the ids of the targets, in order."""

    gun: Gun
    targets: Mapping[str, Target]
    shots: tuple[str, ...]


def resolve(question: Json) -> Resolution:
    """Procedure 6.8: a barrage, with the dice as they fell."""
    reading, asked = _read(question)
    if "rolls" in reading:
        reading.items("rolls", len(asked.shots), len(asked.shots))
    _check(asked)
    rolls = reading.items("rolls", len(asked.shots), len(asked.shots))
    left = {target.id: target.strength for target in asked.targets.values()}
    told: list[Step] = []
    fired: list[Json] = []
    for n, (target, entry) in enumerate(zip(asked.shots, rolls, strict=True)):
        shot = _fire(asked, asked.targets[target], left, entry, f"rolls.{n}")
        fired.append(_shot_json(target, shot))
        told += _told(asked.targets[target], shot, left[target], n)
        left[target] -= bool(shot and shot.hit)
    told.append(Step("A5", "The whole barrage spends 1 ammunition counter."))
    return Resolution(_result(asked, fired, left), tuple(told))


def _fire(asked: Asked, target: Target, left: Mapping[str, int], entry: Json, path: str) -> Shot | None:
    """One shot; none where nobody is left and the shot is wasted."""
    people = left[target.id]
    if not people:
        if entry is None:
            return None
        said = (
            f"Nobody of {target.id} is left: this shot is wasted and its entry is null; {say(entry)} given."
        )
        raise InvalidInput(path, said)
    dice = Reading.complete(entry, ("artillery", "defense"), (), path)
    artillery = integer(dice.raw("artillery"), dice.at("artillery"), 1, asked.gun.die)
    defense = read_dice(dice.raw("defense"), dice.at("defense"), people, target.defense_die)
    return shoot(artillery, defense, target.cover)


def _shot_json(target: str, shot: Shot | None) -> Json:
    if shot is None:
        return {"target": target, "wasted": True, "artillery": None, "best_defense": None, "hit": False}
    return {"target": target, "wasted": False, **shot._asdict()}


def _result(asked: Asked, fired: list[Json], left: Mapping[str, int]) -> Json:
    targets = {
        target.id: {"losses": target.strength - left[target.id], "strength": left[target.id]}
        for target in asked.targets.values()
    }
    return {"shots": fired, "targets": targets, "ammunition": asked.gun.ammunition - 1}


def _told(target: Target, shot: Shot | None, people: int, n: int) -> tuple[Step, ...]:
    values = {"n": n + 1, "who": spoken(target.id)}
    if shot is None:
        return (Step("RULING R36", "Shot {n} at {who}: nobody is left, it is wasted.", values),)
    heading = Step("A5", "Shot {n} at {who}.", values)
    return (heading, *shot_steps(shot, target.cover, spoken(target.id), people))


def _read(question: Json) -> tuple[Reading, Asked]:
    reading = Reading.complete(question, ("attacker", "targets", "shots"), ("rolls",))
    gun = _gun(Reading.complete(reading.raw("attacker"), GUN_KEYS, ("ammunition", "moved"), "attacker"))
    targets: dict[str, Target] = {}
    for n, each in enumerate(reading.items("targets", 1, MOST_SHOTS)):
        target = _target(each, f"targets.{n}")
        if target.id in targets:
            said = f"“{target.id}” is named before; every target has an id of its own."
            raise InvalidInput(f"targets.{n}.id", said)
        targets[target.id] = target
    return reading, Asked(gun, targets, _shots(reading, targets))


def _shots(reading: Reading, targets: Mapping[str, Target]) -> tuple[str, ...]:
    listed = reading.items("shots", 1, MOST_SHOTS)
    for n, each in enumerate(listed):
        if type(each) is not str or each not in targets:
            said = f"A shot is at one of {', '.join(targets)}; {say(each)} was given."
            raise InvalidInput(f"shots.{n}", said)
    return tuple(listed)


def _gun(gun: Reading) -> Gun:
    nearest = gun.integer("min_range", 1, FARTHEST)
    return Gun(
        die=read_die(gun, "artillery_die"),
        shots=gun.integer("shots_per_turn", 1, MOST_SHOTS),
        min=nearest,
        max=gun.integer("max_range", nearest, FARTHEST),
        ammunition=gun.integer("ammunition", 0, 20) if "ammunition" in gun else 1,
        moved=gun.boolean("moved") if "moved" in gun else False,
    )


def _target(value: Json, path: str) -> Target:
    target = Reading.complete(value, TARGET_KEYS, (*COVER_KEYS, "spotted"), path)
    return Target(
        id=read_id(target.raw("id"), target.at("id")),
        strength=target.integer("strength", 1, MOST_DICE),
        defense_die=read_die(target, "defense_die"),
        distance=target.integer("distance", 0, FARTHEST),
        cover=read_cover(target),
    )


def _check(asked: Asked) -> None:
    gun = asked.gun
    if gun.moved:
        raise IllegalAction(
            "attacker.moved", "Artillery that moved this turn does not fire; leave it standing."
        )
    if not gun.ammunition:
        raise IllegalAction("attacker.ammunition", "A barrage spends 1 ammunition counter and none is left.")
    if len(asked.shots) > gun.shots:
        said = f"This unit fires {gun.shots} shots a turn; {len(asked.shots)} were given."
        raise IllegalAction("shots", said)
    for n, shot in enumerate(asked.shots):
        distance = asked.targets[shot].distance
        if not gun.min <= distance <= gun.max:
            said = f"Shots reach {gun.min} to {gun.max} squares; {shot} is {distance} away."
            raise IllegalAction(f"shots.{n}", said)


def complete(question: Json, random: Random) -> tuple[Json, Json | None]:
    """The question with the dice that it leaves to the app."""
    try:
        if type(question) is not dict or "rolls" in question:
            return question, None
        _, asked = _read(question)
    except GameError:
        return question, None
    rolls = _roll(asked, random)
    return {**question, "rolls": rolls}, rolls


def _roll(asked: Asked, random: Random) -> list[Json]:
    left = {target.id: target.strength for target in asked.targets.values()}
    rolls: list[Json] = []
    for shot in asked.shots:
        target = asked.targets[shot]
        if not left[shot]:
            rolls.append(None)
            continue
        artillery, defense = roll(random, asked.gun.die), roll_dice(left[shot], target.defense_die, random)
        left[shot] -= shoot(artillery, defense, target.cover).hit
        rolls.append({"artillery": artillery, "defense": defense})
    return rolls
