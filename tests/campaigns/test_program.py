"""Six Nights: what is played each night, who changes sides, what is carried from one to the next."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Evening
from campaigns.series.plays import plays
from campaigns.series.standings import standings
from companion.games.scope.game import GAME
from companion.games.scope.state import State
from companion.tables import play as tables_play
from companion.tables.devices import HOUSE
from companion.tables.models import Seat, Table
from companion.tables.position import position
from tests.games.scope.drawn import after, deed, opened, small


@pytest.fixture
def host(transactional_db: None) -> Client:
    """A browser that has begun a series of SCOPE."""
    browser = Client()
    assert browser.post("/campaigns/series/scope/", {"title": "Winter"}).status_code == 302
    return browser


def home() -> str:
    return f"/campaigns/{Campaign.objects.get().code}/"


def evening(browser: Client, night: int, **changed: str) -> Table:
    """Open the table of a night as its form proposes it."""
    page = browser.get(f"{home()}season/table/?night={night}")
    form = page.context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, [])}
    given = {**said, "on": "2026-01-05", **changed}
    answer = browser.post(f"{home()}season/table/?night={night}", given)
    assert answer.status_code == 302, answer.context["form"].errors
    return Table.objects.order_by("-pk")[0]


def state_of(table: Table) -> State:
    state: State = position(table).state
    return state


def test_the_nights_stand_on_the_seasons_page_and_the_next_is_proposed(host: Client) -> None:
    page = host.get(home()).content.decode()
    assert "Six Nights" in page
    for night in GAME.program.nights:  # type: ignore[union-attr]
        assert night.name in page
    assert page.count("button--main") == 2
    assert "is-next" in page


@pytest.mark.parametrize(
    ("night", "columns", "mode", "theme"),
    [
        (1, 3, "basic", None), (2, 4, "basic", None), (3, 4, "basic", "duel_of_aces"),
        (4, 4, "basic", "break_the_chain"), (5, 5, "advanced", None), (6, 6, "advanced", None),
    ],
)  # fmt: skip
def test_each_night_is_opened_as_it_is_to_be_played(
    host: Client, night: int, columns: int, mode: str, theme: str | None
) -> None:
    state = state_of(evening(host, night))
    assert (state.columns, state.mode, state.theme) == (columns, mode, theme)
    rows = host.get(home()).context["nights"]
    assert [bool(row.play) for row in rows] == [n == night for n in range(1, 7)]


def test_sides_change_every_night_and_the_winner_carries_a_point(host: Client) -> None:
    people = {"p.german": "Ada", "p.soviet": "Boris"}
    first = evening(host, 1, **people, **{"o.laying": "none"})
    resign = {"type": "resign", "seat": "german"}
    tables_play.act(first, HOUSE, resign, 1, "given up")
    season = plays(Campaign.objects.get())
    assert [(line.name, line.carried) for line in standings(season, carries=True)] == [
        ("Boris", 1),
        ("Ada", 0),
    ]
    second = evening(host, 2)
    names = dict(Seat.objects.filter(table=second).values_list("chair", "player"))
    assert names == {"german": "Boris", "soviet": "Ada"}
    rows = host.get(home()).context["nights"]
    assert [row.is_next for row in rows] == [False, False, True, False, False, False]
    told = host.get(home()).content.decode()
    heads = [head.split("<")[0] for head in told.split('scope="col">')[1:]]
    assert heads[:4] == ["Player", "Victories", "Carried", "Played"]


def test_a_night_without_a_table_is_known_by_its_name(host: Client) -> None:
    form = {"date": "2026-01-05", "title": "Night 2: Quick Duel", "came": "", "notes": "",
            "player.0": "Ada", "points.0": "6", "player.1": "Boris", "points.1": "5"}  # fmt: skip
    assert host.post(f"{home()}season/play/", form).status_code == 302
    rows = host.get(home()).context["nights"]
    assert rows[1].play.evening == Evening.objects.get()
    assert rows[0].is_next


def ended(german: int) -> State:
    """A German side that shot first and lost by points, so many points short of the objective."""
    fronts: list[list[str]] = [["sniper", "officer"], ["scout", "empty"]]
    setup: dict[str, Any] = small(fronts, fronts)
    setup["custom"]["objective"] = 2
    score = {
        "type": "adjust",
        "reason": "so far",
        "changes": [{"target": "score", "side": "german", "by": german}],
    }
    state = after(GAME.open(setup).state, deed("move", quadrant="a1", order=[0, 1, 2, 3]))
    while state.slot != "soviet":
        state = after(state, deed("end_turn"))
    state = after(state, deed("search", "soviet", cell="b2"))
    return after(state, score, deed("shoot", "soviet", quadrant="a3"))


@pytest.mark.parametrize(("points", "carried"), [(1, 1), (0, 0)])
def test_who_lost_by_points_and_was_one_short_carries_one_too(points: int, carried: int) -> None:
    state = ended(points)
    assert state.reason == "points"
    results = {each.seat: each.carried for each in GAME.result(state)}  # type: ignore[misc]
    assert results == {"soviet": 1, "german": carried}


def test_who_gave_up_carries_nothing_however_near_he_was() -> None:
    state = after(opened(), deed("resign"))
    assert {each.seat: each.carried for each in GAME.result(state)} == {"soviet": 1, "german": 0}  # type: ignore[misc]
