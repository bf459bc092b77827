"""The house as a player: legal deeds, nothing that its seat may not know, one game from one seed."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from companion import shelf
from companion.engine.game import Game
from companion.engine.player import NoMove, seeded, think, view_of
from companion.engine.player.matches import MINDS, Played, beaten, chairs_of, match, score, seating
from companion.engine.playing import View

PLAYS = [pytest.param(game, id=slug) for slug, game in shelf.games().items() if game.player]
every_game = pytest.mark.parametrize("game", PLAYS)


def hurried(game: Game[Any], work: int = 300) -> Game[Any]:
    """The same game, played by a house that may try few deeds."""
    assert game.player
    return replace(game, player=replace(game.player, work=work, depth=min(game.player.depth, 6)))


def games(game: Game[Any], name: str, count: int) -> list[list[Played[Any]]]:
    chairs = [chair.id for chair in chairs_of(game, {})]
    return [list(match(game, {}, dict.fromkeys(chairs, MINDS[name]), f"{name} {n}")) for n in range(count)]


@every_game
def test_whole_games_of_legal_deeds_come_to_an_end(game: Game[Any]) -> None:
    for name in ("random", "plays_along"):
        # A war of many evenings is as long as a hundred duels.
        for lines in games(game, name, 1 if game.campaign else 6):
            assert game.is_over(lines[-1].after)


@every_game
def test_a_thought_ends_in_a_deed_that_the_rules_take(game: Game[Any]) -> None:
    (lines,) = games(hurried(game, 60), "thinks", 1)
    assert game.is_over(lines[-1].after)


@every_game
def test_what_a_seat_may_not_see_changes_no_thought(game: Game[Any]) -> None:
    """Twins: the same table with other hidden cards. Each guess is seen by the seat as the table is."""
    game = hurried(game)
    assert game.player
    (lines,) = games(game, "random", 1)
    differing = 0
    for n, line in enumerate(lines):
        if line.seat and n % (25 if game.campaign else 5) == 0:
            view = view_of(game, line.before, line.seat)
            twin = game.player.guess(view)(Random(n))
            again = view_of(game, twin, line.seat)
            assert json.dumps(again, sort_keys=True) == json.dumps(view, sort_keys=True)
            assert think(game, view, "seed") == think(game, again, "seed")
            differing += game.state_json(twin) != game.state_json(line.before)
    assert differing


@every_game
def test_the_same_seed_is_the_same_game(game: Game[Any]) -> None:
    one, other = ([line.action for line in games(hurried(game, 60), "thinks", 1)[0]] for _ in range(2))
    assert one == other


@every_game
def test_each_thought_has_what_was_weighed_best_first(game: Game[Any]) -> None:
    lines = games(game, "random", 1)[0]
    line = next(line for line in lines[len(lines) // 2 :] if line.seat)
    thought = think(hurried(game), view_of(game, line.before, line.seat), "seed")
    assert thought.action == thought.weighed[0].action
    assert all(0 <= each.value <= 1 for each in thought.weighed)
    assert game.player
    values = [each.value for each in thought.weighed]
    assert game.player.lean or values == sorted(values, reverse=True)


def test_of_deeds_that_seem_equal_not_always_the_first_are_weighed() -> None:
    game = hurried(shelf.game("scope"))
    line = next(line for line in games(game, "random", 1)[0] if line.seat)
    view = view_of(game, line.before, line.seat)
    thoughts = (think(game, view, f"seed {n}") for n in range(12))
    cells = {each.action["cell"] for thought in thoughts for each in thought.weighed if "cell" in each.action}
    assert len(cells) == 12


def test_a_game_that_nobody_has_described_is_not_played() -> None:
    game = replace(shelf.game("scarper"), player=None)
    with pytest.raises(NoMove, match="does not play Scarper"):
        think(game, View("allied", {}), "seed")


def test_luck_hangs_on_its_words_alone() -> None:
    assert seeded("a", 1).random() == seeded("a", 1).random() != seeded("a", 2).random()


def test_all_change_seats_and_are_counted_against_the_others() -> None:
    assert seating(("a", "b", "c"), ("x", "y"), 0) == {"a": "x", "b": "y", "c": "y"}
    assert seating(("a", "b", "c"), ("x", "y"), 1) == {"a": "y", "b": "x", "c": "y"}
    game = shelf.game("scarper")
    assert game.result
    end = games(game, "plays_along", 1)[0][-1].after
    assert {beaten(game.result(end), side) for side in ("allied", "german")} in ({0.0, 1.0}, {0.5})
    half = score("x", [1.0, 0.0] * 50)
    assert (half.share, half.games) == (0.5, 100)
    assert 0.40 < half.least < 0.41 < 0.59 < half.most < 0.60


def test_a_program_lets_the_house_play(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("play", "scarper", "--seats", "plays_along,random", "--games", "2", "--json")
    *rows, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [row["game"] for row in rows] == [1, 2]
    assert rows[0]["seats"] != rows[1]["seats"]
    assert {each["name"] for each in last["scores"]} == {"plays_along", "random"}
    state = shelf.game("scarper").open(shelf.game("scarper").shuffle({}, seeded("1 0", "deal"))).state
    for action in rows[0]["actions"]:
        state = shelf.game("scarper").apply(state, action).state
    assert shelf.game("scarper").is_over(state)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["scarper", "--seats", "nobody"], "nobody who plays"),
        (["whist"], "whist"),
        (["scarper", "--setup", "{"], "Expecting"),
        (["scarper", "--setup", '{"year": 3}'], "year"),
    ],
)
def test_what_a_program_asks_wrongly_is_refused(words: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("play", *words)
