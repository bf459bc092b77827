"""Proelii on the stage: the field, both armies in the strip, the question; a deployment under a cover."""

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.engine.stage import Cover, Part, Question, Stage, said
from companion.games.proelii.data import SIDE_NAMES, SIDES, Side
from companion.games.proelii.rules.secrets import is_secret
from companion.games.proelii.screens.asked import Taps, Turn
from companion.games.proelii.screens.field import Lie, field
from companion.games.proelii.screens.fighting import pairs
from companion.games.proelii.screens.frame import SIGNS, changes, strip
from companion.games.proelii.screens.frieze import frieze, is_fought
from companion.games.proelii.screens.hands import is_apart, shown_marks
from companion.games.proelii.screens.looking import with_looks
from companion.games.proelii.state import State


def staged(scene: Scene[State], asked: Question, taps: Taps) -> Stage:
    """The whole stage, as things stand."""
    taps = with_looks(scene, taps)
    state, cover = scene.state, _cover(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    return Stage(
        ask=asked,
        board=_board(scene, taps, covered=cover is not None),
        strip=strip(scene),
        cover=cover,
        changes=tuple(changes(before, state)) if before else (),
        adjust=fresh(scene, do="adjust") if scene.sight.acts and not state.is_over else "",
    )


def _board(scene: Scene[State], taps: Taps, *, covered: bool) -> Part:
    """The battlefield; while dice are fought out, all pairs as a frieze in its place."""
    if is_fought(scene.state):
        hands = shown_marks(Turn(scene)) if is_apart(scene) else None
        values = {**frieze(lie(scene), taps, pairs(scene.state), hands), "covered": covered}
        return Part("proelii/frieze.html", {"frieze": values}, "The combat", SIGNS)
    values = {**field(lie(scene), taps), "covered": covered}
    return Part("proelii/board.html", {"field": values}, "The battlefield", SIGNS)


def lie(scene: Scene[State]) -> Lie:
    """The field as this screen lies before it, armies behind the screen hidden from other eyes."""
    own = scene.own
    near: Side = "black" if own == "black" else "white"
    hides = frozenset(side for side in SIDES if side != own) if is_secret(scene.state) else frozenset()
    return Lie(scene.state, near, hides)


def _cover(scene: Scene[State]) -> Cover | None:
    """Over an army while it is deployed; on a device that goes round, over the marks of a hand."""
    who = scene.own
    if who is None:
        return None
    if not is_secret(scene.state):
        return _over_marks(scene, who)
    side: Side = "black" if who == "black" else "white"
    here = scene.room == "hand"
    return Cover(
        key=f"{who}-deploy",
        seat=who,
        name=said("{side} deployment", side=SIDE_NAMES[side]),
        side=side,
        stays="Keep it open until I am done" if here else "Nobody else looks at this screen: keep it open",
        shuts=here,
        next=next((side for side in scene.hands.missing if side != who), scene.state.to_act or who),
    )


def _over_marks(scene: Scene[State], who: str) -> Cover | None:
    """Over a side's marks where the device is passed on to the other."""
    hands = scene.hands
    if scene.room != "hand" or len(scene.sight.holds) < 2 or who not in hands.owners or not is_apart(scene):
        return None
    return Cover(
        key=f"{who}-{scene.state.round}-{scene.state.step}",
        seat=who,
        name=said("{side} marks", side=SIDE_NAMES[who]),
        side=who,
        next=next(iter(hands.missing), who) if hands.is_ready(who) else who,
    )
