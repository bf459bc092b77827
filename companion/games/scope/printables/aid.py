"""What lies beside the battlefield: the player aid, the scenarios on a page, slips for sealed fronts."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from companion.engine.game import Scene
from companion.games.scope import data
from companion.games.scope.printables.cards import state_of
from companion.games.scope.printables.look import DRESS, HEAD, MUTED, SIGN, heading, sign, words
from companion.games.scope.procedures.scenarios import targets_of
from companion.games.scope.rules.setting_up import Seal, starter_scenarios
from companion.games.scope.state import DEFAULTS, WORTH, Options, Points, State, worth
from companion.press.document import Document
from companion.press.face import BLACK, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle, qr_code
from companion.press.options import Choices, OnSheets
from companion.press.page import PAPERS, Piece, Size
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, Style, fit

SIGNS = 15.0
"""Millimetres: the column of the signs."""


def aid(choices: Choices, scene: Scene[State] | None) -> Document:
    """One lying sheet, to be cut or folded down its middle; with a table's points and house rules."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    options = scene.state.options if scene else DEFAULTS
    half = Size(paper.width / 2, paper.height)
    marks = (
        Stamp(_basic(options, look, half), 0, 0),
        Stamp(_advanced(options, look, half), half.width, 0),
        Path((((half.width, 0), (half.width, paper.height)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2))),
    )
    page = DRESS.page(Face(*paper, marks, name="aid"), "player aid")
    return DRESS.document("player aid", (page,), choices)


def _basic(options: Options, look: Look, half: Size) -> Face:
    width = half.width - 2 * EDGE
    top = EDGE + HEAD + 4.5
    rest = top + 84
    marks = (
        *heading("A turn", "Do one: move or search. The German side begins.", look, width),
        *_entries([tuple(each) for each in words()["turn"]], Box(EDGE, top, width, 80), look),
        *_decoys(Box(EDGE, rest, width * 0.56, 34), look),
        *_quadrant(Box(EDGE + width * 0.62, rest, width * 0.38, 34), look),
        *_points(options, Box(EDGE, rest + 39, width, 13), look),
        *_end(Box(EDGE, rest + 54, width, 14)),
    )
    return Face(*half, marks, name="aid: a turn")


def _advanced(options: Options, look: Look, half: Size) -> Face:
    width = half.width - 2 * EDGE
    gaps = {"reinforce": words()["reinforce"][options.reinforce_points]}
    entries = [(sign_, name, text.format_map(gaps)) for sign_, name, text in words()["advanced"]]
    entries[5] = (
        *entries[5][:2],
        f"{entries[5][2]} {words()['defence'][str(options.defensive_fire_scores).lower()]}",
    )
    top = EDGE + HEAD + 4.5
    marks = (
        *heading("Advanced mode", "Each kind of unit has an action of its own.", look, width),
        *_entries(entries, Box(EDGE, top, width, half.height - top - EDGE - 4), look),
    )
    return Face(*half, marks, name="aid: advanced mode")


def _entries(entries: Sequence[Sequence[str]], box: Box, look: Look) -> Iterator[Mark]:
    """A sign on its window, the name of the action, what it is."""
    high = box.height / len(entries)
    name = Style(font=SUBTITLE, size=13, leading=1.1)
    for n, (what, title, body) in enumerate(entries):
        row = Box(box.x, box.y + n * high, box.width, high)
        yield from _window(what, Box(row.x, row.y + 1, SIGNS - 3, min(SIGNS - 3, high - 2)), look)
        text = Box(row.x + SIGNS, row.y + 0.6, row.width - SIGNS, high - 1)
        yield from at_left(title, name, text._replace(height=5.4), title)
        block = fit(body, Style(font=BODY, size=10.5, smallest=7, leading=1.26), text.width, high - 7, title)
        yield from block.at(text.x, text.y + 5.6)


def _window(what: str, box: Box, look: Look) -> Iterator[Mark]:
    if look.saver:
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4), 0.6)
    else:
        yield Rectangle(box, Paint(fill=look.full("night")), 0.6)
        yield Rectangle(box.inset(1), Paint(fill=look.full("lit")))
    size = min(box.width, box.height) - 3
    yield Stamp(sign(what, INK), box.x + (box.width - size) / 2, box.y + (box.height - size) / 2, size / SIGN)


def _decoys(box: Box, look: Look) -> Iterator[Mark]:
    """What a decoy does to each way of looking (R13)."""
    yield from at_left(
        "A decoy", Style(font=SUBTITLE, size=13, leading=1.1), box._replace(height=5.4), "decoy"
    )
    key, value = (Style(font=f, size=8.5, smallest=7, leading=1.1) for f in (STRONG, LABEL))
    for n, (way, what) in enumerate(words()["decoys"]):
        y = box.y + 6.5 + n * 6.6
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.15))
        yield from at_left(way, key, Box(box.x, y, 27, 6.6), way)
        block = fit(what, value, box.width - 28, 6.4, way)
        yield from block.at(box.x + 28, y + (6.6 - block.height) / 2)


def _quadrant(box: Box, look: Look) -> Iterator[Mark]:
    yield from at_left(
        "A quadrant", Style(font=SUBTITLE, size=13, leading=1.1), box._replace(height=5.4), "quadrant"
    )
    wide, high = 9.0, 7.6
    for column in range(4):
        for row in range(3):
            cell = Box(box.x + column * (wide + 0.8), box.y + 7.5 + row * (high + 0.8), wide, high)
            chosen = column in (1, 2) and row < 2
            fill = Paint(fill=look.full("lit" if chosen else "rubble"))
            yield Rectangle(
                cell, Paint(stroke=INK, width=0.5 if chosen else 0.15) if look.saver else fill, 0.4
            )
    x, y = box.x + 2 * (wide + 0.8) - 0.4, box.y + 7.5 + high + 0.4
    yield Circle(x, y, 1.6, Paint(fill=look.strong("soviet")))


def _points(options: Options, box: Box, look: Look) -> Iterator[Mark]:
    across = box.width / len(data.TARGETS)
    figure, word = Style(font=NUMERAL, size=16, leading=1), Style(font=LABEL, size=7.5, smallest=7, leading=1)
    yield Rectangle(box, Paint(stroke=INK, width=0.3) if look.saver else Paint(fill=look.full("paper")), 1)
    for n, card in enumerate(data.TARGETS):
        place = Box(box.x + n * across, box.y + 0.8, across, 7.4)
        yield Stamp(sign(card, INK), place.x + across / 2 - 6.6, place.y + 0.6, 6.2 / SIGN)
        yield from middle(str(options.points.of(card)), figure, place._replace(x=place.x + 4), card)
        yield from middle(data.CARD_NAMES[card], word, Box(place.x, box.y + 8.4, across, 3.8), card)


def _end(box: Box) -> Iterator[Mark]:
    block = fit(
        words()["end"], Style(font=BODY, size=9, smallest=7, leading=1.24), box.width, box.height, "end"
    )
    yield from block.at(box.x, box.y)


NAME, RASTER, LAST = 37.0, 23.0, 15.0
"""Millimetres: the columns of the name, of the front's picture, of the objective."""
ROW, THEME = 13.2, 12.4


class Row(NamedTuple):
    """A scenario on the sheet."""

    name: str
    columns: int
    rows: int
    counts: data.Counts
    objective: int


def scenario_sheet(choices: Choices, scene: Scene[State] | None) -> Document:
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    points = scene.state.options.points if scene else WORTH
    face = _sheet(points, look, paper)
    return DRESS.document("scenarios", (DRESS.page(face, "scenarios"),), choices)


def _sheet(points: Points, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    intro = "What lies on each front, and the points that win. Each side lays out the same cards."
    top = EDGE + HEAD + 5
    printed = [Row(data.SCENARIO_NAMES[each], *plan) for each, plan in data.PLANS.items()]
    own = [
        Row(each["name"], each["columns"], each["rows"], each["counts"], each["objective"])
        for each in starter_scenarios()
    ]
    below = top + 13 + ROW * len(printed)
    themes = below + 8 + ROW * len(own)
    marks = (
        *heading("Scenarios", intro, look, width),
        *_heads(Box(EDGE, top, width, 12), look),
        *_rows(printed, points, Box(EDGE, top + 12, width, ROW), look),
        *_caption("This project's own", below, look),
        *_rows(own, points, Box(EDGE, below + 5.6, width, ROW), look),
        *_caption("Themes, on any of them", themes + 1, look),
        *_themes(Box(EDGE, themes + 6.6, width, THEME), look),
    )
    return Face(paper.width, paper.height, marks, name="scenarios")


def _caption(words: str, y: float, look: Look) -> Iterator[Mark]:
    style = Style(font=SUBTITLE, size=12, leading=1)
    yield from at_left(words, style, Box(EDGE, y, 120, 5), "scenarios")


def _across(box: Box) -> float:
    return (box.width - NAME - RASTER - LAST) / len(data.RANK)


def _heads(box: Box, look: Look) -> Iterator[Mark]:
    style = Style(font=LABEL, size=7.5, smallest=7, leading=1)
    across = _across(box)
    for n, card in enumerate(data.RANK):
        x = box.x + NAME + RASTER + n * across
        yield Stamp(sign(card, INK), x + across / 2 - 3.4, box.y, 6.8 / SIGN)
        head = data.CARD_NAMES[card].split()[-1] if card != "machine_gun" else "m. gun"
        yield from middle({"empty": "empty"}.get(card, head), style, Box(x, box.y + 7.4, across, 3.4), card)
    yield from middle("to win", style, Box(box.right - LAST, box.y + 7.4, LAST, 3.4), "objective")


def _rows(rows: Sequence[Row], points: Points, box: Box, look: Look) -> Iterator[Mark]:
    for n, row in enumerate(rows):
        place = box._replace(y=box.y + n * ROW)
        if n % 2 == 0 and not look.saver:
            yield Rectangle(place, Paint(fill=look.full("paper")))
        yield Path((((place.x, place.y), (place.right, place.y)),), Paint(stroke=(0.6,), width=0.15))
        yield from _row(row, points, place, look)


def _row(row: Row, points: Points, box: Box, look: Look) -> Iterator[Mark]:
    name = Style(font=STRONG, size=10.5, smallest=7.5, leading=1)
    quiet = Style(font=LABEL, size=7.5, smallest=7, leading=1, colour=MUTED)
    yield from at_left(row.name, name, Box(box.x + 1.5, box.y + 1.4, NAME - 2, 5.4), row.name)
    targets = targets_of(row.counts, 0)
    sums = f"{row.columns * row.rows} cards, {worth(points, targets)} points in play"
    yield from at_left(sums, quiet, Box(box.x + 1.5, box.y + 6.8, NAME - 2, 4), row.name)
    yield from raster(row.columns, row.rows, Box(box.x + NAME, box.y + 1.4, RASTER - 4, ROW - 2.8), look)
    figure, across = Style(font=NUMERAL, size=15, leading=1), _across(box)
    for n, card in enumerate(data.RANK):
        place = Box(box.x + NAME + RASTER + n * across, box.y, across, box.height)
        yield from middle(str(row.counts[card]) if row.counts[card] else "–", figure, place, card)
    yield from _objective(row.objective, Box(box.right - LAST, box.y, LAST, box.height), look)


def raster(columns: int, rows: int, box: Box, look: Look) -> Iterator[Mark]:
    """A front as small cards, its first row at the top."""
    wide = min((box.width + 0.5) / columns - 0.5, ((box.height + 0.5) / rows - 0.5) * 1.1)
    high = min((box.height + 0.5) / rows - 0.5, wide * 1.3)
    paint = Paint(stroke=INK, width=0.2) if look.saver else Paint(fill=look.full("night"))
    y0 = box.y + (box.height - rows * (high + 0.5) + 0.5) / 2
    for row in range(rows):
        for column in range(columns):
            yield Rectangle(Box(box.x + column * (wide + 0.5), y0 + row * (high + 0.5), wide, high), paint)


def _objective(points: int, box: Box, look: Look) -> Iterator[Mark]:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    paint = Paint(stroke=INK, width=0.4) if look.saver else Paint(fill=look.full("lit"))
    yield Circle(x, y, 4.2, paint)
    style = Style(font=NUMERAL, size=16, leading=1)
    yield from middle(str(points), style, Box(x - 4, y - 4.3, 8, 8.4), "objective")


def _themes(box: Box, look: Look) -> Iterator[Mark]:
    name = Style(font=STRONG, size=10, smallest=7.5, leading=1.1)
    body = Style(font=LABEL, size=8.5, smallest=7, leading=1.2)
    themes: Mapping[str, Sequence[str]] = words()["themes"]
    for n, (theme, (cards, wins)) in enumerate(themes.items()):
        y = box.y + n * THEME
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.15))
        parts = ((data.THEME_NAMES[theme], name, 0.0, 46.0), (cards, body, 48.0, 66.0),
                 (f"Wins: {wins}.", body, 115.0, box.width - 118))  # fmt: skip
        for words_, style, x, wide in parts:
            block = fit(words_, style, wide, THEME - 2, theme)
            yield from block.at(box.x + 1.5 + x, y + (THEME - block.height) / 2)


SLIP = Size(180, 112)
"""Millimetres: two of them on a sheet, one a side."""
QR, BITS = 40.0, 16


def seal_slips(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """A slip a side: with the seals of a live table, which everybody may see, or to write the code on."""
    look, state = DRESS.look(choices), state_of(scene)
    seals = {side: Seal(digest) for side, digest in state.seals.items()} if state else {}
    slips = [Piece(_slip(side, seals.get(side), look)) for side in data.SIDES]
    return DRESS.laid("sealed fronts", slips, {**choices, "backs": "none"})


def _slip(side: data.Side, seal: Seal | None, look: Look) -> Face:
    width = SLIP.width - 2 * EDGE
    top = EDGE + HEAD + 6
    words = f"The {data.SIDE_NAMES[side]} front is laid and sealed. The enemy keeps this slip."
    room = Box(EDGE, top, width - QR - 6, SLIP.height - top - EDGE + 3)
    marks = (
        *heading("Sealed front", words, look, width),
        *_code(side, seal, room._replace(height=22), look),
        *_digest(seal, Box(room.x, room.y + 25, room.width, 18)),
        *_told(Box(room.x, room.y + 43, room.width, room.bottom - room.y - 43)),
        *_qr(side, seal, Box(EDGE + width - QR, top, QR, QR)),
    )
    return Face(*SLIP, marks, name=f"seal {side}", safe=EDGE - 4)


def _code(side: data.Side, seal: Seal | None, box: Box, look: Look) -> Iterator[Mark]:
    """The figure of the side, and the short code as large as it goes; or two fields of four letters."""
    yield Rectangle(box, Paint(stroke=INK, width=0.4) if look.saver else Paint(fill=look.full("paper")), 1)
    yield Stamp(sign(side, look.strong(side)), box.x + 3, box.y + 4, 14 / SIGN)
    room = Box(box.x + 20, box.y + 2, box.width - 23, box.height - 4)
    if seal:
        style = Style(font=NUMERAL, size=40, spacing=2.4, leading=1)
        yield from middle(seal.code, style, room, "seal")
        return
    pitch = room.width / 9
    for n in (0, 1, 2, 3, 5, 6, 7, 8):
        field = Box(room.x + n * pitch, room.y + 2, pitch - 1, room.height - 4)
        yield Rectangle(field, Paint(stroke=INK, width=0.25), 0.5)


def _digest(seal: Seal | None, box: Box) -> Iterator[Mark]:
    """The whole digest in groups, small: what the code is the beginning of."""
    head = Style(font=SUBTITLE, size=9, leading=1, colour=MUTED)
    yield from at_left("The whole seal (SHA-256)", head, box._replace(height=4.6), "seal")
    if seal is None:
        runs = tuple(((box.x, box.y + 9 + n * 6), (box.right, box.y + 9 + n * 6)) for n in range(2))
        yield Path(runs, Paint(stroke=(0.55,), width=0.18))
        return
    style = Style(font=LABEL, size=9, smallest=7, leading=1)
    for n, part in enumerate(wrap(seal.digest, 2 * BITS)):
        groups = " ".join(wrap(part, 4))
        yield from at_left(groups, style, Box(box.x, box.y + 5.2 + n * 5, box.width, 4.6), "seal")


def _told(box: Box) -> Iterator[Mark]:
    style = Style(font=BODY, size=8.5, smallest=7, leading=1.22, colour=MUTED)
    yield from fit(words()["seal"], style, box.width, box.height, "seal").at(box.x, box.y)


def _qr(side: data.Side, seal: Seal | None, box: Box) -> Iterator[Mark]:
    """The whole seal for a camera; a frame to stick it in where it is not known yet."""
    if seal:
        yield Stamp(qr_code(seal.qr(side), QR), box.x, box.y)
    else:
        yield Rectangle(box, Paint(stroke=(0.55,), width=0.25, dash=(1.6, 1.2)), 1)
