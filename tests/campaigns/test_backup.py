"""Everything in one file, and back: the same rows, and the same bytes the second time."""

import gzip
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections

from campaigns.carrying.backup import back_up, kept, restore
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.shop.models import Printer
from companion.tables.models import Entry, Table
from companion.tables.position import position
from tests.campaigns.conftest import War, fought

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    war = fought(60)
    Printer.objects.create(name="The attic", dx=0.3)
    position(war.table)
    back_up(tmp_path / "house.backup")
    return tmp_path / "house.backup"


def empty() -> None:
    for alias in connections:
        call_command("flush", interactive=False, verbosity=0, database=alias)


def test_a_restored_house_gives_the_same_file_again(saved: Path) -> None:
    state = position(Table.objects.get()).state
    empty()
    count = restore(saved)
    assert count == sum(model._base_manager.count() for model in kept()) > 60
    assert position(Table.objects.get()).state == state
    back_up(saved.with_name("again"))
    assert saved.with_name("again").read_bytes() == saved.read_bytes()
    assert Printer.objects.get().dx == 0.3
    Entry.objects.create(table=Table.objects.get(), number=9999, kind="undo", to=1, key="next", asked="")


def test_a_house_that_is_not_empty_is_left_alone(saved: Path) -> None:
    before = Entry.objects.count()
    with pytest.raises(IllegalAction, match="has tables already"):
        restore(saved)
    assert Entry.objects.count() == before


def spoilt(saved: Path, change: str) -> bytes:
    """The backup with one thing wrong."""
    lines = [json.loads(line) for line in gzip.decompress(saved.read_bytes()).splitlines()]
    if change == "newer":
        lines[0]["schema"].append("tables.0099_from_tomorrow")
    elif change == "model":
        lines[3]["model"] = "auth.user"
    elif change == "field":
        lines[1]["fields"]["version"] = "many"
    elif change == "orphan":
        lines = [lines[0], *(line for line in lines[1:] if line["model"] != "tables.table")]
    elif change == "twice":
        lines.append(lines[1])
    text = "\n".join(map(json.dumps, lines))
    return gzip.compress(text[:-40].encode() if change == "torn" else text.encode())


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("newer", "line 1"),
        ("model", "line 4.model"),
        ("field", "line 2"),
        ("orphan", ""),
        ("twice", "line "),
        ("torn", "line "),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_half_restored(saved: Path, change: str, place: str) -> None:
    saved.write_bytes(spoilt(saved, change))
    empty()
    with pytest.raises(GameError) as refusal:
        restore(saved)
    assert refusal.value.path.startswith(place)
    assert not any(model._base_manager.exists() for model in kept())


def test_any_other_file_is_no_backup(saved: Path) -> None:
    empty()
    for junk in (b"", b"hello", gzip.compress(b""), gzip.compress(b"[]"), saved.read_bytes()[:200]):
        saved.write_bytes(junk)
        with pytest.raises(InvalidInput, match=r"no backup|no whole backup"):
            restore(saved)


def test_the_war_is_whole_after_it(war: War, tmp_path: Path) -> None:
    back_up(tmp_path / "war")
    empty()
    restore(tmp_path / "war")
    assert war.alice.get(f"/campaigns/{war.campaign.code}/").status_code == 200
