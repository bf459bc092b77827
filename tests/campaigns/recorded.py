"""The recorded war written straight into its journal: the same lines as `fought`, in a tenth of the time."""

from datetime import timedelta

from campaigns.models import Evening
from campaigns.opening import open_campaign
from companion.shelf import game
from companion.tables import seats
from companion.tables.codes import new_secret
from companion.tables.dice import dice_of
from companion.tables.house import Opening
from companion.tables.models import Entry, Table
from tests.campaigns.conftest import ALICE, BOB, FIRST, WAR, War, _browser

GAME = game("parabellum")


def recorded(lines: int | None = None) -> War:
    """The war after so many actions, or to its end; each scenario was an evening."""
    alice, bob = new_secret(), new_secret()
    opening = Opening(system="parabellum", title="The Long War", kind="seated", setup=WAR["setup"])
    campaign = open_campaign(opening, alice, "Alice's tablet", on=FIRST)
    table = Table.objects.get(pk=campaign.table_id)
    seats.sit(table, alice, ALICE, "Alice's tablet", player="Alice")
    seats.sit(table, bob, BOB, "Bob's tablet", player="Bob")
    actions = WAR["actions"][:lines]
    begins = [number for number, action in enumerate(actions, 2) if action["type"] == "choose"]
    Evening.objects.bulk_create(
        Evening(
            campaign=campaign, number=n, date=FIRST + timedelta(weeks=2 * n - 2), table=table, first=first
        )
        for n, first in enumerate(begins, 2)
    )
    _write(table, actions)
    return War(campaign, _browser(alice), _browser(bob), {ALICE: alice, BOB: bob})


def _write(table: Table, actions: list[dict]) -> None:
    state, entries = GAME.open(WAR["setup"]).state, []
    for number, action in enumerate(actions, 2):
        outcome = GAME.apply(state, action)
        state, steps = outcome.state, [step.as_json() for step in outcome.steps]
        told = {"dice": dice_of(action), "seat": action.get("player", ""), "key": f"war-{number}"}
        entries.append(Entry(table=table, number=number, kind="action", action=action, steps=steps, **told))
    Entry.objects.bulk_create(entries)
    headline = GAME.headline(state)[:200]
    Table.objects.filter(pk=table.pk).update(version=len(actions) + 1, headline=headline)
