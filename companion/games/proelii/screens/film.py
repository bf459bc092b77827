"""A battle that is over: who has won and how, cohesion line by line, who fell, luck in every die."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series
from companion.engine.dice import Throw, weights_of
from companion.engine.film import Film, Replay, Replayed, Turning
from companion.engine.scene import Scene
from companion.engine.stage import End, Icon, Question, Versus, said
from companion.engine.wire import Json
from companion.games.proelii.data import DESTROYED, FACE_NAMES, FACES, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.telling import WON_BY
from companion.games.proelii.state import State


def ending(scene: Scene[State]) -> Question:
    """Who holds the field."""
    result = scene.state.result
    winner = result.winner if result else "draw"
    won = winner in SIDES
    left, right = (_side(scene.state, side) for side in SIDES)
    return Question(
        kind="finished",
        title=said("{who} wins", who=SIDE_NAMES[winner]) if won else "A draw",
        under=WON_BY[result.reason].capitalize() + "." if result else "",
        icon=Icon("trophy"),
        side=winner if won else "",
        pieces=(Versus(left, right),),
        missing="The battle is over",
        rule="phase-over",
    )


def _side(state: State, side: Side) -> End:
    left = measured(state)[side]
    reasons = (
        said("{n:# unit|# units} on the field", n=left.on_field),
        said("{n} escaped", n=left.escaped),
        said("{n} destroyed", n=left.destroyed),
        said("{n:# unit|# units} in the centre", n=left.centre_units),
    )
    return End(str(left.cp), said("{side} CP", side=SIDE_NAMES[side]), reasons, side, "cohesion")


FALLS, DECIDES = 3, 9
"""What a fallen unit and the line that decides weigh beside CP."""


def course(trail: Sequence[State]) -> Chart:
    """The cohesion of both sides on the field after every line; under it the rounds."""
    both = [measured(state) for state in trail]
    series = []
    for side in SIDES:
        values = [each[side].cp for each in both]
        series.append(Series(SIDE_NAMES[side], values, look=side, words=str(values[-1])))
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    return Chart(
        told=f"Cohesion on the field: {told}", series=series, labels=_rounds(trail), stepped=True, parted=True
    )


def _rounds(trail: Sequence[State]) -> list[Label]:
    """Two rounds side by side, which is as many as have room."""
    starts = [n for n, state in enumerate(trail) if n == 0 or _pair(state) != _pair(trail[n - 1])]
    return [Label(n, end, _named(trail[n])) for n, end in pairwise([*starts, len(trail)])]


def _pair(state: State) -> int:
    return (state.round + 1) // 2


def _named(state: State) -> str:
    return f"R{2 * _pair(state) - 1}" if state.round else "Start"


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every line that cost cohesion, by what it cost; and the end."""
    for each in replay:
        if each.before is None:
            continue
        lost = {side: _cp(each.before, side) - _cp(each.after, side) for side in SIDES}
        worst = max(SIDES, key=lost.__getitem__)
        ends = each.after.result is not None and each.before.result is None
        if lost[worst] <= 0 and not ends:
            continue
        names = [unit.name for name, unit in each.after.units.items() if _fell(each, name)]
        side, weight = OTHER[worst], sum(max(0, by) for by in lost.values())
        words = said("{names} destroyed", names=" and ".join(names)) if names else ""
        small = f"round {each.after.round}"
        weighs = weight + FALLS * len(names) + DECIDES * ends
        yield Turning(each.number, words, small, f"{weight} CP", side, weighs)


def _cp(state: State, side: Side) -> int:
    return measured(state)[side].cp


def _fell(each: Replayed, name: str) -> bool:
    return bool(each.after.units[name].at == DESTROYED != each.before.units[name].at)


def throws(replay: Replay) -> Iterator[Throw]:
    """Every die that counted: the swords that it showed, against what such a die shows."""
    for each in replay:
        if each.before is None or type(each.action) is not dict:
            continue
        for name, faces in _dice(each.action):
            yield _throw(each, name, faces)


def _dice(action: dict[str, Json]) -> Iterator[tuple[str, Sequence[str]]]:
    """The units that rolled in a line, with the faces that they showed."""
    kind = action.get("type")
    if kind in ("roll", "reroll"):
        yield action["unit"], [action["face"]]
    for key, who in (("attack", "unit"), ("defence", "target"), ("response_attack", "target")):
        if kind in ("hit_and_run", "charge") and action.get(key):
            yield action[who], action[key]["faces"]
    for attack in action.get("attacks", ()) if kind == "escape" else ():
        yield attack["unit"], attack["faces"]


def _throw(each: Replayed, name: str, faces: Sequence[str]) -> Throw:
    unit = each.before.units[name]
    die = getattr(each.before.options.dice, unit.kind.die)
    chances = [Fraction(sum(FACES[face][0] == n for face in die), len(die)) for n in range(3)]
    got = next(swords for face, (swords, _) in FACES.items() if face == faces[-1])
    shown = FACE_NAMES[faces[-1]]
    moment = f"round {each.after.round}"
    return Throw(each.number, moment, unit.side, OTHER[unit.side], unit.name, shown, weights_of(chances), got)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="CP",
    throws=throws,
    thrown="Swords thrown",
    look=lambda state, seat: seat,
)
