"""Every game that counts says how each seat came off: at the end alone, winners first, as it was played."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import shelf
from companion.engine.game import Game
from companion.engine.wire import Json

TESTS = Path(__file__).resolve().parents[1]


def played(game: Game[Any], setup: Json, actions: list[Json]) -> Iterator[Any]:
    """Every state of a recorded game."""
    state = game.open(setup).state
    yield state
    for action in actions:
        state = game.apply(state, action).state
        yield state


def recorded(path: str, slug: str) -> tuple[Game[Any], list[Any]]:
    whole = json.loads((TESTS / path).read_text("utf-8"))
    game = shelf.game(slug)
    return game, list(played(game, whole["setup"], whole["actions"]))


def test_a_war_of_scarper_counts_the_lead_in_morale() -> None:
    game, states = recorded("e2e/war.json", "scarper")
    assert not any(game.result(state) for state in states[:-1])
    one, two = game.result(states[-1])
    assert (one.seat, one.rank, one.points, one.words) == ("allied", 1, 8, "by attrition")
    assert (two.seat, two.rank, two.points) == ("german", 2, 0)


@pytest.mark.parametrize("line", (TESTS / "games/scarper/endings.jsonl").read_text("utf-8").splitlines())
def test_every_way_in_which_a_war_ends_has_its_winner(line: str) -> None:
    war = json.loads(line)
    game = shelf.game("scarper")
    *_, last = played(game, war["setup"], war["actions"])
    rows = game.result(last)
    winners = [row.seat for row in rows if row.rank == 1]
    assert winners == (["allied", "german"] if last.winner == "draw" else [last.winner])
    assert all(row.points >= 0 for row in rows)


def test_a_campaign_of_parabellum_counts_net_worth() -> None:
    game, states = recorded("campaigns/war.json", "parabellum")
    assert not any(game.result(state) for state in states[:-1])
    rows = game.result(states[-1])
    assert [row.rank for row in rows] == [1, 2]
    assert rows[0].seat == states[-1].winner
    report = game.procedure("campaign-report").resolve({"state": game.state_json(states[-1])}).result
    assert {row.seat: row.points for row in rows} == {
        each["player"]: each["net_worth"] for each in report["standings"]
    }


def test_a_campaign_that_nobody_wins_has_no_first() -> None:
    game, states = recorded("campaigns/war.json", "parabellum")
    rows = game.result(states[-1].changed(winner=None))
    assert [row.rank for row in rows] == [2, 3]
