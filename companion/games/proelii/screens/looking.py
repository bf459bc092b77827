"""A unit that is looked at: its round as an account, why it cannot act, where it could go (6.6, 7.5).

Anybody may look, whoever is to act: it is all on the board. While an army is deployed nobody does.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.engine.looking import keep
from companion.engine.scene import Scene
from companion.engine.stage import Fact, Facts, Lead, Piece, Question, Row, Rows, Way, said
from companion.engine.wording import signed
from companion.games.proelii.data import SIDE_NAMES, STEP_NAMES
from companion.games.proelii.procedures.field.binding import binders, is_bound, stops
from companion.games.proelii.procedures.field.paths import Walk, reached
from companion.games.proelii.rules import apply
from companion.games.proelii.rules.activating import is_eligible
from companion.games.proelii.rules.secrets import is_secret
from companion.games.proelii.screens.asked import Asked, Taps
from companion.games.proelii.screens.frame import own_sign, steps
from companion.games.proelii.screens.going import account, place_name
from companion.games.proelii.screens.rows import what
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.ground import is_square


def looked_at(scene: Scene[State]) -> str:
    """The unit that this screen looks at, if any."""
    name = scene.draft.get("look", "")
    unit = scene.state.units.get(name)
    shows = unit is not None and unit.is_living and not is_secret(scene.state) and scene.room != "tv"
    return name if shows else ""


def with_looks(scene: Scene[State], taps: Taps) -> Taps:
    """The same, a tap on any unit that means nothing else opening its account."""
    state = scene.state
    if is_secret(state) or scene.room == "tv":
        return taps
    living = (name for name in state.ids if state.units[name].is_living)
    looks = {name: keep(scene, look=name) for name in living if state.units[name].at not in taps.places}
    return replace(taps, units={**looks, **taps.units})


def look(scene: Scene[State], name: str) -> Asked:
    """A unit's account, with its reach on the board."""
    state, unit = scene.state, scene.state.units[name]
    back, side = keep(scene, look=None), SIDE_NAMES[unit.side]
    told = (account(unit.energy), _worth(unit), *_round(scene, name), Lead(_can(state, name, unit)))
    asked = Question(
        kind="unit",
        title=unit.name,
        under=said("{side}, {what}, at {at}", side=side, what=what(unit), at=place_name(unit.at)),
        icon=own_sign(unit.type),
        side=unit.side,
        pieces=(steps(state), *told),
        main=Way(words="Back to the battle", href=back),
        back=back,
        rule="energy",
    )
    return asked, _reach(state, name, unit)


def _worth(unit: Unit) -> Facts:
    kind = unit.kind
    cohesion = said("{cp} of {most}", cp=unit.cp, most=kind.cp)
    return Facts((Fact("CP", cohesion), Fact("Way", f"{kind.mp} MP"), Fact("Die", kind.die)))


def _round(scene: Scene[State], name: str) -> Iterator[Piece]:
    """What the round has paid and gained, line by line with its rule."""
    rows = list(_lines(scene, name))
    now = scene.state.units[name].energy
    begun = now - sum(by for _, by in rows)
    told = (Row((words, signed(by) if by else "0")) for words, by in rows)
    listed = (Row(("At the start of the round", str(begun))), *told, Row(("Now", str(now)), sum=True))
    yield Rows(label="Its round", rows=listed)


def _lines(scene: Scene[State], name: str) -> Iterator[tuple[str, int]]:
    """What touched the unit in this round, oldest first, and by how much its energy moved."""
    number, found = scene.state.round, []
    for line in reversed(scene.passages):
        if line.before is None or line.before.round != number:
            break
        by = line.after.units[name].energy - line.before.units[name].energy
        if by or name in str(line.action):
            found.append((_words(line.before, line.action, name), by))
    yield from reversed(found)


def _words(before: State, action: object, name: str) -> str:
    """The steps of a line that name the unit, each with its rule; else those of the gains that all have."""
    steps = apply(before, action).steps
    named = re.compile(rf"\b{re.escape(before.units[name].name)}(?!\w)")
    told = [step for step in steps if named.search(step.text)] or [s for s in steps if s.rule == "7.5"]
    return " ".join(f"{step.text} ({step.rule})" for step in told) or STEP_NAMES[before.step or ""]


def _can(state: State, name: str, unit: Unit) -> str:
    """Whether it can be activated now, or what bars it (R18)."""
    if state.step != "movement":
        return "Units are activated in Movement."
    if is_eligible(state, name, unit):
        return (
            "It can be activated now."
            if unit.side == state.to_act
            else "It can be activated in its side's turn."
        )
    if unit.inactive:
        return "It has escaped, and does nothing more this round."
    if bound := [state.units[each].name for each in binders(state, name)]:
        return f"It is bound by {' and '.join(bound)}."
    if name in state.acted:
        return "It has been activated at this energy already."
    if unit.energy < (state.tier or 0):
        return f"It has less than the {state.tier} energy that is due."
    return "It waits until those of its experience are due."


def _reach(state: State, name: str, unit: Unit) -> Taps:
    """Where it could go by one move, and what each place costs."""
    free = unit.has_energy and not unit.inactive and not is_bound(state, name)
    far = reached(Walk(state, name, unit.kind.mp)) if free else {}
    return Taps(
        mp={at: way.mp for at, way in far.items()},
        binds=frozenset(at for at in far if is_square(at) and stops(state, unit, at)),
        chosen=frozenset({name, unit.at}),
    )
