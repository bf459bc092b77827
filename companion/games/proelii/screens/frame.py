"""What stands around the decision: the bar, both armies in the strip, what changed."""

from companion.engine.scene import Scene
from companion.engine.stage import Bar, Icon, Own, Strip, StripFact, Turn
from companion.engine.wording import signed
from companion.games.proelii.data import PHASE_NAMES, SIDE_NAMES, SIDES, STEP_NAMES, TITLE, Side
from companion.games.proelii.rules.ending import measured
from companion.games.proelii.state import State

SIGNS = "proelii/signs.svg"
ROUND = {
    "detachment": "Detach",
    "movement": "Move",
    "exchange": "Exchange",
    "roll": "Roll",
    "cancel": "Cancel",
    "convert": "Convert",
    "losses": "Losses",
    "advance": "Advance",
}
START = {"deploy": "Deploy", "march": "March", "start_moves": "Start moves"}


def own_sign(name: str, look: str = "icon") -> Icon:
    """A sign of the game's own."""
    return Icon(name, SIGNS, look)


def bar(state: State, hand: str | None) -> Bar:
    """The round, the step, who acts."""
    acts = Turn(SIDE_NAMES[state.to_act], state.to_act) if state.to_act else None
    most = state.options.max_rounds
    plate = f"{state.round}/{most}" if most and state.round else f"Round {state.round}"
    return Bar(
        title=TITLE,
        plate=plate if state.round else "Start",
        phase=STEP_NAMES[state.step] if state.step else PHASE_NAMES["over"],
        turn=acts,
        hand=hand,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def strip(scene: Scene[State]) -> Strip:
    """Both sides: units, cohesion, prestige."""
    both = measured(scene.state)
    return Strip(facts=tuple(_side(scene.state, side, both[side].on_field, both[side].cp) for side in SIDES))


def _side(state: State, side: Side, units: int, cp: int) -> StripFact:
    army = state.sides[side]
    prestige = "" if state.options.level == "white" else f" · prestige {army.prestige}"
    return StripFact(
        key=side,
        name=SIDE_NAMES[side],
        value=f"{cp} CP",
        small=f"{units} units{prestige}",
        side=side,
        icon=own_sign(side),
        acting=state.to_act == side,
        rule="cohesion",
    )


def steps(state: State) -> Own:
    """The subphases in a line."""
    names = START if state.phase == "start" else ROUND
    listed = [{"words": words, "now": key == state.step} for key, words in names.items()]
    return Own(template="proelii/steps.html", values={"steps": listed})


def changes(before: State, now: State) -> list[str]:
    """What the last line changed for everybody, in a few words each."""
    was, is_ = measured(before), measured(now)
    lost = [(side, is_[side].cp - was[side].cp) for side in SIDES]
    return [f"{SIDE_NAMES[side]} {signed(by)} CP" for side, by in lost if by]
