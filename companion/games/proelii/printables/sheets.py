"""What lies beside the field: player aid, unit cards, the record of a battle, ledger and losses."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
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
from companion.games.proelii.deeds import headline
from companion.games.proelii.printables import (
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
)
from companion.games.proelii.printables import words as written
from companion.games.proelii.printables.battlefield import paved, standing
from companion.games.proelii.rules.course import measured
from companion.games.proelii.state import DICE, Dice, State, Unit
from companion.press import options
from companion.press.answered import Item, Section, to_tick
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, greyed
from companion.press.laying import (
    Draw,
    Part,
    Share,
    capped,
    column,
    filled,
    inset,
    nothing,
    over,
    page,
    row,
    ruled,
    stamp,
    table,
    text,
    words,
)
from companion.press.look import EDGE, INK, Look, middle
from companion.press.options import INK as INKS
from companion.press.page import PAPERS, Page, Piece, Size
from companion.press.prose import Markup, Prose, join, tag
from companion.press.prose import table as table_of
from companion.press.svg import svg
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, DoesNotFit, Style

ABILITIES = {
    "hit_and_run": "Hit & Run",
    "charge": "Charge",
    "push_out": "Push out",
    "red_line": "Red line: +25",
}
COLOURS: tuple[Colour, ...] = ("white", "blue", "red")


def aid(choices: options.Choices, scene: Scene[State] | None) -> Document:
    """Three lying sheets of two A5 pages each, with a table's own dice."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    half = Size(paper.width / 2, paper.height)
    parts = {what: _aid_page(what, look, half) for what in written()["aids"]}
    # The faces of the three dice as a d6 numbers them, and the eight types of units.
    dice = scene.state.options.dice if scene else DICE
    dice_ = ((17.5, row(*_faces(dice, colour, look), nothing)) for colour in COLOURS)
    strong, usual = (plain(each, 9, 7) for each in (STRONG, LABEL))
    widths, lines = (13, 34, 15, 9, 9, 15, 0), []
    for kind, unit in UNITS.items():
        can = ", ".join(ABILITIES[each] for each in unit.abilities)
        cells = (KIND_NAMES[kind], unit.die, unit.cp, unit.mp, 2 * unit.mp, can)
        token = stamp(front(Token("white", kind, "regular"), look), 11, 0)
        lines.append((token, *(words(each, usual) for each in cells)))
    heads = ("", "Unit", "Die", "CP", "MP", "Escape", "Can")
    head = row(*zip(widths, (words(each, strong) for each in heads), strict=True))
    units = column((Share(1 / (1 + len(lines))), head), table(widths, lines, line=ruled(0.12)))
    parts["dice"] = page(half, "dice and units", (15, _title("Dice and units", look)), 1, *dice_, 3.5, units)
    pages = [DRESS.folded(parts[one], parts[two], f"aid {one}", f"aid: {one}") for one, two in TOGETHER]
    return DRESS.document("player aids", pages, choices)


TOGETHER = (("energy", "round"), ("dice", "ladders"), ("ways", "ending"))


def _aid_page(what: str, look: Look, half: Size) -> Face:
    texts = written()["aids"][what]
    head, entries = _title(texts["title"], look), (_entry(each, look) for each in texts["entries"])
    return page(half, texts["title"], (15, head), *entries)


def _title(title: str, look: Look) -> Draw:
    line_ = ruled(0.8, INK if look.saver else look.strong("minium"), 1)
    named = row(
        words(title, plain(TITLE, 20), down=0),
        (MARCH, inset(stamp(procession(1.6 * MARCH, look), MARCH, down=0), bottom=2)),
    )
    return column((10.5, over(named, line_)), nothing)


MARCH = 58.0
"""Millimetres: units on the march at the right of an aid's title."""


def _entry(entry: Sequence[str], look: Look) -> Draw:
    figure, name, content = entry
    fill = None if look.saver else look.full("energy" if figure[0] in "+-−" else "entry")
    ground = filled(Paint(fill=fill, stroke=INK, width=0.25), 0.8)
    plate = over(ground, words(figure, plain(NUMERAL, 13, 7), 0.5))
    body = text(content, Style(font=BODY, size=11, smallest=7, leading=1.22))
    named = column(0.2, (5, words(name, plain(SUBTITLE, 13.5, 8))), 0.8, body, 0.6)
    return row((16, inset(capped(plate, 9.5), top=0.6, bottom=0.8)), 3, named)


def _faces(dice: Dice, colour: Colour, look: Look) -> Iterator[Part]:
    dark, fill = colour != "white" and not look.saver, None if look.saver else look.full(colour)
    ground = filled(Paint(fill=fill, stroke=INK, width=0.35), 1.6)
    yield 26, column((13, words(f"{colour.capitalize()} die", plain(SUBTITLE, 11))), nothing)
    for n, face in enumerate(getattr(dice, colour), 1):
        shown = stamp(sign(face if face in FACES else "blank", WHITE if dark else INK), 9.5)
        number = words(n, plain(LABEL, 7), 0.5)
        yield 16, inset(column((13.5, over(ground, shown)), 0.3, (3, number), 0.7), right=2.5)


AIDS: Mapping[str, options.Made] = {"aid": (aid, (options.papers("a4", "letter"), INKS))}


HEAD = 6.0
"""Millimetres: the name of an ability, and what is around it."""


def unit_cards(choices: options.OnSheets, scene: Scene[State] | None) -> Document:
    """Eight cards, with a table's own dice; their backs tell the strength of 8.5."""
    look, dice = DRESS.card_look(choices), scene.state.options.dice if scene else DICE
    pieces = [Piece(look.sized(_front, kind, dice, look), _back(kind, look)) for kind in UNITS]
    return DRESS.laid("unit cards", options.picked(pieces, choices), choices)


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
    values = (("CP", unit.cp), ("MP", unit.mp), ("Escape", 2 * unit.mp))
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full("paper")))
    yield Rectangle(room.inset(-1.2), Paint(stroke=INK, width=0.45), 0.8)
    yield Rectangle(room.inset(-0.7), Paint(stroke=look.strong("minium"), width=0.15), 0.5)
    yield from frieze(kind, Box(room.x, room.y + 9, room.width, FRIEZE * share), look)
    figure, small = look.style(NUMERAL, 20), look.style(SUBTITLE, 8)
    yield from column(
        (8.4, words(KIND_NAMES[kind], look.style(TITLE, 17))),
        2.6 + FRIEZE * share,
        (11, row(*(column((7, words(n, figure, 0.5)), (4, words(name, small, 0.5))) for name, n in values))),
        1.5,
        (8, _die(getattr(dice, unit.die), unit.die, look)),
        0.6,
        (3, words(f"{unit.die.capitalize()} die", look.small())),
        0.4,
        partial(_abilities, kind, look),
    )(room)


def _die(faces: tuple[str, ...], colour: str, look: Look) -> Draw:
    """The six faces, on the die's colour; saved ink says it in a word above the abilities."""
    ink, fill = INK if colour == "white" or look.saver else WHITE, None if look.saver else look.full(colour)
    plate = filled(Paint(fill=fill, stroke=INK, width=0.3), 1.2)
    signs = (stamp(sign(face if face in FACES else "blank", ink), 6) for face in faces)
    return row(*(inset(over(plate, each), 0.4, right=0.4) for each in signs))


def _abilities(kind: Kind, look: Look, box: Box) -> Iterable[Mark]:
    content = [written()["abilities"][ability] for ability in UNITS[kind].abilities]
    a_letter = (box.height - HEAD * len(content)) / sum(len(each) for _, each in content)
    name, body = look.style(SUBTITLE, 10.5), look.style(BODY, 9.5, leading=1.2)
    parts = (column((4.4, words(title, name)), 0.6, text(each, body), 1) for title, each in content)
    high = (HEAD + a_letter * len(each) for _, each in content)
    return column(*zip(high, parts, strict=True))(box)


def _back(kind: Kind, look: Look) -> Face:
    """The sign, large, on a mosaic floor; and the strength in a war."""
    room, ink = look.inner, INK if look.saver else WHITE
    art = room.inset(-0.6)
    x, radius = look.width / 2, room.width * 0.4
    y = room.y + room.height * 0.42
    dark = WHITE if look.saver else look.full("basalt")
    gold = INK if look.saver else look.full("edge")
    side, keys = radius * 1.36, Paint(stroke=INK if look.saver else dark, width=0.3)
    foot = Box(room.x + 4, room.bottom - 15, room.width - 8, 10)
    marks: tuple[Mark, ...] = (
        *(() if look.saver else (Rectangle(look.ground, Paint(fill=dark)),)),
        *paved("first", art, look),
        Rectangle(art, Paint(stroke=gold, width=0.6)),
        Circle(x, y, radius, Paint(fill=dark, stroke=gold, width=1.2)),
        Circle(x, y, radius - 1.6, Paint(stroke=gold, width=0.25)),
        Stamp(sign(kind, ink), x - side / 2, y - side / 2, side / SIGN),
        Rectangle(foot, Paint(fill=dark, stroke=gold, width=0.6), 0.8),
        *middle(f"Strength {UNITS[kind].strength}", look.style(TITLE, 16, ink), foot, kind),
        *(
            Path(meander(room.width - 4, 2.4, room.x + 2, at), keys)
            for at in (room.y + 1.4, room.bottom - 3.8)
        ),
    )
    return look.card(marks, f"{kind} back")


CARDS: Mapping[str, options.Made] = {
    "unit-cards": (
        unit_cards,
        options.larger_than(options.CARD_OPTIONS, "micro", "mini-american", "half-poker"),
    )
}


BLANK_ROUNDS = 12
WIDE = 273.0
"""Millimetres: a lying sheet between its margins; narrower paper shows the frieze smaller."""

HEADS = ("Round", "Attacks", "White lost", "Black lost", "Left: white / black")
ATTACKS = {"charge": "{unit} charged {target}", "hit_and_run": "{unit} hit and ran at {target}",
           "push_out": "{unit} pushed {target} out"}  # fmt: skip


def record(choices: options.Choices, scene: Scene[State] | None) -> Prose:
    """A lying sheet: who fought where, every round with its attacks and losses, how it ended.

    Before the armies stand it is one to write on.
    """
    look = DRESS.look(choices)
    body = [_drawn(procession(WIDE, look), "Units on the march", "frieze", choices)]
    if scene is None or scene.state.step == "deploy":
        return DRESS.prose(choices, "battle report", join((*body, _blank())), lying=True)
    rows = _rounds(scene.passages)
    body.append(_filled(scene.state, rows))
    if len(rows) <= FEW:
        kind = "field" if rows else "field field--alone"
        body.append(_drawn(standing(scene.state, look), "The field as it stands", kind, choices))
    return DRESS.prose(choices, "battle report", join(body), lying=True)


FEW = 4
"""Rounds that leave room for the field below them."""


def _drawn(face: Face, words: str, kind: str, choices: options.Choices) -> Markup:
    face = greyed(face, {}) if choices["ink"] == "grey" else face
    drawing = svg(Page(face.width, face.height, (Stamp(face, 0, 0),)), title=words)
    return tag("div", Markup(drawing), kind=kind)


def _blank() -> Markup:
    rows = [(n, "", "", "", "") for n in range(1, BLANK_ROUNDS + 1)]
    gap = "______________________"
    head = tag("p", f"Battle: {gap}  White: {gap}  Black: {gap}  Date: ____________", kind="lead")
    end = tag("p", f"Who won, and why: {gap}{gap}", kind="lead")
    return join((tag("h1", "Battle report"), head, table_of(HEADS, rows, kind="report write"), end))


def _rounds(passages: Replay) -> list[tuple[object, ...]]:
    fought = [line for line in passages if line.before is not None and line.before.round]
    return [_round(number, list(lines)) for number, lines in groupby(fought, lambda line: line.before.round)]


def _filled(state: State, rows: Sequence[tuple[object, ...]]) -> Markup:
    names = " against ".join(state.sides[side].name for side in data.SIDES)
    fought = (table_of(HEADS, rows, kind="report"),) if rows else ()
    parts = (tag("h1", "Battle report"), tag("p", names, kind="lead"), *fought)
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


RECORDS: Mapping[str, options.Made] = {"record": (record, options.TEXT_OPTIONS)}


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
    sheets = [Ledger(state, side, title, rounds, ends) for side in data.SIDES]
    pages = [
        DRESS.page(_ledger(each, look, paper), f"energy ledger, {data.SIDE_NAMES[each.side].lower()}")
        for each in sheets
    ]
    return DRESS.document(f"energy ledger, {title}", pages, choices)


def _ledger(sheet: Ledger, look: Look, paper: Size) -> Face:
    """A row a unit, a cell a round: four discs of energy, and squares of cohesion."""
    units, title = army(sheet.state, sheet.side), f"{sheet.title}: {sheet.state.sides[sheet.side].name}"
    high = min(MOST_HIGH, (paper.height - 2 * EDGE - 25) / max(1, len(units)))
    note = "Energy at the end of each round: a quarter a disc. CP are the small squares."
    numbers = (words(n + 1, plain(NUMERAL, 11), 0.5) for n in range(sheet.rounds))
    lines = []
    for name, unit in units:
        ends = [sheet.ends[n + 1].units[name] if n + 1 in sheet.ends else None for n in range(sheet.rounds)]
        cells = (partial(_cell, unit, now, look) for now in ends)
        lines.append((high, over(ruled(0.2), row((NAME, _named(unit, high, look)), *cells))))
    return page(
        paper,
        f"ledger {sheet.side}",
        (8, words(title, plain(TITLE, 18, 10), down=0)),
        (5, words(note, plain(SUBTITLE, 9.5, ink=MUTED), down=0)),
        (5, row(NAME, *numbers)),
        1,
        *lines,
        nothing,
    )


def _named(unit: Unit, high: float, look: Look) -> Draw:
    size = min(high - 1, 11.0)
    name = Style(font=STRONG, size=9, smallest=7, leading=0.98)
    content = inset(text(unit.name, name, 0.5), top=0.2, bottom=0.2)
    if high >= 10:
        kind = words(data.named(unit.type, unit.experience), plain(LABEL, 8, 7, MUTED))
        content = column(0.7, inset(text(unit.name, name), bottom=-0.1), (3.4, kind), 0.6)
    return row((size, stamp(front(token_of(unit), look), size)), 2, content, 1)


def _cell(unit: Unit, now: Unit | None, look: Look, box: Box) -> Iterator[Mark]:
    yield Path((((box.x, box.y), (box.x, box.bottom)),), Paint(stroke=(0.75,), width=0.12))
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
    side = min(1.9, box.height * 0.2)
    for k in range(unit.kind.cp):
        lost = now is not None and now.cp <= k
        square = Box(box.x + 1.6 + k * (side + 0.8), box.bottom - side - 0.9, side, side)
        yield Rectangle(square, Paint(fill=INK if lost else None, stroke=INK, width=0.18))


LEDGERS: Mapping[str, options.Made] = {
    "energy-ledger": (ledger_sheet, (BATTLE, OWN, options.papers("a4", "letter"), INKS))
}


def losses_sheet(scene: Scene[State], look: Look) -> Iterator[tuple[str, str, Sequence[Section]]]:
    """The units that are left, without their places: these may still be secret."""
    state = scene.state
    note = f"{title_of({}, scene)}, round {state.round}, as it stood at line {scene.version}"
    yield "-", note, [_army(state, side, look) for side in data.SIDES]


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


LOSSES: Mapping[str, options.Made] = {
    "losses-sheet": to_tick(DRESS, "proelii", "losses-sheet", "Losses sheet", losses_sheet)
}
ANSWERS = {"losses-sheet": losses}
