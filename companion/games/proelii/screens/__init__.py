"""Proelii's screens out of one scene: the field on the stage, both armies in the strip, the question."""

from companion.engine.scene import Scene, fresh
from companion.engine.stage import Cover, Part, Question, Screen, Stage, said
from companion.games.proelii.data import SIDE_NAMES, SIDES, Side
from companion.games.proelii.rules.secrets import SEALED, is_secret
from companion.games.proelii.screens.board import Lie, field_values
from companion.games.proelii.screens.combat import frieze, is_fought, pairs
from companion.games.proelii.screens.frame import SIGNS, Taps, Turn, bar, changes, own_sign, strip
from companion.games.proelii.screens.hands import as_marked, is_apart, shown_marks
from companion.games.proelii.screens.moving import with_looks
from companion.games.proelii.screens.opening import opening
from companion.games.proelii.screens.turn import question
from companion.games.proelii.state import State


def staged(scene: Scene[State], asked: Question, taps: Taps) -> Stage:
    """The whole stage, as things stand."""
    taps = with_looks(scene, taps)
    state = scene.state
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    return Stage(
        ask=asked,
        board=_board(scene, taps),
        strip=strip(scene),
        changes=tuple(changes(before, state)) if before else (),
        moment=opening(scene),
        adjust=fresh(scene, do="adjust") if scene.sight.acts and not state.is_over else "",
    )


def _board(scene: Scene[State], taps: Taps) -> Part:
    """The battlefield; while dice are fought out, all pairs as a frieze in its place."""
    if is_fought(scene.state):
        hands = shown_marks(Turn(scene)) if is_apart(scene) else None
        values = frieze(lie(scene), taps, pairs(scene.state), hands)
        return Part("proelii/frieze.html", {"frieze": values}, "The combat", SIGNS)
    return Part("proelii/board.html", {"field": field_values(lie(scene), taps)}, "The battlefield", SIGNS)


def lie(scene: Scene[State]) -> Lie:
    """The field as this screen lies before it, armies behind the screen hidden from other eyes."""
    own = scene.own
    near: Side = "black" if own == "black" else "white"
    hides = frozenset(side for side in SIDES if side != own) if is_secret(scene.state) else frozenset()
    return Lie(scene.state, near, hides)


def covers(state: State, seat: str) -> Cover | None:
    """An army while it is deployed; on a device that goes round, the marks of a hand too."""
    if seat not in SIDES:
        return None
    side: Side = "black" if seat == "black" else "white"
    if not is_secret(state):
        words = said("{side} marks", side=SIDE_NAMES[side])
        marks = Cover(name=words, side=side, icon=own_sign(side), is_shared=True)
        return marks if side in SEALED.owners(state) else None
    return Cover(name=said("{side} deployment", side=SIDE_NAMES[side]), side=side, icon=own_sign(side))


def view(scene: Scene[State]) -> Screen:
    """All that Proelii shows; what the sight may not see is not in it."""
    scene = as_marked(scene)
    hand = scene.own if scene.room == "hand" else None
    return Screen(bar(scene.state, hand), {}, staged(scene, *question(scene)))
