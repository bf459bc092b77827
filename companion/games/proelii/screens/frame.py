"""What stands around the decision: the bar, both armies in the strip, what changed."""

from companion.engine.scene import Scene
from companion.engine.stage import Bar, Effect, Icon, Moment, Own, Strip, StripFact, Turn, said
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.proelii.data import PHASE_NAMES, SIDE_NAMES, SIDES, STEP_NAMES, TITLE, Side
from companion.games.proelii.rules.ending import measured
from companion.games.proelii.state import State

SIGNS = "proelii/signs.svg"
MOST_TOLD = 8
"""Effects of the losses that a moment tells; the line holds all."""
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


def moment(last: Json, before: State, now: State) -> Moment | None:
    """Both hands opened: who falls, who is hurt, whose shield stayed whole; the house tells the rest."""
    if type(last) is not dict or last.get("type") != "losses":
        return None
    effects = []
    for name in sorted(now.ids, key=lambda each: now.units[each].cp - before.units[each].cp):
        was, unit = before.units[name], now.units[name]
        sign = own_sign(unit.type)
        if was.is_living and not unit.is_living:
            effects.append(Effect(said("{unit} falls", unit=unit.name), unit.side, sign))
        elif unit.cp < was.cp:
            words = said("{unit} −{cp} CP", unit=unit.name, cp=was.cp - unit.cp)
            effects.append(Effect(words, unit.side, sign))
        elif unit.energy > was.energy and now.round == before.round:
            effects.append(Effect(said("{unit}: unbroken shield, +25", unit=unit.name), unit.side, sign))
    return Moment(title="Both hands are open", effects=tuple(effects[:MOST_TOLD]))
