"""A game turn by turn: what everybody saw being done, and after the end what was found there too."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.scope.data import CARD_NAMES, SIDES, Side
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.plates import PLATE, plates, title_of, where
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.rules.secrets import redact_action
from companion.games.scope.rules.telling import describe
from companion.games.scope.state import State
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle, richest
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Page, Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, Style

ROW, APART = 9.4, 5.0
"""Millimetres: a turn's row, and what is between the two columns."""


class Turn(NamedTuple):
    """One turn: whose, what was done, what was turned up if that may be told, the score after it."""

    number: int
    side: Side
    deeds: str
    found: str
    gained: int
    score: Mapping[Side, int]


def record(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The game so far, or as it ended; as many pages as its turns need."""
    assert scene  # the printable needs a table
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = tuple(_pages(scene.state, turns(scene.passages, scene.state), look, paper))
    return DRESS.document("the game turn by turn", pages, choices)


def turns(passages: Sequence[Any], now: State) -> list[Turn]:
    """Every turn that was played, from its lines; as everybody may read it (3.3)."""
    played = [line for line in passages if line.before is not None and not line.before.laying_out]
    return [_turn(list(lines), now) for _, lines in groupby(played, lambda line: line.before.turn)]


def _turn(lines: Sequence[Any], now: State) -> Turn:
    before, after = lines[0].before, lines[-1].after
    deeds = [_deed(redact_action(now, line.action, NOBODY)) for line in lines]
    open_ = now.options.memory_aid or (now.phase == "finished" and not now.cards)
    found = [each for line in lines for each in _found(line.before, line.after)] if open_ else []
    side = before.side
    gained = after.score[side] - before.score[side]
    return Turn(before.turn, side, "; ".join(d for d in deeds if d), listed(found), gained, after.score)


def _deed(action: Json) -> str:
    """What was done, without whose deed it was; the end of a turn is not told."""
    if action.get("type") == "end_turn":
        return ""
    told = describe(action)
    return told.partition(": ")[2] if "seat" in action else told


def _found(before: State, after: State) -> Iterator[str]:
    """The enemy's cards that were turned up, each with its cell."""
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
        marks = [*heading(title_of(state), where(state), look, width)]
        if number == 1:
            marks += [*plates(state, Box(EDGE, EDGE + HEAD + 5, width, PLATE), look)]
        marks += [*_columns(shown, room, look)]
        yield DRESS.page(Face(*paper, tuple(marks), name=f"record {number}"), f"record {number}")


def _columns(shown: Sequence[Turn], room: Box, look: Look) -> Iterator[Mark]:
    """Two columns of turns, the left one filled first."""
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
    """Number, whose, what was done, what was found, the score."""
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
    """The deeds, and what was found on a line of its own where there is one."""
    deed = Style(font=LABEL, size=8.5, smallest=7, leading=1.1)
    quiet = Style(font=LABEL, size=7.5, smallest=7, leading=1.0, colour=MUTED)
    high = room.height - 2.8 if turn.found else room.height
    for told, style, y, tall in ((turn.deeds, deed, room.y, high), (turn.found, quiet, room.y + high, 2.8)):
        if told:
            block = richest((told, f"{told[:60]}…"), style, room.width, tall, "record")
            yield from block.at(room.x, y + (tall - block.height) / 2) if block else ()


RECORDS: Mapping[str, Made] = {
    "record": (record, (papers("a4", "letter"), INKS)),
}
