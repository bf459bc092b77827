"""Once more with sides changed: one tap opens the next game, everybody sits in it, and both are a series."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Evening, Member
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.tables import play, seating
from companion.tables.afterwards import again, chosen, next_of
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Seat, Table, Token

PLAYERS = {"allied": "Ada", "german": "Jo"}
OPTIONS = {"initiative_tie": "allied"}


def opened(options: Any = None) -> Table:
    setup = {"options": options or {}}
    return open_table(Opening(system="scarper", title="Thursday", setup=setup, players=PLAYERS))


def given_up(table: Table) -> Table:
    """The German side gives the war up as it begins."""
    play.act(table, HOUSE, {"type": "resign", "side": "german"}, table.version, f"up-{table.code}")
    table.refresh_from_db()
    return table


@pytest.fixture
def table(transactional_db: None) -> Table:
    return opened()


@pytest.fixture
def secrets(table: Table) -> dict[str, str]:
    """Ada hosts and plays the Allied side, Jo the German, and the wall looks on."""
    held = {name: new_secret() for name in ("Ada", "Jo", "wall")}
    seating.host(table, held["Ada"], "Ada's tablet")
    seating.sit(table, held["Ada"], "allied", "Ada's tablet", "Ada")
    seating.sit(table, held["Jo"], "german", "Jo's phone", "Jo")
    seating.watch(table, held["wall"], "The wall")
    return held


def browsing(secret: str) -> Client:
    browser = Client()
    browser.cookies[COOKIE] = secret
    return browser


def test_everybody_sits_on_the_other_side_and_the_host_stays_the_host(
    table: Table, secrets: dict[str, str]
) -> None:
    given_up(table)
    opened = again(table, device(table, secrets["Jo"]))
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
    table: Table, secrets: dict[str, str]
) -> None:
    given_up(table)
    pages = {name: browsing(secret) for name, secret in secrets.items()}
    there = f"/t/{table.code}/"
    assert "Again, sides changed" in pages["Jo"].get(there).content.decode()
    assert "Again, sides changed" not in pages["wall"].get(there).content.decode()
    moved = pages["Jo"].post(f"{there}again/")
    table.refresh_from_db()
    assert moved["Location"] == f"/t/{table.again}/"
    assert pages["Ada"].post(f"{there}again/")["Location"] == moved["Location"]
    assert Table.objects.count() == 2
    for page in (there, f"{there}film/"):
        shown = pages["Ada"].get(page).content.decode()
        assert "To the next game" in shown
        assert f'href="/t/{table.again}/"' in shown


def test_a_game_that_goes_on_and_one_who_only_looks_on_open_nothing(
    table: Table, secrets: dict[str, str]
) -> None:
    with pytest.raises(IllegalAction, match="not over"):
        again(table, device(table, secrets["Ada"]))
    refused = browsing(secrets["wall"]).post(f"/t/{given_up(table).code}/again/", follow=True)
    assert Table.objects.count() == 1
    assert refused.status_code == 200


def test_house_rules_stay_and_the_cards_are_shuffled_anew(transactional_db: None) -> None:
    table = given_up(opened(OPTIONS))
    anew = again(table, HOUSE)
    first, second = (Entry.objects.get(table=each, number=1).action for each in (table, anew))
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


def test_a_first_rematch_opens_a_series_and_a_second_joins_it(table: Table, secrets: dict[str, str]) -> None:
    given_up(table)
    second = given_up(again(table, device(table, secrets["Ada"])))
    series = Campaign.objects.get(kind="series")
    assert [each.table for each in Evening.objects.filter(campaign=series)] == [table, second]
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
