"""What stands around the decision: the bar, both sides in the strip, what changed."""

from companion.engine.looking import keep
from companion.engine.scene import Scene
from companion.engine.stage import Bar, Choice, Choices, Icon, Strip, StripFact, Turn, said
from companion.engine.wording import listed
from companion.games.scope.data import (
    CARD_NAMES,
    ENEMY,
    MODE_NAMES,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    SPARE_ACES,
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
        rule=f"phase-{'laying_out' if state.laying_out else state.phase}",
    )


def _plate(state: State) -> str:
    """The shortest word for where the game is."""
    if state.laying_out:
        return "Setup"
    return "The end" if state.phase == "finished" else f"Turn {state.turn}"


def strip(scene: Scene[State]) -> Strip:
    """Both sides: points, what each has eliminated, its snipers; and what the windows tell of."""
    return Strip(facts=tuple(_side(scene.state, side) for side in SIDES), switch=_heat(scene))


def _side(state: State, side: Side) -> StripFact:
    fallen = state.lost[ENEMY[side]]
    told = listed(CARD_NAMES[card] for card in fallen)
    return StripFact(
        key=side,
        name=said("of {goal}", goal=state.objective) if state.objective else "points",
        small=said("{side} side has eliminated: {told}", side=SIDE_NAMES[side], told=told or "nothing"),
        value=str(state.score[side]),
        side=side,
        icon=own_sign(side),
        signs=tuple(own_sign(card) for card in fallen),
        pips=snipers(state, side),
        acting=side in {side_of(seat) for seat in acting(state)},
        rule="points",
    )


def snipers(state: State, side: Side) -> tuple[int, int] | None:
    """A side's snipers that are left, the spare ones of a Duel of Aces with them."""
    spares = SPARE_ACES if state.theme == "duel_of_aces" else 0
    of = state.counts["sniper"] + spares
    return (of - state.lost[side].count("sniper"), of) if of else None


def _heat(scene: Scene[State]) -> Choices | None:
    """The switch of the windows, where the app remembers."""
    shown = scene.state.options.memory_aid and scene.state.phase in ("turn", "decide", "after")
    if not shown or scene.own is None:
        return None
    names = list(HEATS)
    now = scene.draft.get("on", "")
    now = now if now in names else ""
    ways = tuple(
        Choice(
            words=HEATS[each],
            key=each or "sniper",
            icon=own_sign("lit"),
            chosen=each == now,
            href=keep(scene, on=names[(n + 1) % len(names)] if each == now else each),
        )
        for n, each in enumerate(names)
    )
    return Choices(label="What the windows tell of", choices=ways)
