"""The battlefield on paper: fronts to plan, to remember, of one's own, and a live table as a seat sees it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal, NamedTuple, NotRequired

from companion.engine.errors import GameError, under
from companion.engine.game import Scene
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
from companion.engine.wire import Json
from companion.games.scope import data
from companion.games.scope.data import (
    ENEMY,
    RANK,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    THEME_NAMES,
    Card,
    Plan,
    Side,
)
from companion.games.scope.deeds import WON_BY
from companion.games.scope.deeds.secrets import SECRECY, seen_state
from companion.games.scope.printables.look import DRESS, HEAD, MUTED, SIGN, Wall, heading, sign
from companion.games.scope.procedures import objective_of, themed
from companion.games.scope.rules.setting_up import FORMAT, custom_of, starter_scenarios
from companion.games.scope.state import State, cell, corners, rows_of, spoken
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.laying import Draw, column, filled, inset, over, page, row, stamp, words
from companion.press.look import EDGE, INK, Look, at_left, middle, richest
from companion.press.options import Choices, leading, owner_file, pick, yes_or_no
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, Style, line

GAP = 1.6
TALLEST = 1.34
"""How much higher than wide a place may be: nearly a card's shape."""

type Rows = Sequence[Sequence[str]]


def own_rows(side: Side, columns: int, rows: int, front: Side | None = None) -> Rows:
    """The cells of a front (without one: his own) as that side sees them, the farthest row on top."""
    first, last = rows_of(front or side, rows)
    if side == "german":
        return [[cell(n, row) for n in range(columns)] for row in range(last, first - 1, -1)]
    # The Soviet side looks from the other end.
    return [[cell(n, row) for n in reversed(range(columns))] for row in range(first, last + 1)]


def places(rows: Rows, box: Box) -> dict[str, Box]:
    """Where each cell is drawn: as large as they all fit, in the middle of the box."""
    across, down = len(rows[0]), len(rows)
    wide = min((box.width + GAP) / across - GAP, 40.0)
    high = min((box.height + GAP) / down - GAP, wide * TALLEST)
    wide = min(wide, high * 1.5)
    left = box.x + (box.width - across * (wide + GAP) + GAP) / 2
    return {
        at: Box(left + n * (wide + GAP), box.y + m * (high + GAP), wide, high)
        for m, row in enumerate(rows)
        for n, at in enumerate(row)
    }


def crossings(rows: Rows, where: dict[str, Box], look: Look) -> Iterator[Mark]:
    """A dot where four cards of a quadrant meet."""
    for upper, lower in pairwise(rows):
        for one, other in zip(upper, lower[1:], strict=False):
            x, y = where[one].right + GAP / 2, where[other].y - GAP / 2
            yield Circle(
                x, y, 1.15, Paint(fill=WHITE if look.saver else look.full("lit"), stroke=INK, width=0.2)
            )


def blank_place(at: str, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    """A place to write in: paper with its side's edge, and the cell's name."""
    yield Rectangle(
        box, Paint(fill=WHITE if look.saver else look.full("paper"), stroke=(0.45,), width=0.2), 0.8
    )
    edge = box._replace(width=1.3)
    yield Rectangle(edge, look.panel(side))
    style = Style(font=SUBTITLE, size=8.5, smallest=7, leading=1, colour=MUTED)
    yield from at_left(at, style, Box(box.x + 2.2, box.bottom - 4.6, 8, 4), "cell")


def face_up(at: str, side: Side, card: Card, box: Box, look: Look) -> Iterator[Mark]:
    yield from blank_place(at, side, box, look)
    size = min(box.width - 3, box.height - 9) * (0.72 if card == "empty" else 0.92)
    ink = (0.6,) if card == "empty" else INK
    x, y = box.x + 0.65 + (box.width - size) / 2, box.y + 1 + (box.height - 9 - size) / 2
    yield Stamp(sign(card, ink), x, y, size / SIGN)
    style = Style(font=STRONG, size=8.5, smallest=7, leading=1, colour=MUTED if card == "empty" else INK)
    room = Box(box.x + 1.8, box.bottom - 8.4, box.width - 2.2, 4)
    ways = (data.CARD_NAMES[card], {"empty": "empty", "machine_gun": "m. gun"}.get(card, ""))
    block = richest(ways, style, room.width, room.height, "card")
    yield from block.at(room.x, room.y, width=room.width, align=0.5) if block else ()


def face_down(at: str, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    """A card's back: a piece of wall with its side's figure and the cell's name."""
    yield from Wall(side, look).masonry(box)
    size = min(box.width, box.height) * 0.44
    ink = BLACK if look.saver else look.full(f"{side} light")
    x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
    if look.saver:
        yield Circle(x + size / 2, y + size / 2, size * 0.62, Paint(fill=WHITE, stroke=BLACK, width=0.2))
    yield Stamp(sign(side, ink), x, y, size / SIGN)
    style = Style(font=SUBTITLE, size=8.5, smallest=7, leading=1, colour=ink)
    if look.saver:
        yield Rectangle(Box(box.x + 0.4, box.bottom - 4.6, 6, 4.2), Paint(fill=WHITE))
    yield from at_left(at, style, Box(box.x + 1.2, box.bottom - 4.6, 8, 4), "cell")


PLATE = 25.0
"""Millimetres: how high a plate is."""


def title_of(state: State) -> str:
    name = SCENARIO_NAMES[state.scenario]
    return f"{name}: {THEME_NAMES[state.theme]}" if state.theme else name


def where_played(state: State) -> str:
    mode = "" if state.mode == "basic" else " Advanced mode."
    if state.winner is not None:
        won = f"The {SIDE_NAMES[state.winner]} side has won: {WON_BY[state.reason or 'points']}."
        return f"Turn {state.turn}. {won}{mode}"
    if state.laying_out:
        return f"The fronts are being laid out.{mode}"
    return f"Turn {state.turn}: {spoken(state.slot)} to act.{mode}"


def plates(state: State, look: Look) -> Draw:
    german, soviet = (partial(_plate, state, side, look) for side in SIDES)
    return row(german, 4, soviet)


def _plate(state: State, side: Side, look: Look, box: Box) -> Iterable[Mark]:
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    aim = f"of {state.objective} points" if state.objective else "points; the theme wins"
    name = words(f"{SIDE_NAMES[side]} side", Style(font=STRONG, size=11, leading=1))
    figure = line(str(state.score[side]), Style(font=NUMERAL, size=32, leading=1), 20, side)
    return over(
        filled(look.area("paper"), 1),
        row((2, filled(look.panel(side)))),
        inset(column((9, row(4.5, (9, stamp(sign(side, look.strong(side)), 9))))), top=2.4),
        row(16, (44, column(2, (5, name), 0.2, (4, words(aim, quiet))))),
        lambda box: figure.at(box.x, box.y + 1, width=box.width - 4, align=1),
        inset(partial(_zone, state, side, look), 4.5, 14, 3.5, 1),
    )(box)


def _zone(state: State, side: Side, look: Look, box: Box) -> Iterator[Mark]:
    fallen = state.lost[ENEMY[side]]
    pitch = min(8.4, box.width / max(1, len(fallen)))
    plate = filled(look.plate(ENEMY[side], 0.25), 0.5)
    cards = (over(plate, stamp(sign(card, INK), min(pitch - 1.6, 7.2))) for card in fallen)
    yield from row(*((pitch, inset(each, right=0.8)) for each in cards))(box._replace(height=9))
    if not fallen:
        quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
        yield from at_left("Nothing in its scoring zone yet", quiet, box._replace(height=5), side)


OWN = {each["name"].casefold().replace(" ", "_"): each for each in starter_scenarios()}
NAMED = (*SCENARIO_NAMES.items(),)[:-1]
SCENARIO = leading(
    pick("scenario", "Scenario", "A live table brings its own.",
         (*NAMED, *((key, each["name"]) for key, each in OWN.items())))
)  # fmt: skip
SIDE = leading(pick("side", "Side", "Each sees its front from its own end.",
                    (("both", "Both"), *((side, SIDE_NAMES[side]) for side in SIDES))))  # fmt: skip
THEME = pick("theme", "Theme", "It exchanges cards; a live table brings its own.",
             (("none", "None"), *THEME_NAMES.items()))  # fmt: skip
CUSTOM = owner_file("custom", "A scenario of your own", "As a table takes it; instead of the one above.")
FILLED = leading(
    yes_or_no("filled", "Your own front", "As you have laid it, for your eyes alone.", default=True)
)


PICTURE = Size(42, 26)
"""Millimetres: a picture of one's own, beside the notes."""


class Front(NamedTuple):
    """A front to draw: whose, of which scenario, and what was laid where, if that may be known."""

    side: Side
    name: str
    plan: Plan
    laid: Mapping[str, Card]


type Drawing = Callable[[Front, Look, Size], Face]


class Fronts(Choices):
    scenario: data.Scenario
    custom: Json
    theme: data.Theme | Literal["none"]
    side: Side | Literal["both"]
    filled: NotRequired[bool]


def front_sheets(title: str, drawing: Drawing, choices: Fronts, scene: Scene[State] | None) -> Document:
    """A page for each side that was asked for."""
    pages = [DRESS.page(face, face.name) for face in drawn_fronts(drawing, choices, scene)]
    return DRESS.document(title, pages, choices)


def drawn_fronts(drawing: Drawing, choices: Fronts, scene: Scene[State] | None = None) -> list[Face]:
    """The same as drawings alone."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    return [drawing(each, look, paper) for each in fronts(choices, scene)]


def fronts(choices: Fronts, scene: Scene[State] | None) -> Sequence[Front]:
    """The fronts of the sides that were asked for, of the scenario that was chosen or of the table's.

    A file of one's own may hold several scenarios as its `fronts`: each is drawn.
    """
    own = choices["custom"]
    several = own.get("fronts") if isinstance(own, dict) and not scene else None
    if isinstance(several, list) and several:
        return [front for each in several for front in fronts({**choices, "custom": each}, None)]
    sides = SIDES if choices["side"] == "both" else (choices["side"],)
    if scene:
        state = scene.state
        plan = Plan(state.columns, state.rows, state.counts, state.objective or 0)
        filled = choices.get("filled", False)
        return [Front(side, title_of(state), plan, _laid(scene, side) if filled else {}) for side in sides]
    name, plan = _chosen(choices)
    theme: data.Theme | None = None if choices["theme"] == "none" else choices["theme"]
    counts, objective = themed(plan.counts, theme), objective_of(plan, theme)
    title = f"{name}: {THEME_NAMES[theme]}" if theme else name
    whole = plan._replace(counts=counts, objective=objective or 0)
    return [Front(side, title, whole, {}) for side in sides]


def _chosen(choices: Fronts) -> tuple[str, Plan]:
    """The scenario by its name; `InvalidInput` or `IllegalAction` where one's own cannot be read."""
    own = choices["custom"] or OWN.get(choices["scenario"])
    if own is None:
        return SCENARIO_NAMES[choices["scenario"]], data.PLANS[choices["scenario"]]
    with under("custom"):
        read = custom_of(own)
    return own["name"], Plan(
        read.columns, read.rows, {card: getattr(read.counts, card) for card in data.CARDS}, read.objective
    )


def _laid(scene: Scene[State], side: Side) -> Mapping[str, Card]:
    """What this side laid at the start, for those who may know it: itself, and everybody after the end.

    Where the cards lie on the table the app does not know it.
    """
    if scene.state.cards:
        return {}
    if side not in SECRECY.eyes(scene.sight.sees) and scene.state.phase != "finished":
        return {}
    first = next((state for state in scene.trail if side not in state.laying_out), None)
    return {at: first.grid[at].card for at in first.front(side)} if first else {}


def plan(front: Front, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    side, laid = front.side, front.plan
    rows = own_rows(side, laid.columns, laid.rows)
    top = EDGE + HEAD + 12
    where = places(rows, Box(EDGE, top, width, paper.height - top - 88))
    below = max(box.bottom for box in where.values())
    wins = f"{laid.objective} points win." if laid.objective else "The theme says what wins."
    whose = f"{SIDE_NAMES[side]} side. {wins}"
    secret = "For your eyes only: fold it twice, the print inside." if front.laid else ""
    head = Box(EDGE, EDGE, width, HEAD)
    marks = [*heading(front.name, f"{whose} {secret}".strip(), look)(head)]
    marks += [*row_name("First row: the enemy lies across this line", top - 6, width, look)]
    for at, box in where.items():
        card = front.laid.get(at)
        marks += [*(face_up(at, side, card, box, look) if card else blank_place(at, side, box, look))]
    marks += [*crossings(rows, where, look)]
    marks += [*row_name("Last row: your player zone", below + 1.6, width, look)]
    marks += [*_tray(laid, Box(EDGE, below + 11, width, 26), look)]
    notes = Box(EDGE, below + 44, width, paper.height - EDGE - below - 50)
    own = look.picture(front.name, Box(notes.right - PICTURE.width, notes.y, *PICTURE))
    marks += [*own, *_lines(notes._replace(width=width - PICTURE.width - 4 if own else width))]
    return Face(*paper, tuple(marks), name=f"front plan {side}")


def row_name(wording: str, y: float, width: float, look: Look) -> Iterator[Mark]:
    """What a row of the front faces, between two dashed lines."""
    style = Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED)
    yield from middle(wording, style, Box(EDGE, y, width, 4.4), "row")
    line = ((EDGE, y + 2.2), (EDGE + width / 2 - 38, y + 2.2))
    mirrored = tuple((2 * EDGE + width - x, at) for x, at in line)
    yield Path((line, mirrored), Paint(stroke=(0.6,), width=0.2, dash=(2, 1.4)))


def _tray(plan: Plan, box: Box, look: Look) -> Iterator[Mark]:
    """What must be laid, each with a box to tick off."""
    shown = [card for card in RANK if plan.counts[card]]
    across = box.width / len(shown)
    figure = Style(font=NUMERAL, size=15, leading=1)
    yield Rectangle(box, Paint(stroke=INK, width=0.3) if look.saver else Paint(fill=look.full("paper")), 1)
    for n, card in enumerate(shown):
        count, x = plan.counts[card], box.x + n * across
        yield Stamp(sign(card, INK), x + across / 2 - 8, box.y + 2, 9 / SIGN)
        yield from middle(f"× {count}", figure, Box(x + across / 2 + 1, box.y + 2, 9, 9), card)
        yield from _ticks(count, Box(x + 2, box.y + 13.4, across - 4, 11))


def _ticks(count: int, box: Box) -> Iterator[Mark]:
    """So many small boxes, five to a row at most."""
    a_row = min(5, count)
    pitch = min(4.2, box.width / a_row)
    for n in range(count):
        x = box.x + (box.width - a_row * pitch) / 2 + (n % a_row) * pitch
        yield Rectangle(
            Box(x + 0.3, box.y + (n // a_row) * 3.8, pitch - 0.8, 3.2), Paint(stroke=INK, width=0.2), 0.3
        )


def _lines(box: Box) -> Iterator[Mark]:
    style = Style(font=LABEL, size=9, leading=1, colour=MUTED)
    yield from at_left("Seal", style, Box(box.x, box.y, 20, 5), "seal")
    count = max(1, int(box.height / 8.5))
    runs = tuple(((box.x + (12 if n == 0 else 0), box.y + 5 + n * 8.5), (box.right, box.y + 5 + n * 8.5))
                 for n in range(count))  # fmt: skip
    yield Path(runs, Paint(stroke=(0.55,), width=0.18))


def _front(record: Mapping[str, object], ids: Sequence[str]) -> Iterator[GameError]:
    try:
        custom_of({"format": FORMAT, **record})
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    return {"fronts": [{k: v for k, v in each.items() if k != "format"} for each in starter_scenarios()]}


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    fronts = [*records.get("fronts", ()), *_starter(base)["fronts"]]
    return {"format": FORMAT, **fronts[0]}


def _sides(wanted: Wanted) -> Sides:
    choices: Fronts = wanted.choices
    return Sides(*drawn_fronts(plan, {**choices, "custom": wanted.file}))


WORKSHOP = Workshop(
    file="custom",
    kinds=kinds_in(data.FOLDER / "printables" / "own.json", {"fronts": _front}),
    bases={"starter": "The project's own scenarios"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
    alone=True,
)


def search_log(front: Front, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    rows = own_rows(front.side, front.plan.columns, front.plan.rows, ENEMY[front.side])
    top = EDGE + HEAD + 12
    where = places(rows, Box(EDGE, top, width, (paper.height - top) * 0.52))
    below = max(box.bottom for box in where.values())
    enemy = ENEMY[front.side]
    wording = (
        f"What the {SIDE_NAMES[front.side]} side has seen on the {SIDE_NAMES[enemy]} front: turn and card."
    )
    marks = [*heading(front.name, wording, look)(Box(EDGE, EDGE, width, HEAD))]
    marks += [*row_name("The enemy's last row", top - 6, width, look)]
    for at, box in where.items():
        marks += [*blank_place(at, enemy, box, look)]
    marks += [*crossings(rows, where, look)]
    marks += [*row_name("The enemy's first row: yours is across", below + 1.6, width, look)]
    marks += [*_moves(Box(EDGE, below + 11, width, paper.height - EDGE - below - 17))]
    return Face(*paper, tuple(marks), name=f"search log {front.side}")


def _moves(box: Box) -> Iterator[Mark]:
    head = Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED)
    third = box.width / 3
    for n, title in enumerate(("Enemy moves: turn, quadrant", "Enemy shots: turn, quadrant", "What I think")):
        yield from at_left(title, head, Box(box.x + n * third, box.y, third - 3, 5), "log")
    count = int((box.height - 6) / 7.5)
    runs = tuple(
        ((box.x + n * third, box.y + 5.6 + m * 7.5), (box.x + (n + 1) * third - 3, box.y + 5.6 + m * 7.5))
        for n in range(3)
        for m in range(count + 1)
    )
    yield Path(runs, Paint(stroke=(0.55,), width=0.18))


STREET = 6.0
"""Millimetres between the two fronts."""


def position(look: Look, paper: Size, scene: Scene[State]) -> Iterator[Face]:
    """The public page, then a page for each side whose cards the printing seat sees."""
    state = scene.state
    head = heading(title_of(state), where_played(state), look)
    field = inset(partial(battlefield, state, look), bottom=1)
    yield page(paper, "position", (HEAD + 5, head), (PLATE, plates(state, look)), 6, field, 5)
    for side in SIDES:
        is_laid = not state.cards and side not in state.laying_out
        if is_laid and side in SECRECY.eyes(scene.sight.sees):
            yield replace(_own(state, side, look, paper), title=f"front of the {SIDE_NAMES[side]} side")


def battlefield(state: State, look: Look, box: Box) -> Iterator[Mark]:
    """Both fronts, the Soviet one above, as one who sits nowhere sees them; what is open lies open."""
    seen = seen_state(state, ())["grid"]
    high = (box.height - STREET) / 2
    where_: dict[str, Box] = {}
    ways: tuple[tuple[Side, float], ...] = (("soviet", box.y), ("german", box.y + high + STREET))
    for side, y in ways:
        where_ |= places(own_rows("german", state.columns, state.rows, side), Box(box.x, y, box.width, high))
    lift = box.y + high - max(where_[at].bottom for at in state.front("soviet"))
    for at in state.front("soviet"):
        where_[at] = where_[at]._replace(y=where_[at].y + lift)
    for at, place in where_.items():
        side, card = seen[at]["side"], seen[at]["card"]
        hidden = card == data.HIDDEN or side in state.laying_out
        yield from face_down(at, side, place, look) if hidden else face_up(at, side, card, place, look)
    yield _street(Box(box.x, box.y + high, box.width, STREET))
    for shooter in SIDES:
        shot = state.shots[shooter]
        if shot:
            yield from _shot(shooter, [where_[at] for at in corners(shot.quadrant)], look)


def _street(box: Box) -> Mark:
    y = box.y + box.height / 2
    return Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.25, dash=(3, 2)))


def _shot(side: Side, cells: list[Box], look: Look) -> Iterator[Mark]:
    x = sum(cell.x + cell.width / 2 for cell in cells) / 4
    y = sum(cell.y + cell.height / 2 for cell in cells) / 4
    spots = []
    for n in range(18):
        far = 8.4 if n % 2 == 0 else 5.4
        spots.append((x + far * sin(pi * n / 9), y - far * cos(pi * n / 9)))
    fill = (1.0,) if look.saver else look.full("flash")
    yield Path((tuple(spots),), Paint(fill=fill, stroke=look.strong(side), width=0.6), closed=True)
    yield Stamp(sign(side, look.strong(side)), x - 2.8, y - 2.8, 5.6 / SIGN)


def _own(state: State, side: Side, look: Look, paper: Size) -> Face:
    """A side's own front as it lies now, to be folded twice with the print inside."""
    wording = (
        f"{SIDE_NAMES[side]} side, turn {state.turn}. For your eyes only: fold it twice, the print inside."
    )
    edge = words(
        "The enemy lies across this edge", Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED), 0.5
    )

    def front(box: Box) -> Iterator[Mark]:
        for at, place in places(own_rows(side, state.columns, state.rows), box).items():
            yield from face_up(at, state.grid[at].side, state.grid[at].card, place, look)

    head = (50 - EDGE, heading(title_of(state), wording, look))
    return page(paper, f"front {side}", head, (5, edge), 3, front, 14)
