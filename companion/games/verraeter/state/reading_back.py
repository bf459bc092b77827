"""A state read from the JSON that a table, a backup or a question holds (specification 3.3).

Its shape is checked key by key; whether the parts fit each other is the caller's word.
"""

from collections.abc import Collection
from typing import Literal

from companion.engine.reading import Reading, integer
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    BUILDING_CARDS,
    BUILDING_SIDES,
    CIRCLE,
    HOUSES,
    LANDSCAPES,
    PHASES,
)
from companion.games.verraeter.state import naming
from companion.games.verraeter.state.cards import read_cards
from companion.games.verraeter.state.options import read_options
from companion.games.verraeter.state.table import Building, Draft, Due, Landscape, Player, Site, State

KEYS = tuple(key for key in State.__slots__ if key != "words")
PLAYER_KEYS = tuple(Player.__slots__)
MODES: tuple[Literal["digital"], Literal["offline"]] = ("digital", "offline")
LOWEST_VP, HIGHEST_VP = -999, 9999
MOST_ROUNDS = 20
MOST_DUE, MOST_ENTITLED = 4, 4


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable."""
    reading = Reading(value, KEYS, path)
    players = _players(reading)
    ids = tuple(player.id for player in players)
    return State(
        players=players,
        phase=reading.name("phase", PHASES),
        round=reading.integer("round", 1, MOST_ROUNDS),
        rounds=reading.integer("rounds", 3, MOST_ROUNDS),
        active=naming.read_player_or_none(reading.raw("active"), reading.at("active"), ids),
        start_player=_player(reading, "start_player", ids),
        strategy_holder=_player(reading, "strategy_holder", ids),
        circle=tuple(
            _landscape(Reading(each, ("type", "house", "building"), reading.at("circle", n)), ids)
            for n, each in enumerate(reading.items("circle", CIRCLE, CIRCLE))
        ),
        site=None if reading.raw("site") is None else read_site(reading),
        draft=_draft(Reading(reading.raw("draft"), tuple(Draft.__slots__), reading.at("draft"))),
        draw=naming.read_values(reading, "draw", unknown=True),
        discard=naming.read_values(reading, "discard"),
        refill=tuple(
            _due(Reading(each, tuple(Due.__slots__), reading.at("refill", n)), ids)
            for n, each in enumerate(reading.items("refill", 0, MOST_DUE))
        ),
        last_conflict=reading.raw("last_conflict"),
        result=reading.raw("result"),
        options=read_options(reading.raw("options"), reading.at("options"), in_full=True),
        cards=read_cards(reading.raw("cards"), reading.at("cards"), in_full=True),
    )


def _players(reading: Reading) -> tuple[Player, ...]:
    listed = reading.items("players", naming.FEWEST_PLAYERS, naming.MOST_PLAYERS)
    players = tuple(
        _read_player(Reading(each, PLAYER_KEYS, reading.at("players", n))) for n, each in enumerate(listed)
    )
    naming.check_unique([player.id for player in players], reading.at("players"), ".id")
    return players


def _read_player(reading: Reading) -> Player:
    return Player(
        id=naming.read_id(reading.raw("id"), reading.at("id")),
        allegiance=reading.name("allegiance", HOUSES),
        vp=reading.integer("vp", LOWEST_VP, HIGHEST_VP),
        hand=naming.read_values(reading, "hand", unknown=True),
        unplaced=reading.integer("unplaced", 0, BUILDING_CARDS),
        pick=naming.read_name_or_none(reading, "pick", ACTION_CARDS),
        played=None if reading.raw("played") is None else naming.read_values(reading, "played"),
    )


def _player(reading: Reading, key: str, ids: Collection[str]) -> str:
    return naming.read_player(reading.raw(key), reading.at(key), ids)


def _landscape(reading: Reading, ids: Collection[str]) -> Landscape:
    kind, house = reading.name("type", LANDSCAPES), reading.name("house", HOUSES)
    if reading.raw("building") is None:
        return Landscape(kind, house)
    card = Reading(reading.raw("building"), tuple(Building.__slots__), reading.at("building"))
    return Landscape(kind, house, Building(_player(card, "player", ids), card.name("side", BUILDING_SIDES)))


def read_site(reading: Reading) -> Site:
    """Two positions, in the order in which they are given."""
    i, j = (
        integer(each, reading.at("site", n), 0, CIRCLE - 1)
        for n, each in enumerate(reading.items("site", 2, 2))
    )
    return i, j


def _draft(reading: Reading) -> Draft:
    mode = naming.read_name_or_none(reading, "mode", MODES)
    removed = naming.read_name_or_none(reading, "removed", ACTION_CARDS)
    pool = naming.read_card_list(reading, "pool", ACTION_CARDS, 0, 5)
    leftover = naming.read_card_list(reading, "leftover", ACTION_CARDS, 0, 2)
    return Draft(mode, removed, pool, leftover)


def _due(reading: Reading, ids: Collection[str]) -> Due:
    return Due(_player(reading, "player", ids), reading.integer("entitlement", 1, MOST_ENTITLED))
