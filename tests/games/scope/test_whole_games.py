"""Whole games, played at random and by programs; the rulebook's examples."""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError
from companion.engine.rulebook import rulebook
from companion.games.scope.data import CARDS, ENEMY, FOLDER, PHASE_NAMES, SIDES, THEME_NAMES
from companion.games.scope.deeds import TYPES, legal, secrets
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import resolve_search_odds
from companion.games.scope.rules.setting_up import seal
from companion.games.scope.state import State
from tests.games.scope.player import FRONTS, Player, play, table
from tests.staged import survives_json
from tests.tables.test_api import Program

GAMES = int(os.environ.get("SCOPE_GAMES", "40"))
LONGEST = 4000


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = list(play(setup, Player(random), LONGEST))
    for _, _, after in lines:
        holds_together(after)
    before, action, last = random.choice(lines)
    survives_json(GAME, before, legal(before))
    assert GAME.apply(before, action).state == last
    ended, actions = lines[-1][2], [line[1] for line in lines]
    assert ended.winner in SIDES
    assert {each.rank for each in GAME.result(ended)} == {1, 2}  # type: ignore[misc]
    assert secrets.first_fault(setup, actions, ended) is None


def holds_together(state: State) -> None:
    """What is true after every action, whatever was chosen."""
    own = {"duel_of_aces": 2}.get(state.theme or "", 0)
    for side in SIDES:
        there = Counter(state.left(side)) + Counter(state.lost[side])
        there["sniper"] += state.spare_snipers[side]
        wanted = {card: number for card, number in state.counts.items() if card not in ("decoy", "empty")}
        wanted["sniper"] += own
        assert {card: there[card] for card in wanted} == wanted
        assert state.shots[side] is None or state.shots[side].slot.startswith(side)  # type: ignore[union-attr]
        intruders = [at for at in state.front(ENEMY[side]) if state.grid[at].side == side]
        assert all(state.grid[at].card == "infantry" for at in intruders)
    assert (state.pending is not None) == (state.phase == "decide")
    assert (state.winner is not None) == (state.phase == "finished") == (not legal(state))


@pytest.mark.parametrize("seed", range(12))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(GAME.shuffle(table(random), random), Player(random), LONGEST):
        listed = {entry["type"] for entry in legal(before)}
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError) as refused:
                    GAME.apply(before, {**other, "seat": before.slot})
                assert refused.value.path == "type"
        known[action["type"]] = action


@pytest.mark.parametrize("seed", range(8))
def test_every_choice_that_legal_lists_can_be_done(seed: int) -> None:
    random = Random(seed)
    player = Player(random, 0)
    for before, _, _ in list(play(GAME.shuffle(table(random), random), player, LONGEST))[:40]:
        for entry in legal(before):
            chosen = getattr(player, f"_{entry['type']}", lambda entry: {})(entry)
            GAME.apply(before, {"type": entry["type"], "seat": entry["seat"], **chosen})


@pytest.mark.parametrize("seed", range(6))
def test_what_everybody_saw_fits_what_truly_lies_there(seed: int) -> None:
    """At every moment the truth is possible by the odds, also after a correction of cards."""
    random = Random(seed)
    setup = GAME.shuffle({**table(random), "scenario": "quick_duel", "custom": None}, random)
    for n, (_, _, after) in enumerate(play(setup, Player(random, 0), LONGEST)):
        if n >= 24:
            break
        possible(after, random.choice(SIDES))


def possible(state: State, side: str) -> None:
    asked = {"front": side, "columns": state.columns, "rows": state.rows, "counts": state.counts}
    found = resolve_search_odds({**asked, "events": list(state.events[side])}).result  # type: ignore[index]
    odds = {row["cell"]: row["odds"] for row in found["cells"]}
    own = [at for at in state.front(side) if state.grid[at].side == side]  # type: ignore[arg-type]
    assert list(odds) == own
    assert all(state.grid[at].card in odds[at] for at in own)
    there = Counter(state.grid[at].card for at in own)
    assert found["remaining"] == {card: there[card] for card in found["remaining"]}


SALTS = {"german": "ab" * 16, "soviet": "cd" * 16}


@pytest.fixture
def sides(transactional_db: None) -> dict[str, Program]:
    setup = {"scenario": "quick_duel", "mode": "advanced", "laying": "players"}
    status, opened = Program().ask("", {"system": "scope", "title": "By wire", "setup": setup})
    assert status == 201
    return {seat["id"]: Program(opened["code"], seat["token"]) for seat in opened["seats"]}


def act(who: Program, action: dict[str, Any], seen: int) -> Any:
    status, told = who.ask("/actions", {"action": action, "seen": seen, "key": f"{who.token}-{seen}"})
    assert status == 201, told
    return told


def test_a_game_is_laid_out_played_and_won_and_no_seat_is_told_a_secret(sides: dict[str, Program]) -> None:
    for n, side in enumerate(reversed(SIDES), 1):
        front = {"type": "lay_out", "seat": side, "front": FRONTS[side], "salt": SALTS[side]}
        act(sides[side], front, n)
    seen = sides["german"].ask("")[1]
    assert seen["state"]["seals"] == {side: seal(FRONTS[side], SALTS[side]).digest for side in SIDES}
    ended = played(sides, Player(Random(57), 0))
    assert ended["winner"] in SIDES
    for side, who in sides.items():
        assert hides_nothing(who.ask("")[1]["state"])
        fronts = {e["action"]["seat"]: e["action"]["front"] for e in entries(who) if e["action"].get("front")}
        assert fronts == FRONTS, side


def played(sides: dict[str, Program], player: Player) -> Any:
    """Each turn is played by its seat's own token, from what that token is shown; the state at the end."""
    for _ in range(900):
        looks = {side: who.ask("")[1] for side, who in sides.items()}
        state = looks["german"]["state"]
        if state["phase"] == "finished":
            return state
        slot = state["slot"]
        other = next(side for side in SIDES if side != slot)
        assert not looks[other]["legal"]
        assert keeps_its_secrets(looks[slot]["state"], other)
        act(sides[slot], player.of(looks[slot]["legal"]), looks[slot]["version"])
    raise AssertionError("The game does not end.")


def keeps_its_secrets(state: Any, other: str) -> bool:
    """Of the other side only intruders and what is turned up lie open."""
    up = state["pending"] or {}
    shown = {up.get("cell"), up.get("infantry"), *up.get("cells", ())}
    cells = {at: each for at, each in state["grid"].items() if each["side"] == other and at not in shown}
    return {each["card"] for each in cells.values()} <= {"hidden", "infantry"}


def hides_nothing(state: Any) -> bool:
    return all(each["card"] != "hidden" for each in state["grid"].values())


def entries(who: Program) -> Any:
    return who.ask("/journal")[1]["entries"]


def test_until_the_end_no_journal_tells_the_enemys_front(sides: dict[str, Program]) -> None:
    for n, side in enumerate(SIDES, 1):
        act(sides[side], {"type": "lay_out", "seat": side, "front": FRONTS[side], "salt": SALTS[side]}, n)
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        told = json.dumps(entries(sides[side]))
        assert SALTS[side] in told
        assert SALTS[other] not in told
        assert json.dumps(FRONTS[other]) not in told


def test_the_shapes_of_every_question_are_described() -> None:
    described = json.loads(Client().get("/api/openapi.json").content)["paths"]
    for name in ("search-odds", "victory", "scenario-table", "quadrants", "setup", "legal", "view", "replay"):
        asked = described[f"/api/resolve/scope/{name}"]["post"]
        shape = asked["requestBody"]["content"]["application/json"]["schema"]
        assert shape["properties"], name


def test_every_card_theme_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASE_NAMES)
    assert not {*CARDS, *THEME_NAMES, *TYPES, *phases} - set(rulebook(FOLDER).entries)
