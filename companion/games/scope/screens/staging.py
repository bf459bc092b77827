"""SCOPE on the stage: the city, the two sides in the strip, the question; one's own faces under a cover."""

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.engine.stage import Cover, Part, Question, Stage, said
from companion.games.scope.data import ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.screens import between
from companion.games.scope.screens.asked import own_side
from companion.games.scope.screens.between import FLAT, is_between
from companion.games.scope.screens.city import Known, Taps, city
from companion.games.scope.screens.frame import SIGNS, own_sign, strip
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.memory import empty_since, moved_since
from companion.games.scope.screens.moment import moment
from companion.games.scope.screens.odds import odds
from companion.games.scope.screens.own import own_layer
from companion.games.scope.screens.seals import sealed
from companion.games.scope.screens.story import changes
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of


def staged(scene: Scene[State], asked: Question, taps: Taps) -> Stage:
    """The whole stage, as things stand."""
    state, side = scene.state, own_side(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    return Stage(
        ask=asked,
        board=_board(scene, side, taps),
        strip=strip(scene),
        changes=tuple(changes(before, state)) if before else (),
        moment=moment(scene),
        adjust=fresh(scene, do="adjust") if scene.sight.acts and state.phase != "finished" else "",
    )


def _board(scene: Scene[State], side: Side | None, taps: Taps) -> Part:
    if is_between(scene):
        return between.board(scene, taps, _known(scene, None))
    flat = scene.draft.get("lie") == FLAT
    lie = Lie(scene.state, "german" if flat or side is None else side)
    own, known = None, _known(scene, side)
    if side and scene.state.phase not in ("finished", "laying_out"):
        own = own_layer(lie, side, Taps() if flat else taps, Known() if flat else known)
    values = {"city": city(lie, taps, known), "own": own}
    return Part("scope/board.html", values, "The city", SIGNS)


def _known(scene: Scene[State], side: Side | None) -> Known:
    """What the app tells on this screen; on the TV and on a tablet in the middle no chances."""
    state, shown = scene.state, scene.draft.get("on", "")
    empty = {at: turn for each in SIDES if each != side for at, turn in empty_since(scene, each).items()}
    if side is None:
        return Known(empty=empty)
    enemy = ENEMY[side]
    return Known(
        enemy={} if shown == "off" else odds(state, enemy),
        by_points=shown == "points",
        own={} if shown == "off" else odds(state, side),
        empty=empty,
        moved=moved_since(state, enemy),
    )


def covers(state: State, seat: str) -> Cover | None:
    """A side's faces, until the game is over; none where all cards lie on the table."""
    if state.phase == "finished" or state.cards or seat not in state.slots:
        return None
    side = side_of(seat)
    facts = tuple(each.words for each in sealed(state, ENEMY[side])) if state.laying_out else ()
    return Cover(
        name=said("{side} front", side=SIDE_NAMES[side]), side=side, icon=own_sign(side), facts=facts
    )
