"""What stands around the decision: the year and round, the two sides, what changed, warnings."""

from companion.engine.game import Scene
from companion.engine.stage import Bar, Turn
from companion.engine.wording import count
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    LAST_YEAR,
    MORALE_END,
    PHASE_NAMES,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
    TITLE,
    Side,
)
from companion.games.scarper.screens.year import lead_words
from companion.games.scarper.state import State

END = {True: "German", False: "Allied"}
NEAR = 4
"""So many spaces from 15, and the table is warned."""


def bar(state: State, acting: Side | None, hand: Side | None) -> Bar:
    """The year, and where in it the table is."""
    phase = PHASE_NAMES[state.phase]
    return Bar(
        title=TITLE,
        plate=str(state.year),
        phase=phase,
        turn=_turn(state, acting),
        hand=hand,
        rule=f"phase-{state.phase}",
    )


def _turn(state: State, acting: Side | None) -> Turn | None:
    if state.phase == "rounds" and state.turn:
        side = state.turn.side
        words = f"{SIDE_NAMES[side]} {state.rounds_done[side] + 1}/{ROUNDS[state.year]}"
        return Turn(words, side)
    side_ = (state.turn.side if state.turn else acting) or ""
    return Turn(f"{SIDE_NAMES[acting]} decides", side_) if acting else None


def _lead(state: State) -> str:
    return "allied" if state.morale > 0 else "german" if state.morale < 0 else ""


def warnings(scene: Scene[State]) -> list[str]:
    """What a friend at the table would point out now."""
    state = scene.state
    return [*_near_victory(state), *_last_round(state)]


def _near_victory(state: State) -> list[str]:
    left = MORALE_END - abs(state.morale)
    if state.phase == "over" or not 0 < left <= NEAR:
        return []
    when = "at once" if state.options.direct_victory == "any_time" else "at the year's end"
    return [f"{SIDE_NAMES[_lead(state)]} needs {left} more morale to win {when}."]


def _last_round(state: State) -> list[str]:
    turn = state.turn
    if not turn or state.rounds_done[turn.side] + 1 < ROUNDS[state.year] or turn.step != "start":
        return []
    if state.year == LAST_YEAR:
        return [f"The last round of the war for the {SIDE_NAMES[turn.side]} side."]
    held = state.hands[turn.side].count - 1
    kept = f"; {count(held, 'card')} stays in hand for {state.year + 1}" if held == 1 else ""
    return [f"The {SIDE_NAMES[turn.side]} side's last round of {state.year}{kept}."]


def changes(before: State, now: State) -> list[str]:
    """What the last action changed on the board and the tracks, in a few words each."""
    if before.year != now.year:
        return _morale_change(before, now)
    return [
        *_fronts(before, now),
        *_trenches(before, now),
        *_tracks(before, now),
        *_morale_change(before, now),
    ]


def _fronts(before: State, now: State) -> list[str]:
    moves = {
        each: now.battlefields[each].frontline - before.battlefields[each].frontline for each in BATTLEFIELDS
    }
    return [
        f"{BATTLEFIELD_NAMES[each]}: {count(abs(n), 'space')} towards the {END[n > 0]} end"
        for each, n in moves.items()
        if n
    ]


def _trenches(before: State, now: State) -> list[str]:
    pairs = [(side, before.trenches_of(side), now.trenches_of(side)) for side in SIDES]
    return [f"{SIDE_NAMES[side]} trenches {was} → {is_}" for side, was, is_ in pairs if was != is_]


def _tracks(before: State, now: State) -> list[str]:
    pairs = [("propaganda", before.propaganda, now.propaganda), ("economy", before.economy, now.economy)]
    return [
        f"{SIDE_NAMES[side]} {what} {was[side]} → {is_[side]}"
        for what, was, is_ in pairs
        for side in SIDES
        if was[side] != is_[side]
    ]


def _morale_change(before: State, now: State) -> list[str]:
    return (
        [f"Morale {lead_words(before.morale)} → {lead_words(now.morale)}"]
        if before.morale != now.morale
        else []
    )
