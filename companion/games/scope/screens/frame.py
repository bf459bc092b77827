"""What stands around the decision: the bar, both sides in the strip, what changed."""

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.engine.stage import Bar, Icon, Strip, StripFact, Turn, said
from companion.engine.wording import signed
from companion.games.scope.data import (
    CARD_NAMES,
    ENEMY,
    MODE_NAMES,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    TITLE,
    Side,
)
from companion.games.scope.rules.laying import acting
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken

SIGNS = "scope/signs.svg"
HEATS = {"": "Sniper", "points": "Points", "off": "Off"}
"""What the houses' windows tell of."""


def own_sign(name: str, look: str = "icon") -> Icon:
    """A sign of the game's own."""
    return Icon(name, SIGNS, look)


def bar(state: State, hand: str | None) -> Bar:
    """The turn, the scenario, who acts."""
    acts = Turn(spoken(state.slot), side_of(state.slot)) if acting(state) == (state.slot,) else None
    mode = MODE_NAMES[state.mode].removesuffix(" mode").lower()
    return Bar(
        title=TITLE,
        plate=_plate(state),
        phase=f"{mode} {SCENARIO_NAMES[state.scenario]}",
        turn=acts,
        hand=hand,
        board="house",
    )


def _plate(state: State) -> str:
    """The shortest word for where the game is."""
    if state.laying_out:
        return "Setup"
    return "The end" if state.phase == "finished" else f"Turn {state.turn}"


def strip(scene: Scene[State]) -> Strip:
    """Both sides: points, what is wanted, what each has eliminated; and what the windows tell of."""
    state = scene.state
    sides = tuple(_side(state, side) for side in SIDES)
    return Strip(facts=(*sides, *_heat(scene)))


def _side(state: State, side: Side) -> StripFact:
    fallen = state.lost[ENEMY[side]]
    told = [CARD_NAMES[card] for card in fallen]
    return StripFact(
        key=side,
        name=SIDE_NAMES[side],
        small=", ".join(told) or "nothing yet",
        value=str(state.score[side])
        if state.objective is None
        else f"{state.score[side]} of {state.objective}",
        side=side,
        icon=own_sign(side),
        acting=side in {side_of(seat) for seat in acting(state)},
        rule="objective",
    )


def _heat(scene: Scene[State]) -> tuple[StripFact, ...]:
    """The switch of the windows, where the app remembers."""
    if not scene.state.options.memory_aid or scene.room == "tv" or scene.state.phase == "finished":
        return ()
    now = scene.draft.get("on", "")
    names = list(HEATS)
    following = names[(names.index(now) + 1) % len(names)] if now in names else ""
    return (
        StripFact(
            key="heat",
            name="Windows",
            value=HEATS.get(now, HEATS[""]),
            icon=own_sign("lit"),
            href=fresh(scene, on=following),
        ),
    )


def changes(before: State, now: State) -> list[str]:
    """What the last line changed for everybody, in a few words each."""
    points = [(side, now.score[side] - before.score[side]) for side in SIDES]
    return [f"{SIDE_NAMES[side]} {signed(by)}" for side, by in points if by]


__all__ = ["HEATS", "SIGNS", "TITLE", "bar", "changes", "own_sign", "said", "strip"]
