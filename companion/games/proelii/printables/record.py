"""The report of a battle, round by round: filled from a table's log, or a form to write on (10)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import ESCAPED, SIDES
from companion.games.proelii.printables.frieze import procession
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.rules.ending import measured
from companion.games.proelii.rules.telling import headline
from companion.games.proelii.state.table import State
from companion.press.face import Stamp, greyed
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.page import Page
from companion.press.prose import Markup, Prose, join, table, tag
from companion.press.svg import svg

BLANK_ROUNDS = 12
WIDE = 273.0
"""Millimetres: a lying sheet between its margins; narrower paper shows the frieze smaller."""

HEADS = ("Round", "Attacks", "White lost", "Black lost", "Left: white / black")
ATTACKS = {"charge": "{unit} charged {target}", "hit_and_run": "{unit} hit and ran at {target}",
           "push_out": "{unit} pushed {target} out"}  # fmt: skip


def record(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """A lying sheet: who fought where, every round with its attacks and losses, how it ended."""
    body = join((_head(choices), _blank() if scene is None else _filled(scene.state, scene.passages)))
    return DRESS.prose(choices, "battle report", body, lying=True)


def _head(choices: Mapping[str, Json]) -> Markup:
    """The units of both sides in a frieze over the sheet."""
    face = procession(WIDE, DRESS.look(choices))
    face = greyed(face, {}) if choices["ink"] == "grey" else face
    drawing = svg(Page(face.width, face.height, (Stamp(face, 0, 0),)), title="Units on the march")
    return tag("div", Markup(drawing), kind="frieze")


def _blank() -> Markup:
    rows = [(n, "", "", "", "") for n in range(1, BLANK_ROUNDS + 1)]
    gap = "______________________"
    head = tag("p", f"Battle: {gap}  White: {gap}  Black: {gap}  Date: ____________", kind="lead")
    end = tag("p", f"Who won, and why: {gap}{gap}", kind="lead")
    return join((tag("h1", "Battle report"), head, table(HEADS, rows, kind="report write"), end))


def _filled(state: State, passages: Sequence[Any]) -> Markup:
    fought = [line for line in passages if line.before is not None and line.before.round]
    rounds = groupby(fought, lambda line: line.before.round)
    rows = [_round(number, list(lines)) for number, lines in rounds]
    names = " against ".join(state.sides[side].name for side in SIDES)
    parts = (tag("h1", "Battle report"), tag("p", names, kind="lead"), table(HEADS, rows, kind="report"))
    return join((*parts, tag("p", headline(state), kind="lead")))


def _round(number: int, lines: Sequence[Any]) -> tuple[object, ...]:
    before, after = lines[0].before, lines[-1].after
    left = measured(after)
    attacks = "; ".join(each for line in lines for each in _attack(line.before, line.action)) or "none"
    lost = (", ".join(_lost(before, after, side)) or "nothing" for side in SIDES)
    return (number, attacks, *lost, " / ".join(f"{left[side].cp} CP" for side in SIDES))


def _attack(state: State, action: Json) -> Iterator[str]:
    words = ATTACKS.get(action.get("type", "")) if type(action) is dict else None
    if words:
        yield words.format(**{key: state.units[action[key]].name for key in ("unit", "target")})


def _lost(before: State, after: State, side: str) -> Iterator[str]:
    """Whose cohesion fell in a round, and who fell."""
    for name, unit in before.units.items():
        cp = after.units[name].cp
        if unit.side == side and unit.is_living and not after.units[name].is_living:
            escaped = after.units[name].at == ESCAPED
            yield f"{unit.name} {'escaped' if escaped else 'fell'}"
        elif unit.side == side and cp < unit.cp:
            yield f"{unit.name} −{unit.cp - cp}"


RECORDS: Mapping[str, Made] = {"record": (record, TEXT_OPTIONS)}
