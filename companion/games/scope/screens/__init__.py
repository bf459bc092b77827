"""SCOPE's screens out of one scene: the city on the stage, the question, one's own faces under a cover."""

from dataclasses import replace

from companion.engine.scene import Scene, fresh
from companion.engine.stage import Cover, Part, Question, Screen, Stage, said
from companion.games.scope.data import ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.deeds import MOVES
from companion.games.scope.deeds.secrets import SECRECY
from companion.games.scope.screens import board, frame, turn
from companion.games.scope.screens.board import Known, Taps
from companion.games.scope.screens.film import ended
from companion.games.scope.screens.laying_out import laying_out
from companion.games.scope.screens.turn import FLAT, is_between, question, told_question
from companion.games.scope.screens.xray import is_seen_through, seen_through
from companion.games.scope.state import State, side_of


def view(scene: Scene[State]) -> Screen:
    """All that SCOPE shows; what the sight may not see is not in it."""
    hand = scene.own if scene.room == "hand" else None
    return Screen(frame.bar(scene.state, hand), {}, _stage(scene))


def _stage(scene: Scene[State]) -> Stage:
    if scene.state.phase == "laying_out":
        return laying_out(scene)
    if scene.draft.get("front") and is_seen_through(scene):
        return seen_through(scene)
    if scene.is_open or scene.state.phase == "finished":
        return ended(scene)
    adjusts = SECRECY.adjusts(scene) or not scene.state.cards
    stage = staged(scene, *(question(scene) if adjusts else told_question(scene)))
    return replace(stage, ask=replace(stage.ask, pieces=(*stage.ask.pieces, *frame.folded(scene.state))))


def staged(scene: Scene[State], ask: Question, taps: Taps) -> Stage:
    state, side = scene.state, SECRECY.own(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    told = frame.moment(scene)
    if told and before:
        lie = board.Lie(state, side or "german")
        told = replace(told, low=any(lie.y(at) <= state.rows for at in frame.aimed(before, state)))
    return Stage(
        ask=ask,
        board=_board(scene, side, taps),
        strip=frame.strip(scene),
        changes=tuple(frame.changes(before, state)) if before else (),
        moment=told,
        between=is_between(scene),
        adjust=fresh(scene, do="adjust") if SECRECY.may_adjust(scene) else "",
    )


def _board(scene: Scene[State], side: Side | None, taps: Taps) -> Part:
    if is_between(scene):
        return turn.board(scene, taps, _known(scene, None))
    flat = scene.draft.get("lie") == FLAT
    lie = board.Lie(scene.state, "german" if flat or side is None else side)
    own, hints = None, _known(scene, side)
    if side and scene.state.phase not in ("finished", "laying_out"):
        own = board.own_layer(lie, side, Taps() if flat else taps, Known() if flat else hints)
    values = {"city": board.city(lie, taps, hints), "own": own}
    return Part("scope/board.html", values, "The city", frame.SIGNS)


def _known(scene: Scene[State], side: Side | None) -> Known:
    """What the app tells on this screen; on the TV and on a tablet in the middle no chances."""
    state, shown = scene.state, scene.draft.get("on", "")
    seen = {at: card for each in SIDES if each != side for at, card in board.seen_since(scene, each).items()}
    match scene.last:
        case {"type": kind, "quadrant": str(last)} if kind in MOVES and state.phase != "finished":
            pass
        case _:
            last = ""
    aimed = frame.aimed(scene.trail[-2], state) if len(scene.trail) > 1 else frozenset()
    if side is None:
        return Known(seen=seen, last=last, aimed=aimed)
    enemy = ENEMY[side]
    return Known(
        enemy={} if shown == "off" else board.odds(state, enemy),
        by_points=shown == "points",
        own={} if shown == "off" else board.odds(state, side),
        seen=seen,
        moved=board.moved_since(state, enemy),
        last=last,
        aimed=aimed,
    )


def covers(state: State, seat: str) -> Cover | None:
    """A side's faces, until the game is over; none where all cards lie on the table."""
    if state.phase == "finished" or state.cards or seat not in state.slots:
        return None
    side = side_of(seat)
    facts = tuple(each.words for each in frame.sealed(state, ENEMY[side])) if state.laying_out else ()
    return Cover(
        name=said("{side} front", side=SIDE_NAMES[side]), side=side, icon=frame.own_sign(side), facts=facts
    )
