"""The film of a table: each line has an address, nothing but what everybody may see is on it."""

import pytest

from companion.tables import play
from companion.tables.afterwards import film, place_of
from companion.tables.devices import HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

LINES = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
]


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in LINES:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return table


def test_each_line_is_shown_as_the_table_stood_after_it(table: Table) -> None:
    plates = []
    for n in range(len(LINES) + 1):
        shown = film(table, HOUSE, n, playing=False)
        assert shown is not None
        plates.append(shown["v"].bar.phase)
        assert shown["table"].last[0].number == n + 1
        assert not shown["table"].may_act
    assert plates[0] == plates[1]
    assert plates[-1] != plates[0]


def test_a_place_beyond_the_end_is_the_end_and_there_it_begins_anew(table: Table) -> None:
    end = film(table, HOUSE, 999, playing=True)
    assert end is not None
    assert not end["film"]["playing"]
    assert end["film"]["play"] == "?n=0&play=1"


def test_while_it_plays_the_next_line_follows_by_itself(table: Table) -> None:
    shown = film(table, HOUSE, 1, playing=True)
    assert shown is not None
    assert shown["film"]["next"].endswith("?n=2&play=1")


def test_a_line_is_found_by_its_number(table: Table) -> None:
    assert [place_of(table, line) for line in (1, 3, 999)] == [0, 2, len(LINES)]


def faces(table: Table, n: int) -> int:
    """How many cards lie open on a picture of the film."""
    shown = film(table, HOUSE, n, playing=False)
    assert shown is not None
    return sum(cell["face"] is not None for cell in shown["v"].stage.board.values["city"]["cells"])


def test_hidden_cards_lie_open_in_the_film_of_a_game_that_is_over_and_in_no_other(
    transactional_db: None,
) -> None:
    table = open_table(Opening(system="scope", title="Thursday", setup={"scenario": "quick_duel"}))
    move = {"type": "move", "seat": "german", "quadrant": "a1", "order": [1, 0, 2, 3]}
    play.act(table, HOUSE, move, 1, "first")
    table.refresh_from_db()
    assert [faces(table, n) for n in (0, 1)] == [0, 0]
    play.act(table, HOUSE, {"type": "resign", "seat": "soviet"}, 2, "second")
    table.refresh_from_db()
    assert [faces(table, n) for n in (0, 1, 2)] == [24, 24, 24]
