"""“With these dice” waits for every die, with script and without; rolling is the other button."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table

WAR = json.loads((Path(__file__).parents[2] / "e2e" / "war.json").read_text("utf-8"))
DICE = {
    "charge": (52, "?at=somme&do=charge", {"a.rolls.attacker": "6", "a.rolls.defender": "1"}),
    "assault": (28, "?at=ypres&do=assault", {"a.rolls.d6": "6"}),
    "charge by event": (
        39,
        "?e0=ypres",
        {"a.choices.0.rolls.attacker": "4", "a.choices.0.rolls.defender": "1"},
    ),
    "assault by event": (62, "?e0=verdun", {"a.choices.0.rolls.d6": "6"}),
}
every_form = pytest.mark.parametrize(("line", "address", "faces"), DICE.values(), ids=DICE)


@pytest.fixture
def browser(db: None) -> tuple[Client, Table]:
    table = open_table(Opening(system="scarper", title="Thursday", kind="open", setup=WAR["setup"]))
    secret = new_secret()
    for side in ("allied", "german"):
        seating.sit(table, secret, side, "Ada's tablet", player="Ada")
    client = Client()
    client.cookies[COOKIE] = secret
    return client, table


def form_at(browser: tuple[Client, Table], line: int, address: str) -> dict[str, Any]:
    """The dice form of the page, with its hidden fields, after so many lines of the war."""
    client, table = browser
    for n, action in enumerate(WAR["actions"][:line], 1):
        play.act(table, HOUSE, action, n, f"war-{n}")
    page = client.get(f"/t/{table.code}/{address}").content.decode()
    form = next(part for part in re.findall(r"<form.*?</form>", page, re.S) if 'name="needs"' in part)
    assert 'value="these"' in form
    assert form.count("required") == 6 * form.count('name="needs"')
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return {name: [unescape(value) for other, value in hidden if other == name] for name, _ in hidden}


@every_form
def test_a_die_that_is_not_tapped_is_refused_in_words_and_nothing_is_rolled(
    browser: tuple[Client, Table], line: int, address: str, faces: dict[str, str]
) -> None:
    client, table = browser
    form = form_at(browser, line, address)
    missing = dict(list(faces.items())[1:])
    for tapped in ({}, missing):
        answer = client.post(f"/t/{table.code}/act/", {**form, **tapped, "dice": "these"}, follow=True)
        refusal = re.search(r'id="refusal-words"[^>]*>([^<]+)<', answer.content.decode())
        assert refusal
        assert "not tapped yet" in refusal[1]
    assert Entry.objects.filter(table=table).count() == line + 1


@every_form
def test_what_was_tapped_counts_with_these_dice_and_not_with_the_apps(
    browser: tuple[Client, Table], line: int, address: str, faces: dict[str, str]
) -> None:
    client, table = browser
    form = form_at(browser, line, address)
    client.post(f"/t/{table.code}/act/", {**form, **faces, "dice": "these"})
    assert Entry.objects.latest("number").action == WAR["actions"][line]
    play.undo(table, HOUSE, line + 1, line + 2, "again")
    client.post(f"/t/{table.code}/act/", {**form, **faces, "dice": "app", "seen": line + 3, "key": "k2"})
    assert Entry.objects.latest("number").rolled
