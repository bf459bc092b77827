"""All that people do in SCOPE: read, open or refused, done, set by hand, and told in words (5)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from companion.engine import shape
from companion.engine.deed import Entry, offered
from companion.engine.errors import IllegalAction, calling, things_of
from companion.engine.game import Outcome, Result
from companion.engine.records import replace
from companion.engine.shape import Between, By, Sized
from companion.engine.wording import by_hand, change, changes_of, listed
from companion.games.scope import state as ground
from companion.games.scope.data import CARD_NAMES, FOLDER, PHASE_NAMES, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.deeds.turn import EACH, OFFERED, Deed, Pass
from companion.games.scope.rules import Play, turn_up
from companion.games.scope.rules.setting_up import acting
from companion.games.scope.state import Cell, Lying, State, spoken

THINGS = things_of(FOLDER)
"""What the parts of an action are called."""


class ChangeScore(NamedTuple):
    """More or fewer points for a side."""

    side: Side
    by: Annotated[int, Between(-30, 30)]

    def done(self, so_far: Play, path: str) -> Play:
        state = so_far.state
        after = replace(state, score={**state.score, self.side: state.score[self.side] + self.by})
        return so_far.then(after, "R34", "The {side} score: {by:+d}.", side=SIDE_NAMES[self.side], by=self.by)


class ChangeCard(NamedTuple):
    """Another card in a cell, corrected in the open (R34)."""

    cell: Cell
    side: Side
    card: Card

    def done(self, so_far: Play, path: str) -> Play:
        """The old card is shown where it lay face down, then the new one."""
        at, state = self.cell, so_far.state
        if state.phase not in ("turn", "after"):
            raise IllegalAction(f"{path}.target", "No card is corrected while cards are turned up.")
        if at not in state.grid:
            raise IllegalAction(f"{path}.cell", f"{at} does not lie on this battlefield.")
        front = state.front_of(at)
        if self.side != front and self.card != "infantry":
            raise IllegalAction(f"{path}.card", "Only infantry lies in the enemy's front (R32).")
        intruded = state.grid[at].side != front
        shown = so_far if intruded else turn_up(so_far, "R34", at)
        after = shown.state.laid({at: Lying(self.side, self.card)})
        if self.side == front:
            after = after.noted(front, {"type": "replace", "cell": at, "card": self.card})
        elif not intruded:
            after = after.noted(front, {"type": "leave", "cell": at})
        values = {"at": at, "side": SIDE_NAMES[self.side], "card": CARD_NAMES[self.card]}
        return shown.once(after, "R34", "{at} holds this {side} card now: {card}.", **values)


CHANGES = {"score": ChangeScore, "card": ChangeCard}


class Adjust(NamedTuple):
    """Overrule the app, with a reason; victory is not looked for."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[ChangeScore | ChangeCard, By("target", CHANGES)], ...], Sized(1, 20)]

    def check(self, state: State) -> None:
        if state.phase == "finished":
            raise IllegalAction("type", "The game is over; only an undo leads back into it.")

    def do(self, state: State) -> Outcome[State]:
        """The changes are made one after another, each checked when it is made."""
        so_far = Play(state).tell("R34", "Set by hand: {reason}.", reason=self.reason.rstrip("."))
        for n, each in enumerate(self.changes):
            so_far = each.done(so_far, f"changes.{n}")
        return Outcome(*so_far)


DEEDS: Mapping[str, type[Deed]] = {each.kind: each for each in EACH}
MOVES = ("move", "deploy", "reinforce")
"""Deeds after which the cards of a quadrant lie anew."""
TYPES: Mapping[str, type[Deed] | type[Adjust]] = {**DEEDS, "adjust": Adjust}
ACTION = Annotated[Any, By("type", TYPES)]


def read_action(value: object, state: State) -> Deed | Adjust:
    """One action; `InvalidInput` at the fault."""
    action: Deed | Adjust = shape.read(ACTION, value, names={"seats": state.slots})
    return action


def legal(state: State) -> list[Entry]:
    """All entries, for the eyes of the acting side; `adjust` is possible until the end and not listed."""
    if state.phase == "laying_out":
        return []
    open_ = offered(OFFERED, state, state.phase)
    return [{"type": each.kind, "seat": state.slot, **entry} for each, entry in open_]


def checked_legal(state: State) -> list[Entry]:
    """The same of a state from outside, whose parts may not fit each other."""
    if (state.pending is not None) != (state.phase == "decide"):
        words = "Cards are turned up while somebody decides, and only then."
        raise IllegalAction("state.pending", words)
    return legal(state)


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    if isinstance(deed, Deed):
        check_turn(state, deed)
    return carry_out(state, deed)


def carry_out(state: State, deed: Deed | Adjust) -> Outcome[State]:
    """What a deed does that has been read, and is of this phase and seat."""
    deed.check(state)
    return deed.do(state)


def check_turn(state: State, deed: Deed) -> None:
    """`IllegalAction` for a deed of another phase or another seat, or a pass where something can be done."""
    phases = deed.phases
    if state.phase not in phases:
        belongs = " or ".join(f"“{PHASE_NAMES[each]}”" for each in phases)
        now = PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to {belongs}; the game is at “{now}”.")
    if deed.seat not in acting(state):
        raise IllegalAction("seat", f"It is for {spoken(state.slot)} to act, not for {spoken(deed.seat)}.")
    if isinstance(deed, Pass):
        deed.check(state)


MISSING = {"quadrant": "", "cell": "a cell", "cells": "the enemy's front", "target": "the enemy's front"}


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The fronts are laid out" if "laying" in action else "Both fronts are laid out"
    if kind == "adjust":
        return f"Set by hand: {action.get('reason')}"
    deed = DEEDS.get(kind) if type(kind) is str else None
    if deed is None:
        return f"“{kind}”"
    sentence = deed.log.format_map({**MISSING, **_words(action)}).strip()
    return f"{spoken(action.get('seat'))}: {sentence}{_from(action)}"


def tell(state: State, action: object, sight: object) -> str:
    """The same; of what is set by hand, from what to what, as far as this (redacted) action names it."""
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    return by_hand((_set(state, each) for each in changes_of(action)), action.get("reason"))


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets it, and not the rules."""
    return type(action) is dict and action.get("type") == "adjust"


def _set(state: State, entry: Entry) -> str:
    """Points, or a card: it is turned up, and what lies there now is known where the action names it."""
    side, by = entry.get("side"), entry.get("by")
    name = SIDE_NAMES.get(str(side), side)
    if entry.get("target") == "score" and side in SIDES and type(by) is int:
        return change(f"{name} points", state.score[side], state.score[side] + by)
    if entry.get("target") != "card":
        return ""
    card = str(entry.get("card"))
    named = f"a {name} {CARD_NAMES[card]}" if card in CARD_NAMES else f"another {name} card, face down"
    return change(f"{entry.get('cell')}:", "the card there, turned up,", named)


def _words(action: Entry) -> Entry:
    cells = action.get("cells")
    both = {"cells": listed(map(str, cells))} if type(cells) is list and cells else {}
    four = {"four": _four(action.get("quadrant"))}
    return {key: action[key] for key in MISSING if type(action.get(key)) is str} | both | four


def _four(quadrant: object) -> str:
    """The four cards of a quadrant, by their cells."""
    if type(quadrant) is not str or not re.fullmatch("[a-z][1-9]", quadrant):
        return "four cards"
    return f"the cards at {listed(ground.corners(quadrant))}"


def _from(action: Entry) -> str:
    """Where a shot came from: a quadrant, or a machine gun that was shown."""
    if action.get("type") != "shoot":
        return ""
    if type(action.get("quadrant")) is str:
        return f" from quadrant {action['quadrant']}"
    gun = action.get("machine_gun")
    return f" with the machine gun at {gun}" if type(gun) is str else ""


def headline(state: State) -> str:
    """Where the game stands, in a few words: turn, who acts, the score."""
    score = f"{state.score['german']}–{state.score['soviet']}"
    return f"turn {state.turn} · {_moment(state)} · {score}"


def _moment(state: State) -> str:
    if state.winner is not None:
        return f"the {SIDE_NAMES[state.winner]} side has won"
    if state.laying_out:
        return "fronts are laid out"
    return f"{spoken(state.slot)} to decide" if state.phase == "decide" else f"{spoken(state.slot)} to act"


WON_BY = {
    "snipers": "no enemy sniper was left",
    "points": "by objective points",
    "theme": "by the scenario's own victory",
    "resigned": "the enemy gave up",
}


def result(state: State) -> tuple[Result, ...]:
    """Every seat, the winning side first; empty while the game goes on."""
    if state.winner is None:
        return ()
    words = f"{SIDE_NAMES[state.winner]} side: {WON_BY[state.reason or 'points']}"
    ranked = sorted(state.slots, key=lambda seat: ground.side_of(seat) != state.winner)
    sides = ((seat, ground.side_of(seat)) for seat in ranked)
    return tuple(
        Result(seat, 1 if side == state.winner else 2, state.score[side], words, _carried(state, side))
        for seat, side in sides
    )


def _carried(state: State, side: Side) -> int:
    """What a side takes on to the next of Six Nights: a point for the victory, or for being one short."""
    short = state.objective is not None and state.objective - state.score[side] == 1
    return int(side == state.winner or (state.reason == "points" and short))
