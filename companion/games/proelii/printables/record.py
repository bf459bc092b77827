"""What is written down of a battle: round by round, every unit's energy, losses to photograph (7.5, 10)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.games.proelii.data import (
    ESCAPED,
    EXPERIENCE_NAMES,
    FULL,
    GONE,
    KIND_NAMES,
    QUARTER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.proelii.printables.look import (
    ACROSS,
    BATTLE,
    DRESS,
    MUTED,
    OWN,
    Token,
    army,
    front,
    procession,
    state_of,
    title_of,
)
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.telling import headline
from companion.games.proelii.state import State, Unit
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, greyed
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import LARGE, TEXT_OPTIONS, Made, papers
from companion.press.page import PAPERS, Page, Size
from companion.press.prose import Markup, Prose, join, table, tag
from companion.press.svg import svg
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style, fit, line

BLANK_ROUNDS = 12
WIDE = 273.0
"""Millimetres: a lying sheet between its margins; narrower paper shows the frieze smaller."""

HEADS = ("Round", "Attacks", "White lost", "Black lost", "Left: white / black")
ATTACKS = {"charge": "{unit} charged {target}", "hit_and_run": "{unit} hit and ran at {target}",
           "push_out": "{unit} pushed {target} out"}  # fmt: skip


def record(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """A lying sheet: who fought where, every round with its attacks and losses, how it ended."""
    body = join((_frieze_head(choices), _blank() if scene is None else _filled(scene.state, scene.passages)))
    return DRESS.prose(choices, "battle report", body, lying=True)


def _frieze_head(choices: Mapping[str, Json]) -> Markup:
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


ROUNDS, NAME, MOST_HIGH = 12, 58.0, 13.0
"""How many rounds a page has where a battle sets no limit; millimetres of the names, and of a row at most."""


class Ledger(NamedTuple):
    """One side's page: the battle, whose, how many rounds, and how each round of a live battle ended."""

    state: State
    side: Side
    title: str
    rounds: int
    ends: Mapping[int, State]


def ledger_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A lying page a side."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    state, title = state_of(choices, scene), title_of(choices, scene)
    rounds = min(state.options.max_rounds or ROUNDS, 16)
    ends = {each.round: each for each in (scene.trail if scene else ()) if each.round}
    pages = []
    for side in SIDES:
        face = _page(Ledger(state, side, title, rounds, ends), look, paper)
        pages.append(DRESS.page(face, f"energy ledger, {SIDE_NAMES[side].lower()}"))
    return DRESS.document(f"energy ledger, {title}", tuple(pages), choices)


def _page(sheet: Ledger, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    units = army(sheet.state, sheet.side)
    top = EDGE + 19
    high = min(MOST_HIGH, (paper.height - top - EDGE - 6) / max(1, len(units)))
    wide = (width - NAME) / sheet.rounds
    marks = [*_ledger_head(sheet, width, wide)]
    for n, (name, unit) in enumerate(units):
        row = Box(EDGE, top + n * high, width, high)
        marks += _row(sheet, unit, row, look)
        marks += _cells(sheet, name, row, wide, look)
    return Face(paper.width, paper.height, tuple(marks), name=f"ledger {sheet.side}")


def _ledger_head(sheet: Ledger, width: float, wide: float) -> Iterator[Mark]:
    title = f"{sheet.title}: {sheet.state.sides[sheet.side].name}"
    yield from line(title, Style(font=TITLE, size=18, smallest=10, leading=1), width, "title").at(EDGE, EDGE)
    told = "Energy at the end of each round: a quarter a disc. CP are the small squares."
    yield from line(told, Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED), width, "title").at(
        EDGE, EDGE + 8
    )
    style = Style(font=NUMERAL, size=11, leading=1)
    for n in range(sheet.rounds):
        box = Box(EDGE + NAME + n * wide, EDGE + 13, wide, 5)
        yield from middle(str(n + 1), style, box, "round")


def _row(sheet: Ledger, unit: Unit, row: Box, look: Look) -> Iterator[Mark]:
    yield Path((((row.x, row.y), (row.right, row.y)),), Paint(stroke=(0.6,), width=0.2))
    size = min(row.height - 1, 11.0)
    token = Token(unit.side, unit.type, unit.experience)
    yield Stamp(front(token, look), row.x, row.y + (row.height - size) / 2, size / ACROSS)
    words = f"{EXPERIENCE_NAMES[unit.experience]} {KIND_NAMES[unit.type].lower()}"
    name = Style(font=STRONG, size=9, smallest=7, leading=0.98)
    room = NAME - size - 3
    if row.height < 10:
        block = fit(unit.name, name, room, row.height - 0.4, unit.name)
        yield from block.at(row.x + size + 2, row.y + (row.height - block.height) / 2)
        return
    block = fit(unit.name, name, room, row.height - 4.6, unit.name)
    yield from block.at(row.x + size + 2, row.y + 0.7)
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    yield from at_left(words, quiet, Box(row.x + size + 2, row.bottom - 4, room, 3.4), unit.name)


def _cells(sheet: Ledger, name: str, row: Box, wide: float, look: Look) -> Iterator[Mark]:
    """A cell a round: four discs of energy, and squares of cohesion."""
    for n in range(sheet.rounds):
        box = Box(row.x + NAME + n * wide, row.y, wide, row.height)
        yield Path((((box.x, box.y), (box.x, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
        now = sheet.ends[n + 1].units[name] if n + 1 in sheet.ends else None
        yield from _discs(now, box, look)
        yield from _squares(sheet.state.units[name], now, box)


def _discs(now: Unit | None, box: Box, look: Look) -> Iterator[Mark]:
    step = (box.width - 3) / 4
    radius = min(1.5, step * 0.42, box.height * 0.2)
    for k in range(4):
        full = now is not None and now.energy > 25 * k
        fill = (INK if look.saver else look.full("edge")) if full else None
        yield Circle(
            box.x + 1.5 + (k + 0.5) * step,
            box.y + box.height * 0.36,
            radius,
            Paint(fill=fill, stroke=INK, width=0.18),
        )


def _squares(unit: Unit, now: Unit | None, box: Box) -> Iterator[Mark]:
    side = min(1.9, box.height * 0.2)
    for k in range(unit.kind.cp):
        lost = now is not None and now.cp <= k
        square = Box(box.x + 1.6 + k * (side + 0.8), box.bottom - side - 0.9, side, side)
        yield Rectangle(square, Paint(fill=INK if lost else None, stroke=INK, width=0.18))


LEDGERS: Mapping[str, Made] = {
    "energy-ledger": (ledger_sheet, (BATTLE, OWN, papers("a4", "letter"), INKS)),
}


OPTIONS = (papers("a4", "letter", "both"), INKS, LARGE)
REASON = "Taken in from the losses sheet"


def losses_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The units that are left, without their places: these may still be secret."""
    assert scene
    state, look = scene.state, DRESS.look(choices)
    told = f"{title_of(choices, scene)}, round {state.round}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Losses sheet", told)
    sections = [_army(state, side, look) for side in SIDES]
    origin = Origin("proelii", "losses-sheet", scene, "-", given_of(choices, OPTIONS))
    return form([sheet.pages(sections, origin)], DRESS.document("losses sheet", (), choices))


def _army(state: State, side: Side, look: Look) -> Section:
    told = "The energy it has now, and each CP that it lost; only what is otherwise"
    here = [each for each in army(state, side) if each[1].at not in GONE]
    return Section(state.sides[side].name, told, [_unit(name, unit, look) for name, unit in here])


def _unit(name: str, unit: Unit, look: Look) -> Item:
    energy = [(f"{name}.energy.{n}", str(n)) for n in range(0, FULL + 1, QUARTER)]
    lost = [(f"{name}.lost.{n}", "−CP") for n in range(1, unit.cp + 1)]
    small = f"{KIND_NAMES[unit.type]}, now {unit.energy} % and {unit.cp} CP"
    return Item(unit.name, small, (*lost, *energy), front(Token(unit.side, unit.type, unit.experience), look))


def losses(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Energy and CP set by hand; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    for unit in dict.fromkeys(parts[0] for parts in said.values()):
        if unit not in state.units:
            raise InvalidInput("ticks", f"There is no unit {unit} in this battle.")
        yield from _set(
            state.units[unit], unit, {name: each for name, each in said.items() if each[0] == unit}
        )


def _set(unit: Unit, key: str, said: Mapping[str, list[str]]) -> Iterator[Change]:
    for name, parts in said.items():
        if parts[1] == "energy":
            yield Change(
                f"{unit.name}: energy {parts[2]} %", _adjust(key, {"energy": int(parts[2])}), (name,)
            )
    lost = tuple(name for name, parts in said.items() if parts[1] == "lost")
    if lost:
        left = max(0, unit.cp - len(lost))
        words = f"{unit.name}: {left} CP left" if left else f"{unit.name}: destroyed"
        yield Change(words, _adjust(key, {"cp": left}), lost)


def _adjust(unit: str, given: Json) -> Json:
    return {"type": "adjust", "reason": REASON, "unit": unit, "set": given}


LOSSES: Mapping[str, Made] = {"losses-sheet": (losses_sheet, OPTIONS)}
ANSWERS = {"losses-sheet": losses}
