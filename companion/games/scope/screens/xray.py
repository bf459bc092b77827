"""A game that is over, seen through: what each side believed at each turn, and what was true.

What was believed is the odds of the table (specification 6.7), whether or not it let the app reckon them
then. Only a game whose cards the app holds can be seen through, and only once it is over.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from companion.engine import stage
from companion.engine.errors import GameError
from companion.engine.scene import Scene, Values, fresh, whole
from companion.engine.squares import column_of, row_of
from companion.engine.stage import Choice, Choices, Part, Piece, Question, Row, Stage, Way, Words, phrase
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, TARGETS, Side
from companion.games.scope.deeds import describe, legal
from companion.games.scope.procedures import search_odds
from companion.games.scope.screens.board import AT_TABLE, Odds, card_values, per_cent, question_of, reckoned
from companion.games.scope.screens.film import Fallen, Line, fallen, lines
from companion.games.scope.screens.frame import SIGNS, own_sign
from companion.games.scope.state import State, corners, spoken

MOST = 20
"""So many games' beliefs are kept."""
HALVED = Fraction(55, 100)
"""A move that brings the best guess to so much of it, or less, would have halved it."""
SURE, UNSURE = Fraction(7, 10), Fraction(2, 5)
NONE = Fraction(0)


class Turn(NamedTuple):
    """A turn of the game: its number, whose it was, its lines, the last line before it."""

    number: int
    side: Side
    lines: Sequence[Line]
    since: int

    @property
    def before(self) -> State:
        return self.lines[0].before

    @property
    def after(self) -> State:
        return self.lines[-1].after


class Guess(NamedTuple):
    """The best guess at what is sought: where, and its chance; nowhere, where nothing could be reckoned."""

    cell: str = ""
    chance: Fraction = NONE


class Dodge(NamedTuple):
    """The secret move that would have left the enemy the least: its quadrant, what he could guess then."""

    quadrant: str
    left: Fraction


def is_seen_through(scene: Scene[State]) -> bool:
    """Whether this screen may look through the game: it is over, and the app holds its cards and lines."""
    return scene.state.phase == "finished" and not scene.state.cards and bool(lines(scene.passages))


def turns(deeds: Sequence[Line]) -> list[Turn]:
    """The deeds by the turns in which they were done."""
    parts, since = list[Turn](), 1
    for (number, side), group in groupby(deeds, key=lambda line: (line.turn, line.side)):
        inside = list(group)
        parts.append(Turn(number, side, inside, since))
        since = inside[-1].number
    return parts


@lru_cache(maxsize=MOST)
def beliefs(question: str) -> tuple[Odds, ...]:
    """What could lie where before the first event, and after each, as far as it can be worked out."""
    read = search_odds.read_question(json.loads(question))
    front = search_odds.Front(read.front, read.columns, read.rows, read.shot_model)
    belief = search_odds.unseen(front, read.counts, AT_TABLE)
    odds = list[Odds]([belief.chances()])
    try:
        for n, event in enumerate(read.events):
            belief = search_odds.learnt(front, belief, event, f"events.{n}")
            odds.append(belief.chances())
    except GameError:
        return tuple(odds)
    return tuple(odds)


def is_sought(state: State, side: Side, card: str) -> bool:
    """Whether a card is what its enemy looks for: a sniper, or all that scores where there are none."""
    return card == "sniper" if state.counts["sniper"] else card in TARGETS


def shares(state: State, side: Side, odds: Odds) -> dict[str, Fraction]:
    """For each cell of a front the chance that what is sought lies there."""
    return {
        at: sum((chance for card, chance in each.items() if is_sought(state, side, card)), NONE)
        for at, each in odds.items()
    }


def best(shares: Mapping[str, Fraction]) -> Guess:
    at = max(shares, key=lambda at: shares[at], default="")
    return Guess(at, shares.get(at, NONE))


@dataclass(frozen=True, slots=True)
class Seen:
    """The front of one side through a whole game, as its enemy believed it."""

    end: State
    side: Side
    turns: Sequence[Turn]

    def believed(self, state: State) -> dict[str, Fraction]:
        """What the enemy believed when the game stood so."""
        odds = beliefs(question_of(self.end, self.side))
        n = len(state.events[self.side])
        return shares(state, self.side, odds[n] if n < len(odds) else {})

    def guesses(self) -> list[Guess]:
        """The best guess after each turn."""
        return [best(self.believed(turn.after)) for turn in self.turns]

    def is_true(self, state: State, guess: Guess) -> bool:
        lying = state.grid.get(guess.cell)
        return bool(lying and lying.side == self.side and is_sought(state, self.side, lying.card))

    def right(self) -> tuple[int, int]:
        """At how many of the enemy's turns his best guess was right, of how many."""
        own = [turn for turn in self.turns if turn.side != self.side]
        return sum(self.is_true(turn.before, best(self.believed(turn.before))) for turn in own), len(own)

    def dodge(self, turn: Turn) -> Dodge | None:
        """The best secret move that its owner could have made in his turn; None where he could make none."""
        if turn.side != self.side:
            return None
        before = turn.before
        squares = [at for each in legal(before) if each["type"] == "move" for at in each["quadrants"]]
        moves = {
            at: reckoned(question_of(before, self.side, {"type": "move", "quadrant": at})) for at in squares
        }
        cells = [
            Dodge(at, best(shares(before, self.side, odds)).chance) for at, odds in moves.items() if odds
        ]
        return min(cells, key=lambda each: each.left, default=None)


def seen_through(scene: Scene[State]) -> Stage:
    """One turn of the game that is over: the front, the chart to walk along, what was believed there."""
    side: Side = "german" if scene.draft.get("front") == "german" else "soviet"
    every = turns(lines(scene.passages))
    fronts = {each: Seen(scene.state, each, every) for each in SIDES}
    index = whole(scene, "turn")
    now = max((n for n, turn in enumerate(every) if index is None or turn.number <= index), default=0)
    view = View(scene, fronts, side, now)
    board = Part("scope/xray.html", view.board(), "What was believed, and what was true", SIGNS)
    return Stage(ask=view.question(), board=board)


@dataclass(frozen=True, slots=True)
class View:
    """The screen at one turn: whose front, and which of the turns."""

    scene: Scene[State]
    fronts: Mapping[Side, Seen]
    side: Side
    now: int

    @property
    def seen(self) -> Seen:
        return self.fronts[self.side]

    @property
    def turn(self) -> Turn:
        return self.seen.turns[self.now]

    @property
    def guess(self) -> Guess:
        return best(self.seen.believed(self.turn.after))

    def dodged(self) -> tuple[Dodge | None, bool]:
        """The best move of this turn, and whether it would have halved the best guess."""
        dodge = self.seen.dodge(self.turn)
        return dodge, bool(dodge and self.guess.chance and dodge.left <= self.guess.chance * HALVED)

    def board(self) -> Values:
        state, side = self.turn.after, self.side
        believed, guess = self.seen.believed(state), self.guess
        dodge, halves = self.dodged()
        fell = fallen([line for turn in self.seen.turns[: self.now + 1] for line in turn.lines])
        burnt = {
            each.cell: each for each in fell if each.side == side and state.grid[each.cell].card == "empty"
        }
        rows = sorted({row_of(at) for at in state.front(side)}, reverse=True)
        return {
            "columns": state.columns,
            "rows": state.rows,
            "side": side,
            "letters": ["ABCDEFGH"[n] for n in range(state.columns)],
            "lines": [
                (
                    row,
                    [self._cell(at, believed, burnt, guess) for at in state.front(side) if row_of(at) == row],
                    f"y{n}",
                )
                for n, row in enumerate(rows, 1)
            ],
            "dodge": self._dodge(dodge, rows) if dodge and halves else None,
            "chart": self._chart(dodge if halves else None),
            "label": f"The {SIDE_NAMES[side]} front after turn {self.turn.number}",
        }

    def _cell(
        self, at: str, believed: Mapping[str, Fraction], burnt: Mapping[str, Fallen], guess: Guess
    ) -> Values:
        lying, fell = self.turn.after.grid[at], burnt.get(at)
        share = believed.get(at)
        name = f"{CARD_NAMES[fell.card]}, fallen in turn {fell.turn}" if fell else CARD_NAMES[lying.card]
        chance = "" if share is None else per_cent(share)
        return {
            "at": at,
            "face": None if fell else card_values(self.turn.after, lying.card, lying.side),
            "fell": fell,
            "chance": "" if fell else chance,
            "most": at == guess.cell and bool(guess.chance),
            "label": f"{at.upper()}: {name}" + (f"; believed to {chance} per cent" if chance else ""),
        }

    def _dodge(self, dodge: Dodge, rows: Sequence[int]) -> Values:
        """The quadrant on the front as it is drawn, the highest row above, and what it would have come to."""
        x = min(map(column_of, corners(dodge.quadrant))) + 1
        y = rows.index(max(map(row_of, corners(dodge.quadrant)))) + 1
        words = f"{per_cent(self.guess.chance)} → {per_cent(dodge.left)}"
        return {"x": x, "y": y, "words": words, "label": f"Moving {dodge.quadrant.upper()}: {words}"}

    def _chart(self, dodge: Dodge | None) -> Values:
        """Both best guesses turn by turn, in hundredths of the drawing; the turns as beads below."""
        every, last = self.seen.turns, max(len(self.seen.turns) - 1, 1)
        series = {side: seen.guesses() for side, seen in self.fronts.items()}
        turns = {each.turn for each in fallen([line for turn in every for line in turn.lines])}
        across = [round(100 * n / last, 2) for n in range(len(every))]
        each = max(1, -(-len(every) // NUMBERED))
        ways = [
            {
                "look": ENEMY[side],
                "name": f"{SIDE_NAMES[ENEMY[side]]} of the {SIDE_NAMES[side]} front",
                "path": _path(across, guesses),
                "x": across[self.now],
                "y": _down(guesses[self.now].chance),
                "figure": per_cent(guesses[self.now].chance),
            }
            for side, guesses in series.items()
        ]
        beads = [
            {
                "x": across[n],
                "side": turn.side,
                "fell": turn.number in turns,
                "number": turn.number if n % each == 0 or n == self.now else "",
                "here": n == self.now,
            }
            for n, turn in enumerate(every)
        ]
        there = {"x": across[min(self.now + 1, len(every) - 1)], "y": _down(dodge.left)} if dodge else None
        return {
            "ways": ways,
            "beads": beads,
            "levels": [{"y": _down(Fraction(level, 100)), "words": level} for level in LEVELS],
            "dodge": there and {**there, "from": ways[SIDES.index(self.side)]},
            "at": across[self.now],
            "first": every[0].number,
            "last": every[-1].number,
            "turn": self.turn.number,
            "front": self.side,
            "seat": self.scene.draft.get("seat", ""),
            "words": f"Turn {self.turn.number} of {every[-1].number}",
            "get": fresh(self.scene, front=self.side),
        }

    def question(self) -> Question:
        dodge, halves = self.dodged()
        back = fresh(self.scene)
        lesser = Way(words="The end", href=back, small="seals, luck")
        up = "../" if self.scene.room == "hand" else ""
        film = f"{up}film/?line={self.turn.since}"
        small = phrase("a branch from turn {n}", n=self.turn.number)
        tries = Way(words="Try that move", href=film, small=small, leaves=True)
        return Question(
            kind="xray",
            title=self._title(),
            side=ENEMY[self.side],
            pieces=tuple(self._pieces(dodge, halves)),
            main=tries if halves else lesser,
            lesser=(lesser,) if halves else (),
        )

    def _title(self) -> Words:
        chance, at = self.guess.chance, self.guess.cell.upper()
        values = {"n": self.turn.number, "who": _who(self.scene.state, ENEMY[self.side]), "at": at}
        if not at:
            return phrase("Turn {n}: too much was possible to be worked out", **values)
        if chance >= SURE:
            return phrase("Turn {n}: {who} all but knows {at}", **values)
        return phrase(
            "Turn {n}: {who} suspects {at}" if chance >= UNSURE else "Turn {n}: {who} can only guess",
            **values,
        )

    def _pieces(self, dodge: Dodge | None, halves: bool) -> Iterator[Piece]:
        yield Choices(
            label="Whose front", choices=tuple(self._tab(side) for side in reversed(SIDES)), shape="chips"
        )
        yield stage.Rows(label="What was believed, and what was true", rows=tuple(self._rows()))
        if dodge:
            cells = corners(dodge.quadrant)
            would = stage.Own(
                template="scope/would.html",
                values={
                    "halves": halves,
                    "quadrant": f"{cells[0].upper()}–{cells[3].upper()}",
                    "now": per_cent(self.guess.chance),
                    "then": per_cent(dodge.left),
                },
            )
            yield would
        facts = tuple(self._right(side) for side in SIDES)
        yield stage.Facts(facts)

    def _tab(self, side: Side) -> Choice:
        words = phrase(
            "{side} front as {who} saw it", side=SIDE_NAMES[side], who=_who(self.scene.state, ENEMY[side])
        )
        there = fresh(self.scene, front=side, turn=self.turn.number)
        return Choice(words=words, key=side, href=there, chosen=side == self.side)

    def _rows(self) -> Iterator[Row]:
        state, guess, enemy = self.turn.after, self.guess, ENEMY[self.side]
        if guess.cell:
            is_true, lying = self.seen.is_true(state, guess), state.grid[guess.cell]
            words = phrase("{who} believed: {at}", who=_who(state, enemy), at=guess.cell.upper())
            yield Row((words, f"{per_cent(guess.chance)} %"), icon=own_sign("eye"), side=enemy)
            was = phrase("It was: {card}", card=CARD_NAMES[lying.card])
            yield Row((was, "✓" if is_true else "✗"), icon=own_sign(lying.card), side=self.side)
        for turn in self.seen.turns[self.now : self.now + 2]:
            yield self._row(turn)

    def _row(self, turn: Turn) -> Row:
        """What was done in a turn, and the points that it brought."""
        line = turn.lines[0]
        what = describe(line.action).partition(": ")[2]
        words = phrase("Turn {n}: {who} {what}", n=turn.number, who=_who(line.before, turn.side), what=what)
        gain = turn.after.score[turn.side] - turn.before.score[turn.side]
        return Row((words, f"+{gain}" if gain > 0 else ""), icon=own_sign(turn.side), side=turn.side)

    def _right(self, side: Side) -> stage.Fact:
        right, of = self.fronts[ENEMY[side]].right()
        name = phrase("{who}: best guess right", who=_who(self.scene.state, side))
        return stage.Fact(name, phrase("{right} of {of} turns", right=right, of=of), side=side)


LEVELS = (20, 40, 60, 80)
NUMBERED = 14
"""So many turns have their number written under them."""
TOP, FOOT = 4, 92
"""The heights of a certain guess and of none on the drawing, in hundredths."""


def _down(chance: Fraction) -> float:
    return round(FOOT - (FOOT - TOP) * float(chance), 2)


def _path(across: Sequence[float], guesses: Sequence[Guess]) -> str:
    return "M" + "L".join(f"{x} {_down(each.chance)}" for x, each in zip(across, guesses, strict=True))


def _who(state: State, side: Side) -> str:
    """Who plays a side: its one seat by its name, else the side."""
    return spoken(side) if side in state.slots else f"the {SIDE_NAMES[side]} side"
