"""After a game: looking back, its film, and a rematch."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Evening, Member
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.tables import play, seating
from companion.tables.afterwards import LookBack, again, chosen, film, look_back, next_of, place_of
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Seat, Table, Token
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

WAR = json.loads((Path(__file__).parents[1] / "e2e" / "war.json").read_text("utf-8"))

GAMES = [slug for slug, game in shelf.games().items() if game.film and game.demo]


def played(slug: str, setup: Any, actions: Any) -> Table:
    table = open_table(Opening(system=slug, title="Thursday", setup=setup))
    for number, action in enumerate(actions, 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def told(table: Table) -> LookBack:
    known = position(table)
    found = look_back(table, known, len(known.numbers))
    assert found
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_tells_its_course_and_what_turned_it(transactional_db: None, slug: str) -> None:
    demo = shelf.game(slug).demo
    assert demo
    table = played(slug, *demo())
    found = told(table)
    assert all(len(each.values) == table.version for each in found.strip.chart.series)
    assert found.points
    numbers = [each.turning.number for each in found.points]
    assert numbers == sorted(numbers)
    assert all(str(each.words) for each in found.points)
    browser, secret = Client(), new_secret()
    seating.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    page = browser.get(f"/t/{table.code}/film/?line={numbers[0]}").content.decode()
    assert f'value="{numbers[0] - 1}" aria-valuetext' in page
    assert f"?line={numbers[-1]}" in page
    assert "Back to the table" in page
    assert f'href="/print/{slug}/front-page.pdf?table={table.code}"' in page


def test_luck_is_what_the_steps_tell_of_every_charge(transactional_db: None) -> None:
    table = played("scarper", WAR["setup"], WAR["actions"])
    found = told(table)
    charges = sum(action["type"] == "frontal_charge" for action in WAR["actions"])
    events = str(WAR["actions"]).count("'attacker':") - charges
    assert sum(each.luck.throws for each in found.fortunes) == charges + events
    assert {each.side for each in found.fortunes} == {"allied", "german"}
    assert found.best[0].title == "Best card"


def test_what_is_still_walked_through_is_on_no_film(transactional_db: None) -> None:
    reveal = next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "reveal_missions")
    table = played("scarper", WAR["setup"], WAR["actions"][: reveal + 1])
    shown = film(table, HOUSE, 999, playing=False)
    assert shown
    assert shown["film"]["of"] == table.version - 1
    assert shown["table"].last[0].number == table.version - 1
    assert len(shown["film"]["strip"].chart.series[0].values) == table.version - 1


LINES = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
]


@pytest.fixture
def filmed(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    filmed = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in LINES:
        filmed.refresh_from_db()
        play.act(filmed, HOUSE, action, filmed.version, f"line-{filmed.version}")
    filmed.refresh_from_db()
    return filmed


def test_each_line_is_shown_as_the_table_stood_after_it(filmed: Table) -> None:
    plates = []
    for n in range(len(LINES) + 1):
        shown = film(filmed, HOUSE, n, playing=False)
        assert shown is not None
        plates.append(shown["v"].bar.phase)
        assert shown["table"].last[0].number == n + 1
        assert not shown["table"].may_act
    assert plates[0] == plates[1]
    assert plates[-1] != plates[0]


def test_a_place_beyond_the_end_is_the_end_and_there_it_begins_anew(filmed: Table) -> None:
    end = film(filmed, HOUSE, 999, playing=True)
    assert end is not None
    assert not end["film"]["playing"]
    assert end["film"]["play"] == "?n=0&play=1"


def test_while_it_plays_the_next_line_follows_by_itself(filmed: Table) -> None:
    shown = film(filmed, HOUSE, 1, playing=True)
    assert shown is not None
    assert shown["film"]["next"].endswith("?n=2&play=1")


def test_a_line_is_found_by_its_number(filmed: Table) -> None:
    assert [place_of(filmed, line) for line in (1, 3, 999)] == [0, 2, len(LINES)]


def faces(filmed: Table, n: int) -> int:
    """How many cards lie open on a picture of the film."""
    shown = film(filmed, HOUSE, n, playing=False)
    assert shown is not None
    return sum(cell["face"] is not None for cell in shown["v"].stage.board.values["city"]["cells"])


def test_hidden_cards_lie_open_in_the_film_of_a_game_that_is_over_and_in_no_other(
    transactional_db: None,
) -> None:
    filmed = open_table(Opening(system="scope", title="Thursday", setup={"scenario": "quick_duel"}))
    move = {"type": "move", "seat": "german", "quadrant": "a1", "order": [1, 0, 2, 3]}
    play.act(filmed, HOUSE, move, 1, "first")
    filmed.refresh_from_db()
    assert [faces(filmed, n) for n in (0, 1)] == [0, 0]
    play.act(filmed, HOUSE, {"type": "resign", "seat": "soviet"}, 2, "second")
    filmed.refresh_from_db()
    assert [faces(filmed, n) for n in (0, 1, 2)] == [24, 24, 24]


REMATCHED = {"allied": "Ada", "german": "Jo"}

OPTIONS = {"initiative_tie": "allied"}


def opened(options: Any = None) -> Table:
    setup = {"options": options or {}}
    return open_table(Opening(system="scarper", title="Thursday", setup=setup, players=REMATCHED))


def given_up(ended: Table) -> Table:
    """The German side gives the war up as it begins."""
    play.act(ended, HOUSE, {"type": "resign", "side": "german"}, ended.version, f"up-{ended.code}")
    ended.refresh_from_db()
    return ended


@pytest.fixture
def ended(transactional_db: None) -> Table:
    return opened()


@pytest.fixture
def secrets(ended: Table) -> dict[str, str]:
    """Ada hosts and plays the Allied side, Jo the German, and the wall looks on."""
    held = {name: new_secret() for name in ("Ada", "Jo", "wall")}
    seating.host(ended, held["Ada"], "Ada's tablet")
    seating.sit(ended, held["Ada"], "allied", "Ada's tablet", "Ada")
    seating.sit(ended, held["Jo"], "german", "Jo's phone", "Jo")
    seating.watch(ended, held["wall"], "The wall")
    return held


def browsing(secret: str) -> Client:
    browser = Client()
    browser.cookies[COOKIE] = secret
    return browser


def test_everybody_sits_on_the_other_side_and_the_host_stays_the_host(
    ended: Table, secrets: dict[str, str]
) -> None:
    given_up(ended)
    opened = again(ended, device(ended, secrets["Jo"]))
    assert list(Seat.objects.filter(table=opened).values_list("chair", "player")) == [
        ("allied", "Jo"),
        ("german", "Ada"),
    ]
    assert device(opened, secrets["Ada"]).holds == ("german",)
    assert device(opened, secrets["Jo"]).holds == ("allied",)
    assert device(opened, secrets["Ada"]).host
    assert not device(opened, secrets["wall"]).plays
    assert device(opened, secrets["wall"]).joined
    assert opened.version == 1


def test_the_first_who_asks_opens_it_and_all_others_are_led_there(
    ended: Table, secrets: dict[str, str]
) -> None:
    given_up(ended)
    pages = {name: browsing(secret) for name, secret in secrets.items()}
    there = f"/t/{ended.code}/"
    assert "Again, sides changed" in pages["Jo"].get(there).content.decode()
    assert "Again, sides changed" not in pages["wall"].get(there).content.decode()
    moved = pages["Jo"].post(f"{there}again/")
    ended.refresh_from_db()
    assert moved["Location"] == f"/t/{ended.again}/"
    assert pages["Ada"].post(f"{there}again/")["Location"] == moved["Location"]
    assert Table.objects.count() == 2
    for page in (there, f"{there}film/"):
        shown = pages["Ada"].get(page).content.decode()
        assert "To the next game" in shown
        assert f'href="/t/{ended.again}/"' in shown


def test_a_game_that_goes_on_and_one_who_only_looks_on_open_nothing(
    ended: Table, secrets: dict[str, str]
) -> None:
    with pytest.raises(IllegalAction, match="not over"):
        again(ended, device(ended, secrets["Ada"]))
    refused = browsing(secrets["wall"]).post(f"/t/{given_up(ended).code}/again/", follow=True)
    assert Table.objects.count() == 1
    assert refused.status_code == 200


def test_house_rules_stay_and_the_cards_are_shuffled_anew(transactional_db: None) -> None:
    ended = given_up(opened(OPTIONS))
    anew = again(ended, HOUSE)
    first, second = (Entry.objects.get(table=each, number=1).action for each in (ended, anew))
    assert first["options"] == second["options"] == OPTIONS
    assert first["decks"] != second["decks"]


@pytest.mark.parametrize("slug", [slug for slug, game in shelf.games().items() if game.at_table])
def test_what_people_chose_opens_every_game_again(slug: str) -> None:
    game = shelf.game(slug)
    demo = game.demo
    setup = demo()[0] if demo else {}
    kept = chosen(slug, setup)
    assert set(kept) <= set(setup)
    assert game.open(game.shuffle(kept, Random(1))).state is not None


def test_a_first_rematch_opens_a_series_and_a_second_joins_it(ended: Table, secrets: dict[str, str]) -> None:
    given_up(ended)
    second = given_up(again(ended, device(ended, secrets["Ada"])))
    series = Campaign.objects.get(kind="series")
    assert [each.table for each in Evening.objects.filter(campaign=series)] == [ended, second]
    assert Member.objects.get(campaign=series, host=True).label == "Ada's tablet"
    assert Member.objects.filter(campaign=series).count() == 3
    page = browsing(secrets["Jo"]).get(f"/t/{second.code}/").content.decode()
    assert "series Ada 1 : 1 Jo" in page or "series Jo 1 : 1 Ada" in page
    assert f'href="/campaigns/{series.code}/"' in page
    third = again(second, device(second, secrets["Jo"]))
    assert Campaign.objects.count() == 1
    assert Evening.objects.filter(campaign=series).count() == 3
    assert next_of(Table.objects.get(pk=second.pk)) == third
    assert Token.objects.filter(table=third, role="host").exists()


def test_a_scenario_that_was_chosen_is_played_again_and_its_fronts_are_laid_anew() -> None:
    asked = {"scenario": "deep_front", "mode": "advanced", "options": {"memory_aid": True}}
    for setup in (asked, {**asked, "laying": "players"}, {**asked, "laying": "table"}):
        assert chosen("scope", shelf.game("scope").shuffle(setup, Random(1))) == setup
