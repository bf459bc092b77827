"""Verräter's screens out of one scene: the circle on the stage, the players around it, the question."""

from companion.engine.game import Scene
from companion.engine.scene import Values, fresh
from companion.engine.stage import (
    Bar,
    Chip,
    Cover,
    Edge,
    Hand,
    Me,
    Part,
    Question,
    Screen,
    Stage,
    Strip,
    StripFact,
    Turn,
    Words,
    said,
)
from companion.engine.wording import signed
from companion.games.verraeter.data import ACTION_NAMES, OTHER, PHASE_NAMES, TITLE
from companion.games.verraeter.screens.board import (
    SIGNS,
    Taps,
    circle,
    facing,
    land_name,
    open_weights,
    own_sign,
    scales,
    seal,
    seat_of,
    settled,
    weighed,
)
from companion.games.verraeter.screens.conflict import Walk, tipped, walk_of, walk_question
from companion.games.verraeter.screens.hand import EFFECTS, sign_of
from companion.games.verraeter.screens.turn import question
from companion.games.verraeter.state import Player, State, spoken


def bar(state: State, hand: str | None) -> Bar:
    """Which round, which phase, whose turn."""
    return Bar(
        title=TITLE,
        plate=f"{state.round}/{state.rounds}",
        phase=PHASE_NAMES[state.phase],
        turn=Turn(spoken(state.active), seat_of(state, state.active)) if state.active else None,
        hand=hand,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def players(state: State) -> Strip:
    """Everybody's public figures, clockwise in seating order."""
    return Strip(facts=tuple(_player(state, each) for each in state.players))


def _player(state: State, player: Player) -> StripFact:
    cards = len(player.hand)
    return StripFact(
        key=player.id,
        name=spoken(player.id),
        small=said("{house}, {n:# card|# cards}", house=state.words.houses[player.allegiance], n=cards),
        value=str(player.vp),
        side=player.allegiance,
        icon=seal(state, player.id),
        acting=player.id == state.active,
        rule="victory-points",
    )


def changes(before: State, now: State) -> list[Words]:
    """What the last line changed on the table, in a few words each."""
    return [*_points(before, now), *_turned(before, now), *_oaths(before, now), *_strategy(before, now)]


def _points(before: State, now: State) -> list[Words]:
    gains = [(each.id, now.player(each.id).vp - each.vp) for each in before.players]
    return [said("{who} {gain}", who=spoken(who), gain=signed(gain)) for who, gain in gains if gain]


def _turned(before: State, now: State) -> list[Words]:
    pairs = enumerate(zip(before.circle, now.circle, strict=True))
    return [
        f"{land_name(now, n)} → {now.words.houses[is_.house]}"
        for n, (was, is_) in pairs
        if was.house != is_.house
    ]


def _oaths(before: State, now: State) -> list[Words]:
    return [
        said("{who} → {house}", who=spoken(each.id), house=now.words.houses[now.player(each.id).allegiance])
        for each in before.players
        if each.allegiance != now.player(each.id).allegiance
    ]


def _strategy(before: State, now: State) -> list[Words]:
    if before.strategy_holder == now.strategy_holder:
        return []
    return [said("Strategy card → {who}", who=spoken(now.strategy_holder))]


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


def view(scene: Scene[State]) -> Screen:
    """All that Verräter shows; what the sight may not see, or what is still to be told, is not in it."""
    hand = scene.own if scene.room == "hand" else None
    walk = walk_of(scene)
    if walk is not None:
        return Screen(bar(walk.conflict.before, hand), {}, walked(scene, walk))
    return Screen(bar(scene.state, hand), {}, staged(scene, *question(scene)))
