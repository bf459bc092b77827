"""What lies beside the battlefield: the player aid, the scenarios on a page, slips for sealed fronts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from textwrap import wrap

from companion.engine.game import Scene
from companion.games.scope import data
from companion.games.scope.printables.cards import state_of
from companion.games.scope.printables.look import DRESS, HEAD, MUTED, heading, sign
from companion.games.scope.printables.look import words as written
from companion.games.scope.procedures import targets_of
from companion.games.scope.rules.setting_up import Seal, starter_scenarios
from companion.games.scope.state import DEFAULTS, WORTH, Options, Points, State, worth
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Mark, Paint, Rectangle
from companion.press.laying import (
    FRAME,
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
from companion.press.look import EDGE, INK, Look, qr_code
from companion.press.options import Choices, OnSheets
from companion.press.page import PAPERS, Piece, Size
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, Style

SIGNS = 15.0
"""Millimetres: the column of the signs."""
NAMED, QUIET = Style(font=SUBTITLE, size=13, leading=1.1), Style(font=LABEL, size=7.5, smallest=7, leading=1)
SHORT = {"machine_gun": "m. gun", "empty": "empty"}


def aid(choices: Choices, scene: Scene[State] | None) -> Document:
    """One lying sheet, to be cut or folded down its middle; with a table's points and house rules."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    options = scene.state.options if scene else DEFAULTS
    half = Size(paper.width / 2, paper.height)
    page = DRESS.folded(_basic(options, look, half), _advanced(options, look, half), "aid", "player aid")
    return DRESS.document("player aid", (page,), choices)


def _basic(options: Options, look: Look, half: Size) -> Face:
    # What a decoy does to each way of looking (R13).
    key, value = (Style(font=f, size=8.5, smallest=7, leading=1.1) for f in (STRONG, LABEL))
    lines = (
        (words(way, key), inset(text(what, value, 0.5), 1, 0.1, 0, 0.1)) for way, what in written()["decoys"]
    )
    decoys = column((5.4, words("A decoy", NAMED)), 1.1, (26.4, table((27, 0), lines, 6.6, ruled())))
    quadrant = column((5.4, words("A quadrant", NAMED)), 2.1, partial(_quadrant, look))
    return page(
        half,
        "aid: a turn",
        (HEAD + 4.5, heading("A turn", "Do one: move or search. The German side begins.", look)),
        (80, _entries(written()["turn"], look)),
        4,
        (34, row((Share(0.56), decoys), Share(0.06), quadrant)),
        5,
        (
            13,
            over(filled(look.area("paper", 0.3), 1), row(*(_worth(options, card) for card in data.TARGETS))),
        ),
        2,
        (14, text(written()["end"], Style(font=BODY, size=9, smallest=7, leading=1.24))),
        nothing,
    )


def _advanced(options: Options, look: Look, half: Size) -> Face:
    gaps = {"reinforce": written()["reinforce"][options.reinforce_points]}
    entries = [(sign_, name, wording.format_map(gaps)) for sign_, name, wording in written()["advanced"]]
    defence = written()["defence"][str(options.defensive_fire_scores).lower()]
    entries[5] = (*entries[5][:2], f"{entries[5][2]} {defence}")
    head = heading("Advanced mode", "Each kind of unit has an action of its own.", look)
    return page(half, "aid: advanced mode", (HEAD + 4.5, head), _entries(entries, look), 4)


def _entries(entries: Sequence[Sequence[str]], look: Look) -> Draw:
    """A sign on its window, the name of the action, what it is."""
    body = Style(font=BODY, size=10.5, smallest=7, leading=1.26)
    lines = (
        (
            inset(capped(_window(what, look), SIGNS - 3), top=1, right=3, bottom=1),
            column(0.6, (5.4, words(title, NAMED)), 0.2, text(wording, body), 0.8),
        )
        for what, title, wording in entries
    )
    return table((SIGNS, 0), lines)


def _window(what: str, look: Look) -> Draw:
    pane = nothing if look.saver else inset(filled(Paint(fill=look.full("lit"))), 1, 1, 1, 1)
    figure = inset(stamp(sign(what, INK)), 1.5, 1.5, 1.5, 1.5)
    return over(filled(look.area("night", 0.4), 0.6), pane, figure)


def _quadrant(look: Look, box: Box) -> Iterator[Mark]:
    wide, high = 9.0, 7.6
    for n, m in product(range(4), range(3)):
        cell = Box(box.x + n * (wide + 0.8), box.y + m * (high + 0.8), wide, high)
        chosen = n in (1, 2) and m < 2
        yield Rectangle(cell, look.area("lit" if chosen else "rubble", 0.5 if chosen else 0.15), 0.4)
    x, y = box.x + 2 * (wide + 0.8) - 0.4, box.y + high + 0.4
    yield Circle(x, y, 1.6, Paint(fill=look.strong("soviet")))


def _worth(options: Options, card: data.Target) -> Draw:
    figure = words(options.points.of(card), Style(font=NUMERAL, size=16, leading=1), 0.5)
    signed = over(inset(stamp(sign(card, INK), 6.2), right=7), inset(figure, 4, right=-4))
    name = words(data.CARD_NAMES[card], QUIET, 0.5)
    return column(0.8, (7.4, signed), 0.2, (3.8, name), nothing)


NAME, RASTER, LAST = 37.0, 23.0, 15.0
"""Millimetres: the columns of the name, of the front's picture, of the objective."""
ROW, THEME = 13.2, 12.4
ACROSS = (NAME, RASTER, *[0.0] * len(data.RANK), LAST)


def scenarios(look: Look, paper: Size, scene: Scene[State] | None) -> Iterator[Face]:
    """The scenarios on one page: each front's size, what lies on it, what wins; and the themes (9.1, 9.3)."""
    points = scene.state.options.points if scene else WORTH
    intro = "What lies on each front, and the points that win. Each side lays out the same cards."
    printed = [(data.SCENARIO_NAMES[each], data.Plan(*plan)) for each, plan in data.PLANS.items()]
    own = [
        (each["name"], data.Plan(each["columns"], each["rows"], each["counts"], each["objective"]))
        for each in starter_scenarios()
    ]
    caption = Style(font=SUBTITLE, size=12, leading=1)
    yield page(
        paper,
        "scenarios",
        (HEAD + 5, heading("Scenarios", intro, look)),
        (12, row(*zip(ACROSS, _heads(), strict=True))),
        *_rows(printed, points, look),
        1,
        (5, words("This project's own", caption)),
        0.6,
        *_rows(own, points, look),
        3.4,
        (5, words("Themes, on any of them", caption)),
        0.6,
        *((THEME, _theme(theme, *wording)) for theme, wording in written()["themes"].items()),
        nothing,
    )


def _heads() -> Iterator[Draw]:
    yield from (nothing, nothing)
    for card in data.RANK:
        name = SHORT.get(card, data.CARD_NAMES[card].split()[-1])
        yield column((6.8, stamp(sign(card, INK), 6.8)), 0.6, (3.4, words(name, QUIET, 0.5)), 1.2)
    yield column(7.4, (3.4, words("to win", QUIET, 0.5)), 1.2)


def _rows(plans: Iterable[tuple[str, data.Plan]], points: Points, look: Look) -> Iterator[Part]:
    for n, (name, plan) in enumerate(plans):
        ground = nothing if n % 2 or look.saver else filled(Paint(fill=look.full("paper")))
        cells = zip(ACROSS, _row(name, plan, points, look), strict=True)
        yield ROW, over(ground, ruled(), row(*cells))


def _row(name: str, plan: data.Plan, points: Points, look: Look) -> Iterator[Draw]:
    strong, figure = (
        Style(font=STRONG, size=10.5, smallest=7.5, leading=1),
        Style(font=NUMERAL, size=15, leading=1),
    )
    sums = f"{plan.columns * plan.rows} cards, {worth(points, targets_of(plan.counts, 0))} points in play"
    yield inset(
        column(1.4, (5.4, words(name, strong)), (4, words(sums, replace(QUIET, colour=MUTED))), nothing),
        1.5,
        right=0.5,
    )
    yield inset(partial(raster, plan.columns, plan.rows, look), 0, 1.4, 4, 1.4)
    yield from (words(plan.counts[card] or "–", figure, 0.5) for card in data.RANK)
    lamp = Paint(stroke=INK, width=0.4) if look.saver else Paint(fill=look.full("lit"))
    score = words(plan.objective, Style(font=NUMERAL, size=16, leading=1), 0.5)
    yield over(inset(filled(lamp, 4.2), 3.3, 2.4, 3.3, 2.4), inset(score, 3.5, 2.3, 3.5, 2.5))


def raster(columns: int, rows: int, look: Look, box: Box) -> Iterator[Mark]:
    """A front as small cards, its first row at the top."""
    wide = min((box.width + 0.5) / columns - 0.5, ((box.height + 0.5) / rows - 0.5) * 1.1)
    high = min((box.height + 0.5) / rows - 0.5, wide * 1.3)
    y0 = box.y + (box.height - rows * (high + 0.5) + 0.5) / 2
    for row_, column_ in product(range(rows), range(columns)):
        cell = Box(box.x + column_ * (wide + 0.5), y0 + row_ * (high + 0.5), wide, high)
        yield Rectangle(cell, look.area("night", 0.2))


def _theme(theme: str, cards: str, wins: str) -> Draw:
    name = Style(font=STRONG, size=10, smallest=7.5, leading=1.1)
    body = Style(font=LABEL, size=8.5, smallest=7, leading=1.2)
    wording = row(
        (46, text(data.THEME_NAMES[theme], name, 0.5)),
        2,
        (66, text(cards, body, 0.5)),
        1,
        text(f"Wins: {wins}.", body, 0.5),
    )
    return over(ruled(), inset(wording, 1.5, 1, 1.5, 1))


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
    """Code and digest, what they are for; the whole seal for a camera, or a frame to stick it in."""
    wording = f"The {data.SIDE_NAMES[side]} front is laid and sealed. The enemy keeps this slip."
    what_for = text(written()["seal"], Style(font=BODY, size=8.5, smallest=7, leading=1.22, colour=MUTED))
    seen = (
        stamp(qr_code(seal.qr(side), QR))
        if seal
        else filled(Paint(stroke=(0.55,), width=0.25, dash=(1.6, 1.2)), 1)
    )
    left = column((22, _code(side, seal, look)), 3, (18, _digest(seal)), what_for)
    body = row(left, 6, (QR, column((QR, seen), nothing)))
    face = page(
        SLIP, f"seal {side}", (HEAD + 6, heading("Sealed front", wording, look)), inset(body, bottom=-3)
    )
    return replace(face, safe=EDGE - 4)


def _code(side: data.Side, seal: Seal | None, look: Look) -> Draw:
    """The figure of the side, and the short code as large as it goes; or two fields of four letters."""
    figure = inset(stamp(sign(side, look.strong(side)), 14), 3, 4, 0, 4)
    field = row(inset(filled(FRAME, 0.5), right=1))
    code = row(*(nothing if n == 4 else inset(field, top=2, bottom=2) for n in range(9)))
    if seal:
        code = words(seal.code, Style(font=NUMERAL, size=40, spacing=2.4, leading=1), 0.5)
    return over(filled(look.area("paper", 0.4), 1), row((17, figure), 3, inset(code, top=2, bottom=2), 3))


def _digest(seal: Seal | None) -> Draw:
    """The whole digest in groups, small: what the code is the beginning of."""
    head = words("The whole seal (SHA-256)", Style(font=SUBTITLE, size=9, leading=1, colour=MUTED))
    small = Style(font=LABEL, size=9, smallest=7, leading=1)
    lines: list[Part] = [9, (6, ruled(0.18, (0.55,))), (6, ruled(0.18, (0.55,))), nothing]
    if seal:
        groups = [" ".join(wrap(part, 4)) for part in wrap(seal.digest, 2 * BITS)]
        lines = [5.2, *((5, inset(words(each, small), bottom=0.4)) for each in groups), nothing]
    return over(column((4.6, head), nothing), column(*lines))
