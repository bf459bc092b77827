"""One campaign in one file, brought in elsewhere or home again: nothing is doubled, lost or taken unread."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaigns.books.proof import wrong
from campaigns.carrying import sealed
from campaigns.carrying.parcel import belongings, kinship, pack, sealed_lines, unpack
from campaigns.chronicle import chronicle_of
from campaigns.models import Assertion, Brought, Campaign, Evening
from campaigns.opening import open_series
from campaigns.series import records
from companion.engine.errors import GameError, InvalidInput
from companion.tables.devices import COOKIE, new_secret
from companion.tables.models import Entry, Table
from companion.tables.position import forget
from companion.tables.snapshots import digest
from tests.campaigns.conftest import ALICE, FIRST, War, fought, set_by_hand

type File = dict[str, Any]


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
    chronicle, there = chronicle_of(war.campaign), chronicle_of(other)
    assert chronicle.state == there.state
    assert [p.number for p in chronicle.passages] == [p.number for p in there.passages]
    assert [e.date for e in chronicle.evenings] == [e.date for e in there.evenings]
    assert chronicle.entry(9).steps == there.entry(9).steps
    assert chronicle.entry(9).at == there.entry(9).at


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


@pytest.mark.sampled
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
                chronicle_of(brought)
                raise InvalidInput("", "Taken back.")


@pytest.mark.parametrize("junk", [b"{", b"[]", b"\xff\xfe", b"x", b'{"format": "companion-campaign"}'])
def test_what_is_no_file_of_ours_is_refused(transactional_db: None, junk: bytes) -> None:
    assert sent(junk).status_code == 422
    assert Client().post("/campaigns/receive/").status_code == 422


lines = st.lists(st.binary(max_size=2), max_size=12)


@given(lines, lines, lines)
def test_what_two_journals_share_is_their_common_beginning(
    before: list[bytes], one: list[bytes], other: list[bytes]
) -> None:
    rows, brought = [*before, *one], [*before, *other]
    kin = kinship(sealed_lines(rows), sealed_lines(brought))
    pairs = enumerate(zip(rows, brought, strict=False))
    assert kin.common == next((n for n, (one, two) in pairs if one != two), min(len(rows), len(brought)))
    assert (kin.kind == "same") == (rows == brought)
    assert (kin.kind == "newer") == (rows != brought and brought[: len(rows)] == rows)
    assert (kin.kind == "older") == (rows != brought and rows[: len(brought)] == brought)


def received(file: bytes | File, by: Client) -> HttpResponse:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    return by.post("/campaigns/receive/", {"file": SimpleUploadedFile("war.campaign.json", data)})


def chosen(choice: str, by: Client) -> HttpResponse:
    return by.post("/campaigns/receive/", {"choice": choice})


def credit(table: Table, amount: int) -> None:
    """One more line, as the table writes it."""
    table.refresh_from_db()
    action = {"type": "adjust", "player": ALICE, "reason": f"counted {amount}", "credits": amount}
    set_by_hand(table, action, f"credit-{table.version}-{amount}")


def elsewhere(war: War, *credits: int) -> bytes:
    """The file of another house, in which these lines were played on; here everything is as it was."""
    return away(war, lambda: [credit(war.table, amount) for amount in credits])


def away(war: War, play_on: Any) -> bytes:
    """What the file holds once that was done; the journal here is as before."""
    before, at = pack(war.campaign), war.table.version
    play_on()
    file = pack(Campaign.objects.get(pk=war.campaign.pk))
    Entry._base_manager.filter(table=war.table, number__gt=at)._raw_delete("default")
    table = Table.objects.get(pk=war.table.pk)
    table.snapshots.all().delete()
    Evening.objects.filter(campaign=war.campaign, first__gt=at).delete()
    headline = next(r for r in json.loads(before)["rows"] if r["model"] == "tables.table")["fields"][
        "headline"
    ]
    Table.objects.filter(pk=table.pk).update(version=at, headline=headline)
    forget(table)
    return file


def test_a_campaign_is_given_its_identity_once_and_every_file_bears_it(young_war: War) -> None:
    (row,) = (r for r in json.loads(pack(young_war.campaign))["rows"] if r["model"] == "campaigns.campaign")
    assert row["fields"]["identity"] == young_war.campaign.identity
    assert len(young_war.campaign.identity) == 32


def test_the_same_file_again_makes_no_second_campaign(young_war: War) -> None:
    answer = received(pack(young_war.campaign), young_war.alice)
    assert "The same" in answer.text
    assert "all of its 12 lines" in answer.text or "all of its 13 lines" in answer.text
    assert (Campaign.objects.count(), Table.objects.count()) == (1, 1)


def test_newer_lines_are_offered_and_then_written_after_those_here(young_war: War) -> None:
    war = young_war
    Evening.objects.filter(campaign=war.campaign, number=2).update(notes="Written at the club.")
    here = war.table.version

    def on_the_road() -> None:
        """A new evening, two lines in it, a count."""
        first = war.table.version + 1
        Evening.objects.create(campaign=war.campaign, number=4, date=FIRST, table=war.table, first=first)
        Assertion.objects.create(campaign=war.campaign, seat=ALICE, number=3, counted=7)
        credit(war.table, 5)
        credit(war.table, -2)

    file = away(war, on_the_road)
    Assertion.objects.all().delete()
    Evening.objects.filter(campaign=war.campaign, number=2).update(notes="Written at home.")
    answer = received(file, war.alice)
    assert "2 lines newer" in answer.text
    assert "Continue here" in answer.text
    assert Campaign.objects.count() == 1
    assert war.table.version == here
    assert chosen("continue", war.alice).headers["Location"] == f"/campaigns/{war.campaign.code}/"
    assert (Campaign.objects.count(), Table.objects.count(), Brought.objects.count()) == (1, 1, 0)
    assert war.table.version == here + 2
    chronicle = chronicle_of(war.campaign)
    assert [each.number for each in chronicle.evenings] == [1, 2, 3, 4]
    assert chronicle.evenings[1].notes == "Written at home.\n\nWritten at the club."
    assert chronicle.evenings[3].first == here + 1
    assert Assertion.objects.get(campaign=war.campaign).counted == 7
    assert wrong(war.table)[1] == []
    assert war.alice.get(f"/t/{war.table.code}/").status_code == 200
    assert "The same" in received(file, war.alice).text


def test_an_older_file_changes_nothing(young_war: War) -> None:
    file = pack(young_war.campaign)
    credit(young_war.table, 4)
    answer = received(file, young_war.alice)
    assert "Older" in answer.text
    assert "1 line more" in answer.text
    assert chosen("both", young_war.alice).status_code == 422
    assert chosen("continue", young_war.alice).status_code == 422
    assert Campaign.objects.count() == 1


@pytest.fixture
def branches(young_war: War) -> tuple[War, bytes]:
    """Played on in two houses: two lines at home, one at the club."""
    file = elsewhere(young_war, 5, 6)
    credit(young_war.table, 7)
    return young_war, file


def test_two_branches_stand_side_by_side(branches: tuple[War, bytes]) -> None:
    war, file = branches
    answer = received(file, war.alice)
    assert f"Two branches since line {war.table.version}" in answer.text
    for told in ("counted 5", "counted 6", "counted 7"):
        assert told in answer.text
    assert Campaign.objects.count() == 1


def test_the_one_here_is_kept_by_doing_nothing(branches: tuple[War, bytes]) -> None:
    war, file = branches
    before = pack(war.campaign)
    received(file, war.alice)
    assert pack(war.campaign) == before


def test_both_are_kept_under_titles_that_tell_them_apart(branches: tuple[War, bytes]) -> None:
    war, file = branches
    received(file, war.alice)
    assert chosen("both", war.alice).status_code == 302
    titles = list(Campaign.objects.order_by("pk").values_list("title", flat=True))
    assert titles == ["The Long War", f"The Long War (branch from line {war.table.version})"]
    assert "The same" in received(file, war.alice).text


def test_the_one_brought_takes_the_place_and_the_other_is_put_away(branches: tuple[War, bytes]) -> None:
    war, file = branches
    code, table_code, version = war.campaign.code, war.table.code, war.table.version
    received(file, war.alice)
    assert chosen("brought", war.alice).headers["Location"] == f"/campaigns/{code}/"
    counts = Campaign.objects.get(code=code)
    assert counts.title == "The Long War"
    assert counts.table is not None
    assert (counts.table.code, counts.table.version) == (table_code, version + 1)
    other = Campaign.objects.get(pk=war.campaign.pk)
    assert other.archived_at is not None
    assert other.title == f"The Long War (put away, from line {version})"
    for who in (war.alice, war.bob):
        assert who.get(f"/t/{table_code}/").status_code == 200
        assert who.get(f"/campaigns/{other.code}/").status_code == 200
    assert wrong(counts.table)[1] == []


@pytest.mark.parametrize("choice", ["continue", "brought"])
def test_only_the_host_lets_a_brought_file_count(branches: tuple[War, bytes], choice: str) -> None:
    war, file = branches
    before = pack(war.campaign)
    assert "Only its host" in received(file, war.bob).text
    assert chosen(choice, war.bob).status_code == 422
    assert pack(war.campaign) == before


def test_what_is_asked_for_without_a_file_or_in_words_unknown_is_refused(young_war: War) -> None:
    assert chosen("continue", young_war.alice).status_code == 422
    file = elsewhere(young_war, 5)
    received(file, young_war.alice)
    assert chosen("everything", young_war.alice).status_code == 422
    credit(young_war.table, 8)
    assert chosen("continue", young_war.alice).status_code == 422
    assert Campaign.objects.count() == 1


def test_a_line_tampered_with_is_another_branch_and_never_written_over(young_war: War) -> None:
    file = json.loads(elsewhere(young_war, 5))
    row = next(r for r in file["rows"] if r["model"] == "tables.entry" and r["fields"]["number"] == 1)
    row["fields"]["by"] = "somebody else"
    changed = {key: value for key, value in row.items() if key != "sum"}
    assert received(file, young_war.alice).status_code == 422
    row["sum"] = sealed(changed)["sum"]
    answer = received(file, young_war.alice)
    assert "Not even the first line is the same" in answer.text
    assert chosen("continue", young_war.alice).status_code == 422


def test_an_older_house_knew_no_identity_and_its_file_is_known_by_its_beginning(young_war: War) -> None:
    Campaign.objects.update(identity="")
    file = json.loads(pack(young_war.campaign))
    file["schema"].remove("campaigns.0006_identity")
    rows = [{key: value for key, value in row.items() if key != "sum"} for row in file["rows"]]
    for row in rows:
        row["fields"].pop("identity", None)
    old = {**file, "rows": [sealed(row) for row in rows]}
    assert "The same" in received(old, young_war.alice).text
    Campaign.objects.update(system="other")
    assert received(old, young_war.alice).status_code == 302


def test_a_series_played_on_elsewhere_comes_home(transactional_db: None) -> None:
    secret = new_secret()
    season = open_series("scarper", "Thursdays", secret)
    scores = [{"player": "Ada", "points": 3, "rank": 1}, {"player": "Ben", "points": 1, "rank": 2}]
    records.write_down(season, {"date": FIRST}, scores)
    records.write_down(season, {"date": FIRST}, scores)
    file = pack(season)
    Evening.objects.get(campaign=season, number=2).delete()
    browser = Client()
    browser.cookies[COOKIE] = secret
    assert "newer" in received(file, browser).text
    assert chosen("continue", browser).status_code == 302
    assert Evening.objects.filter(campaign=season).count() == 2
    assert Campaign.objects.count() == 1
