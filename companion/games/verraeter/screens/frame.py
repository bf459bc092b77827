"""What stands around the decision: the bar, the players, the phases of the round, what changed."""

from companion.engine.stage import Bar, Turn
from companion.engine.wording import count, signed
from companion.games.verraeter.data import ACTION_NAMES, PHASE_NAMES, TITLE
from companion.games.verraeter.screens.people import land_name, person
from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Player

FLOW = (
    ("site", "1", "Site", "conflict"),
    ("draft", "2", "Draft", "draft"),
    ("supply", "3", "Supply", "supply"),
    ("reveal", "4–6", "Reveal", "traitor"),
    ("build", "7", "Build", "master_builder"),
    ("refill", "10", "Pick up", "draw"),
)
"""The phases of a round, by the rulebook's numbers; what lies between them the app does by itself."""


def bar(state: State, hand: str | None) -> Bar:
    """Which round, which phase, whose turn."""
    return Bar(
        title=TITLE,
        plate=f"{state.round}/{state.rounds}",
        phase=PHASE_NAMES[state.phase],
        turn=Turn(spoken(state.active)) if state.active else None,
        hand=hand,
        board="attack",
    )


def flow(state: State) -> list[Values]:
    """The round as a row of phases, the one of now among them."""
    order = [phase for phase, *_ in FLOW]
    now = order.index(state.phase) if state.phase in order else -1
    return [
        {"phase": phase, "rule": rule, "name": name, "sign": sign, "done": n < now, "now": n == now}
        for n, (phase, rule, name, sign) in enumerate(FLOW)
    ]


def players(state: State, before: State | None) -> list[Values]:
    """Everybody's public figures, clockwise in seating order."""
    return [_player(state, each, before) for each in state.players]


def _player(state: State, player: Player, before: State | None) -> Values:
    estates, offices = len(state.buildings(player.id, "estate")), len(state.buildings(player.id, "office"))
    gain = player.vp - before.player(player.id).vp if before else 0
    return person(state, player.id) | {
        "acting": player.id == state.active,
        "vp": player.vp,
        "gain": signed(gain) if gain else "",
        "cards": len(player.hand),
        "card_words": f"{count(len(player.hand), 'supply card')} in hand",
        "estates": range(estates),
        "offices": range(offices),
        "building_words": f"{count(estates, 'estate')}, {count(offices, 'office')}, {player.unplaced} left",
        "start": player.id == state.start_player,
        "strategy": player.id == state.strategy_holder,
        "pick": _pick(state, player),
        "played": player.played if state.phase in ("supply", "reveal") else None,
    }


def _pick(state: State, player: Player) -> Values | None:
    """A card face down before him, or what he turned over."""
    if state.phase in ("build", "refill") and player.pick:
        return {"known": True, "name": ACTION_NAMES[player.pick], "sign": sign_of(player.pick)}
    offline = state.draft.mode == "offline" and state.phase in ("supply", "reveal")
    return {"known": False} if player.pick or offline else None


def sign_of(card: str) -> str:
    """The drawing on an action card."""
    return "diplomat" if card.startswith("diplomat") else card


def changes(before: State, now: State) -> list[str]:
    """What the last line changed on the table, in a few words each."""
    return [*_points(before, now), *_turned(before, now), *_oaths(before, now), *_strategy(before, now)]


def _points(before: State, now: State) -> list[str]:
    gains = [(each.id, now.player(each.id).vp - each.vp) for each in before.players]
    return [f"{spoken(who)} {signed(gain)}" for who, gain in gains if gain]


def _turned(before: State, now: State) -> list[str]:
    pairs = enumerate(zip(before.circle, now.circle, strict=True))
    return [
        f"{land_name(now, n)} → {now.words.houses[is_.house]}"
        for n, (was, is_) in pairs
        if was.house != is_.house
    ]


def _oaths(before: State, now: State) -> list[str]:
    return [
        f"{spoken(each.id)} → {now.words.houses[now.player(each.id).allegiance]}"
        for each in before.players
        if each.allegiance != now.player(each.id).allegiance
    ]


def _strategy(before: State, now: State) -> list[str]:
    if before.strategy_holder == now.strategy_holder:
        return []
    return [f"Strategy card → {spoken(now.strategy_holder)}"]
