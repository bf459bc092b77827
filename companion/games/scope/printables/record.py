"""What is written down of a game: turn by turn, points to photograph, the six nights of a season."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.engine.campaign.books import Passage
from companion.engine.errors import InvalidInput
from companion.engine.game import Night, Scene
from companion.engine.option import Change
from companion.engine.scene import NOBODY, Seen
from companion.engine.wording import listed, signed
from companion.games.scope.data import CARD_NAMES, PLANS, SEAT_NAMES, SIDE_NAMES, SIDES, Side
from companion.games.scope.deeds import describe
from companion.games.scope.deeds.secrets import redact_action
from companion.games.scope.printables.aid import raster
from companion.games.scope.printables.battlefield import PLATE, plates, title_of, where_played
from companion.games.scope.printables.look import DRESS, HEAD, MUTED, SIGN, heading, sign
from companion.games.scope.rules.setting_up import six_nights
from companion.games.scope.state import State, side_of
from companion.press.answered import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle, richest
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, papers
from companion.press.page import PAPERS, Page, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style, fit

ROW, APART = 9.4, 5.0
"""Millimetres: a turn's row, and what is between the two columns."""


class Turn(NamedTuple):
    """One turn: whose, what was done, what was turned up if that may be told, the score after it."""

    number: int
    side: Side
    deeds: str
    finds: str
    gained: int
    score: Mapping[Side, int]


def record(choices: Choices, scene: Scene[State]) -> Document:
    """The game so far, or as it ended; as many pages as its turns need."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = tuple(_pages(scene.state, turns(scene.passages, scene.state), look, paper))
    return DRESS.document("the game turn by turn", pages, choices)


def turns(passages: Sequence[Passage], now: State) -> list[Turn]:
    """Every turn that was played, from its lines; as everybody may read it (3.3)."""
    played = [line for line in passages if line.before is not None and not line.before.laying_out]
    return [_turn(list(lines), now) for _, lines in groupby(played, lambda line: line.before.turn)]


def _turn(lines: Sequence[Passage], now: State) -> Turn:
    before, after = lines[0].before, lines[-1].after
    deeds = [_deed(redact_action(now, line.action, NOBODY)) for line in lines]
    open_ = now.options.memory_aid or (now.phase == "finished" and not now.cards)
    finds = [each for line in lines for each in _found(line.before, line.after)] if open_ else []
    side = before.side
    gained = after.score[side] - before.score[side]
    return Turn(before.turn, side, "; ".join(d for d in deeds if d), listed(finds), gained, after.score)


def _deed(action: object) -> str:
    """What was done, without whose deed it was; the end of a turn is not told."""
    entry = action if type(action) is dict else {}
    words = "" if entry.get("type") == "end_turn" else describe(action)
    return words.partition(": ")[2] if "seat" in entry else words


def _found(before: State, after: State) -> Iterator[str]:
    for side in SIDES:
        for event in after.events[side][len(before.events[side]) :]:
            if event["type"] == "reveal" and side != before.side:
                yield f"{event['cell']} {CARD_NAMES[event['card']]}"


def _pages(state: State, played: Sequence[Turn], look: Look, paper: Size) -> Iterator[Page]:
    width = paper.width - 2 * EDGE
    first = EDGE + HEAD + PLATE + 11
    rest, number = list(played), 0
    while rest or number == 0:
        number += 1
        top = first if number == 1 else EDGE + HEAD + 6
        room = Box(EDGE, top, width, paper.height - EDGE - 6 - top)
        fits = 2 * int((room.height - 5) / ROW)
        shown, rest = rest[:fits], rest[fits:]
        marks = [*heading(title_of(state), where_played(state), look, width)]
        if number == 1:
            marks += [*plates(state, Box(EDGE, EDGE + HEAD + 5, width, PLATE), look)]
        marks += [*_columns(shown, room, look)]
        yield DRESS.page(Face(*paper, tuple(marks), name=f"record {number}"), f"record {number}")


def _columns(shown: Sequence[Turn], room: Box, look: Look) -> Iterator[Mark]:
    across, a_column = (room.width - APART) / 2, int((room.height - 5) / ROW)
    head = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    for n in range(2):
        x = room.x + n * (across + APART)
        part = shown[n * a_column : (n + 1) * a_column]
        if part or n == 0:
            yield from at_left("Turn", head, Box(x, room.y, 20, 4), "record")
            yield from middle("Score", head, Box(x + across - 14, room.y, 14, 4), "record")
        for m, turn in enumerate(part):
            yield from _row(turn, Box(x, room.y + 5 + m * ROW, across, ROW), look)


def _row(turn: Turn, box: Box, look: Look) -> Iterator[Mark]:
    yield Path((((box.x, box.y), (box.right, box.y)),), Paint(stroke=(0.65,), width=0.15))
    if turn.gained > 0 and not look.saver:
        yield Rectangle(box, Paint(fill=look.full("paper")))
    number = Style(font=NUMERAL, size=10.5, leading=1)
    yield from middle(str(turn.number), number, Box(box.x, box.y, 6.4, box.height), "record")
    yield Stamp(sign(turn.side, look.strong(turn.side)), box.x + 7, box.y + 2.2, 3.6 / SIGN)
    room = Box(box.x + 12.4, box.y + 0.5, box.width - 27, box.height - 0.8)
    yield from _told(turn, room)
    score = f"{turn.score['german']} : {turn.score['soviet']}"
    style = Style(font=STRONG, size=9, smallest=7, leading=1, colour=INK if turn.gained else MUTED)
    yield from middle(score, style, Box(box.right - 14, box.y, 14, box.height), "record")


def _told(turn: Turn, room: Box) -> Iterator[Mark]:
    deed = Style(font=LABEL, size=8.5, smallest=7, leading=1.1)
    quiet = Style(font=LABEL, size=7.5, smallest=7, leading=1.0, colour=MUTED)
    high = room.height - 2.8 if turn.finds else room.height
    for words, style, y, tall in ((turn.deeds, deed, room.y, high), (turn.finds, quiet, room.y + high, 2.8)):
        if words:
            block = richest((words, f"{words[:60]}…"), style, room.width, tall, "record")
            yield from block.at(room.x, y + (tall - block.height) / 2) if block else ()


TO_TICK = (papers("a4", "letter", "both"), INKS, LARGE)
REASON = "Taken in from the points sheet"
WON, LOST = (1, 1, 2, 2, 3, 5, 10), (1, 2, 5)


def points_sheet(choices: Choices, scene: Scene[State]) -> Document:
    """One page: what everybody may see of the score, and nothing of either front."""
    state, look = scene.state, DRESS.look(choices)
    standing = f"{title_of(state)}, turn {state.turn}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Points sheet", standing)
    origin = Origin("scope", "points-sheet", scene, "-", given_of(choices, TO_TICK))
    return form([sheet.pages(_sections(state, look), origin)], DRESS.document("points sheet", (), choices))


def _sections(state: State, look: Look) -> tuple[Section, ...]:
    won, lost = ([_lots(state, side, kind, look) for side in SIDES] for kind in ("won", "lost"))
    over = [
        Item(SEAT_NAMES[seat], "gives up", ((f"resign.{seat}", ""),), _figure(side_of(seat), look))
        for seat in state.slots
    ]
    return (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points taken back", "What is ticked is summed up", lost),
        Section("The night ends", "Only who gives up", over),
    )


def _figure(side: Side, look: Look) -> Face:
    return sign(side, look.strong(side))


def _lots(state: State, side: Side, kind: str, look: Look) -> Item:
    lots = WON if kind == "won" else LOST
    ticks = [(f"{kind}.{side}.{n}.{lot}", str(lot)) for n, lot in enumerate(lots)]
    now = f"{state.score[side]} now" if kind == "won" else ""
    return Item(SIDE_NAMES[side], now, ticks, _figure(side, look))


def points(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """The points of each side as one correction, then who gives up; `InvalidInput` for any other box."""
    state = scene.state
    boxes = {name: name.split(".") for name in ticks}
    if any(parts[1] not in (*SIDES, *state.slots) for parts in boxes.values()):
        raise InvalidInput("ticks", "The sheet names somebody who does not play here.")
    for side in SIDES:
        own = tuple(name for name, parts in boxes.items() if parts[1] == side and parts[0] != "resign")
        by = sum(int(boxes[name][3]) * (1 if boxes[name][0] == "won" else -1) for name in own)
        if by:
            change = {"target": "score", "side": side, "by": by}
            words = f"{SIDE_NAMES[side]}: {signed(by)} {'point' if abs(by) == 1 else 'points'}"
            yield Change(words, {"type": "adjust", "reason": REASON, "changes": [change]}, own)
    for name, parts in boxes.items():
        if parts[0] == "resign":
            yield Change(f"{SEAT_NAMES[parts[1]]} gives up", {"type": "resign", "seat": parts[1]}, (name,))


WINDOW, NAME, FRONT, LAST = 17.0, 50.0, 26.0, 22.0
"""Millimetres: the columns of the number, of the night, of its front, of what is carried."""
HEADS = ("Who sat there, and the points", "Carried")


def nights_sheet(choices: Choices, scene: Scene[State] | None) -> Document:
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    program, width = six_nights(), paper.width - 2 * EDGE
    top = EDGE + HEAD + 12
    high = (paper.height - top - EDGE - 26) / len(program.nights)
    marks = [*heading(program.name, program.told, look, width), *_heads(Box(EDGE, top - 5.6, width, 5), look)]
    for n, night in enumerate(program.nights):
        marks += [*_night(n + 1, night, Box(EDGE, top + n * high, width, high), look)]
    marks += [*_sum(Box(EDGE, paper.height - EDGE - 22, width, 14), look)]
    face = Face(*paper, tuple(marks), name="six nights")
    return DRESS.document("six nights", (DRESS.page(face, "six nights"),), choices)


def _people(box: Box) -> Box:
    left = WINDOW + NAME + FRONT
    return Box(box.x + left, box.y, box.width - left - LAST, box.height)


def _heads(box: Box, look: Look) -> Iterator[Mark]:
    style = Style(font=SUBTITLE, size=9, leading=1, colour=MUTED)
    people = _people(box)
    yield from at_left(HEADS[0], style, people, "nights")
    yield from middle(HEADS[1], style, Box(people.right, box.y, LAST, box.height), "nights")


def _night(number: int, night: Night, box: Box, look: Look) -> Iterator[Mark]:
    """One night: its number in a lit window, what is played, the lines to write on."""
    yield Path((((box.x, box.y), (box.right, box.y)),), Paint(stroke=(0.6,), width=0.18))
    yield from _window(number, Box(box.x + 1, box.y + (box.height - 15) / 2, 13, 15), look)
    name = Style(font=TITLE, size=15, smallest=10, leading=1)
    body = Style(font=LABEL, size=8.5, smallest=7, leading=1.2, colour=MUTED)
    left = box.x + WINDOW
    yield from at_left(night.name, name, Box(left, box.y + box.height * 0.16, NAME - 3, 7), "nights")
    block = fit(night.told, body, NAME - 3, box.height * 0.5, "nights")
    yield from block.at(left, box.y + box.height * 0.16 + 7.4)
    columns, rows = _size(night)
    place = Box(left + NAME, box.y + box.height * 0.18, FRONT - 5, box.height * 0.64)
    yield from raster(columns, rows, place, look)
    yield from _lines(_people(box), look)


def _window(number: int, box: Box, look: Look) -> Iterator[Mark]:
    yield Rectangle(box, Paint(stroke=INK, width=0.5) if look.saver else Paint(fill=look.full("night")), 0.8)
    if not look.saver:
        yield Rectangle(box.inset(1.3), Paint(fill=look.full("lit")))
    style = Style(font=NUMERAL, size=24, leading=1)
    yield from middle(str(number), style, box, "nights")


def _size(night: Night) -> tuple[int, int]:
    custom = night.setup.get("custom")
    if custom:
        return custom["columns"], custom["rows"]
    plan = PLANS[night.setup["scenario"]]
    return plan.columns, plan.rows


def _lines(box: Box, look: Look) -> Iterator[Mark]:
    for n, side in enumerate(SIDES):
        y = box.y + box.height * (0.46 + 0.4 * n)
        yield Stamp(sign(side, look.strong(side)), box.x, y - 5.4, 5 / SIGN)
        yield Path((((box.x + 7, y), (box.right - 14, y)),), Paint(stroke=(0.55,), width=0.18))
        frame = Paint(stroke=INK, width=0.25)
        yield Rectangle(Box(box.right - 12, y - 7, 10, 7.4), frame, 0.5)
        yield Rectangle(Box(box.right + LAST / 2 - 5, y - 7, 10, 7.4), frame, 0.5)


def _sum(box: Box, look: Look) -> Iterator[Mark]:
    yield Rectangle(box, Paint(stroke=INK, width=0.35) if look.saver else Paint(fill=look.full("paper")), 1)
    style = Style(font=SUBTITLE, size=12, leading=1)
    for n in range(2):
        x = box.x + 3 + n * box.width / 2
        yield from at_left("Carried by", style, Box(x, box.y, 24, box.height), "nights")
        line = ((x + 23, box.y + 9.6), (x + box.width / 2 - 24, box.y + 9.6))
        yield Path((line,), Paint(stroke=(0.4,), width=0.2))
        yield Rectangle(Box(x + box.width / 2 - 20, box.y + 2.4, 13, 9.4), Paint(stroke=INK, width=0.3), 0.6)
