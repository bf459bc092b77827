"""A unit is named on its page of the roster: one line of the journal, read by its company alone."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from companion.tables.models import Entry
from tests.campaigns.conftest import War
from tests.campaigns.test_roster import text_of


@pytest.fixture
def page(half_a_war: War) -> str:
    return f"/campaigns/{half_a_war.campaign.code}/roster/u1/"


def written(war: War, who: Client, page: str, **said: str) -> Any:
    return who.post(f"{page}name/", {"seen": str(war.table.version), **said})


def test_an_owner_names_a_unit_and_undo_takes_it_back(half_a_war: War, page: str) -> None:
    war, (owner, other) = half_a_war, _sides(half_a_war, page)
    kept = war.table.version
    for _ in "twice":
        assert written(war, owner, page, name="Big Anna", note="Holds the ford.").status_code == 302
    assert war.table.version == kept + 1
    shown = text_of(owner.get(page).content)
    assert "Big Anna (" in shown
    assert "Holds the ford." in shown
    for hidden in (page, page.replace("u1/", ""), reverse("tables:log", args=[war.table.code])):
        told = other.get(hidden, follow=True).content
        assert b"Anna" not in told
        assert b"the ford" not in told
    back = {"to": kept, "seen": kept + 1, "key": "back-1"}
    assert owner.post(reverse("tables:undo", args=[war.table.code]), back).status_code < 400
    assert "Anna" not in text_of(owner.get(page).content)


def test_the_name_on_the_companys_list_is_taken_with_one_tap(half_a_war: War, page: str) -> None:
    owner, _ = _sides(half_a_war, page)
    offered = re.findall(r"Call it ([^<]+)</button>", owner.get(page).content.decode())[0]
    written(half_a_war, owner, page, draw="1", name="", note="")
    last = Entry.objects.filter(table=half_a_war.table).latest("number")
    assert last.action["name"] == offered
    assert f"{offered} (" in text_of(owner.get(page).content)
    assert "Call it" not in text_of(owner.get(page).content)


def test_what_cannot_be_written_stands_beside_its_field_and_changes_nothing(
    half_a_war: War, page: str
) -> None:
    owner, other = _sides(half_a_war, page)
    kept = half_a_war.table.version
    refused = written(half_a_war, owner, page, name="x" * 41, note="Kept as typed")
    assert refused.status_code == 422
    assert b'aria-describedby="name-error"' in refused.content
    assert b"Kept as typed" in refused.content
    assert owner.post(f"{page}name/", {"seen": str(kept - 3), "name": "Late"}).status_code == 409
    assert written(half_a_war, other, page, name="Mine").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = owner.cookies
    assert strict.post(f"{page}name/", {"seen": str(kept), "name": "Forged"}).status_code == 403
    assert half_a_war.table.version == kept


def _sides(war: War, page: str) -> tuple[Client, Client]:
    """Whose unit it is, and the other."""
    mine = b"Its name and your notes" in war.alice.get(page).content
    return (war.alice, war.bob) if mine else (war.bob, war.alice)
