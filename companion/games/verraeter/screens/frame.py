"""What stands around the decision: the bar, the players, what changed."""

from companion.engine.stage import Bar, Strip, StripFact, Turn, Words, said
from companion.engine.wording import signed
from companion.games.verraeter.data import PHASE_NAMES, TITLE
from companion.games.verraeter.screens.people import land_name, seal, seat_of
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Player


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
