"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules.

The order of checks: an object, its `type`, the `op` of a build, then key by key (specification 2).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.actions.adjusting import read_adjust
from companion.games.verraeter.actions.discriminating import known_name
from companion.games.verraeter.data import ACTION_CARDS, BUILDING_SIDES, MOST_SUPPLY_PLAYED, ActionCard
from companion.games.verraeter.state.naming import read_player, read_position, read_values
from companion.games.verraeter.state.reading_back import read_site
from companion.games.verraeter.state.table import State

__all__ = ["read_action"]

MOST_REFILLED = 9


def read_action(value: Json, state: State) -> kinds.Action:
    """One action; `InvalidInput` at the fault."""
    kind = known_name(value, "type", TYPES, "")
    keys, read = BUILDS[known_name(value, "op", BUILDS, "")] if kind == "build" else TYPES[kind]
    return read(Reading(value, keys), state)


def _player(reading: Reading, state: State) -> str:
    return read_player(reading.raw("player"), "player", state.ids)


def _place_estate(reading: Reading, state: State) -> kinds.PlaceEstate:
    return kinds.PlaceEstate(_player(reading, state), read_position(reading, "landscape"))


def _choose_site(reading: Reading, state: State) -> kinds.ChooseSite:
    return kinds.ChooseSite(_player(reading, state), read_site(reading))


def _deal_actions(reading: Reading, state: State) -> kinds.DealActions:
    return kinds.DealActions(_player(reading, state), reading.name("removed", ACTION_CARDS))


def _draft_offline(reading: Reading, state: State) -> kinds.DraftOffline:
    return kinds.DraftOffline(_player(reading, state))


def _pick_action(reading: Reading, state: State) -> kinds.PickAction:
    return kinds.PickAction(_player(reading, state), reading.name("card", ACTION_CARDS))


def _play_supply(reading: Reading, state: State) -> kinds.PlaySupply:
    return kinds.PlaySupply(_player(reading, state), read_values(reading, "cards", most=MOST_SUPPLY_PLAYED))


def _reveal(reading: Reading, state: State) -> kinds.Reveal:
    if "picks" not in reading:
        return kinds.Reveal(None)
    given = Reading(reading.raw("picks"), state.ids, "picks")
    picks: dict[str, ActionCard] = {who: given.name(who, ACTION_CARDS) for who in state.ids}
    return kinds.Reveal(picks)


def _place(reading: Reading, state: State) -> kinds.PlaceBuilding:
    player, landscape = _player(reading, state), read_position(reading, "landscape")
    side = reading.name("side", BUILDING_SIDES) if "side" in reading else "estate"
    return kinds.PlaceBuilding(player, landscape, side)


def _move(reading: Reading, state: State) -> kinds.MoveBuilding:
    return kinds.MoveBuilding(
        _player(reading, state), read_position(reading, "from"), read_position(reading, "to")
    )


def _flip(reading: Reading, state: State) -> kinds.FlipBuilding:
    return kinds.FlipBuilding(_player(reading, state), read_position(reading, "landscape"))


def _pass(reading: Reading, state: State) -> kinds.PassBuilding:
    return kinds.PassBuilding(_player(reading, state))


def _refill(reading: Reading, state: State) -> kinds.Refill:
    player = _player(reading, state)
    discard = read_values(reading, "discard", most=MOST_REFILLED) if "discard" in reading else ()
    return kinds.Refill(player, discard, read_values(reading, "cards", most=MOST_REFILLED, unknown=True))


class Kind(NamedTuple):
    """How one type of action is read: its keys in the order of checks, and the reader."""

    keys: tuple[str, ...]
    read: Callable[[Reading, State], kinds.Action]


BUILDS: Mapping[str, Kind] = {
    "place": Kind(("type", "player", "op", "landscape", "side"), _place),
    "move": Kind(("type", "player", "op", "from", "to"), _move),
    "flip": Kind(("type", "player", "op", "landscape"), _flip),
    "pass": Kind(("type", "player", "op"), _pass),
}
TYPES: Mapping[str, Kind] = {
    "place_estate": Kind(("type", "player", "landscape"), _place_estate),
    "choose_site": Kind(("type", "player", "site"), _choose_site),
    "deal_actions": Kind(("type", "player", "removed"), _deal_actions),
    "draft_offline": Kind(("type", "player"), _draft_offline),
    "pick_action": Kind(("type", "player", "card"), _pick_action),
    "play_supply": Kind(("type", "player", "cards"), _play_supply),
    "reveal": Kind(("type", "picks"), _reveal),
    "build": BUILDS["pass"],
    "refill": Kind(("type", "player", "discard", "cards"), _refill),
    "adjust": Kind(("type", "reason", "changes"), read_adjust),
}
