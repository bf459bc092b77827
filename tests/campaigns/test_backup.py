"""Everything in one file, and back: the same rows, and the same bytes the second time."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from campaigns.carrying.backup import back_up, restore, salvaged
from campaigns.carrying.groups import kept
from campaigns.carrying.parts import read, unsealed, write
from campaigns.carrying.reading import found
from campaigns.models import Campaign
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.shop.models import Printer
from companion.tables.house import Opening, open_table
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
    assert count.rows == sum(model._base_manager.count() for model in kept()) > 60
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


def lines_of(file: Path) -> list[list[dict[str, Any]]]:
    """The lines of each part of a backup, without their checksums."""
    return [
        [unsealed(json.loads(line), "") for line in part.text.splitlines()]
        for part in read(file.read_bytes())
    ]


def written(parts: list[list[dict[str, Any]]]) -> bytes:
    raw = io.BytesIO()
    for lines in parts:
        lines[0] |= {"rows": len(lines) - 1} if "rows" in lines[0] else {}
        write(raw, lines)
    return raw.getvalue()


type Lines = list[list[dict[str, Any]]]

SPOILT: dict[str, Callable[[Lines], object]] = {
    "newer": lambda parts: parts[0][0]["schema"].append("tables.0099_from_tomorrow"),
    "model": lambda parts: parts[1][1].update(model="auth.user"),
    "value": lambda parts: parts[1][1]["fields"].update(version="many"),
    "unknown": lambda parts: parts[1][1]["fields"].update(colour="red"),
    "missing": lambda parts: parts[1][1]["fields"].pop("title"),
    "huge": lambda parts: parts[1][1].update(pk=2**70),
    "shape": lambda parts: parts[1][-1]["fields"].update(number={}),
    "orphan": lambda parts: (parts.pop(1), parts[-1][0].update(end=parts[-1][0]["end"] - 1)),
    "part": lambda parts: parts.pop(1),
    "twice": lambda parts: parts[1].append(parts[1][1]),
    "end": lambda parts: parts.pop(),
    "torn": lambda parts: None,
}


def spoilt(saved: Path, change: str) -> bytes:
    """The backup with one thing wrong, and checksums that fit it."""
    parts = lines_of(saved)
    SPOILT[change](parts)
    return written(parts)[: -40 if change == "torn" else None]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("newer", "line 1"),
        ("model", "line 3.model"),
        ("value", "line 3"),
        ("unknown", "line 3.fields.colour"),
        ("missing", "line 3.fields.title"),
        ("huge", "line 3.pk"),
        ("shape", "line "),
        ("orphan", ""),
        ("part", "line "),
        ("twice", "line "),
        ("end", "line "),
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


def test_no_damaged_byte_passes_and_none_ends_in_a_traceback(saved: Path) -> None:
    whole = saved.read_bytes()
    untouched = found(whole)
    assert not untouched.faults
    for at in range(0, len(whole), 7):
        for flip in (0x01, 0xFF):
            here = found(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
            # Where a packed part says when and where it was packed nothing is lost: its rows are the same.
            assert here.faults or here.groups == untouched.groups, at
            assert all(fault.path.startswith("line ") for _, fault in here.faults), at
    for cut in range(0, len(whole), 97):
        assert found(whole[:cut]).faults


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.97])
def test_a_damaged_file_leaves_the_house_empty(saved: Path, share: float) -> None:
    data = bytearray(saved.read_bytes())
    data[int(len(data) * share)] ^= 0x55
    saved.write_bytes(data)
    empty()
    with pytest.raises(InvalidInput, match=r"line \d+"):
        restore(saved)
    assert not any(model._base_manager.exists() for model in kept())


def test_each_whole_table_comes_back_from_a_damaged_file(saved: Path) -> None:
    for title in ("First", "Second", "Third"):
        open_table(Opening(system="scarper", title=title, setup={"options": {"cards": "table"}}))
    back_up(saved)
    data = bytearray(saved.read_bytes())
    parts = list(read(bytes(data)))
    second = next(n for n, part in enumerate(parts) if b"Second" in part.text)
    data[(parts[second].at + parts[second + 1].at) // 2] ^= 0xFF
    saved.write_bytes(data)
    empty()
    with pytest.raises(InvalidInput, match="Second"):
        restore(saved)
    back = salvaged(saved)
    assert {table.title for table in Table.objects.all()} == {"The Long War", "First", "Third"}
    assert Campaign.objects.get().table_id == Table.objects.get(title="The Long War").pk
    assert [lost for lost in back.lost if "Second" in lost] == list(back.lost)
    assert all(position(table).state for table in Table.objects.all())


def test_a_campaign_whose_table_is_lost_is_named_and_left_out(saved: Path) -> None:
    data = bytearray(saved.read_bytes())
    data[list(read(bytes(data)))[1].at + 400] ^= 0xFF
    saved.write_bytes(data)
    empty()
    out = io.StringIO()
    call_command("restore", str(saved), "--salvage", stdout=out)
    assert Printer.objects.get().name == "The attic"
    assert not Table.objects.exists()
    assert "something that it needs is lost" in out.getvalue()
    assert not Campaign.objects.exists()


def test_a_backup_of_the_first_kind_still_comes_back(saved: Path) -> None:
    parts = lines_of(saved)
    head = parts[0][0] | {"version": 1}
    rows = [row for lines in parts[1:-1] for row in lines[1:]]
    first = gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in [head, *rows]))
    saved.with_name("first").write_bytes(first)
    empty()
    assert restore(saved.with_name("first")).rows == len(rows)
    back_up(saved.with_name("again"))
    assert saved.with_name("again").read_bytes() == saved.read_bytes()


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


def test_a_restore_of_what_was_tampered_with_is_reconciled_before_it_counts(saved: Path) -> None:
    parts = lines_of(saved)
    table = next(lines for lines in parts if any(line.get("model") == "tables.entry" for line in lines))
    row = next(line for line in table if line.get("fields", {}).get("number") == 9)
    row["fields"]["steps"] = [{"rule": "S1", "text": "Alice was given 999 credits."}]
    saved.write_bytes(written(parts))
    empty()
    with pytest.raises(InvalidInput, match=r"(?s)not what its journals say.*Line 9: its steps"):
        restore(saved)
    assert not Table.objects.exists()
    back = restore(saved, even_so=True)
    assert Table.objects.count() == 1
    assert any("Line 9" in said for said in back.lost)
