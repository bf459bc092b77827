"""A war of three scenarios over three evenings, as it was recorded; Alice and Bob lead a company each."""

import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Evening
from campaigns.opening import open_campaign
from companion import shelf
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lines import dice_of
from companion.tables.lobby import Opening
from companion.tables.models import Entry, Request, Table

FIRST = date(2026, 9, 3)
WAR = json.loads((Path(__file__).parent / "war.json").read_text("utf-8"))


ALICE, BOB = (player["player"] for player in WAR["setup"]["players"])


@dataclass
class War:
    """The campaign, and each player's browser."""

    campaign: Campaign
    alice: Client
    bob: Client
    secrets: dict[str, str]

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.campaign.table_id)


def fought(lines: int | None = None) -> War:
    """The war after so many actions, or to its end, straight in its journal; a scenario an evening."""
    alice, bob = new_secret(), new_secret()
    opening = Opening(system="parabellum", title="The Long War", kind="seated", setup=WAR["setup"])
    campaign = open_campaign(opening, alice, "Alice's tablet", on=FIRST)
    table = Table.objects.get(pk=campaign.table_id)
    seating.sit(table, alice, ALICE, "Alice's tablet", player="Alice")
    seating.sit(table, bob, BOB, "Bob's tablet", player="Bob")
    for number, action in enumerate(WAR["actions"][:lines], 2):
        if action["type"] == "choose":
            _next_evening(campaign, table, number)
    _write(table, lines)
    return War(campaign, _browser(alice), _browser(bob), {ALICE: alice, BOB: bob})


def set_by_hand(table: Table, action: dict[str, Any], key: str) -> None:
    """What is set by hand, asked for by the house and agreed to by every seat that is asked."""
    play.act(table, HOUSE, action, Table.objects.get(pk=table.pk).version, key)
    for asked in Request.objects.filter(table=table, status="open", kind="deed"):
        play.agree(table, replace(HOUSE, holds=tuple(asked.answers)), asked.pk, True)
    table.refresh_from_db()


def _write(table: Table, lines: int | None) -> None:
    rows, headline = recorded(lines)
    Entry.objects.bulk_create(Entry(table=table, **row) for row in rows)
    Table.objects.filter(pk=table.pk).update(version=len(rows) + 1, headline=headline)


@cache
def recorded(lines: int | None) -> tuple[list[dict[str, Any]], str]:
    """What so many actions leave in a journal, and the headline after them."""
    game = shelf.game("parabellum")
    state, rows = game.open(WAR["setup"]).state, []
    for number, action in enumerate(WAR["actions"][:lines], 2):
        outcome = game.apply(state, action)
        state, steps = outcome.state, [step.as_kept() for step in outcome.steps]
        told = {"dice": dice_of(action), "seat": action.get("player", ""), "key": f"war-{number}"}
        rows.append({"number": number, "kind": "action", "action": action, "steps": steps, **told})
    return rows, game.headline(state)[:200]


def _next_evening(campaign: Campaign, table: Table, first: int) -> None:
    late = Evening.objects.filter(campaign=campaign).count()
    on = FIRST + timedelta(weeks=2 * late)
    Evening.objects.create(campaign=campaign, number=late + 1, date=on, table=table, first=first)


def _browser(secret: str) -> Client:
    browser = Client()
    browser.cookies[COOKIE] = secret
    return browser


@pytest.fixture
def war(transactional_db: None) -> War:
    """Fought to its end."""
    return fought()


@pytest.fixture
def young_war(transactional_db: None) -> War:
    """A dozen lines old, over three evenings: enough wherever it does not matter what was fought."""
    begun = fought(12)
    for first in (5, 9):
        _next_evening(begun.campaign, begun.table, first)
    return begun


@pytest.fixture
def half_a_war(transactional_db: None) -> War:
    """In the middle of its second scenario."""
    return fought(260)
