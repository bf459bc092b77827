"""What is written down of a game: turn by turn, points to photograph, the six nights of a season."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import ceil
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
from companion.games.scope.printables.battlefield import PLATE, battlefield, plates, title_of, where_played
from companion.games.scope.printables.look import HEAD, MUTED, heading, sign
from companion.games.scope.rules.setting_up import six_nights
from companion.games.scope.state import State, side_of
from companion.press.answered import Item, Section
from companion.press.face import Box, Face, Mark, Paint
from companion.press.laying import (
    FRAME,
    Draw,
    Share,
    column,
    filled,
    inset,
    nothing,
    over,
    page,
    row,
    ruled,
    stamp,
    text,
    words,
)
from companion.press.look import EDGE, INK, Look, richest
from companion.press.page import Size
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style

ROW, APART, FIELD = 9.4, 5.0, 70.0
"""Millimetres: a turn's row, what is between the two columns, and what a field below them wants at least."""


class Turn(NamedTuple):
    """One turn: whose, what was done, what was turned up if that may be told, the score after it."""

    number: int
    side: Side
    deeds: str
    finds: str
    gained: int
    score: Mapping[Side, int]


def record(look: Look, paper: Size, scene: Scene[State]) -> Iterator[Face]:
    """The game so far, or as it ended; as many pages as its turns need."""
    state, rest, number = scene.state, turns(scene.passages, scene.state), 0
    head = heading(title_of(state), where_played(state), look)
    while rest or number == 0:
        number += 1
        above = (HEAD + 5, head), (PLATE, plates(state, look)), 6
        parts = above if number == 1 else ((HEAD + 6, head),)
        used = HEAD + PLATE + 11 if number == 1 else HEAD + 6
        a_column = int((paper.height - 2 * EDGE - 11 - used) / ROW)
        rows = min(a_column, ceil(len(rest) / 2))
        both = [rest[:rows], rest[rows : 2 * rows]]
        rest = rest[2 * rows :]
        shown = [_turns(part, look) if part or n == 0 else nothing for n, part in enumerate(both)]
        tall = 5 + rows * ROW + 4
        field = _field(state, look) if (a_column - rows) * ROW >= FIELD and not rest else nothing
        yield page(paper, f"record {number}", *parts, (tall, row(shown[0], APART, shown[1])), field)


def _field(state: State, look: Look) -> Draw:
    """How it stands, below the turns where they leave room: as everybody sees it."""
    wording = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    field = inset(partial(battlefield, state, look), bottom=1)
    return column((4, words("The battlefield now, as everybody sees it", wording)), 3, field, 8)


def turns(passages: Sequence[Passage], now: State) -> list[Turn]:
    """Every turn that was played, from its lines; as everybody may read it (3.3)."""
    played = [line for line in passages if line.before is not None and not line.before.laying_out]
    return [_turn(list(lines), now) for _, lines in groupby(played, lambda line: line.before.turn)]


def _turn(lines: Sequence[Passage], now: State) -> Turn:
    before, after = lines[0].before, lines[-1].after
    deeds = [_deed(redact_action(now, line.action, NOBODY)) for line in lines]
    open_ = now.options.memory_aid or (now.phase == "finished" and not now.cards)
    finds = [each for line in lines for each in _finds(line.before, line.after)] if open_ else []
    side = before.side
    gained = after.score[side] - before.score[side]
    return Turn(before.turn, side, "; ".join(d for d in deeds if d), listed(finds), gained, after.score)


def _deed(action: object) -> str:
    """What was done, without whose deed it was; the end of a turn is not told."""
    entry = action if type(action) is dict else {}
    words = "" if entry.get("type") == "end_turn" else describe(action)
    return words.partition(": ")[2] if "seat" in entry else words


def _finds(before: State, after: State) -> Iterator[str]:
    for side in SIDES:
        for event in after.events[side][len(before.events[side]) :]:
            if event["type"] == "reveal" and side != before.side:
                yield f"{event['cell']} {CARD_NAMES[event['card']]}"


def _turns(shown: Sequence[Turn], look: Look) -> Draw:
    head = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    heads = row((20, words("Turn", head)), nothing, (14, words("Score", head, 0.5)))
    return column((4, heads), 1, *((ROW, _turn_row(turn, look)) for turn in shown), nothing)


def _turn_row(turn: Turn, look: Look) -> Draw:
    ground = filled(Paint(fill=look.full("paper"))) if turn.gained > 0 and not look.saver else nothing
    score = f"{turn.score['german']} : {turn.score['soviet']}"
    style = Style(font=STRONG, size=9, smallest=7, leading=1, colour=INK if turn.gained else MUTED)
    cells = row(
        (6.4, words(turn.number, Style(font=NUMERAL, size=10.5, leading=1), 0.5)),
        0.6,
        (3.6, inset(stamp(sign(turn.side, look.strong(turn.side)), 3.6), bottom=1.4)),
        1.8,
        inset(partial(_words, turn), top=0.5, bottom=0.3),
        0.6,
        (14, words(score, style, 0.5)),
    )
    return over(ruled(0.15, (0.65,)), ground, cells)


def _words(turn: Turn, room: Box) -> Iterator[Mark]:
    deed = Style(font=LABEL, size=8.5, smallest=7, leading=1.1)
    quiet = Style(font=LABEL, size=7.5, smallest=7, leading=1.0, colour=MUTED)
    high = room.height - 2.8 if turn.finds else room.height
    for wording, style, y, tall in (
        (turn.deeds, deed, room.y, high),
        (turn.finds, quiet, room.y + high, 2.8),
    ):
        if wording:
            block = richest((wording, f"{wording[:60]}…"), style, room.width, tall, "record")
            yield from block.at(room.x, y + (tall - block.height) / 2) if block else ()


REASON = "Taken in from the points sheet"
WON, LOST = (1, 1, 2, 2, 3, 5, 10), (1, 2, 5)


def points_sheet(scene: Scene[State], look: Look) -> Iterator[tuple[str, str, Sequence[Section]]]:
    """One page: what everybody may see of the score, and nothing of either front."""
    state = scene.state
    standing = f"{title_of(state)}, turn {state.turn}, as it stood at line {scene.version}"
    won, lost = ([_lots(state, side, kind, look) for side in SIDES] for kind in ("won", "lost"))
    over = [
        Item(SEAT_NAMES[seat], "gives up", ((f"resign.{seat}", ""),), _figure(side_of(seat), look))
        for seat in state.slots
    ]
    sections = (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points taken back", "What is ticked is summed up", lost),
        Section("The night ends", "Only who gives up", over),
    )
    yield "-", standing, sections


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


def nights(look: Look, paper: Size, scene: Scene[State] | None) -> Iterator[Face]:
    """A night a row: its front, who sat where, how it ended, what is carried."""
    program, quiet = six_nights(), Style(font=SUBTITLE, size=9, leading=1, colour=MUTED)
    heads = row(
        WINDOW + NAME + FRONT,
        words("Who sat there, and the points", quiet),
        (LAST, words("Carried", quiet, 0.5)),
    )
    yield page(
        paper,
        "six nights",
        (HEAD + 6.4, heading(program.name, program.told, look)),
        (5, heads),
        0.6,
        *(_night(n, night, look) for n, night in enumerate(program.nights, 1)),
        4,
        (14, over(filled(look.area("paper"), 1), row(_most(), _most()))),
        8,
    )


def _night(number: int, night: Night, look: Look) -> Draw:
    """One night: its number in a lit window, what is played, the lines to write on."""
    pane = nothing if look.saver else inset(filled(Paint(fill=look.full("lit"))), 1.3, 1.3, 1.3, 1.3)
    figure = words(number, Style(font=NUMERAL, size=24, leading=1), 0.5)
    window = over(filled(look.area("night", 0.5), 0.8), pane, figure)
    body = text(night.told, Style(font=LABEL, size=8.5, smallest=7, leading=1.2, colour=MUTED))
    name = words(night.name, Style(font=TITLE, size=15, smallest=10, leading=1))
    front = night.setup.get("custom") or PLANS[night.setup["scenario"]]._asdict()
    drawn = partial(raster, front["columns"], front["rows"], look)
    cells = row(
        (WINDOW, column(nothing, (15, inset(window, 1, right=3)), nothing)),
        (NAME, inset(column(Share(0.16), (7, name), 0.4, (Share(0.5), body), nothing), right=3)),
        (FRONT, inset(column(Share(0.18), (Share(0.64), drawn), Share(0.18)), right=5)),
        column(Share(0.06), *((Share(0.4), _person(side, look)) for side in SIDES), nothing),
    )
    return over(ruled(0.18), cells)


def _person(side: Side, look: Look) -> Draw:
    """A line with a box for its points, and a box for what it carries."""
    box = inset(filled(FRAME, 0.5), bottom=-0.4)
    figure = inset(stamp(_figure(side, look), 5), top=1.2, right=2)
    return column(nothing, (7, row((7, figure), ruled(0.18, (0.55,), 1), 2, (10, box), 8, (10, box), 6)))


def _most() -> Draw:
    """Who carried the most."""
    carried = words("Carried by", Style(font=SUBTITLE, size=12, leading=1))
    line = inset(ruled(0.2, (0.4,), 1), bottom=4.4)
    return row(3, (23, carried), line, 4, (13, inset(filled(BOX, 0.6), top=2.4, bottom=2.2)), 4)


BOX = Paint(stroke=INK, width=0.3)
