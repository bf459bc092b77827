"""What the last action did, as a scene: dice against dice, who fell; what is no news is its line alone."""

from collections.abc import Iterator, Mapping

from companion.engine.game import Scene
from companion.engine.stage import Effect, Icon, Moment, Throw, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import SHEET, public_name, seat_of, sign_of
from companion.games.parabellum.screens.frame import changes, who
from companion.games.parabellum.state import State

QUIET = frozenset(
    {
        "purchase",
        "muster",
        "stow",
        "unstow",
        "transfer",
        "cache",
        "pick_up",
        "resupply",
        "adjust",
        "name",
        "reposition",
        "stand",
    }
)
"""Deeds in the rear, told without a scene."""
ROLLED = ("attack", "attack_cache", "barrage")


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a roll for turn order, of an attack, of a turn that begins; the house tells the others."""
    action = scene.last
    if type(action) is not dict or len(scene.trail) < 2:
        return None
    before, kind = scene.trail[-2], str(action.get("type"))
    if kind == "turn_order":
        return _order(scene.state, action)
    if kind == "end_phase":
        return _passed(before, scene.state)
    if kind in ROLLED and action.get("rolls"):
        return _fire(before, scene.state, action)
    return Moment(title="", quiet=True) if kind in QUIET else None


def _order(now: State, action: Json) -> Moment | None:
    """The first throw of each, and who begins."""
    rolls = action["rolls"]
    first = rolls[0] if type(rolls) is list and rolls else rolls
    if type(first) is not dict or not now.active:
        return None
    throws = tuple(
        Throw(who(now, player), (face,), str(face), "", seat_of(now, player))
        for player, face in first.items()
    )
    begins = said("{who} goes first", who=who(now, now.active))
    return Moment(title=begins, side=seat_of(now, now.active), throws=throws)


def _passed(before: State, now: State) -> Moment:
    """A turn that begins is a scene; a phase that ends is none."""
    if (now.active == before.active and now.scenario == before.scenario) or not now.active:
        return Moment(title="", quiet=now.scenario == before.scenario and bool(now.active))
    title = said("{who}: round {round}", who=who(now, now.active), round=now.round)
    return Moment(title=title, side=seat_of(now, now.active))


def _fire(before: State, now: State, action: Json) -> Moment:
    unit, side = action["unit"], seat_of(before, before.units[action["unit"]].owner)
    effects = (*_fallen(before, now), *(Effect(words) for words in changes(before, now)))
    return Moment(
        title=said("{unit} {what}", unit=public_name(before, unit), what=_what(before, action)),
        side=side,
        throws=tuple(_throws(before, action)),
        effects=effects or (Effect("Nobody falls"),),
    )


def _what(state: State, action: Json) -> Words:
    if action["type"] == "attack":
        return said("attacks {target}", target=public_name(state, action["target"]))
    if action["type"] == "attack_cache":
        return said("fires at the cache on {square}", square=at(action["square"]))
    return said("fires {shots}", shots=count(len(action["shots"]), "shot"))


def _throws(state: State, action: Json) -> Iterator[Throw]:
    """The attacker's dice, then those against them, from high to low; of a hidden die no face has pips."""
    rolls, unit = action["rolls"], action["unit"]
    if action["type"] == "barrage":
        fired = tuple(each["artillery"] for each in rolls if each)
        yield Throw(public_name(state, unit), fired, side=_side(state, unit), sides=0)
        return
    yield _thrown(public_name(state, unit), rolls["attack"], _side(state, unit))
    if action["type"] == "attack":
        yield _thrown(public_name(state, action["target"]), rolls["defense"], _side(state, action["target"]))
    else:
        yield _thrown("the cache", rolls["defense"], "")


def _thrown(name: str, faces: Json, side: str) -> Throw:
    return Throw(name, tuple(sorted(faces, reverse=True)), side=side, sides=0)


def _side(state: State, unit: str) -> str:
    return seat_of(state, state.units[unit].owner)


def _fallen(before: State, now: State) -> Iterator[Effect]:
    """Who lost people on the map, and who is gone."""
    for unit, was in before.units.items():
        each = now.units.get(unit)
        if was.where != "map":
            continue
        lost = was.strength - (each.strength if each and each.where == "map" else 0)
        if lost > 0:
            yield Effect(
                _loss(before, unit, lost, now.units),
                _side(before, unit),
                Icon(sign_of(before, was.type), SHEET),
            )


def _loss(before: State, unit: str, lost: int, now: Mapping[str, object]) -> Words:
    name = public_name(before, unit)
    if unit not in now:
        return said("{unit} is destroyed", unit=name)
    return said("{unit}: {n:# falls|# fall}", unit=name, n=lost)
