"""A campaign is copied, read back, and a house goes back to a copy: nothing is lost, and nothing is mixed."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.test import Client

from campaigns.carrying import _empty, back_up, contents_of, kept, read, restore, salvaged, unsealed, write
from campaigns.carrying.going_back import changes, go_back
from campaigns.models import Assertion, Campaign, Evening
from companion import copies
from companion.caretaking import keepers
from companion.caretaking.orders import order
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.shop.models import Printer
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, War, fought
from tests.conftest import PATIENCE, ROOT, House

type Lines = list[list[dict[str, Any]]]


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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True, databases="__all__")
def test_no_damaged_byte_passes_and_none_ends_in_a_traceback(saved: Path) -> None:
    whole = saved.read_bytes()
    untouched = contents_of(whole)
    assert not untouched.faults
    for at in range(0, len(whole), 7):
        for flip in (0x01, 0xFF):
            contents = contents_of(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
            # Where a packed part says when and where it was packed nothing is lost: its rows are the same.
            assert contents.faults or contents.groups == untouched.groups, at
            assert all(fault.path.startswith("line ") for _, fault in contents.faults), at
    for cut in range(0, len(whole), 97):
        assert contents_of(whole[:cut]).faults


@pytest.mark.django_db(transaction=True, databases="__all__")
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.97])
def test_a_damaged_file_leaves_the_house_empty(saved: Path, share: float) -> None:
    data = bytearray(saved.read_bytes())
    data[int(len(data) * share)] ^= 0x55
    saved.write_bytes(data)
    empty()
    with pytest.raises(InvalidInput, match=r"line \d+"):
        restore(saved)
    assert not any(model._base_manager.exists() for model in kept())


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_any_other_file_is_no_backup(saved: Path) -> None:
    empty()
    for junk in (b"", b"hello", gzip.compress(b""), gzip.compress(b"[]"), saved.read_bytes()[:200]):
        saved.write_bytes(junk)
        with pytest.raises(InvalidInput, match=r"no backup|no whole backup"):
            restore(saved)


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_war_is_whole_after_it(war: War, tmp_path: Path) -> None:
    back_up(tmp_path / "war")
    empty()
    restore(tmp_path / "war")
    assert war.alice.get(f"/campaigns/{war.campaign.code}/").status_code == 200


@pytest.mark.django_db(transaction=True, databases="__all__")
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


@pytest.fixture
def own_war(db: None) -> War:
    """As far as the first scenario's first rounds."""
    return fought(60)


def told() -> str:
    """What differs; empty where nothing does."""
    out = StringIO()
    try:
        call_command("reconcile", stdout=out)
    except CommandError as error:
        return str(error)
    assert "everything is what the journals say" in out.getvalue()
    return ""


def tamper(number: int, column: str, value: object) -> None:
    with connection.cursor() as line:
        line.execute(f"UPDATE tables_entry SET {column} = %s WHERE number = %s", [value, number])


def test_it_finds_nothing_where_nothing_is_wrong(own_war: War) -> None:
    assert told() == ""


def test_a_headline_a_version_and_an_evening_that_were_tampered_with_are_told(own_war: War) -> None:
    Table.objects.update(headline="All is well")
    assert "All is well" in told()
    Table.objects.update(version=200)
    assert "version 200" in told()
    Table.objects.update(version=61)
    Evening.objects.update(first=500)
    assert "Evening 1 begins at line 500" in told()


def test_an_amount_that_was_tampered_with_is_told_with_its_line(own_war: War) -> None:
    entry = Entry.objects.filter(action__resource="manpower").first()
    assert entry
    more = {**entry.action, "quantity": entry.action["quantity"] + 1}
    tamper(entry.number, "action", json.dumps(more))
    assert f"Line {entry.number}: its steps are not those of the rules." in told()


def test_steps_that_were_tampered_with_are_told(own_war: War) -> None:
    tamper(5, "steps", "[]")
    assert "Line 5: its steps" in told()


def test_a_line_that_is_gone_and_one_that_the_rules_refuse_are_told(own_war: War) -> None:
    tamper(7, "action", json.dumps({"type": "nonsense"}))
    assert "Line 7 no longer follows the rules" in told()
    with connection.cursor() as line:
        line.execute("DELETE FROM tables_entry WHERE number = 7")
    assert "Lines are missing: 7" in told()


def test_an_undone_and_corrected_journal_is_whole_and_a_tampered_correction_is_told(own_war: War) -> None:
    from companion.tables import play
    from companion.tables.devices import HOUSE
    from companion.tables.models import Token

    table = Table.objects.get()
    Token.objects.update(heard_at=None)  # Nobody else is here whose word is wanted.
    action = {"type": "adjust", "player": ALICE, "reason": "found", "credits": 5}
    play.act(table, HOUSE, action, 61, "found")
    play.amend(table, HOUSE, play.Fix(62, {**action, "credits": 6}), 62, "mend")
    play.undo(table, HOUSE, 61, 63, "back")
    play.redo(table, HOUSE, 64, "again")
    assert told() == ""
    tamper(63, "dropped", "[61]")
    assert "Line 63: it let lines 61 fall" in told()


def test_a_count_that_nothing_has_set_right_is_told(own_war: War) -> None:
    Assertion.objects.create(campaign=own_war.campaign, seat=ALICE, number=61, counted=1)
    assert "counted 1 after line 61" in told()
    Assertion.objects.update(struck=True)
    assert told() == ""


NIGHT = datetime(2026, 11, 24, 4, tzinfo=UTC)
DATABASES = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def copy(tmp_path: Path, settings: Any) -> Path:
    """A copy of a house with a war of sixty lines."""
    settings.HOME, settings.COPIES, settings.COPIES_TOO = tmp_path, tmp_path / "copies", None
    fought(60)
    return Path(settings.COPIES) / copies.make(back_up, NIGHT).name


def opened(title: str) -> Table:
    return open_table(Opening(system="scarper", title=title, kind="open"))


@DATABASES
def test_what_would_change_is_said_thing_by_thing(copy: Path) -> None:
    assert list(changes(copy)) == []
    war = Table.objects.get()
    Entry.objects.filter(table=war, number=war.version)._raw_delete("default")  # type: ignore[attr-defined]
    opened("Thursday")
    said = list(changes(copy))
    assert any("1 line more" in line for line in said)
    assert any("“Thursday” goes: it is newer than the copy, with 1 line." in line for line in said)
    with transaction.atomic():
        _empty()
    assert any("comes back, with" in line for line in changes(copy))


@DATABASES
def test_nothing_that_is_here_is_lost_by_going_back_and_there_and_back_is_nothing(copy: Path) -> None:
    opened("Thursday")
    before = sorted(Table.objects.values_list("code", "version"))
    rows, kept = go_back(copy)
    assert rows > 60
    assert list(changes(copy)) == []
    assert Table.objects.count() == 1
    again = opened("Friday")
    assert again.pk
    there = copy.parent / kept.name
    go_back(there)
    assert sorted(Table.objects.values_list("code", "version")) == before
    assert list(changes(there)) == []


@DATABASES
@pytest.mark.sampled
def test_the_copy_of_the_same_day_stays_and_the_oldest_may_be_gone_back_to(copy: Path) -> None:
    now = datetime.now().astimezone()
    today = copies.make(back_up, now - timedelta(seconds=5))
    _, first = go_back(copy.parent / today.name)
    opened("Thursday")
    go_back(copy.parent / today.name)
    assert (copy.parent / today.name).exists()
    assert (copy.parent / first.name).exists(), "what was gone back from an hour ago is there"


@DATABASES
def test_where_what_is_here_cannot_be_kept_nothing_is_changed(
    copy: Path, settings: Any, tmp_path: Path
) -> None:
    opened("Thursday")
    settings.COPIES = tmp_path / "a file"
    settings.COPIES.write_text("in the way")
    with pytest.raises(IllegalAction, match="nothing was changed"):
        go_back(copy)
    assert Table.objects.count() == 2


@DATABASES
def test_a_stranger_orders_nothing_and_a_house_that_cannot_come_up_again_says_how(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_UP", raising=False)
    there = f"/house/copies/{copy.name}/"
    stranger, keeper = Client(), Client()
    assert {stranger.get(there).status_code, stranger.post(there).status_code} == {403}
    assert stranger.get("/house/copies/done/").status_code == 403
    keeper.post("/house/key/", {"code": keepers.key()})
    assert "restore --instead" in keeper.post(there).text
    assert order() is None
    for name in ("house-2020-01-01-040000.backup", "..", "keepers.json"):
        assert keeper.get(f"/house/copies/{name}/").status_code == 404


class Up:
    """A house that `up` keeps, and its keeper's browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        command = [sys.executable, "manage.py", "up", "--host", "127.0.0.1", "--port", str(house.port)]
        house.place.close()
        around = {**house.env, "COMPANION_COPIES_AT": "never"}
        log = (house.home / "up.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=around, stdout=log, stderr=log)

    def ask(self, path: str, **form: str) -> str:
        data = urlencode(form).encode() if form else None
        try:
            answer = self.browser.open(self.house.url + path, data, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        return str(answer.read().decode())

    def until[T](self, found: Callable[[], T]) -> T:
        """What it answers, once it does."""
        until = time.monotonic() + 4 * PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):
                if answer := found():
                    return answer
            time.sleep(0.3)
        raise AssertionError((self.house.home / "up.log").read_text())

    def post(self, path: str, **form: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.ask(path))
        assert token
        to = "/house/key/" if "code" in form else path
        return self.ask(to, csrfmiddlewaretoken=token[1], **form)


@pytest.fixture
def up(empty_house: House) -> Iterator[Up]:
    running = Up(empty_house)
    yield running
    running.process.terminate()
    running.process.wait(PATIENCE)


TABLE = (
    "from companion.tables.lobby import Opening, open_table as o;"
    "print(o(Opening(system='scarper', title='{}', kind='open')).code)"
)


@pytest.mark.thorough
def test_a_house_in_service_goes_back_and_comes_up_again_by_itself(up: Up) -> None:
    house = up.house
    up.until(lambda: up.ask("/about/"))
    first = house.manage("shell", "--verbosity", "0", "-c", TABLE.format("First")).strip()
    house.manage("backup")
    second = house.manage("shell", "--verbosity", "0", "-c", TABLE.format("Second")).strip()
    up.post("/house/", code=house.manage("key").split("is\n")[1].split()[0])
    there = re.search(r'href="(/house/copies/house-[^"]+)"', up.ask("/house/"))
    assert there
    assert "“Second” goes" in up.ask(there[1])
    edition = re.search(r'data-edition="(\w+)"', up.ask("/house/"))
    assert "Going back" in up.post(there[1])
    said = up.until(lambda: "Gone back to" in (page := up.ask("/house/")) and page)
    assert "rows are back; what was here lies in house-" in said
    assert up.process.poll() is None, "the same process all the while"
    codes = house.manage(
        "shell", "--verbosity", "0", "-c",
        "from companion.tables.models import Table; print(*Table.objects.values_list('code', flat=True))",
    ).split()  # fmt: skip
    assert (first in codes, second in codes) == (True, False)
    assert edition
    assert f'data-edition="{edition[1]}"' not in said, "open pages are loaded anew"
    assert os.environ.get("DATABASE_URL") or "up.lock" in os.listdir(house.home)
