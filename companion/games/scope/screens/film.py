"""A game that is over: both seals opened, every turn gone through with all cards up, and what turned it.

The chance of a find is what everybody could have known before the card was turned up, whether or not the
table let the app reckon it then (specification 6.7).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.engine.deed import Entry
from companion.engine.dice import Throw, weights_of
from companion.engine.errors import GameError
from companion.engine.film import Chart, Film, Label, Replay, Series, Turning
from companion.engine.scene import Scene, Values, fresh, whole
from companion.engine.stage import (
    Choice,
    Choices,
    Own,
    Part,
    Piece,
    Question,
    Stage,
    Strip,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import count
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, TARGETS, Card, Reason, Side
from companion.games.scope.deeds import DEEDS, MOVES, WON_BY, describe
from companion.games.scope.deeds.secrets import SECRECY, Opened, first_fault, opened
from companion.games.scope.procedures import search_odds
from companion.games.scope.rules.setting_up import seal_line
from companion.games.scope.screens.board import AT_TABLE, Lie, card_values, question_of, scores
from companion.games.scope.screens.frame import SIGNS, own_sign
from companion.games.scope.state import State, corners, read_state, side_of, state_json


class Line(NamedTuple):
    """A line of the journal: its number, the deed of a side, and the battlefield before and after it."""

    number: int
    action: Entry
    before: State
    after: State

    @property
    def turn(self) -> int:
        return self.before.turn

    @property
    def kind(self) -> str:
        return str(self.action["type"])

    @property
    def side(self) -> Side:
        return side_of(self.action["seat"])


class Fallen(NamedTuple):
    """A card that was eliminated: when, where, whose it was, what its enemy got for it."""

    turn: int
    cell: str
    card: Card
    side: Side
    points: int


class Moved(NamedTuple):
    """A quadrant that was rearranged in secret: when, by whom, and how, in a few words."""

    turn: int
    side: Side
    quadrant: str
    words: str


def lines(passages: Replay) -> list[Line]:
    """Every deed of a side since the fronts were laid; none where nobody looks back."""
    after = [each for each in passages if each.before is not None and not each.before.laying_out]
    return [
        Line(each.number, each.action, each.before, each.after)
        for each in after
        if type(each.action) is dict and "seat" in each.action
    ]


def fallen(lines: Sequence[Line]) -> tuple[Fallen, ...]:
    return tuple(each for line in lines for each in _fell(line))


def _fell(line: Line) -> Iterator[Fallen]:
    for side in SIDES:
        for card in (Counter(line.after.lost[side]) - Counter(line.before.lost[side])).elements():
            enemy = ENEMY[side]
            points = line.after.score[enemy] - line.before.score[enemy]
            yield Fallen(line.turn, _cell(line), card, side, points)


def _cell(line: Line) -> str:
    pending = line.before.pending
    if line.kind == "shoot" and pending is not None:
        return pending.cells[0]
    return str(line.action.get(DEEDS[line.kind].fell, ""))


def moved(lines: Sequence[Line]) -> tuple[Moved, ...]:
    moves = (line for line in lines if line.kind in MOVES)
    return tuple(Moved(line.turn, line.side, line.action["quadrant"], _walk(**line.action)) for line in moves)


def _walk(quadrant: str, order: Sequence[int], **_: object) -> str:
    """What came of four cards, as shortly as it can be said.

    >>> _walk("c4", [0, 1, 3, 2]), _walk("c4", [0, 1, 2, 3]), _walk("c4", [1, 2, 0, 3])
    ('c5 ↔ d5', 'as it was', 'three of them')
    """
    cells = corners(quadrant)
    changed = [cells[n] for n, came in enumerate(order) if came != n]
    if len(changed) == 2:
        return " ↔ ".join(changed)
    return {0: "as it was", 3: "three of them"}.get(len(changed), "all four")


class Find(NamedTuple):
    """A card that was turned up: when, by whom, where, what it was, and the chance of a target there."""

    turn: int
    side: Side
    cell: str
    card: Card
    chance: Fraction

    @property
    def is_target(self) -> bool:
        """Whether it was worth points."""
        return self.card in TARGETS


class Luck(NamedTuple):
    """What a side has found, of how many, and how much more than was to be expected."""

    hits: int
    of: int
    more: Fraction


def finds(lines: Sequence[Line]) -> tuple[Find, ...]:
    """Every enemy card that somebody turned up, in order, as far as its chances can be worked out."""
    if not lines:
        return ()
    chances = {side: _chances(question_of(lines[-1].after, side)) for side in ENEMY}
    return tuple(each for line in lines for each in _of(line, chances[ENEMY[line.side]]))


def _of(line: Line, chances: Sequence[Fraction | None]) -> Iterator[Find]:
    enemy = ENEMY[line.side]
    first, events = len(line.before.events[enemy]), line.after.events[enemy]
    for n in range(first, len(events)):
        event, chance = events[n], chances[n] if n < len(chances) else None
        if event["type"] == "reveal" and chance is not None:
            yield Find(line.turn, line.side, event["cell"], event["card"], chance)


def luck(cards: Sequence[Find], side: Side) -> Luck:
    own = [each for each in cards if each.side == side]
    hits = sum(each.is_target for each in own)
    return Luck(hits, len(own), hits - sum((each.chance for each in own), Fraction(0)))


@lru_cache(maxsize=64)
def _chances(question: str) -> tuple[Fraction | None, ...]:
    """For each event, where it turned a card up, the chance of a target there just before."""
    read: search_odds.SearchQuestion = search_odds.read_question(json.loads(question))
    front = search_odds.Front(read.front, read.columns, read.rows, read.shot_model)
    belief, chances = search_odds.unseen(front, read.counts, AT_TABLE), list[Fraction | None]()
    try:
        for n, event in enumerate(read.events):
            turned = event.cell if isinstance(event, search_odds.Reveal) else None
            chances.append(None if turned is None else _target(belief.chances_at(turned)))
            belief = search_odds.learnt(front, belief, event, f"events.{n}")
    except GameError:
        return tuple(chances)
    return tuple(chances)


def _target(odds: Mapping[Card, Fraction]) -> Fraction:
    return sum((chance for card, chance in odds.items() if card in TARGETS), Fraction(0))


SHOWN = 2
"""How many of the latest moves are drawn: more would cover the cards."""


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """The battlefield with all cards open, and what had happened till then."""

    lie: Lie
    lines: Sequence[Line]

    @property
    def state(self) -> State:
        return self.lie.state

    def values(self) -> Values:
        state, lie = self.state, self.lie
        fell = fallen(self.lines)
        burnt = {each.cell: each for each in fell if state.grid[each.cell].card == "empty"}
        ringed = fell[-1].cell if fell and fell[-1].turn == self._turn else ""
        return {
            **lie.street(),
            "cells": [self._cell(at, burnt, ringed) for at in state.grid],
            "moves": [self._moved(each, burnt) for each in moved(self.lines)[-SHOWN:]],
            "label": f"Both fronts, opened: {scores(state)}",
        }

    @property
    def _turn(self) -> int:
        return self.lines[-1].turn if self.lines else 0

    def _cell(self, at: str, burnt: Mapping[str, Fallen], ringed: str) -> Values:
        lying, fell = self.state.grid[at], burnt.get(at)
        is_known = not self.state.cards or at in search_odds.remembered(self.state, lying.side).placed
        name = CARD_NAMES[lying.card] if is_known else "card, face down"
        words = f"{SIDE_NAMES[lying.side]} {name}"
        if fell:
            words = f"here fell the {SIDE_NAMES[fell.side]} {CARD_NAMES[fell.card]} in turn {fell.turn}"
        return {
            **self.lie.place(at),
            "side": lying.side,
            "face": card_values(self.state, lying.card, lying.side) if is_known and not fell else None,
            "fell": fell,
            "ringed": at == ringed,
            "label": f"{at}: {words}",
        }

    def _moved(self, each: Moved, burnt: Mapping[str, Fallen]) -> Values:
        """A quadrant that was moved, and where its words cover no card: on an empty area of it."""
        free = [at for at in corners(each.quadrant) if self.state.grid[at].card == "empty"]
        words = f"T{each.turn}: {each.words}"
        return {
            **self.lie.square(each.quadrant),
            "words": words,
            "on": next((self.lie.place(at) for at in free if at not in burnt), None),
            "label": f"{SIDE_NAMES[each.side]} moved {each.quadrant} in turn {each.turn}: {each.words}",
        }


KEPT = 16


class Verdict(NamedTuple):
    """What the app found: each front that was sealed, what does not fit, if anything, how many lines."""

    opened: tuple[Opened, ...]
    wrong: Words
    lines: int


def verdict(scene: Scene[State]) -> Verdict | None:
    """The verdict on a game that is over; None where nobody looks back, or nothing was sealed."""
    if not scene.passages or not scene.state.seals or scene.state.phase != "finished":
        return None
    actions = [each.action for each in scene.passages]
    return _judged(json.dumps(actions), json.dumps(state_json(scene.state)))


@lru_cache(maxsize=KEPT)
def _judged(journal: str, end: str) -> Verdict:
    """One journal and its end, judged once however many screens show them."""
    setup, *actions = json.loads(journal)
    ended = read_state(json.loads(end), "")
    fronts = tuple(opened(setup, actions, ended.seals))
    broken = next((each for each in fronts if not each.kept), None)
    if broken is not None:
        words = phrase("The {side} front is not the one that was sealed.", side=SIDE_NAMES[broken.side])
        return Verdict(fronts, words, len(actions))
    try:
        fault = first_fault(setup, actions, ended)
    except GameError:
        return Verdict(fronts, "The set-up itself is against the rules.", len(actions))
    return Verdict(fronts, "" if fault is None else _fault(actions, fault), len(actions))


def _fault(actions: list[object], at: int) -> Words:
    """The line that does not follow from those before it."""
    if at == len(actions):
        return "All lines are allowed, and lead to another end than this."
    words = "Line {line} is against the rules: {told}."
    return phrase(words, line=at + 2, told=describe(actions[at]))


DECIDES = 9
"""What the line that wins weighs beside its points."""


def course(trail: Sequence[State]) -> Chart:
    """Both scores after every line; under them every fifth turn."""
    series = [_score(trail, side) for side in SIDES]
    words = "; ".join(f"{each.name} {each.words}" for each in series)
    starts = [n for n, state in enumerate(trail) if n == 0 or _five(state) != _five(trail[n - 1])]
    turns = [Label(n, end, f"T{5 * _five(trail[n]) + 1}") for n, end in pairwise([*starts, len(trail)])]
    return Chart(told=f"Points: {words}", series=series, labels=turns, stepped=True, parted=True)


def _score(trail: Sequence[State], side: Side) -> Series:
    values = [state.score[side] for state in trail]
    return Series(SIDE_NAMES[side], values, look=side, words=str(values[-1]))


def _five(state: State) -> int:
    return (state.turn - 1) // 5


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every card that was eliminated, by its points; and the end."""
    for line in lines(replay):
        wins = line.after.winner if line.before.winner is None else None
        fell = fallen([line])
        if fell:
            side, points = ENEMY[fell[0].side], sum(each.points for each in fell)
            names = Counter(CARD_NAMES[each.card] for each in fell)
            words = phrase("The {side} side hits: {what}", side=SIDE_NAMES[side], what=", ".join(names))
            where = f" · at {fell[0].cell}" if fell[0].cell else ""
            small = f"turn {line.turn}{where}"
            yield Turning(line.number, words, small, f"+{points}", side, points + DECIDES * bool(wins))
        elif wins:
            words = phrase("The {side} side wins", side=SIDE_NAMES[wins])
            yield Turning(line.number, words, f"turn {line.turn}", "", wins, DECIDES)


def throws(replay: Replay) -> Iterator[Throw]:
    """Every card that was turned up: the chance that it was a target, and whether it was.

    While people are to remember themselves, nothing is told of what lies face down again (R31).
    """
    now = replay[-1].after
    deeds = lines(replay) if now.options.memory_aid or now.phase == "finished" else []
    seats = {(line.turn, line.side): (line.number, line.action["seat"]) for line in deeds}
    for each in finds(deeds):
        number, seat = seats[each.turn, each.side]
        other = next(one for one in deeds[0].before.slots if side_of(one) != each.side)
        weights = weights_of((1 - each.chance, each.chance))
        got = int(each.is_target)
        yield Throw(number, f"turn {each.turn}", seat, other, each.cell, CARD_NAMES[each.card], weights, got)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="points",
    throws=throws,
    thrown="Targets found",
    look=lambda state, seat: side_of(seat),
)


NEAR = 7
"""So many beads lie on either side of the turn that is shown."""
HOW: Mapping[Reason, str] = {
    "snipers": "no sniper left",
    "points": "by points",
    "theme": "by the theme",
    "resigned": "given up",
}


def ended(scene: Scene[State]) -> Stage:
    """The stage of a game that is over, as it stands at the end or stood after one of its turns."""
    deeds, judged = lines(scene.passages), verdict(scene)
    # The lines up to the end of a turn; all where none is asked for.
    turn = whole(scene, "turn")
    shown = deeds if turn is None else [each for each in deeds if each.turn <= turn]
    state = shown[-1].after if shown else scene.state
    opened = OpenBoard(Lie(state, SECRECY.own(scene) or "german"), shown)
    values = {"band": _band(state, judged), "city": opened.values()}
    return Stage(
        ask=_question(scene, deeds, judged),
        board=Part("scope/ended.html", values, "Both fronts, opened", SIGNS),
        strip=_strip(scene, deeds, shown),
    )


def _strip(scene: Scene[State], deeds: Sequence[Line], shown: Sequence[Line]) -> Strip:
    if scene.room == "tv" or not deeds:
        return Strip()
    # The turns in a row: whose each was, and whether something fell in it.
    fell = {each.turn for each in fallen(deeds)}
    turns = {each.turn: each.side for each in deeds}
    now = shown[-1].turn if shown else 0
    following = next((turn for turn in turns if turn > now), next(iter(turns)))
    near = [(turn, side) for turn, side in turns.items() if abs(turn - now) <= NEAR]
    beads = {
        "all": [_bead(scene, *each, is_fell=each[0] in fell, is_here=each[0] == now) for each in near],
        "next": fresh(scene, turn=following),
        "words": f"Turn {now}",
    }
    return Strip(lead=Part("scope/beads.html", {"beads": beads}))


def _band(state: State, judged: Verdict | None) -> Values:
    """Who has won; nobody where something does not fit."""
    if judged and judged.wrong:
        return {"side": "", "wrong": True, "words": judged.wrong, "score": "", "how": "No victory is told."}
    lead: Side = state.winner or "german"
    words = (
        phrase("{side} victory", side=SIDE_NAMES[lead]) if state.winner else phrase("Turn {n}", n=state.turn)
    )
    how = phrase("{how}, turn {n}", how=HOW[state.reason], n=state.turn) if state.reason else ""
    score = f"{state.score[lead]} : {state.score[ENEMY[lead]]}"
    return {"side": lead, "wrong": False, "words": words, "score": score, "how": how}


def _bead(scene: Scene[State], turn: int, side: Side, *, is_fell: bool, is_here: bool) -> Values:
    label = f"Turn {turn}, {SIDE_NAMES[side]}" + (", a target fell" if is_fell else "")
    return {"side": side, "fell": is_fell, "here": is_here, "href": fresh(scene, turn=turn), "label": label}


def _question(scene: Scene[State], deeds: Sequence[Line], judged: Verdict | None) -> Question:
    """The seals, every card that was turned up, and what can be done now."""
    state, wrong = scene.state, bool(judged and judged.wrong)
    winner = state.winner or "german"
    cards = finds(deeds)
    pieces: list[Piece] = [_seals(judged)] if judged else []
    pieces += [_through(scene)] if deeds and not state.cards and scene.room != "tv" else []
    pieces += [_finds(cards)] if cards else []
    back = f"?seat={scene.own}" if scene.room == "hand" else "./"
    there = whole(scene, "turn") is not None
    return Question(
        kind="finished",
        title=_title(state, judged),
        under=WON_BY[state.reason or "points"] if not wrong else "",
        icon=None if wrong else own_sign(winner),
        side="" if wrong else winner,
        pieces=tuple(pieces),
        main=Way(words="To the end", href=back) if there else None,
        missing="The game is over",
    )


def _through(scene: Scene[State]) -> Choices:
    """The ways to what each side believed of the other's front."""
    words = "{front} front as the {side} side saw it"
    ways = tuple(
        Choice(
            words=phrase(words, front=SIDE_NAMES[side], side=SIDE_NAMES[ENEMY[side]]),
            key=side,
            icon=own_sign("eye"),
            href=fresh(scene, front=side),
        )
        for side in reversed(SIDES)
    )
    return Choices(label="What each believed, turn by turn", choices=ways, shows_label=True)


def _title(state: State, judged: Verdict | None) -> str:
    if judged is None:
        return "All cards are open"
    if judged.wrong:
        return (
            "A seal does not fit"
            if not all(each.kept for each in judged.opened)
            else "Something does not fit"
        )
    return "Both seals are open"


def _seals(judged: Verdict) -> Own:
    fits = phrase(
        "{lines} played again from the sealed fronts: all by the rules.", lines=count(judged.lines, "line")
    )
    rows = [
        {
            "side": each.side,
            "name": SIDE_NAMES[each.side],
            "code": each.seal.code,
            "digest": each.seal.digest,
            "kept": each.kept,
            "line": seal_line(each.front, each.salt),
        }
        for each in judged.opened
    ]
    values = {"all": rows, "words": judged.wrong or fits, "wrong": bool(judged.wrong), "signs": SIGNS}
    return Own(template="scope/seals.html", values=values)


def _finds(cards: Sequence[Find]) -> Own:
    rows = [
        {
            "side": each.side,
            "turn": each.turn,
            "words": f"{each.cell}: {'nothing' if each.card == 'empty' else CARD_NAMES[each.card]}",
            "chance": round(100 * each.chance),
            "hit": each.is_target,
        }
        for each in cards
    ]
    sides = [_luck(side, luck(cards, side)) for side in SIDES]
    return Own(template="scope/finds.html", values={"all": rows, "luck": sides, "signs": SIGNS})


def _luck(side: Side, found_: Luck) -> Values:
    words = f"{SIDE_NAMES[side]}: {found_.hits} of {found_.of} found"
    return {"side": side, "words": words, "more": _signed(found_.more)}


def _signed(number: Fraction) -> str:
    """A number with its sign and one decimal.

    >>> _signed(Fraction(21, 10)), _signed(Fraction(-1, 3))
    ('+2.1', '−0.3')
    """
    return f"{float(number):+.1f}".replace("-", "−")
