"""What stands around the decision: the year and round, the two sides, warnings."""

from companion.engine.game import Scene
from companion.games.scarper.data import (
    HAND_SIZE,
    LAST_YEAR,
    MORALE_END,
    PHASE_NAMES,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.screens.words import Values, count
from companion.games.scarper.state import State

NEAR = 4
"""So many spaces from 15, and the table is warned."""


def head(state: State, acting: Side | None) -> Values:
    """The year, and where in it the table is."""
    return {
        "year": state.year,
        "phase": PHASE_NAMES[state.phase],
        "who": _who(state, acting),
        "side": acting or "",
        "morale": {"value": abs(state.morale), "side": _lead(state)},
    }


def _who(state: State, acting: Side | None) -> str:
    if state.phase == "rounds" and state.turn:
        side = state.turn.side
        return f"{SIDE_NAMES[side]} round {state.rounds_done[side] + 1} of {ROUNDS[state.year]}"
    return f"{SIDE_NAMES[acting]} decides" if acting else ""


def _lead(state: State) -> str:
    return "allied" if state.morale > 0 else "german" if state.morale < 0 else ""


def sides(state: State, acting: Side | None) -> list[Values]:
    """Both sides' public figures: German above, as at the board."""
    return [
        {
            "side": side,
            "name": SIDE_NAMES[side],
            "acting": side == acting,
            "hand": state.hands[side].count,
            "hand_words": count(state.hands[side].count, "card") + " in hand",
            "kept": state.missions[side].count,
            "kept_words": count(state.missions[side].count, "mission") + " kept",
            "rounds": [n < state.rounds_done[side] for n in range(ROUNDS[state.year])],
            "rounds_words": f"{state.rounds_done[side]} of {ROUNDS[state.year]} rounds done",
            "trenches": count(state.trenches_of(side), "trench", "trenches"),
        }
        for side in reversed(SIDES)
    ]


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
    kept = f"; {count(held, 'card')} stays in hand" if held == 1 else ""
    return [
        f"The {SIDE_NAMES[turn.side]} side's last round of {state.year}{kept}, and {HAND_SIZE[state.year + 1]} are held next year."
    ]
