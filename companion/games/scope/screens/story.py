"""What the last lines did for all to see: cards that were turned up, shots, moves, and what fell."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.scene import Scene
from companion.engine.stage import Row, Rows, Words, said
from companion.engine.wording import signed
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.state import State
from companion.games.scope.state.pending import Stormed
from companion.games.scope.state.table import Event

LINES = 12
"""So many lines back goes the public log of the screen for all."""
ROWS = 6


class Up(NamedTuple):
    """A card that was turned up: where, whose, which."""

    at: str
    side: Side
    card: str


def news(before: State, now: State, front: Side) -> tuple[Event, ...]:
    """What everybody saw happen in a front between two lines."""
    return now.events[front][len(before.events[front]) :]


def turned(before: State, now: State) -> list[Up]:
    """The cards that a line turned up, the enemy's of whoever acted first."""
    found = [
        Up(event["cell"], side, event["card"])
        for side in (ENEMY[before.side], before.side)
        for event in news(before, now, side)
        if event["type"] == "reveal"
    ]
    if isinstance(now.pending, Stormed) and before.pending is None:
        shown = {up.at for up in found}
        found += [Up(at, now.grid[at].side, now.grid[at].card) for at in now.pending.cells if at not in shown]
    return found


def fell(before: State, now: State) -> list[tuple[Side, str]]:
    """The cards that a line took from the battlefield, with the side that lost them."""
    found: list[tuple[Side, str]] = []
    for side in SIDES:
        left = list(before.lost[side])
        for card in now.lost[side]:
            if card in left:
                left.remove(card)
            else:
                found.append((side, card))
    return found


def changes(before: State, now: State) -> list[str]:
    """What the last line changed or showed, in a few words each."""
    shown = [f"{up.at}: {CARD_NAMES[up.card]}" for up in turned(before, now)]
    points = [(side, now.score[side] - before.score[side]) for side in SIDES]
    return [*shown, *(f"{SIDE_NAMES[side]} {signed(by)}" for side, by in points if by)]


def public_log(scene: Scene[State]) -> tuple[Rows, ...]:
    """The last lines as all may know them, newest first: turn, whose, what."""
    pairs = zip(scene.trail[-LINES:-1], scene.trail[-LINES + 1 :], strict=False)
    rows = [row for before, now in pairs if (row := _row(before, now))]
    return (Rows(label="What has happened", rows=tuple(reversed(rows[-ROWS:]))),) if rows else ()


def _row(before: State, now: State) -> Row | None:
    told = list(_told(before, now))
    return Row((f"T{before.turn}", told[0]), before.side) if told else None


def _told(before: State, now: State) -> Iterator[Words]:
    """What a line did, its greatest thing first; what is hidden again only where the app remembers."""
    gone = ", ".join(CARD_NAMES[card] for _, card in fell(before, now))
    own = news(before, now, before.side)
    for event in own:
        if event["type"] == "shot":
            hit = gone or "no hit"
            yield said("shot from {square}: {hit}", square=event["quadrant"], hit=hit)
    if gone:
        yield said("{card} eliminated", card=gone)
    cells = [up for up in turned(before, now) if up.side != before.side]
    if cells and now.options.memory_aid:
        yield said("seen: {cards}", cards=", ".join(f"{up.card.replace('_', ' ')} {up.at}" for up in cells))
    elif cells:
        yield said("looked at {cells}", cells=", ".join(up.at for up in cells))
    for event in own:
        if event["type"] == "move":
            yield said("moved quadrant {square}, unseen", square=event["quadrant"])
