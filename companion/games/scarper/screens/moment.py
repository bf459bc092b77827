"""What the last action did, as a scene: a charge as die against die with what was added, and what moved."""

from companion.engine.game import Scene
from companion.engine.stage import Effect, Icon, Moment, Throw, Words, said
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, OTHER, Side
from companion.games.scarper.rules.commands import charge_at
from companion.games.scarper.screens.frame import changes
from companion.games.scarper.screens.people import one
from companion.games.scarper.state import State


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a charge; any other action is told by the house itself."""
    action = scene.last
    if not isinstance(action, dict) or action.get("type") != "frontal_charge" or len(scene.trail) < 2:
        return None
    return _charge(action, scene.trail[-2], scene.state)


def _charge(action: Json, before: State, now: State) -> Moment:
    side: Side = action["side"]
    foe, at, rolls = OTHER[side], action["battlefield"], action["rolls"]
    charge = charge_at(before, side, at)
    attack, defence = charge.attack_bonus, charge.defence_bonus
    margin = rolls["attacker"] + attack - rolls["defender"] - defence
    verdict = Effect(_verdict(margin), side if margin > 0 else foe if margin < 0 else "", Icon(side))
    moved = (Effect(words, side) for words in changes(before, now))
    title = said("{who} charges at {where}", who=one(side), where=BATTLEFIELD_NAMES[at])
    throws = (_throw(side, rolls["attacker"], attack), _throw(foe, rolls["defender"], defence))
    return Moment(title=title, side=side, throws=throws, effects=(verdict, *moved))


def _throw(side: Side, face: int, bonus: int) -> Throw:
    parts = (
        said("die {face}, {bonus} added", face=face, bonus=signed(bonus))
        if bonus
        else said("die {face}", face=face)
    )
    return Throw(one(side), (face,), str(face + bonus), parts, side)


def _verdict(margin: int) -> Words:
    """Who won, and by how much.

    >>> [str(_verdict(n)) for n in (3, 0, -2)]
    ['Won by 3', 'A tie', 'Repulsed by 2']
    """
    if margin == 0:
        return "A tie"
    return said("Won by {n}", n=margin) if margin > 0 else said("Repulsed by {n}", n=-margin)
