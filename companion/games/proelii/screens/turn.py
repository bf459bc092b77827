"""The one thing to decide now, for whoever looks; what is set right by hand, and a battle given up."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.scene import Scene, fresh
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Lead,
    Piece,
    Question,
    Words,
    said,
)
from companion.engine.wording import tap
from companion.games.proelii.data import RANKS, SIDE_NAMES, SIDES, STEP_NAMES
from companion.games.proelii.rules.secrets import PARTS, is_secret
from companion.games.proelii.screens.attacking import answer_question, waited_for
from companion.games.proelii.screens.combat import advance, cancel, convert, losses, roll
from companion.games.proelii.screens.film import ending
from companion.games.proelii.screens.frame import Asked, Taps, Turn, may_decide, own_sign, steps
from companion.games.proelii.screens.hands import both, is_apart
from companion.games.proelii.screens.moving import (
    deploy,
    detachment,
    exchange,
    look,
    looked_at,
    march,
    movement,
    start_moves,
)
from companion.games.proelii.state import State

LEAD = "Where table and app disagree, the table is right. Whoever else plays is asked first."


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and not scene.state.is_over


def adjust_question(scene: Scene[State]) -> Question:
    """A unit's energy, cohesion or place; a side's prestige."""
    state = scene.state
    name = scene.draft.get("u", "")
    why = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    whom = _whom(scene)
    if name not in state.units:
        return Question(
            kind="adjust",
            title="Set something right",
            pieces=(Lead(LEAD), whom, *_ends(scene)),
            missing="Choose a unit",
            back=fresh(scene),
            opens="full",
        )
    unit = state.units[name]
    fields = (*_fields(scene, name), why)
    return Question(
        kind="adjust",
        title=said("Set {unit} right", unit=unit.name),
        pieces=(Lead(LEAD), Fields(fields)),
        main=Deed(words="Set it", action=tap({"type": "adjust", "unit": name})),
        back=fresh(scene, do="adjust"),
        opens="full",
    )


def _whom(scene: Scene[State]) -> Choices:
    units = scene.state.units
    rows = tuple(
        Choice(words=units[name].name, side=units[name].side, href=fresh(scene, do="adjust", u=name))
        for name in scene.state.ids
    )
    return Choices(label="Which unit", choices=rows, shape="chips", shows_label=True)


def _fields(scene: Scene[State], name: str) -> tuple[Field, ...]:
    unit = scene.state.units[name]
    energy: tuple[tuple[str, Words], ...] = tuple((str(n), str(n)) for n in (0, 25, 50, 75, 100))
    ranks: tuple[tuple[str, Words], ...] = tuple((rank, rank.capitalize()) for rank in RANKS)
    cp: tuple[tuple[str, Words], ...] = tuple((str(n), str(n)) for n in range(unit.kind.cp + 1))
    places = (*scene.state.board.squares, "entry", "distant", "escaped", "destroyed")
    at: tuple[tuple[str, Words], ...] = tuple((place, place) for place in places)
    found = (
        Field(name="a.set.energy", words="Energy", kind="select", options=energy, value=str(unit.energy)),
        Field(name="a.set.cp", words="CP", kind="select", options=cp, value=str(unit.cp)),
        Field(
            name="a.set.experience", words="Experience", kind="select", options=ranks, value=unit.experience
        ),
    )
    if is_secret(scene.state):
        return found
    return (*found, Field(name="a.set.at", words="At", kind="select", options=at, value=unit.at))


def _ends(scene: Scene[State]) -> tuple[Piece, ...]:
    """Giving up, and agreeing that nothing more can be fought for."""
    choices = [
        Choice(
            words=said("{side} surrenders", side=SIDE_NAMES[side]),
            action=tap({"type": "surrender", "side": side}),
        )
        for side in SIDES
        if side in scene.sight.acts
    ]
    if scene.state.phase != "start":
        words = "Nothing can lead to combat any more: the centre decides"
        choices.append(Choice(words=words, action=tap({"type": "stalemate"})))
    return (
        Fold(id="ends", title="End the battle", pieces=(Choices(label="The end", choices=tuple(choices)),)),
    )


STEPS: Mapping[str, Callable[[Turn], Asked]] = {
    "deploy": deploy,
    "march": march,
    "start_moves": start_moves,
    "detachment": detachment,
    "movement": movement,
    "exchange": exchange,
    "roll": roll,
    "cancel": cancel,
    "convert": convert,
    "losses": losses,
    "advance": advance,
}


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    state = scene.state
    if scene.asked and scene.asked["type"] in PARTS:
        return answer_question(Turn(scene), scene.asked)
    if wants_adjusting(scene):
        return adjust_question(scene), Taps()
    if name := looked_at(scene):
        return look(scene, name)
    if state.step is None:
        return ending(scene), Taps()
    if scene.asked_of:
        return waited_for(Turn(scene), scene.asked_of), Taps()
    if is_apart(scene):
        asked, taps = both(Turn(scene))
        return replace(asked, pieces=(steps(state), *asked.pieces)), taps
    if not may_decide(scene):
        return _elsewhere(scene), Taps()
    asked, taps = STEPS[state.step](Turn(scene))
    side = state.to_act or ""
    pieces = (steps(state), *asked.pieces)
    icon = asked.icon or (own_sign(side) if side else None)
    return replace(asked, pieces=pieces, side=side, icon=icon), taps


def _elsewhere(scene: Scene[State]) -> Question:
    """It is decided on another screen, or where an army may lie open."""
    state, side = scene.state, scene.state.to_act
    step = STEP_NAMES[state.step or ""]
    who = SIDE_NAMES[side] if side else "Both sides"
    return Question(
        kind="waiting",
        title=said("{who}: {step}", who=who, step=step.lower()),
        icon=own_sign(side) if side else None,
        side=side or "",
        pieces=(steps(state),),
        missing=said("Waiting for {who}", who=who),
        rule=f"phase-{state.phase}",
        waits=side if side and scene.own != side else "",
    )
