"""What lies beside the field: player aid, unit cards, the record of a battle, ledger and losses."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.film import Replay
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.games.proelii import data
from companion.games.proelii.data import FACES, KIND_NAMES, UNITS, Colour, Kind
from companion.games.proelii.printables import (
    ACROSS,
    BATTLE,
    DRESS,
    FRIEZE,
    MUTED,
    OWN,
    SIGN,
    OfBattle,
    Token,
    army,
    frieze,
    front,
    meander,
    plain,
    procession,
    sign,
    state_of,
    title_of,
    token_of,
    words,
)
from companion.games.proelii.rules import headline
from companion.games.proelii.rules.course import measured
from companion.games.proelii.state import DICE, Dice, State, Unit
from companion.press.answered import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, greyed
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import (
    CARD_OPTIONS,
    LARGE,
    TEXT_OPTIONS,
    Choices,
    Made,
    OnSheets,
    larger_than,
    papers,
    picked,
)
from companion.press.options import INK as INKS
from companion.press.page import PAPERS, Page, Piece, Size
from companion.press.prose import Markup, Prose, join, table, tag
from companion.press.svg import svg
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, DoesNotFit, Style, fit, line

ABILITIES = {
    "hit_and_run": "Hit & Run",
    "charge": "Charge",
    "push_out": "Push out",
    "red_line": "Red line: +25",
}
COLOURS: tuple[Colour, ...] = ("white", "blue", "red")


def aid(choices: Choices, scene: Scene[State] | None) -> Document:
    """Three lying sheets of two A5 pages each, with a table's own dice."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    dice = scene.state.options.dice if scene else DICE
    half = Size(paper.width / 2, paper.height)
    pages = []
    for name, left, right in (
        ("energy", _aid_page("energy", look, half), _aid_page("round", look, half)),
        ("dice", _dice_page(dice, look, half), _aid_page("ladders", look, half)),
        ("ways", _aid_page("ways", look, half), _aid_page("ending", look, half)),
    ):
        cut = Path(
            (((half.width, 0), (half.width, paper.height)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2))
        )
        marks = (Stamp(left, 0, 0), Stamp(right, half.width, 0), cut)
        pages.append(DRESS.page(Face(*paper, marks, name=f"aid {name}"), f"aid: {name}"))
    return DRESS.document("player aids", tuple(pages), choices)


def _aid_page(what: str, look: Look, half: Size) -> Face:
    texts = words()["aids"][what]
    width = half.width - 2 * EDGE
    box = Box(EDGE, EDGE + 15, width, half.height - 2 * EDGE - 15)
    marks = (*_title(texts["title"], width, look), *_entries(texts["entries"], box, look))
    return Face(*half, marks, name=texts["title"])


def _title(title: str, width: float, look: Look) -> Iterator[Mark]:
    yield from line(title, plain(TITLE, 20), width, title).at(EDGE, EDGE, width=width)
    y = EDGE + 10.5
    stroke = INK if look.saver else look.strong("minium")
    yield Path((((EDGE, y), (EDGE + width, y)),), Paint(stroke=stroke, width=0.8))


def _entries(entries: Sequence[Sequence[str]], box: Box, look: Look) -> Iterator[Mark]:
    high = box.height / len(entries)
    for n, (figure, name, text) in enumerate(entries):
        y = box.y + n * high
        plate = Box(box.x, y + 0.6, 16, min(9.5, high - 1.4))
        fill = None if look.saver else look.full("energy" if figure[0] in "+-−" else "entry")
        yield Rectangle(plate, Paint(fill=fill, stroke=INK, width=0.25), 0.8)
        yield from middle(figure, plain(NUMERAL, 13, 7), plate, name)
        yield from at_left(
            name,
            plain(SUBTITLE, 13.5, 8),
            Box(box.x + 19, y + 0.2, box.width - 19, 5),
            name,
        )
        block = fit(
            text, Style(font=BODY, size=11, smallest=7, leading=1.22), box.width - 19, high - 6.6, name
        )
        yield from block.at(box.x + 19, y + 6)


def _dice_page(dice: Dice, look: Look, half: Size) -> Face:
    """The faces of the three dice as a d6 numbers them, and the eight types of units."""
    width = half.width - 2 * EDGE
    marks: list[Mark] = [*_title("Dice and units", width, look)]
    for n, colour in enumerate(COLOURS):
        y = EDGE + 16 + n * 17.5
        marks += at_left(
            f"{colour.capitalize()} die",
            plain(SUBTITLE, 11),
            Box(EDGE, y, 24, 13),
            colour,
        )
        for k, face in enumerate(getattr(dice, colour)):
            marks += _face(face, Box(EDGE + 26 + k * 16, y, 13.5, 13.5), colour, look, k + 1)
    marks += _units(Box(EDGE, EDGE + 72, width, half.height - EDGE * 2 - 72), look)
    return Face(*half, tuple(marks), name="dice and units")


def _face(face: str, box: Box, colour: Colour, look: Look, number: int) -> Iterator[Mark]:
    dark = colour != "white" and not look.saver
    yield Rectangle(box, Paint(fill=None if look.saver else look.full(colour), stroke=INK, width=0.35), 1.6)
    yield Stamp(
        sign(face if face in FACES else "blank", WHITE if dark else INK), box.x + 2, box.y + 2, 9.5 / SIGN
    )
    style = plain(LABEL, 7)
    yield from middle(str(number), style, Box(box.x, box.bottom + 0.3, box.width, 3), face)


def _units(box: Box, look: Look) -> Iterator[Mark]:
    high = box.height / (len(UNITS) + 1)
    heads = ("", "Unit", "Die", "CP", "MP", "Escape", "Can")
    xs = (0.0, 13.0, 47.0, 62.0, 71.0, 80.0, 95.0)
    strong, usual = (plain(each, 9, 7) for each in (STRONG, LABEL))
    for x, head in zip(xs, heads, strict=True):
        yield from at_left(head, strong, Box(box.x + x, box.y, 30, high), "heads")
    for n, (kind, unit) in enumerate(UNITS.items(), 1):
        y = box.y + n * high
        size = min(11.0, high - 1)
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.12))
        yield Stamp(front(Token("white", kind, "regular"), look), box.x, y + (high - size) / 2, size / ACROSS)
        can = ", ".join(ABILITIES[each] for each in unit.abilities)
        cells = (KIND_NAMES[kind], unit.die, str(unit.cp), str(unit.mp), str(2 * unit.mp), can)
        for x, each in zip(xs[1:], cells, strict=True):
            yield from at_left(each, usual, Box(box.x + x, y, box.width - x if x > 90 else 33, high), kind)


AIDS: Mapping[str, Made] = {
    "aid": (aid, (papers("a4", "letter"), INKS)),
}


HEAD = 6.0
"""Millimetres: the name of an ability, and what is around it."""


def unit_cards(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """Eight cards, with a table's own dice; their backs tell the strength of 8.5."""
    look, dice = DRESS.card_look(choices), scene.state.options.dice if scene else DICE
    pieces = [Piece(look.sized(_front, kind, dice, look), _back(kind, look)) for kind in UNITS]
    return DRESS.laid("unit cards", picked(pieces, choices), choices)


def _front(kind: Kind, dice: Dice, look: Look) -> Face:
    """The name over a painted frieze, the values, the die face by face, the special abilities.

    The frieze is lower where the abilities need its room, and all eight have one.
    """
    for share in LOWER:
        try:
            marks = tuple(_marks(kind, dice, look, share))
            return replace(look.card(marks, kind), title=KIND_NAMES[kind])
        except DoesNotFit:
            if share == LOWER[-1]:
                raise
    raise AssertionError("the last try raises")


LOWER = (1.0, 0.75, 0.55, 0.26)
"""How high a frieze may be, of its usual height."""


def _marks(kind: Kind, dice: Dice, look: Look, share: float) -> Iterator[Mark]:
    room, unit = look.inner, UNITS[kind]
    y = room.y + 11 + FRIEZE * share
    values = (("CP", unit.cp), ("MP", unit.mp), ("Escape", 2 * unit.mp))
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full("paper")))
    yield Rectangle(room.inset(-1.2), Paint(stroke=INK, width=0.45), 0.8)
    yield Rectangle(room.inset(-0.7), Paint(stroke=look.strong("minium"), width=0.15), 0.5)
    yield from frieze(kind, Box(room.x, room.y + 9, room.width, FRIEZE * share), look)
    yield from at_left(KIND_NAMES[kind], look.style(TITLE, 17), Box(room.x, room.y, room.width, 8.4), kind)
    box = Box(room.x, y, room.width, 11)
    wide = box.width / len(values)
    for n, (name, value) in enumerate(values):
        x = box.x + n * wide
        yield from middle(str(value), look.style(NUMERAL, 20), Box(x, box.y, wide, 7), name)
        yield from middle(name, look.style(SUBTITLE, 8), Box(x, box.y + 7, wide, 4), name)
    yield from _die(getattr(dice, unit.die), unit.die, Box(room.x, y + 12.5, room.width, 8), look)
    yield from _abilities(kind, Box(room.x, y + 23.5, room.width, room.bottom - y - 23.5), look)


def _die(faces: tuple[str, ...], colour: str, box: Box, look: Look) -> Iterator[Mark]:
    """The six faces, on the die's colour; saved ink says it in a word above the abilities."""
    step, ink = box.width / 6, INK if colour == "white" or look.saver else WHITE
    for n, face in enumerate(faces):
        plate = Box(box.x + n * step + 0.4, box.y, step - 0.8, box.height)
        fill = None if look.saver else look.full(colour)
        yield Rectangle(plate, Paint(fill=fill, stroke=INK, width=0.3), 1.2)
        shown = sign(face if face in FACES else "blank", ink)
        yield Stamp(shown, plate.x + (plate.width - 6) / 2, plate.y + 1, 6 / SIGN)


def _abilities(kind: Kind, box: Box, look: Look) -> Iterator[Mark]:
    texts = words()["abilities"]
    letters = sum(len(texts[ability][1]) for ability in UNITS[kind].abilities)
    yield from at_left(
        f"{UNITS[kind].die.capitalize()} die", look.small(), Box(box.x, box.y - 2.4, 30, 3), kind
    )
    y = box.y + 1
    for ability in UNITS[kind].abilities:
        name, text = texts[ability]
        each = HEAD + (box.height - 1 - HEAD * len(UNITS[kind].abilities)) * len(text) / letters
        yield from at_left(name, look.style(SUBTITLE, 10.5), Box(box.x, y, box.width, 4.4), kind)
        style = look.style(BODY, 9.5, leading=1.2)
        yield from fit(text, style, box.width, each - HEAD, f"{kind}.{ability}").at(box.x, y + 5)
        y += each


def _back(kind: Kind, look: Look) -> Face:
    """The sign, large, and the strength in a war."""
    room = look.inner
    ground = () if look.saver else (Rectangle(look.ground, Paint(fill=look.full("basalt"))),)
    ink = INK if look.saver else WHITE
    side = room.width * 0.8
    strength = f"Strength {UNITS[kind].strength}"
    foot = Box(room.x, room.bottom - 14, room.width, 8)
    edge = Paint(stroke=INK if look.saver else look.full("edge"), width=0.25)
    marks: tuple[Mark, ...] = (
        *ground,
        Rectangle(room, edge),
        *(Path(meander(room.width - 4, 2.4, room.x + 2, y), edge) for y in (room.y + 2, room.bottom - 4.4)),
        Stamp(sign(kind, ink), room.x + room.width * 0.1, room.y + 10, side / SIGN),
        *middle(strength, look.style(TITLE, 16, ink), foot, kind),
    )
    return look.card(marks, f"{kind} back")


CARDS: Mapping[str, Made] = {
    "unit-cards": (unit_cards, larger_than(CARD_OPTIONS, "micro", "mini-american", "half-poker"))
}


BLANK_ROUNDS = 12
WIDE = 273.0
"""Millimetres: a lying sheet between its margins; narrower paper shows the frieze smaller."""

HEADS = ("Round", "Attacks", "White lost", "Black lost", "Left: white / black")
ATTACKS = {"charge": "{unit} charged {target}", "hit_and_run": "{unit} hit and ran at {target}",
           "push_out": "{unit} pushed {target} out"}  # fmt: skip


def record(choices: Choices, scene: Scene[State] | None) -> Prose:
    """A lying sheet: who fought where, every round with its attacks and losses, how it ended."""
    face = procession(WIDE, DRESS.look(choices))
    face = greyed(face, {}) if choices["ink"] == "grey" else face
    drawing = svg(Page(face.width, face.height, (Stamp(face, 0, 0),)), title="Units on the march")
    body = join(
        (
            tag("div", Markup(drawing), kind="frieze"),
            _blank() if scene is None else _filled(scene.state, scene.passages),
        )
    )
    return DRESS.prose(choices, "battle report", body, lying=True)


def _blank() -> Markup:
    rows = [(n, "", "", "", "") for n in range(1, BLANK_ROUNDS + 1)]
    gap = "______________________"
    head = tag("p", f"Battle: {gap}  White: {gap}  Black: {gap}  Date: ____________", kind="lead")
    end = tag("p", f"Who won, and why: {gap}{gap}", kind="lead")
    return join((tag("h1", "Battle report"), head, table(HEADS, rows, kind="report write"), end))


def _filled(state: State, passages: Replay) -> Markup:
    fought = [line for line in passages if line.before is not None and line.before.round]
    rounds = groupby(fought, lambda line: line.before.round)
    rows = [_round(number, list(lines)) for number, lines in rounds]
    names = " against ".join(state.sides[side].name for side in data.SIDES)
    parts = (tag("h1", "Battle report"), tag("p", names, kind="lead"), table(HEADS, rows, kind="report"))
    return join((*parts, tag("p", headline(state), kind="lead")))


def _round(number: int, lines: Replay) -> tuple[object, ...]:
    before, after = lines[0].before, lines[-1].after
    left = measured(after)
    attacks = "; ".join(each for line in lines for each in _attack(line.before, line.action)) or "none"
    lost = (", ".join(_lost(before, after, side)) or "nothing" for side in data.SIDES)
    return (number, attacks, *lost, " / ".join(f"{left[side].cp} CP" for side in data.SIDES))


def _attack(state: State, action: Json) -> Iterator[str]:
    words = ATTACKS.get(action.get("type", "")) if type(action) is dict else None
    if words:
        yield words.format(**{key: state.units[action[key]].name for key in ("unit", "target")})


def _lost(before: State, after: State, side: str) -> Iterator[str]:
    """Whose cohesion fell in a round, and who fell."""
    for name, unit in before.units.items():
        cp = after.units[name].cp
        if unit.side == side and unit.is_living and not after.units[name].is_living:
            escaped = after.units[name].at == data.ESCAPED
            yield f"{unit.name} {'escaped' if escaped else 'fell'}"
        elif unit.side == side and cp < unit.cp:
            yield f"{unit.name} −{unit.cp - cp}"


RECORDS: Mapping[str, Made] = {"record": (record, TEXT_OPTIONS)}


ROUNDS, NAME, MOST_HIGH = 12, 58.0, 13.0
"""How many rounds a page has where a battle sets no limit; millimetres of the names, and of a row at most."""


class Ledger(NamedTuple):
    """One side's page: the battle, whose, how many rounds, and how each round of a live battle ended."""

    state: State
    side: data.Side
    title: str
    rounds: int
    ends: Mapping[int, State]


def ledger_sheet(choices: OfBattle, scene: Scene[State] | None) -> Document:
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    state, title = state_of(choices, scene), title_of(choices, scene)
    rounds = min(state.options.max_rounds or ROUNDS, 16)
    ends = {each.round: each for each in (scene.trail if scene else ()) if each.round}
    pages = []
    for side in data.SIDES:
        face = _record_page(Ledger(state, side, title, rounds, ends), look, paper)
        pages.append(DRESS.page(face, f"energy ledger, {data.SIDE_NAMES[side].lower()}"))
    return DRESS.document(f"energy ledger, {title}", tuple(pages), choices)


def _record_page(sheet: Ledger, look: Look, paper: Size) -> Face:
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
    yield from line(title, plain(TITLE, 18, 10), width, "title").at(EDGE, EDGE)
    note = "Energy at the end of each round: a quarter a disc. CP are the small squares."
    yield from line(note, plain(SUBTITLE, 9.5, ink=MUTED), width, "title").at(EDGE, EDGE + 8)
    style = plain(NUMERAL, 11)
    for n in range(sheet.rounds):
        box = Box(EDGE + NAME + n * wide, EDGE + 13, wide, 5)
        yield from middle(str(n + 1), style, box, "round")


def _row(sheet: Ledger, unit: Unit, row: Box, look: Look) -> Iterator[Mark]:
    yield Path((((row.x, row.y), (row.right, row.y)),), Paint(stroke=(0.6,), width=0.2))
    size = min(row.height - 1, 11.0)
    token = token_of(unit)
    yield Stamp(front(token, look), row.x, row.y + (row.height - size) / 2, size / ACROSS)
    words = data.named(unit.type, unit.experience)
    name = Style(font=STRONG, size=9, smallest=7, leading=0.98)
    room = NAME - size - 3
    if row.height < 10:
        block = fit(unit.name, name, room, row.height - 0.4, unit.name)
        yield from block.at(row.x + size + 2, row.y + (row.height - block.height) / 2)
        return
    block = fit(unit.name, name, room, row.height - 4.6, unit.name)
    yield from block.at(row.x + size + 2, row.y + 0.7)
    quiet = plain(LABEL, 8, 7, MUTED)
    yield from at_left(words, quiet, Box(row.x + size + 2, row.bottom - 4, room, 3.4), unit.name)


def _cells(sheet: Ledger, name: str, row: Box, wide: float, look: Look) -> Iterator[Mark]:
    """A cell a round: four discs of energy, and squares of cohesion."""
    for n in range(sheet.rounds):
        box = Box(row.x + NAME + n * wide, row.y, wide, row.height)
        yield Path((((box.x, box.y), (box.x, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
        now = sheet.ends[n + 1].units[name] if n + 1 in sheet.ends else None
        yield from _discs(now, box, look)
        side = min(1.9, box.height * 0.2)
        for k in range(sheet.state.units[name].kind.cp):
            lost = now is not None and now.cp <= k
            square = Box(box.x + 1.6 + k * (side + 0.8), box.bottom - side - 0.9, side, side)
            yield Rectangle(square, Paint(fill=INK if lost else None, stroke=INK, width=0.18))


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


LEDGERS: Mapping[str, Made] = {
    "energy-ledger": (ledger_sheet, (BATTLE, OWN, papers("a4", "letter"), INKS)),
}


OPTIONS = (papers("a4", "letter", "both"), INKS, LARGE)


def losses_sheet(choices: OfBattle, scene: Scene[State] | None) -> Document:
    """The units that are left, without their places: these may still be secret."""
    assert scene
    state, look = scene.state, DRESS.look(choices)
    note = f"{title_of(choices, scene)}, round {state.round}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Losses sheet", note)
    sections = [_army(state, side, look) for side in data.SIDES]
    origin = Origin("proelii", "losses-sheet", scene, "-", given_of(choices, OPTIONS))
    return form([sheet.pages(sections, origin)], DRESS.document("losses sheet", (), choices))


def _army(state: State, side: data.Side, look: Look) -> Section:
    note = "The energy it has now, and each CP that it lost; only what is otherwise"
    living = [each for each in army(state, side) if each[1].at not in data.GONE]
    return Section(state.sides[side].name, note, [_unit(name, unit, look) for name, unit in living])


def _unit(name: str, unit: Unit, look: Look) -> Item:
    energy = [(f"{name}.energy.{n}", str(n)) for n in range(0, data.FULL + 1, data.QUARTER)]
    lost = [(f"{name}.lost.{n}", "−CP") for n in range(1, unit.cp + 1)]
    small = f"{data.KIND_NAMES[unit.type]}, now {unit.energy} % and {unit.cp} CP"
    return Item(unit.name, small, (*lost, *energy), front(token_of(unit), look))


def losses(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Energy and CP set by hand; `InvalidInput` for a box that the sheet has not."""
    state = scene.state
    paths = {name: name.split(".") for name in ticks}
    for unit in dict.fromkeys(parts[0] for parts in paths.values()):
        if unit not in state.units:
            raise InvalidInput("ticks", f"There is no unit {unit} in this battle.")
        yield from _set(
            state.units[unit], unit, {name: each for name, each in paths.items() if each[0] == unit}
        )


def _set(unit: Unit, key: str, paths: Mapping[str, list[str]]) -> Iterator[Change]:
    for name, parts in paths.items():
        if parts[1] == "energy":
            yield Change(
                f"{unit.name}: energy {parts[2]} %", _adjust(key, {"energy": int(parts[2])}), (name,)
            )
    lost = tuple(name for name, parts in paths.items() if parts[1] == "lost")
    if lost:
        left = max(0, unit.cp - len(lost))
        words = f"{unit.name}: {left} CP left" if left else f"{unit.name}: destroyed"
        yield Change(words, _adjust(key, {"cp": left}), lost)


def _adjust(unit: str, given: object) -> object:
    return {"type": "adjust", "reason": "Taken in from the losses sheet", "unit": unit, "set": given}


LOSSES: Mapping[str, Made] = {"losses-sheet": (losses_sheet, OPTIONS)}
ANSWERS = {"losses-sheet": losses}
