"""A battle seen by who has nothing to decide: the duel on the TV, the enemy's army, one's own next move."""

from collections.abc import Iterator
from dataclasses import replace

from companion.engine import stage
from companion.engine.scene import Scene, keep
from companion.engine.wording import Values, counted
from companion.games.proelii import data
from companion.games.proelii.deeds.secrets import is_secret
from companion.games.proelii.procedures.field import is_bound, reached, stops
from companion.games.proelii.rules.movement import is_eligible
from companion.games.proelii.screens import combat, frame
from companion.games.proelii.screens.board import Lie, token
from companion.games.proelii.screens.loupe import stacks
from companion.games.proelii.state import State, Unit, is_square

DUEL = "duel"
"""The kind of question that a TV shows while dice are fought out."""
FEW = 4
"""So many of one's own units are weighed while the enemy moves."""


def is_duel(scene: Scene[State]) -> bool:
    return scene.room == "tv" and combat.is_fought(scene.state)


def duel(scene: Scene[State]) -> frame.Prompt:
    """The pair whose die was thrown last, face to face, and below it all that fight elsewhere (8.4)."""
    state, letters = scene.state, scene.once(frame.pairs)
    pairs = sorted(_pairs(state), key=lambda pair: (letters[pair[0]], pair))
    rolled = _rolled(scene)
    # The first pair of which a die is still to fall; else the first.
    waits = (pair for pair in pairs if not all(state.units[name].roll for name in pair))
    shown = next((pair for pair in pairs if rolled & {*pair}), next(waits, pairs[0]))
    lost = frame.hits(state)
    values: Values = {
        "letter": letters[shown[0]],
        "halves": [_half(state, name, fallen=lost[name], new=name in rolled) for name in shown],
        "sum": [lost[name] for name in shown],
        "verdict": combat.pair_verdict(state, shown, lost),
        "others": [
            {
                "letter": letters[pair[0]],
                "names": " and ".join(state.units[name].name for name in pair),
                "words": _how_far(state, pair, combat.pair_verdict(state, pair, lost)),
            }
            for pair in pairs
            if pair != shown
        ],
    }
    question = stage.Question(
        kind=DUEL,
        title=data.STEP_NAMES[state.step or ""],
        pieces=(frame.steps(state), stage.Own(template="proelii/duel.html", values=values)),
        rule=f"phase-{state.phase}",
    )
    there = frozenset(state.units[name].at for name in shown)
    return question, frame.Taps(pairs=letters, chosen=there)


def _pairs(state: State) -> list[tuple[str, str]]:
    return [(name, each) for name, _ in state.army("white") for each in state.facing[name]]


def _rolled(scene: Scene[State]) -> set[str]:
    """The units whose dice are new with the last line."""
    if len(scene.trail) < 2:
        return set()
    was = scene.trail[-2].units
    return {name for name, unit in scene.state.units.items() if unit.roll and unit.roll != was[name].roll}


def _half(state: State, name: str, *, fallen: int, new: bool) -> Values:
    unit = state.units[name]
    return {
        "name": unit.name,
        "side": unit.side,
        "token": token(unit),
        "die": unit.kind.die,
        "face": unit.roll.face if unit.roll else "",
        "words": data.FACE_NAMES[unit.roll.face] if unit.roll else "not rolled yet",
        "new": new,
        "falls": fallen >= unit.cp,
    }


def _how_far(state: State, pair: tuple[str, str], verdict: str) -> str:
    left = sum(state.units[name].roll is None for name in pair)
    return verdict if not left else "one die is down" if left == 1 else "not rolled yet"


def waiting(scene: Scene[State]) -> Iterator[stage.Piece]:
    """Whoever waits sees the army against him, and may weigh what he does next; who watches sees both."""
    state, own = scene.state, scene.own
    if own not in data.SIDES:
        for each in data.SIDES if is_secret(state) or state.step == "movement" else ():
            yield from enemy(state, each, open_=True)
        return
    side: data.Side = "black" if own == "black" else "white"
    if is_secret(state):
        own_ready = scene.hands.is_ready(side)
        yield from enemy(state, data.OTHER[side], open_=own_ready or state.to_act != side)
    elif state.step == "movement":
        yield from _next(scene, side)
    elif not combat.is_fought(state):
        yield from enemy(state, data.OTHER[side], open_=True)


def enemy(state: State, side: data.Side, *, open_: bool) -> Iterator[stage.Piece]:
    """That side's army as its list tells it: who, how many, how strong; never where."""
    army = state.sides[side]
    living = [(name, unit) for name, unit in state.army(side) if unit.is_living]
    rows = []
    for _, names in stacks(state, living):
        unit = state.units[names[0]]
        cells = (frame.what(unit).capitalize(), f"× {len(names)}", f"{unit.kind.mp} MP", f"{unit.kind.cp} CP")
        rows.append(stage.Row(cells, icon=frame.own_sign(unit.type)))
    strength = f"{sum(unit.cp for _, unit in living)} CP"
    whole = stage.Fact(army.people, strength, counted(len(living), "unit"), rule="cohesion")
    facts = [whole]
    if army.leader:
        facts.append(
            stage.Fact(
                "Commander", army.leader, "" if army.command == "none" else army.command, rule="command"
            )
        )
    if state.options.level != "white":
        facts.append(stage.Fact("Prestige", str(army.prestige), rule="prestige"))
    rows_of = stage.Rows(label=stage.phrase("The army of {who}", who=army.people), rows=tuple(rows))
    yield stage.Fold(
        id=f"army-{side}", title=rows_of.label, pieces=(stage.Facts(tuple(facts)), rows_of), open=open_
    )


def _next(scene: Scene[State], side: data.Side) -> Iterator[stage.Piece]:
    """One's own units that can move yet, the next first, with how far each gets; a tap shows it."""
    state = replace(scene.state, to_act=side)
    free = [
        (name, unit)
        for name, unit in state.army(side)
        if unit.has_energy and not unit.inactive and name not in state.acted and not is_bound(state, name)
    ]
    first = sorted(free, key=lambda each: (not is_eligible(state, *each), -each[1].energy, each[1].name))
    if first:
        rows = tuple(_weighed(scene, state, name) for name, _ in first[:FEW])
        yield stage.Choices(label="Yours to move next", choices=rows, shows_label=True)


def _weighed(scene: Scene[State], state: State, name: str) -> stage.Choice:
    unit = state.units[name]
    far = [at for at in reached(state, name, unit.kind.mp) if is_square(at)]
    meets = [at for at in far if stops(state, unit, at)]
    where = stage.phrase("{n:# square|# squares} in reach", n=len(far))
    binds = (
        stage.phrase("comes to blows on {at}", at=", ".join(sorted(meets)[:4])) if meets else "meets nobody"
    )
    return stage.Choice(
        words=unit.name,
        small=stage.phrase("{where}, {binds}", where=where, binds=binds),
        end=str(unit.energy),
        icon=frame.own_sign(unit.type),
        side=unit.side,
        href=keep(scene, look=name),
    )


def traces(before: State, now: State, lie: Lie) -> tuple[frozenset[str], frozenset[str]]:
    """The squares that the last line emptied, and those on which somebody has come to stand."""
    left: set[str] = set()
    came: set[str] = set()
    for name, unit in now.units.items():
        was: Unit = before.units[name]
        if unit.at != was.at and lie.shows(unit):
            left.update(at for at in (was.at,) if is_square(at))
            came.update(at for at in (unit.at,) if is_square(at))
    return frozenset(left - came), frozenset(came)
