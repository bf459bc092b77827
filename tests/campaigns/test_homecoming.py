"""A campaign's file brought home again: the same, newer, older, or a branch; nothing is doubled or lost."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaigns.carrying.kinship import kinship, sealed_lines
from campaigns.carrying.parcel import pack
from campaigns.carrying.parts import sealed
from campaigns.chronicle import chronicle
from campaigns.models import Assertion, Brought, Campaign, Evening
from campaigns.opening import open_series
from campaigns.series import keeping
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE
from companion.tables.models import Entry, Table
from companion.tables.position import forget
from companion.tables.reconciling import wrong
from tests.campaigns.conftest import ALICE, FIRST, War, set_by_hand

type File = dict[str, Any]
lines = st.lists(st.binary(max_size=2), max_size=12)


@given(lines, lines, lines)
def test_what_two_journals_share_is_their_common_beginning(
    before: list[bytes], one: list[bytes], other: list[bytes]
) -> None:
    here, brought = [*before, *one], [*before, *other]
    kin = kinship(sealed_lines(here), sealed_lines(brought))
    pairs = enumerate(zip(here, brought, strict=False))
    assert kin.common == next((n for n, (one, two) in pairs if one != two), min(len(here), len(brought)))
    assert (kin.kind == "same") == (here == brought)
    assert (kin.kind == "newer") == (here != brought and brought[: len(here)] == here)
    assert (kin.kind == "older") == (here != brought and here[: len(brought)] == brought)


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
    told = chronicle(war.campaign)
    assert [each.number for each in told.evenings] == [1, 2, 3, 4]
    assert told.evenings[1].notes == "Written at home.\n\nWritten at the club."
    assert told.evenings[3].first == here + 1
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
    keeping.write_down(season, {"date": FIRST}, scores)
    keeping.write_down(season, {"date": FIRST}, scores)
    file = pack(season)
    Evening.objects.get(campaign=season, number=2).delete()
    browser = Client()
    browser.cookies[COOKIE] = secret
    assert "newer" in received(file, browser).text
    assert chosen("continue", browser).status_code == 302
    assert Evening.objects.filter(campaign=season).count() == 2
    assert Campaign.objects.count() == 1
