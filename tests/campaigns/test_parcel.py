"""One campaign in one file: brought in elsewhere it is the same campaign, and a spoilt file is none."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from campaigns.carrying.parcel import belongings, pack, unpack
from campaigns.carrying.parts import sealed
from campaigns.chronicle import chronicle
from campaigns.models import Assertion, Campaign, Evening
from companion.engine.errors import GameError, InvalidInput
from companion.tables.codes import new_secret
from companion.tables.models import Entry, Table
from companion.tables.position.snapshots import digest
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
    Campaign.objects.update(identity="another war that has these codes")
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
    "newer": lambda file: file | {"version": 3},
    "an unknown key": lambda file: file | {"colour": "red"},
    "no title": lambda file: {key: value for key, value in file.items() if key != "title"},
    "a row's unknown key": lambda file: file | {"rows": [row | {"colour": 1} for row in file["rows"]]},
    "without its table": lambda file: (
        file | {"rows": [_tableless(row) for row in file["rows"] if row["model"].startswith("campaigns")]}
    ),
    "a seat short": lambda file: file | {"rows": [row for row in file["rows"] if row is not _seat(file)]},
    "a false state": lambda file: file | {"rows": [_false(row) for row in file["rows"]]},
    "of two games": lambda file: file | {"rows": [_other(row) for row in file["rows"]]},
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


def _tableless(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"fields": row["fields"] | {"table": None}} if "table" in row["fields"] else row


def _seat(file: dict[str, Any]) -> dict[str, Any]:
    return next(row for row in file["rows"] if row["model"] == "tables.seat")


def _false(row: dict[str, Any]) -> dict[str, Any]:
    if row["model"] != "tables.snapshot":
        return row
    state = re.sub(r'"next_unit":\d+', '"next_unit":999', row["fields"]["state"])
    return row | {"fields": row["fields"] | {"state": state, "digest": digest(state)}}


def _other(row: dict[str, Any]) -> dict[str, Any]:
    is_it = row["model"] == "campaigns.campaign"
    return row | {"fields": row["fields"] | {"system": "scarper"}} if is_it else row


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
    answer = sent(resealed(SPOILT[name](file)))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert before == (Campaign.objects.count(), Table.objects.count(), Entry.objects.count())


def resealed(file: Any) -> Any:
    """The file with checksums that fit what was changed."""
    if not isinstance(file.get("rows"), list):
        return file
    rows = [{key: value for key, value in row.items() if key != "sum"} for row in file["rows"]]
    return file | {"rows": [sealed(row) for row in rows]}


def test_a_row_that_is_not_as_it_was_written_is_refused(parcel: tuple[War, dict[str, Any]]) -> None:
    _, file = parcel
    spoilt = json.dumps(file).replace("Alice", "Alicf", 1)
    answer = sent(spoilt.encode())
    assert answer.status_code == 422
    assert "checksum" in answer.content.decode()


def places(rows: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    """One row of each kind, for each of its fields."""
    return {(row["model"], name): n for n, row in enumerate(rows) for name in row["fields"]}


def test_every_missing_or_unknown_field_is_named_with_its_place(parcel: tuple[War, dict[str, Any]]) -> None:
    _, file = parcel
    for (model, name), n in places(file["rows"]).items():
        for change in ("missing", "renamed"):
            fields = dict(file["rows"][n]["fields"])
            value = fields.pop(name)
            if change == "renamed":
                fields[f"{name}_x"] = value
            rows = [*file["rows"]]
            rows[n] = rows[n] | {"fields": fields}
            with pytest.raises(InvalidInput) as refused:
                unpack(json.dumps(resealed(file | {"rows": rows})).encode(), new_secret())
            assert refused.value.path.startswith(f"rows.{n}.fields.{name}"), (model, name)


@pytest.mark.parametrize("value", [None, {}, "x", 2**70], ids=str)
def test_a_field_of_another_kind_is_refused_or_does_no_harm(transactional_db: None, value: Any) -> None:
    file = json.loads(pack(fought(3).campaign))
    for n in set(places(file["rows"]).values()):
        for name in file["rows"][n]["fields"]:
            rows = [*file["rows"]]
            rows[n] = rows[n] | {"fields": rows[n]["fields"] | {name: value}}
            data = json.dumps(resealed(file | {"rows": rows})).encode()
            with suppress(GameError), transaction.atomic():
                brought = unpack(data, new_secret())
                chronicle(brought)
                raise InvalidInput("", "Taken back.")


@pytest.mark.parametrize("junk", [b"{", b"[]", b"\xff\xfe", b"x", b'{"format": "companion-campaign"}'])
def test_what_is_no_file_of_ours_is_refused(transactional_db: None, junk: bytes) -> None:
    assert sent(junk).status_code == 422
    assert Client().post("/campaigns/receive/").status_code == 422
