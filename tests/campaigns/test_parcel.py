"""One campaign in one file: brought in elsewhere it is the same campaign, and a spoilt file is none."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from campaigns.books.records import Assertion
from campaigns.carrying.parcel import belongings, pack
from campaigns.chronicle import chronicle
from campaigns.models import Campaign, Evening
from companion.tables.models import Entry, Table
from tests.campaigns.conftest import ALICE, War, fought


@pytest.fixture
def parcel(transactional_db: None) -> tuple[War, dict[str, Any]]:
    """The war to its 40th line, and its file."""
    war = fought(40)
    Assertion.objects.create(campaign=war.campaign, seat=ALICE, number=20, counted=340, note="by hand")
    return war, json.loads(pack(war.campaign))


def sent(file: object) -> HttpResponse:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    return Client().post("/campaigns/receive/", {"file": SimpleUploadedFile("war.campaign.json", data)})


def test_a_campaign_brought_in_has_the_same_journal_and_a_code_of_its_own(war: War) -> None:
    answer = war.alice.get(f"/campaigns/{war.campaign.code}/carry/campaign.json")
    assert "the-long-war.campaign.json" in answer.headers["Content-Disposition"]
    assert sent(answer.content).status_code == 302
    other = Campaign.objects.exclude(pk=war.campaign.pk).get()
    assert other.code != war.campaign.code
    here, there = chronicle(war.campaign), chronicle(other)
    assert here.state == there.state
    assert [p.number for p in here.passages] == [p.number for p in there.passages]
    assert [e.date for e in here.evenings] == [e.date for e in there.evenings]
    assert here.entry(9).steps == there.entry(9).steps
    assert here.entry(9).at == there.entry(9).at


def test_where_the_first_is_gone_it_keeps_its_code_and_gives_the_same_file(
    parcel: tuple[War, dict[str, Any]],
) -> None:
    war, file = parcel
    code, table = war.campaign.code, war.table
    war.campaign.delete()
    Table.objects.filter(pk=table.pk).delete()
    assert sent(file).headers["Location"] == f"/campaigns/{code}/"
    assert Table.objects.get().code == table.code
    assert json.loads(pack(Campaign.objects.get())) == file


def test_only_the_host_takes_the_file(war: War) -> None:
    for path in ("", "campaign.json"):
        answer = war.bob.get(f"/campaigns/{war.campaign.code}/carry/{path}")
        assert answer.status_code == 403
        assert b"only the host" in answer.content


def test_what_hangs_on_a_campaign_goes_along() -> None:
    assert Evening in set(belongings())
    assert {"Member"}.isdisjoint(model.__name__ for model in belongings())


SPOILT = {
    "another format": lambda file: file | {"format": "zip"},
    "newer": lambda file: file | {"version": 2},
    "tomorrow's": lambda file: file | {"schema": ["tables.0099_tomorrow"]},
    "no rows": lambda file: file | {"rows": None},
    "nothing": lambda file: file | {"rows": []},
    "a stranger's row": lambda file: file | {"rows": [{"model": "tables.token", "pk": 1, "fields": {}}]},
    "a line short": lambda file: (
        file | {"rows": [r for r in file["rows"] if r["fields"].get("number") != 20]}
    ),
    "against the rules": lambda file: file | {"rows": [_broken(row) for row in file["rows"]]},
    "an unknown game": lambda file: file | {"rows": [_unknown(row) for row in file["rows"]]},
    "out of order": lambda file: file | {"rows": file["rows"][::-1]},
}


def _broken(row: dict[str, Any]) -> dict[str, Any]:
    is_it = row["model"] == "tables.entry" and row["fields"]["number"] == 12
    return row | {"fields": row["fields"] | {"action": {"type": "win"}}} if is_it else row


def _unknown(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"fields": row["fields"] | {"system": "chess"}} if row["model"] == "tables.table" else row


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_file_is_refused_in_words_and_leaves_nothing(
    parcel: tuple[War, dict[str, Any]], name: str
) -> None:
    _, file = parcel
    before = (Campaign.objects.count(), Table.objects.count(), Entry.objects.count())
    answer = sent(SPOILT[name](file))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert before == (Campaign.objects.count(), Table.objects.count(), Entry.objects.count())


@pytest.mark.parametrize("junk", [b"{", b"[]", b"\xff\xfe", b"x", b'{"format": "companion-campaign"}'])
def test_what_is_no_file_of_ours_is_refused(transactional_db: None, junk: bytes) -> None:
    assert sent(junk).status_code == 422
    assert Client().post("/campaigns/receive/").status_code == 422
