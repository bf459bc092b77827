"""A barrage (A5): shots one by one, each a die against the best of those still standing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from companion.engine import shape
from companion.engine.dice import roll
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.procedure import rolling_for
from companion.engine.reading import Reading, integer, say
from companion.engine.shape import Between, DistinctBy, Known, Names, Sized, Then
from companion.engine.wire import Json
from companion.games.parabellum.procedures.combat.covers import Seen
from companion.games.parabellum.procedures.combat.shots import Shot, shoot, shot_steps
from companion.games.parabellum.procedures.combat.sides import Ammunition
from companion.games.parabellum.procedures.combat.volleys import read_dice, roll_dice
from companion.games.parabellum.state.amounts import Die, Strength
from companion.games.parabellum.state.naming import Id, spoken

MOST_SHOTS, FARTHEST = 20, 60

type Range = Annotated[int, Between(1, FARTHEST)]
type Shots = Annotated[int, Between(1, MOST_SHOTS)]


@dataclass(frozen=True, slots=True)
class Gun:
    """The unit that fires."""

    artillery_die: Die
    shots_per_turn: Shots
    min_range: Range
    max_range: Range
    ammunition: Ammunition = 1
    moved: bool = False


def _reaching(gun: Gun, _: Mapping[str, Json]) -> Gun:
    return replace(gun, max_range=integer(gun.max_range, "max_range", gun.min_range, FARTHEST))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Seen):
    """A unit in question, so many squares away."""

    id: Id
    strength: Strength
    defense_die: Die
    distance: Annotated[int, Between(0, FARTHEST)]


TWICE = "“{given}” is named before; every target has an id of its own."
AIM = "A shot is at one of {names}; {given} was given."


@dataclass(frozen=True, slots=True)
class Asked:
    """Procedure 6.8's input, perhaps without its dice; `shots` are the ids of the targets, in order."""

    attacker: Annotated[Gun, Then(_reaching)]
    targets: Annotated[
        tuple[Target, ...],
        Sized(1, MOST_SHOTS),
        DistinctBy("id", TWICE),
        Names("targets", by=lambda targets: [each.id for each in targets]),
    ]
    shots: Annotated[tuple[Annotated[str, Known("targets", AIM)], ...], Sized(1, MOST_SHOTS)]
    rolls: Json = None

    def target(self, named: str) -> Target:
        """The target of that id."""
        return next(each for each in self.targets if each.id == named)


def resolve(question: Json) -> Resolution:
    """Procedure 6.8: a barrage, with the dice as they fell."""
    reading, asked = _read(question)
    if "rolls" in reading:
        reading.items("rolls", len(asked.shots), len(asked.shots))
    _check(asked)
    rolls = reading.items("rolls", len(asked.shots), len(asked.shots))
    left = {target.id: target.strength for target in asked.targets}
    told: list[Step] = []
    fired: list[Json] = []
    for n, (target, entry) in enumerate(zip(asked.shots, rolls, strict=True)):
        shot = _fire(asked, asked.target(target), left, entry, f"rolls.{n}")
        fired.append(_shot_json(target, shot))
        told += _told(asked.target(target), shot, left[target], n)
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
    artillery = integer(dice.raw("artillery"), dice.at("artillery"), 1, asked.attacker.artillery_die)
    defense = read_dice(dice.raw("defense"), dice.at("defense"), people, target.defense_die)
    return shoot(artillery, defense, target.cover)


def _shot_json(target: str, shot: Shot | None) -> Json:
    if shot is None:
        return {"target": target, "wasted": True, "artillery": None, "best_defense": None, "hit": False}
    return {"target": target, "wasted": False, **shot._asdict()}


def _result(asked: Asked, fired: list[Json], left: Mapping[str, int]) -> Json:
    targets = {
        target.id: {"losses": target.strength - left[target.id], "strength": left[target.id]}
        for target in asked.targets
    }
    return {"shots": fired, "targets": targets, "ammunition": asked.attacker.ammunition - 1}


def _told(target: Target, shot: Shot | None, people: int, n: int) -> tuple[Step, ...]:
    values = {"n": n + 1, "who": spoken(target.id)}
    if shot is None:
        return (Step("RULING R36", "Shot {n} at {who}: nobody is left, it is wasted.", values),)
    heading = Step("A5", "Shot {n} at {who}.", values)
    return (heading, *shot_steps(shot, target.cover, spoken(target.id), people))


def _read(question: Json) -> tuple[Reading, Asked]:
    asked: Asked = shape.read(Asked, question, missing_first="everywhere")
    return Reading(question, question), asked


def _check(asked: Asked) -> None:
    gun = asked.attacker
    if gun.moved:
        raise IllegalAction(
            "attacker.moved", "Artillery that moved this turn does not fire; leave it standing."
        )
    if not gun.ammunition:
        raise IllegalAction("attacker.ammunition", "A barrage spends 1 ammunition counter and none is left.")
    if len(asked.shots) > gun.shots_per_turn:
        said = f"This unit fires {gun.shots_per_turn} shots a turn; {len(asked.shots)} were given."
        raise IllegalAction("shots", said)
    for n, shot in enumerate(asked.shots):
        distance = asked.target(shot).distance
        if not gun.min_range <= distance <= gun.max_range:
            said = f"Shots reach {gun.min_range} to {gun.max_range} squares; {shot} is {distance} away."
            raise IllegalAction(f"shots.{n}", said)


def _roll(question: Json, random: Random) -> list[Json]:
    _, asked = _read(question)
    left = {target.id: target.strength for target in asked.targets}
    rolls: list[Json] = []
    for shot in asked.shots:
        target = asked.target(shot)
        if not left[shot]:
            rolls.append(None)
            continue
        artillery = roll(random, asked.attacker.artillery_die)
        defense = roll_dice(left[shot], target.defense_die, random)
        left[shot] -= shoot(artillery, defense, target.cover).hit
        rolls.append({"artillery": artillery, "defense": defense})
    return rolls


complete = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
