"""What the rulebook allows: its numbers, what is legal, and what is refused in which words."""

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction
from companion.engine.rulebook import rulebook
from companion.games.parabellum.actions import TYPES
from companion.games.parabellum.campaign.playing import Player, play, written
from companion.games.parabellum.data import (
    AIMS,
    FEATURES,
    FOLDER,
    FOOTPRINTS,
    PHASES,
    POSITIONS_OF,
    RESOURCES,
    STANDARD_TERRAIN,
    WORKS,
)
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.state import Load, State, Unit
from tests.games.parabellum.yard import reserve, setup, table, unit_at


def test_every_phase_deed_terrain_feature_resource_footprint_and_aim_has_an_entry() -> None:
    things = {
        *TYPES,
        *FEATURES,
        *RESOURCES,
        *(f"phase-{phase}" for phase in PHASES),
        *(f"terrain-{terrain}" for terrain in STANDARD_TERRAIN),
        *(f"footprint-{footprint}" for footprint in FOOTPRINTS),
        *(f"objective-{aim}" for aim in AIMS),
    }
    assert not things - set(rulebook(FOLDER).entries)


N = "north"

CASES = Path(__file__).with_name("refusals.tsv").read_text("utf-8").splitlines()


def piece(words: str) -> Unit:
    """A unit as a line has it: owner, card, square and place in it, and what else is so."""
    plain, brace, more = words.partition(" {")
    owner, kind, *where = plain.split()
    if where == ["reserve"]:
        return reserve(owner, kind)
    changes = json.loads(brace.strip() + more) if brace else {}
    if "cargo" in changes:
        changes["cargo"] = Load(*changes["cargo"])
    return unit_at(owner, kind, *where, **changes)


def drawn(phase: str, units: str, more: str) -> State:
    changes = json.loads(more or "{}")
    if "caches" in changes:
        changes["caches"] = {square: Load(*load) for square, load in changes["caches"].items()}
    if "choosers" in changes:
        changes["choosers"] = tuple(changes["choosers"])
    return table(phase, *(piece(each) for each in units.split("; ") if each), **changes)


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_a_breach_is_refused_at_its_place(case: str) -> None:
    *state, deed, refusal = case.split("\t")
    kind, _, more = deed.partition(" ")
    with pytest.raises(GameError) as refused:
        apply(drawn(*state), {"player": N, "type": kind, **json.loads(more or "{}")})
    assert len(refused.value.message) > 12
    assert (
        f"{refused.value.code.removesuffix('_action').removesuffix('_input')} {refused.value.path}".strip()
        == refusal
    )


def test_a_booklet_can_ban_a_type_and_its_passengers() -> None:
    boarded = table("deployment", unit_at(N, "carrier"), unit_at(N, "squad", where="aboard", transport="u1"))
    banned = boarded.changed(scenario="2b")
    mortar = table("deployment", unit_at(N, "mortar")).changed(scenario="2b")
    apply(banned, {"type": "deploy", "player": N, "unit": "u1", "square": "a1", "position": "n"})
    with pytest.raises(IllegalAction) as refused:
        apply(mortar, {"type": "deploy", "player": N, "unit": "u1", "square": "a1", "position": "n"})
    assert refused.value.path == "unit"


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, {"type": None}, {"type": ["move"]}])
def test_what_is_no_action_is_invalid(value: Any) -> None:
    with pytest.raises(GameError) as refused:
        apply(table("movement"), value)
    assert refused.value.code == "invalid_input"


SQUARES = [f"{column}{row}" for row in (1, 2, 3, 4) for column in "abcdef"]

BATTLE_PHASES = ("setup", "movement", "deployment", "logistics", "special", "direct", "boardroom")

ONE_FUEL, ONE_ROUND = {"fuel": 1, "ammunition": 0}, {"fuel": 0, "ammunition": 1}


def passes(state: State, action: dict[str, Any]) -> bool:
    counter = {"counter": False} if action["type"] == "attack" else {}
    try:
        GAME.apply(state, GAME.roll(state, {**counter, **action}, Random(1)))
    except GameError:
        return False
    return True


def listed(entries: list[dict[str, Any]], kind: str, unit: str, key: str = "unit") -> dict[str, Any]:
    return next((entry for entry in entries if entry["type"] == kind and entry.get(key) == unit), {})


def claims(state: State, player: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Actions, and whether the entries say that they can be done."""
    entries = [entry for entry in legal(state) if entry.get("player") == player]
    own = list(state.of(player))
    for unit in own:
        deed = {"player": player, "unit": unit}
        for kind in ("entrench", "dig_out", "extract", "disband", "scrap"):
            yield {**deed, "type": kind}, bool(listed(entries, kind, unit))
        yield from on_squares(state, entries, deed)
        yield from at_targets(state, entries, deed)
        yield from with_tokens(state, entries, deed)
    for one, other in permutations(own, 2):
        boards = other in listed(entries, "board", one).get("transports", ())
        yield {"type": "board", "player": player, "unit": one, "transport": other}, boards
        merges = other in listed(entries, "reorganize", one, "keep").get("scraps", ())
        yield {"type": "reorganize", "player": player, "keep": one, "scrap": other}, merges
        pair = [e for e in entries if (e["type"], e.get("from"), e.get("to")) == ("transfer", one, other)]
        for load, key in ((ONE_FUEL, "fuel"), (ONE_ROUND, "ammunition")):
            hands = bool(pair) and pair[0][key] > 0
            yield {"type": "transfer", "player": player, "from": one, "to": other, **load}, hands


def on_squares(
    state: State, entries: list[dict[str, Any]], deed: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], bool]]:
    unit = deed["unit"]
    positions = POSITIONS_OF[state.footprint(unit)]
    for position in positions:
        may = position in listed(entries, "reposition", unit).get("positions", ())
        yield {**deed, "type": "reposition", "position": position}, may
    works = listed(entries, "engineer", unit).get("works", {})
    for square in SQUARES:
        deploys = square in listed(entries, "deploy", unit).get("squares", ())
        yield {**deed, "type": "deploy", "square": square, "position": positions[-1]}, deploys
        for work in WORKS:
            yield {**deed, "type": "engineer", "work": work, "square": square}, square in works.get(work, ())
    if state.phase == "logistics":
        lands = listed(entries, "alight", unit).get("squares", ())
        for square in SQUARES:
            tries = ({**deed, "type": "alight", "square": square, "position": each} for each in positions)
            found = [each for each in tries if passes(state, each)]
            assert bool(found) == (square in lands)


def at_targets(
    state: State, entries: list[dict[str, Any]], deed: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], bool]]:
    unit = deed["unit"]
    arc = listed(entries, "barrage", unit)
    for other in state.units:
        seen = other in listed(entries, "recon", unit).get("targets", ())
        yield {**deed, "type": "recon", "target": other}, seen
        strikes = other in listed(entries, "attack", unit).get("targets", ())
        yield {**deed, "type": "attack", "target": other}, strikes
        yield {**deed, "type": "barrage", "shots": [{"unit": other}]}, other in arc.get("units", ())
    for square in SQUARES:
        fires = square in listed(entries, "attack_cache", unit).get("squares", ())
        yield {**deed, "type": "attack_cache", "square": square}, fires
        yield {**deed, "type": "barrage", "shots": [{"cache": square}]}, square in arc.get("caches", ())


def with_tokens(
    state: State, entries: list[dict[str, Any]], deed: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], bool]]:
    unit = deed["unit"]
    for kind in ("stow", "unstow"):
        entry = listed(entries, kind, unit)
        for load, key in ((ONE_FUEL, "fuel"), (ONE_ROUND, "ammunition")):
            yield {**deed, "type": kind, **load}, entry.get(key, 0) > 0
            over = {**load, key: entry.get(key, 0) + 1}
            yield {**deed, "type": kind, **over}, False
    laid = listed(entries, "cache", unit)
    for square in SQUARES:
        room = laid.get("squares", {}).get(square, 0)
        for load, key in ((ONE_FUEL, "fuel"), (ONE_ROUND, "ammunition")):
            yield {**deed, "type": "cache", "square": square, **load}, room > 0 and laid[key] > 0
        here = ("pick_up", unit, square)
        there = [e for e in entries if (e["type"], e.get("unit"), e.get("square")) == here]
        yield {**deed, "type": "pick_up", "square": square, **ONE_FUEL}, bool(there) and there[0]["fuel"] > 0


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_passes_and_what_is_not_is_refused(seed: int) -> None:
    random = Random(seed)
    options = {"partial_resupply": seed % 2 == 1, "setup_manipulation": seed % 3 == 0}
    for n, (state, _, _) in enumerate(play(setup(2, **options), Player(random))):
        if n % 20 or state.active is None or state.phase not in BATTLE_PHASES:
            continue
        for action, said in claims(state, state.active):
            assert passes(state, action) == said, (state.phase, action)


@pytest.mark.parametrize("seed", range(2))
def test_the_most_that_can_be_bought_is_exact(seed: int) -> None:
    random = Random(seed)
    for n, (state, _, _) in enumerate(play(setup(3), Player(random))):
        if n % 10 or state.phase not in ("setup", "boardroom"):
            continue
        for entry in (entry for entry in legal(state) if entry["type"] == "purchase"):
            deed = {"type": "purchase", "player": entry["player"], "resource": entry["resource"]}
            for kind, most in entry.get("units", {}).items():
                assert passes(state, {**deed, "items": [{"unit": kind, "quantity": most}]})
                assert not passes(state, {**deed, "items": [{"unit": kind, "quantity": most + 1}]})
            if "max" in entry:
                assert passes(state, {**deed, "quantity": entry["max"]})
                assert not passes(state, {**deed, "quantity": entry["max"] + 1})


@pytest.mark.parametrize("seed", range(3))
def test_every_listed_entry_can_be_done(seed: int) -> None:
    """One try at each entry of a state, not only at the one that the player takes."""
    random = Random(50 + seed)
    player = Player(random, by_hand=0)
    for n, (state, _, _) in enumerate(play(setup(3), player)):
        if n % 10 == 0:
            for entry in legal(state):
                GAME.apply(state, written(state, player.fill(state, entry), random))
