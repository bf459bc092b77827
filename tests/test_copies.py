"""The copies that a house makes of itself: how many stay, that each is tried, and what is said of them."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaigns.carrying import back_up
from companion import copies
from companion.copies import before_upgrade, due, make, worth_keeping
from tests.conftest import House

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
NIGHT = datetime(2026, 11, 24, 4, tzinfo=UTC)
TIMES = st.datetimes(datetime(2024, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(st.lists(TIMES, max_size=80))
def test_days_weeks_and_months_stay_and_the_newest_always(times: list[datetime]) -> None:
    stay = worth_keeping(times)
    assert stay <= set(times)
    assert len(stay) <= 7 + 4 + 12
    assert not times or max(times) in stay
    assert worth_keeping(stay) == stay


def test_a_year_of_nights_leaves_seven_days_four_weeks_and_twelve_months() -> None:
    nights = [NIGHT - timedelta(days=n) for n in range(400)]
    stay = sorted(worth_keeping(nights), reverse=True)
    assert stay[:7] == nights[:7]
    assert len({f"{at:%Y-%m}" for at in stay}) == 12
    assert len(stay) <= 7 + 4 + 12 - 2


def test_a_copy_is_due_at_its_hour_or_soon_where_a_night_went_without_one() -> None:
    assert due(NIGHT + timedelta(hours=1), NIGHT, "04:00") == NIGHT + timedelta(days=1)
    assert due(NIGHT - timedelta(hours=1), NIGHT - timedelta(hours=20), "04:00") == NIGHT
    assert due(NIGHT, NIGHT - timedelta(days=3), "04:00") == NIGHT + timedelta(minutes=10)


@pytest.fixture
def kept(tmp_path: Path, settings: Any) -> Path:
    settings.COPIES, settings.COPIES_TOO = tmp_path / "copies", None
    return tmp_path / "copies"


@pytest.fixture
def page(kept: Path, transactional_db: None) -> Client:
    return Client()


def words(page: Client) -> str:
    return " ".join(page.get("/about/").text.split())


def test_a_copy_comes_back_in_an_empty_house_before_it_counts(
    page: Client, kept: Path, tmp_path: Path
) -> None:
    assert "None has been made yet" in words(page)
    copy = make(back_up, NIGHT)
    assert not copy.fault
    assert copy.proved
    assert (kept / copy.name).exists()
    assert "The last that was proved is of <b>24 November, 04:00</b>" in words(page)
    assert [path.name for path in kept.iterdir() if path.is_dir()] == [], (
        "the house that it was tried in is gone"
    )


@pytest.mark.sampled
def test_what_does_not_come_back_is_told_and_stands_for_no_day(page: Client, kept: Path) -> None:
    good = make(back_up, NIGHT)

    def spoilt(file: Path) -> int:
        rows = back_up(file)
        file.write_bytes(file.read_bytes()[:-40])
        return rows

    bad = make(spoilt, NIGHT + timedelta(days=1))
    assert bad.fault
    assert not bad.proved
    assert [each.name for each in copies.copies()] == [bad.name, good.name]
    assert "is not to be relied on" in words(page)
    assert "proved is of <b>24 November, 04:00</b>" in words(page)
    make(back_up, NIGHT + timedelta(days=2))
    assert not (kept / bad.name).exists()


def test_a_journal_that_cannot_be_read_is_told(page: Client, kept: Path) -> None:
    def breaks(file: Path) -> int:
        file.with_name(f"{file.name}.part").write_bytes(b"half")
        raise OperationalError("no such table: lines")

    assert make(breaks, NIGHT).fault == "It could not be written: no such table: lines."
    assert [path.name for path in kept.iterdir()] == [copies.LIST]


@pytest.mark.sampled
def test_a_second_place_gets_each_copy_and_one_that_is_away_is_told(
    page: Client, kept: Path, tmp_path: Path, settings: Any
) -> None:
    settings.COPIES_TOO = tmp_path / "stick"
    away = make(back_up, NIGHT)
    assert (
        away.fault
        == "It could not be written: the second place is not to be written (No such file or directory)."
    )
    assert away.proved, "the first place has it all the same"
    settings.COPIES_TOO.mkdir()
    copy = make(back_up, NIGHT + timedelta(days=1))
    assert not copy.fault
    assert (settings.COPIES_TOO / copy.name).read_bytes() == (kept / copy.name).read_bytes()


def test_a_list_that_cannot_be_read_is_no_list(kept: Path) -> None:
    kept.mkdir()
    for text in ("", "{", "[1]", '[{"name": "x"}]', json.dumps([{"at": "never"}])):
        (kept / copies.LIST).write_text(text)
        assert copies.copies() == []


def test_before_an_upgrade_the_journals_file_is_kept_as_it_was(kept: Path, tmp_path: Path) -> None:
    database = tmp_path / "companion.sqlite3"
    before_upgrade(database, "none")
    assert not kept.exists(), "a new house has nothing to keep"
    with sqlite3.connect(database) as journal:
        journal.execute("CREATE TABLE lines (n)")
        journal.execute("INSERT INTO lines VALUES (1)")
    for edition in "abcd":
        before_upgrade(database, edition)
    assert len(list(kept.glob("before-*.sqlite3"))) == 3
    with sqlite3.connect(kept / "before-d.sqlite3") as copy:
        assert copy.execute("SELECT n FROM lines").fetchall() == [(1,)]


@pytest.mark.sampled
def test_a_house_in_service_copies_itself_by_one_command(new_house: House) -> None:
    assert "came back in an empty house" in new_house.manage("backup")
    rows = json.loads((new_house.home / "copies" / copies.LIST).read_text())
    assert [bool(row["proved"]) for row in rows] == [True]
