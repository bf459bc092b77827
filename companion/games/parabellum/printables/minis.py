"""Miniatures of paper, the flags that they fly, and the board where they wait (C6, S5, R10)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.games.parabellum.data import FOOTPRINTS, Footprint
from companion.games.parabellum.printables.livery import Livery, badge, engraved, engraving, of_company
from companion.games.parabellum.printables.look import (
    DRESS,
    INCH,
    MAST,
    MUTED,
    Bound,
    bead_colour,
    binder_of,
    drawn,
    field,
    flag,
    footprint_size,
    own,
    row,
    sign,
    state_of,
    visible,
)
from companion.games.parabellum.procedures.reckoning import flags
from companion.games.parabellum.state import Binder, State, letters
from companion.press import laying, options
from companion.press.document import Document
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import EDGE, INK, Look, at_left, fullest, middle
from companion.press.options import INK as INKS
from companion.press.options import OnSheets
from companion.press.page import PAPERS, Piece, Size
from companion.press.pieces import FOLD, GLUE, standee
from companion.press.svg import moved, rosette
from companion.press.text import LABEL, NUMERAL, SUBTITLE, TITLE, Style

LIVERY = 3.2
"""Millimetres: the width of the colours on a base, their letters large enough to read."""

TALL = 40.0
"""Millimetres: the height of a tent, its mast of four beads in it."""

COMPANY_BOX: Mapping[Footprint, int] = {"small": 24, "medium": 16, "large": 12}
"""Bases a company: enough for the largest force that a budget pays."""


@dataclass(frozen=True, slots=True)
class Mini:
    """One miniature to print: whose, of which class, under which flag."""

    name: str
    company: str
    unit_class: str
    flag: tuple[str, ...] = ()


class OfCompany(Bound):
    company: str


class Minis(OfCompany, OnSheets):
    kind: str
    flags: str


class Strips(OfCompany, OnSheets):
    flags_each: int
    used: str
    beads_each: int


class Boards(OfCompany):
    contents: bool


def companies_of(choices: OfCompany, binder: Binder, state: State | None) -> tuple[str, ...]:
    """The companies asked for; `InvalidInput` at `company`, naming those there are."""
    name = choices["company"].strip().lower()
    if name and name not in binder.companies:
        names = ", ".join(binder.companies)
        raise InvalidInput("company", f"There is no company “{name}” here; there is {names}.")
    if name:
        return (name,)
    if state and state.binder is binder:
        return tuple(state.players[player].company for player in state.seated)
    return tuple(binder.companies)


def _boxed(binder: Binder, companies: Sequence[str]) -> Iterator[tuple[Mini, int]]:
    for company in companies:
        for footprint in FOOTPRINTS:
            classes = [name for name, size in binder.classes.items() if size == footprint]
            for n, unit_class in enumerate(classes):
                share = COMPANY_BOX[footprint] // len(classes)
                share += n < COMPANY_BOX[footprint] % len(classes)
                yield Mini(f"{company} {unit_class}", company, unit_class), share


def _at_table(scene: Scene[State]) -> Iterator[tuple[Mini, int]]:
    """A miniature for each unit with a flag that the printing device may know of."""
    state: State = scene.state
    for unit in visible(scene):
        each = state.units[unit]
        if each.flag:
            company = state.players[each.owner].company
            yield Mini(f"{company} {unit}", company, state.card(unit).unit_class, each.flag), 1


def _named(mini: Mini) -> str:
    words = mini.name.replace("_", " ").title()
    return f"Miniature {words}, flag {', '.join(mini.flag)}" if mini.flag else f"Miniature {words}"


def base(mini: Mini, binder: Binder, look: Look) -> Face:
    """A base at its true footprint: the class, the livery along two edges, the flag if it has one."""
    footprint = binder.classes[mini.unit_class]
    wide, deep = footprint_size(footprint)
    signs = letters(binder.palette)
    face = drawn(mini.unit_class, footprint, look)
    bead = min(3.2, deep / 4)
    marks: list[Mark] = [
        Rectangle(Box(0, 0, wide, deep).inset(0.3), Paint(fill=WHITE, stroke=INK, width=0.3), 0.6)
    ]
    marks += livery(mini.company, binder, look, Box(0.45, 0.45, LIVERY, deep - 0.9))
    scale = (wide - LIVERY - 1.2) / wide
    marks.append(Stamp(face, LIVERY + 0.7, (deep - deep * scale) / 2, scale=scale))
    if mini.flag:
        start = wide - 0.5 - bead * len(mini.flag)
        for n, colour in enumerate(mini.flag):
            marks.append(
                Stamp(field(colour, signs[colour], look), start + n * bead, deep - bead - 0.45, bead / 10)
            )
    return Face(wide, deep, tuple(marks), mini.name, safe=0.4, alt=_named(mini))


def livery(company: str, binder: Binder, look: Look, box: Box) -> Iterator[Mark]:
    """A company's two colours, one over the other."""
    half = box.height / 2
    for n, colour in enumerate(binder.companies[company].livery):
        place = Box(box.x, box.y + n * half, box.width, half)
        yield Rectangle(place, Paint(fill=bead_colour(colour, look), stroke=INK, width=0.2))
        size = min(box.width, half)
        sign = field(colour, letters(binder.palette)[colour], look)
        yield Stamp(sign, place.x + (place.width - size) / 2, place.y + (half - size) / 2, scale=size / 10)


def tent(mini: Mini, binder: Binder, look: Look) -> Face:
    """A tent as wide as its base: a mast of four beads above the class, the livery at its foot."""
    wide, _ = footprint_size(binder.classes[mini.unit_class])
    face = drawn(mini.unit_class, binder.classes[mini.unit_class], look)
    art_wide, art_high = wide - 2, TALL - 2
    scale = min(art_wide / face.width, 12.0 / face.height)
    high = face.height * scale
    mast = Box(art_wide / 2 - 3.2, 0.6, 6.4, MAST * 6.0)
    marks = (
        *flag(mini.flag, letters(binder.palette), look, mast),
        Stamp(face, (art_wide - face.width * scale) / 2, mast.bottom + 0.8 + (11.0 - high) / 2, scale=scale),
        *livery_line(mini.company, binder, look, Box(0.2, art_high - 3.4, art_wide - 0.4, 3.2)),
    )
    return replace_name(standee(Face(art_wide, art_high, marks, mini.name), wide, TALL), mini.name)


def replace_name(face: Face, name: str) -> Face:
    """The same face under the name that one asks for it by."""
    return face if face.name == name else replace(face, name=name)


def livery_line(company: str, binder: Binder, look: Look, box: Box) -> Iterator[Mark]:
    """A company's two colours side by side, each with its letter."""
    half = box.width / 2
    for n, colour in enumerate(binder.companies[company].livery):
        place = Box(box.x + n * half, box.y, half, box.height)
        yield Rectangle(place, Paint(fill=bead_colour(colour, look), stroke=INK, width=0.2))
        sign = field(colour, letters(binder.palette)[colour], look)
        yield Stamp(sign, place.x + (half - box.height) / 2, place.y, scale=box.height / 10)


def minis(choices: Minis, scene: Scene[State] | None) -> Document:
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = choices["flags"] == "table" and scene and state and state.binder is binder
    wanted = _at_table(scene) if live and scene else _boxed(binder, companies_of(choices, binder, state))
    draw = tent if choices["kind"] == "tent" else base
    pieces = []
    for mini, count in wanted:
        face = draw(mini, binder, look)
        pieces.append(Piece(face, None if choices["kind"] == "tent" else face, count))
    return DRESS.by_size("miniatures", options.picked(pieces, choices), choices)


MINI_OPTIONS = options.adapted(
    options.TOKEN_OPTIONS, {"only": "Their names with commas: ansa tank*2, meridian infantry. Empty: all."}
)

MINIS: Mapping[str, options.Made] = {
    "miniatures": (minis, (*MINI_OPTIONS, *own("kind", "company", "flags", "binder")))
}


FIELD = 7.0
"""Millimetres: the side of a field of a flag."""


def strip(beads: Sequence[str], signs: Mapping[str, str], look: Look) -> Face:
    """A flag to fold round a mast: four fields on each wing, read from either side, and a strip for glue."""
    marks: list[Mark] = []
    for x in (0.0, FIELD):
        for n in range(MAST):
            if n < len(beads):
                marks.append(Stamp(field(beads[n], signs[beads[n]], look), x, n * FIELD, scale=FIELD / 10))
            else:
                box = Box(x + 0.15, n * FIELD + 0.15, FIELD - 0.3, FIELD - 0.3)
                marks.append(Rectangle(box, Paint(fill=WHITE, stroke=(0.7,), width=0.15)))
    folds = tuple(((x, 0.0), (x, MAST * FIELD)) for x in (FIELD, 2 * FIELD))
    drawn, alt = (*marks, Path(folds, FOLD)), f"Flag of {', '.join(beads)}"
    return Face(2 * FIELD + GLUE, MAST * FIELD, drawn, "-".join(beads), alt=alt)


def _wanted(choices: Strips, scene: Scene[State] | None, binder: Binder) -> Iterator[tuple[str, ...]]:
    """Flags that fly at the table as far as this device sees them, then free ones of each company."""
    state = state_of(scene)
    live = state if state and state.binder is binder else None
    flying = [live.units[unit].flag for unit in visible(scene)] if live and scene else []
    if choices["used"] != "free":
        yield from (flag for flag in flying if flag)
    if choices["used"] == "flying" and live:
        return
    taken = {each.flag for each in live.units.values()} if live else set()
    for company in companies_of(choices, binder, live):
        free = (f for f in flags(binder.companies[company].livery, binder.palette) if f not in taken)
        yield from islice(free, choices["flags_each"])


def flag_strips(choices: Strips, scene: Scene[State] | None) -> Document:
    binder, look = binder_of(choices, scene), DRESS.look(choices)
    signs = letters(binder.palette)
    pieces = [Piece(strip(beads, signs, look)) for beads in dict.fromkeys(_wanted(choices, scene, binder))]
    if choices["beads_each"]:
        loose = [(colour, _loose(colour, signs[colour], look)) for colour in dict.fromkeys(binder.palette)]
        pieces += [Piece(face, face, choices["beads_each"]) for _, face in loose]
    return DRESS.by_size("flags", options.picked(pieces, choices), choices, gap=2.0)


def _loose(colour: str, letter: str, look: Look) -> Face:
    size = 8.0
    bead = Stamp(field(colour, letter, look), 0, 0, scale=size / 10)
    return Face(size, size, (bead,), colour, alt=f"{colour.capitalize()} bead")


FLAG_OPTIONS = options.adapted(
    options.TOKEN_OPTIONS,
    {"only": "Their beads with hyphens, or a colour: green-white-red, blue*2. Empty: all."},
)

FLAGS: Mapping[str, options.Made] = {
    "flags": (flag_strips, (*FLAG_OPTIONS, *own("flags_each", "company", "used", "beads_each", "binder")))
}


PLACES = 12
COARSE = 2.4
"""How much larger than on a card's back a company's lines are on its board."""
SLOT = Paint(stroke=(0.45,), width=0.35, dash=(2.2, 1.6))


def boards(choices: Boards, scene: Scene[State] | None) -> Document:
    """A board for each company; for a live table, those of the seats that print get what stands on them."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if state and state.binder is binder else None
    paper = PAPERS[choices["paper"]]
    paper = Size(max(paper), min(paper))
    pages = []
    for company in companies_of(choices, binder, live):
        owner = _owner(live, company, scene) if choices["contents"] else ""
        face = _board(binder, company, look, paper, (live, owner) if live and owner else None)
        pages.append(DRESS.page(face, f"board of {binder.companies[company].name}"))
    return DRESS.document("pre-deployment boards", tuple(pages), choices)


def _owner(state: State | None, company: str, scene: Scene[State] | None) -> str:
    """The player of a company, where the printing device may see what is behind that screen."""
    players = state.players.items() if state and scene else ()
    seen = scene.sight.sees if scene else frozenset()
    return next((name for name, each in players if each.company == company and name in seen), "")


def _board(binder: Binder, company: str, look: Look, paper: Size, own: tuple[State, str] | None) -> Face:
    width = paper.width - 2 * EDGE
    slots = Box(EDGE, paper.height - EDGE - 1 - DRESS.card.height, width, DRESS.card.height)
    top = EDGE + 12.5
    own_ink = of_company(binder, company, look)
    ground = Box(EDGE, top - 3, width, paper.height - EDGE - top + 3)
    marks = (
        *(() if look.saver else (Rectangle(ground, Paint(fill=blend(own_ink.line, 0.1))),)),
        *_lines(own_ink, ground, look),
        Rectangle(ground, Paint(stroke=own_ink.line, width=0.6)),
        *_heading(binder, company, look, width),
        *_minis(Box(EDGE + 3, top + 5, width - 91, slots.y - top - 7), look, own),
        *_reserve(Box(EDGE + width - 85, top, 82, slots.y - top - 3), look, own),
        *_slots(slots, look, own_ink.line),
    )
    return Face(paper.width, paper.height, marks, name=f"board {company}")


def _heading(binder: Binder, company: str, look: Look, width: float) -> Iterator[Mark]:
    own = of_company(binder, company, look)
    ink = INK if look.saver else own.on
    yield Stamp(engraved(own, width, 12.0, look), EDGE, EDGE - 3.4)
    yield Stamp(badge(own.device, 3.9, INK if look.saver else own.second), EDGE + 2.6, EDGE - 1.9)
    name = Box(EDGE + 13, EDGE - 3.4, width - 96, 10.8)
    title = Style(font=TITLE, size=22, smallest=11, leading=1, colour=ink)
    yield from at_left(binder.companies[company].name, title, name, f"companies.{company}")
    quiet = Style(font=SUBTITLE, size=13, smallest=8, leading=1, colour=ink)
    block = fullest(
        (f"Pre-deployment board, {binder.name}", "Pre-deployment board"), quiet, Box(0, 0, 80, 6), "board"
    )
    yield from block.at(EDGE, EDGE - 0.4, width=width - 3, align=1)


def _engraving(look: Look, ink: Colour) -> Paint:
    """Fine lines, pale enough to lie something on them."""
    return Paint(stroke=MUTED if look.saver else blend(ink, 0.5), width=0.1)


def _minis(box: Box, look: Look, own: tuple[State, str] | None) -> Iterator[Mark]:
    head = Box(box.x, box.y - 5, box.width, 4.5)
    yield from at_left("Mustered, ready to deploy", look.style(SUBTITLE, 10), head, "board")
    across = 6
    step_x, step_y = box.width / across, box.height / 2
    standing = _standing(own)
    for n in range(PLACES):
        x, y = box.x + n % across * step_x, box.y + n // across * step_y
        square = Box(x, y, INCH, INCH)
        yield Rectangle(square, SLOT, 1)
        yield from middle(str(n + 1), look.style(NUMERAL, 9, (0.6,)), Box(x, y, 5, 5), "board")
        if own and n < len(standing):
            yield from _mini(own[0], standing[n], square, look)
    if own and len(standing) > PLACES:
        more = f"and {len(standing) - PLACES} more: {', '.join(standing[PLACES:]).upper()}"
        yield from at_left(more, look.small(), Box(box.x + 60, box.y - 5, box.width - 60, 4.5), "board")


def _standing(own: tuple[State, str] | None) -> Sequence[str]:
    return list(own[0].of(own[1], "predeploy")) if own else []


def _mini(state: State, unit: str, box: Box, look: Look) -> Iterator[Mark]:
    face = drawn(state.card(unit).unit_class, state.footprint(unit), look)
    yield Stamp(face, box.x + (INCH - face.width) / 2, box.y + (INCH - face.height) / 2)
    beads = state.units[unit].flag
    yield from row(beads, letters(state.binder.palette), look, Box(box.x + 6, box.bottom + 0.6, 0, 4.4))
    yield from middle(unit.upper(), look.style(NUMERAL, 10), Box(box.x, box.bottom + 0.6, 6, 4.4), "board")


def _reserve(box: Box, look: Look, own: tuple[State, str] | None) -> Iterable[Mark]:
    """Boxes for people, fuel and ammunition; a live one says how many there are."""
    held = own[0].players[own[1]].reserve if own else None
    counts = {"people": held.personnel, "fuel": held.fuel, "ammunition": held.ammunition} if held else {}
    number = Style(font=NUMERAL, size=26, smallest=12, leading=1)
    parts: list[laying.Part] = [(4.5, laying.words("Reserve, behind the screen", look.style(SUBTITLE, 10)))]
    for what in ("people", "fuel", "ammunition"):
        ground = laying.filled(Paint(fill=look.tint(what, 0.1), stroke=look.strong(what), width=0.5), 2)
        picture = laying.stamp(sign(what, look.strong(what)), 8, 0, 0)
        name = laying.column(2, (8, laying.words(what.capitalize(), look.style(TITLE, 12))))
        many = laying.words(counts[what], number, 0.5) if counts else laying.nothing
        content = laying.row(2.5, (9.5, laying.inset(picture, top=2.5)), (40, name), 0, (27, many), 3)
        parts += [0.5 if len(parts) == 1 else 2, laying.over(ground, content)]
    return laying.column(*parts)(box)


def _lines(own: Livery, ground: Box, look: Look) -> Iterator[Mark]:
    """A company's own engraving, pale over the whole board; nothing where ink is saved."""
    if not look.saver:
        pale = own._replace(main=blend(own.line, 0.3))
        drawn = engraving(pale, ground.width / COARSE, ground.height / COARSE, look)
        yield Stamp(drawn, ground.x, ground.y, COARSE)


def _slots(box: Box, look: Look, ink: Colour) -> Iterable[Mark]:
    """As many places for unit cards as stand side by side."""
    wide, braids = DRESS.card.width, rosette(24, 9, 20, 6)
    slot = laying.over(
        laying.filled(SLOT, 3),
        lambda at: (Path(moved(braids, at.x + wide / 2, at.y + at.height / 2), _engraving(look, ink)),),
        laying.words("Unit card", look.style(LABEL, 11, (0.4,)), 0.5),
    )
    return laying.row((wide, slot), *(0, (wide, slot)) * (int(box.width // wide) - 1))(box)


BOARDS: Mapping[str, options.Made] = {
    "board": (
        boards,
        (
            options.papers("a4", "letter", "a3"),
            INKS,
            *own("company", "contents"),
            options.LARGE,
            *own("binder"),
        ),
    )
}
