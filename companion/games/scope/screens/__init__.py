"""SCOPE's screens out of one scene: city, question, faces under a cover; what may be played."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from companion.engine.option import Plays, Tile
from companion.engine.scene import Scene, fresh
from companion.engine.stage import Cover, Part, Question, Screen, Stage, phrase
from companion.engine.wire import Json
from companion.engine.wording import counted, listed
from companion.games.scope import data
from companion.games.scope import state as ground
from companion.games.scope.data import ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.deeds import MOVES
from companion.games.scope.deeds.secrets import SECRECY
from companion.games.scope.procedures import targets_of
from companion.games.scope.rules.setting_up import custom_of, starter_scenarios
from companion.games.scope.screens import board, frame, turn
from companion.games.scope.screens.board import Known, Taps
from companion.games.scope.screens.film import ended
from companion.games.scope.screens.laying_out import laying_out
from companion.games.scope.screens.telling import told_question
from companion.games.scope.screens.turn import FLAT, is_between, question
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
    return replace(stage, ask=replace(stage.ask, pieces=(*stage.ask.pieces, *frame.folded(scene))))


def staged(scene: Scene[State], ask: Question, taps: Taps) -> Stage:
    state, side = scene.state, SECRECY.own(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    moment = frame.moment(scene)
    if moment and before:
        lie = board.Lie(state, side or "german")
        moment = replace(moment, low=any(lie.y(at) <= state.rows for at in frame.aimed(before, state)))
    return Stage(
        ask=ask,
        board=_board(scene, side, taps),
        strip=frame.strip(scene),
        changes=tuple(frame.changes(before, state)) if before else (),
        moment=moment,
        between=is_between(scene),
        adjust=fresh(scene, do="adjust") if SECRECY.may_adjust(scene) else "",
    )


def _board(scene: Scene[State], side: Side | None, taps: Taps) -> Part:
    if is_between(scene):
        return turn.board(scene, taps, _known_cards(scene, None))
    flat = scene.draft.get("lie") == FLAT
    lie = board.Lie(scene.state, "german" if flat or side is None else side)
    own, hints = None, _known_cards(scene, side)
    if side and scene.state.phase not in ("finished", "laying_out"):
        own = board.own_layer(lie, side, Taps() if flat else taps, Known() if flat else hints)
    elif taps.discs or taps.targets:
        own = board.own_layer(lie, scene.state.side, taps)
    values = {"city": board.city(lie, taps, hints), "own": own}
    return Part("scope/board.html", values, "The city", frame.SIGNS)


def _known_cards(scene: Scene[State], side: Side | None) -> Known:
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
        name=phrase("{side} front", side=SIDE_NAMES[side]), side=side, icon=frame.own_sign(side), facts=facts
    )


def _tile(key: str, name: str, plan: data.Plan, fronts: Mapping[str, object], **more: Json) -> Tile:
    targets = targets_of(plan.counts, 0)
    cards = listed(counted(n, data.CARD_NAMES[card]) for card, n in plan.counts.items() if n)
    return Tile(
        key=key,
        title=name,
        drawn={**fronts, "mode": "advanced"},
        when=f"{plan.columns} × {plan.rows} houses",
        small=f"{plan.counts['sniper']} snipers · {plan.objective} points win",
        facts=(
            ("a side", f"{plan.columns * plan.rows} cards"),
            ("points that win", str(plan.objective)),
            ("points in play", str(ground.worth(ground.WORTH, targets))),
            ("they are", cards),
        ),
        **more,
    )


@cache
def tiles() -> tuple[Tile, ...]:
    """The printed scenarios, and the project's own."""
    printed = (
        _tile(key, data.SCENARIO_NAMES[key], plan, {"scenario": key}, value=key)
        for key, plan in data.PLANS.items()
    )
    own = (
        _tile(each["name"].casefold().replace(" ", "-"), each["name"], custom_of(each).plan, {"custom": each},
              value=ground.SCENARIO.default, setup={"custom": each})
        for each in starter_scenarios()
    )  # fmt: skip
    return (*printed, *own)


PLAYS = Plays(
    "Which scenario?", "The larger the front, the longer the duel: 10 to 15 minutes.", "scenario", tiles
)
