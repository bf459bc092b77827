"""Verräter on the stage: the circle, the players in the strip, the question, one's own supply."""

from companion.engine.game import Scene
from companion.engine.looking import Values, fresh
from companion.engine.stage import Chip, Cover, Edge, Hand, Me, Part, Question, Stage, said
from companion.games.verraeter.data import ACTION_NAMES, OTHER
from companion.games.verraeter.screens.board import Taps, circle
from companion.games.verraeter.screens.drafting import EFFECTS, sign_of
from companion.games.verraeter.screens.frame import changes, players
from companion.games.verraeter.screens.people import SIGNS, own_sign, seal
from companion.games.verraeter.screens.revealing import tipped, walk_question
from companion.games.verraeter.screens.scales import facing, open_weights, scales, settled, weighed
from companion.games.verraeter.screens.story import Walk
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

AT_NIGHT = ("draft", "supply", "reveal")
"""The phases in which something lies face down."""


def staged(scene: Scene[State], asked: Question, taps: Taps) -> Stage:
    """The whole stage, as things stand."""
    state, before = scene.state, scene.trail[-2] if len(scene.trail) > 1 else None
    night = state.phase in AT_NIGHT and (state.phase != "draft" or state.draft.mode is not None)
    head = None
    if night and state.site:
        weights = open_weights(state, state.site)
        head = facing(state, weights, weights)
    return Stage(
        ask=asked,
        board=_board(circle(state, taps, before, scales(state)), head),
        strip=players(state),
        hand=_hand(scene, asked),
        changes=tuple(changes(before, state)) if before else (),
        adjust=fresh(scene, do="adjust") if scene.sight.acts and state.phase != "finished" else "",
        light="night" if night else "day",
        me=_me(scene, asked, taps),
    )


def walked(scene: Scene[State], walk: Walk) -> Stage:
    """The stage while a conflict is told: what has not had its beat is on no part of it."""
    state, conflict = walk.state, walk.conflict
    middle = (
        settled(conflict.after)
        if walk.is_settled
        else weighed(conflict.before, conflict.weights(walk.turned))
    )
    before = conflict.before if walk.is_settled else None
    board = _board(circle(state, Taps(), before, middle), tipped(walk))
    asked = walk_question(scene, walk)
    return Stage(
        ask=asked,
        board=None if scene.room == "tv" and not walk.is_settled else board,
        strip=players(state),
        light="day" if walk.is_settled else "night",
        walks=True,
    )


def _board(drawn: Values, head: Values | None) -> Part:
    return Part("verraeter/board.html", {"circle": drawn, "head": head}, "The circle", SIGNS)


def _me(scene: Scene[State], asked: Question, taps: Taps) -> Me | None:
    """Who looks, where he is one and nothing is asked of him on the circle."""
    who, state = scene.own, scene.state
    if who is None or taps != Taps() or asked.opens != "half" or state.phase in ("reveal", "finished"):
        return None
    house = state.player(who).allegiance
    # Once it is settled, both sides of the site may be one house's.
    weights = open_weights(state, state.site) if state.site and state.phase in AT_NIGHT else {}
    return Me(
        name=spoken(who),
        under=said("{n:# point|# points}", n=state.player(who).vp),
        icon=seal(state, who),
        side=house,
        bound="sworn to the",
        sworn=state.words.houses[house],
        sign=own_sign(house),
        score=tuple(Chip(str(sum(weights[each])), each) for each in (house, OTHER[house]) if weights),
    )


def _hand(scene: Scene[State], asked: Question) -> Hand | None:
    """One's own supply, and the card that one has kept; none where the question holds them."""
    who = scene.own
    if who is None or asked.kind in ("supply", "lay-down", "reveal"):
        return None
    player = scene.state.player(who)
    kept = [
        Edge(
            title=ACTION_NAMES[card],
            text=EFFECTS[card],
            band="Kept",
            icon=own_sign(sign_of(card)),
            kind="kept",
            rule=card,
        )
        for card in (player.pick,)
        if card
    ]
    supply = [
        Edge(title=str(value or "?"), band="Supply", kind="supply", icon=own_sign("supply"), rule="supply")
        for value in player.hand
    ]
    words = said("{who}'s hand", who=spoken(who))
    return Hand(words=words, side=player.allegiance, icon=seal(scene.state, who), edges=(*kept, *supply))


def covers(state: State, who: str) -> Cover | None:
    """A player's cards, but for the hour in which all are turned over."""
    if who not in state.ids or state.active is None or state.phase in ("reveal", "finished"):
        return None
    sign = seal(state, who)
    side = f"{state.player(who).allegiance} {sign.name}"
    return Cover(name=spoken(who), side=side, icon=sign)
