"""What a season is told of a game of Verräter: everybody's end score, at its end alone."""

from random import Random

from companion.games.verraeter.game import GAME
from verraeter.player import Player, play


def test_a_game_tells_a_season_its_end_score() -> None:
    random = Random(7)
    setup = GAME.shuffle(
        {"players": ["blue", "green", "yellow"], "options": {"rounds_per_player": 1}}, random
    )
    lines = list(play(setup, Player(random)))
    assert not any(GAME.result(before) for before, _, _ in lines)
    ended = lines[-1][2]
    rows = GAME.result(ended)
    assert {row.seat: row.points for row in rows} == {
        score["player"]: score["total"] for score in ended.result["scores"]
    }
    assert sorted(row.seat for row in rows if row.rank == 1) == ended.result["winners"]
    assert len({row.words for row in rows}) == 1
