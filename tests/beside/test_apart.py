"""Both houses went on apart: what one wrote alone is found, told, and laid beside what the other has."""

import html
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from campaigns.carrying.apart import pack_apart
from campaigns.models import Campaign
from companion.beside.apart import Alone, _pieces, alone, thin
from companion.beside.lines import copy_whole
from companion.beside.role import Role, become
from companion.caretaking import apart, keepers
from companion.tables import play
from companion.tables.bell import Other
from companion.tables.models import Entry, RecoveryCode, Table
from companion.tables.position import forget
from tests.campaigns.conftest import fought
from tests.tables.conftest import Person, _tally, new_table, sat_down  # noqa: F401  # a fixture
from tests.tables.test_play import total

pytestmark = [
    pytest.mark.django_db(transaction=True, databases="__all__"),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL replicates itself"),
]
ADD = {"type": "add", "side": "red", "count": 1}
type Played = Callable[[], None]


class Parted:
    """Two databases that were one; this process is the house of either by turns."""

    def __init__(self, home: Path) -> None:
        self.home, self.here = home, Path(connection.settings_dict["NAME"])

    def part(self, one: Played, other: Played) -> None:
        """Both begin as the database is now; then this process is the house of the other."""
        copy_whole(self.here, self.home / "both")
        one()
        copy_whole(self.here, self.home / "one")
        self.open("both")
        other()
        copy_whole(self.here, self.home / "other")

    def open(self, name: str) -> None:
        connection.close()
        copy_whole(self.home / name, self.here)
        for table in Table.objects.all():
            forget(table)

    def found(self) -> list[Alone]:
        return alone(self.home / "one", self.home / "other")

    def pack(self) -> list[str]:
        """As the house of the one does it, before it goes on as the other's follower."""
        self.open("one")
        titles = list(pack_apart(self.found()))
        self.open("other")
        return titles


@pytest.fixture
def parted(tmp_path: Path, settings: Any) -> Parted:
    settings.HOME = tmp_path
    return Parted(tmp_path)


@pytest.fixture
def keeper(parted: Parted) -> Client:
    page = Client()
    page.post("/house/key/", {"code": keepers.key()})
    return page


def add(who: Person, *keys: str) -> None:
    for key in keys:
        who.table.refresh_from_db()
        play.act(who.table, who.device, ADD, who.table.version, key)


def told(page: Any) -> str:
    return " ".join(html.unescape(page.content.decode()).split())


@pytest.fixture
def alice(parted: Parted) -> Person:
    alice = sat_down(new_table(), "red", host=True)
    add(alice, "1", "2")
    return alice


def test_only_what_somebody_did_and_the_other_lacks_is_found(parted: Parted, alice: Person) -> None:
    bob, calm, gone = (sat_down(new_table(), "red", host=True) for _ in range(3))
    add(gone, "then")
    add(alice, "3")

    def one() -> None:
        new_table()
        add(bob, "waits")  # Nobody was answered: the screen sends it again, to the other.
        add(alice, "4", "5")

    def other() -> None:
        gone.table.delete()
        add(bob, "waits", "on")
        add(calm, "only here")
        add(alice, "4")

    parted.part(one, other)
    assert parted.found() == [Alone(alice.table.code, 4)]
    assert alone(parted.home / "both", parted.home / "other") == []


def test_a_table_is_a_branch_of_the_one_here_with_who_sat_there(
    parted: Parted, alice: Person, keeper: Client
) -> None:
    code = alice.table.code
    parted.part(lambda: add(alice, "3", "4", "5"), lambda: add(alice, "otherwise"))
    assert parted.pack() == ["The table “Thursday”"]
    (row,) = apart.listed()
    assert (row.what.common, row.what.alone, row.here) == (3, 3, 1)
    assert f"table {code}: alike up to line 3; then 1 here, 3 apart" in told(keeper.get("/house/"))
    assert Client().post(f"/house/apart/{row.name}/").status_code == 403
    assert "lies beside" in told(keeper.post(f"/house/apart/{row.name}/"))
    branch = Table.objects.exclude(code=code).get()
    assert (branch.branch_of, branch.branch_line, branch.version) == (Table.objects.get(code=code), 3, 6)
    assert branch.title == "Thursday (apart from line 4)"
    assert total(branch) == 5, "It went on as it did there."
    assert list(branch.entries.values_list("key", flat=True))[1:] == ["1", "2", "3", "4", "5"]
    assert not RecoveryCode.objects.filter(table=branch).exists()
    add(Person(branch, alice.secret), "and on")
    assert alice.browser.get(f"/t/{branch.code}/branch/").status_code == 200
    assert apart.listed() == [], "What is in the journal is listed no more, in neither house."
    assert keeper.post(f"/house/apart/{row.name}/").status_code == 404


def test_a_table_that_was_opened_apart_is_one_by_itself(parted: Parted, keeper: Client) -> None:
    def one() -> None:
        add(sat_down(new_table(), "red", host=True), "1")

    parted.part(one, lambda: add(sat_down(new_table(), "red", host=True), "1", "2"))
    parted.pack()
    (row,) = apart.listed()
    assert (row.what.common, row.here) == (0, 0)
    keeper.post(f"/house/apart/{row.name}/")
    table = Table.objects.get(code=row.what.table)
    assert (table.branch_of, table.branch_line, table.title) == (None, 0, "Thursday")


def test_a_campaign_is_shown_beside_the_one_here_and_kept_if_one_will(parted: Parted, keeper: Client) -> None:
    war = fought(12)

    def undone(to: int, key: str) -> None:
        Entry.objects.create(table=war.table, number=14, kind="undo", to=to, key=key)
        Table.objects.filter(pk=war.table.pk).update(version=14)

    parted.part(lambda: undone(5, "one"), lambda: undone(7, "other"))
    assert parted.pack() == ["The campaign “The Long War”"]
    (row,) = apart.listed()
    assert (row.what.common, row.what.lines, row.here) == (13, 14, 1)
    assert "Two branches since line 14" in told(keeper.post(f"/house/apart/{row.name}/"))
    assert keeper.post("/campaigns/receive/", {"choice": "both"}).status_code == 302
    assert Campaign.objects.filter(title="The Long War (branch from line 14)").exists()
    assert apart.listed() == []


def test_what_is_let_go_is_listed_no_more_and_a_damaged_one_brings_nothing(
    parted: Parted, alice: Person, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    parted.part(lambda: add(alice, "3"), lambda: None)
    parted.pack()
    monkeypatch.setattr(Other, "url", "http://127.0.0.2:1")
    (row,) = apart.listed()
    torn = apart.lay(row.what, zlib.compress(apart.file_of(row.name)[:-60]))
    assert "notice--bad" in keeper.post(f"/house/apart/{torn}/").content.decode()
    assert Table.objects.count() == 1
    for name in (row.name, torn):
        assert keeper.post(f"/house/apart/{name}/go/").status_code == 302
    assert apart.listed() == []
    calm = keeper.get("/house/").content.decode()
    assert "Went on apart" not in calm
    assert '<p class="notice" role="status">' not in calm, "Nothing has been laid beside."


def test_the_other_house_alone_tells_what_it_wrote(parted: Parted) -> None:
    become(Role("leads", "http://127.0.0.2:1", "shared"))
    what = apart.Apart("table", "Thursday", "ABCDEF", 3, 5, "key", "2026-11-28T20:00:00+00:00")
    long = zlib.compress(bytes(range(256)) * 2**16, 0)
    name = apart._named(long)

    def post(piece: dict[str, object], secret: str) -> int:
        auth = {"authorization": f"Bearer {secret}"}
        text = json.dumps(piece)
        return (
            Client()
            .post("/house/beside/apart", text, content_type="application/json", headers=auth)
            .status_code
        )

    def pieces() -> list[dict[str, object]]:
        (parted.home / "apart").mkdir(exist_ok=True)
        (parted.home / "apart" / f"{name}.packed").write_bytes(long)
        return list(_pieces(name, what))

    sent = pieces()
    (parted.home / "apart" / f"{name}.packed").unlink()
    assert len(sent) == 5, "Sixteen megabytes cross in pieces of four."
    assert post(sent[0], "guessed") == 403
    assert post({}, "shared") == 400
    assert {post(piece, "shared") for piece in sent[:-1]} == {204}
    assert not list(apart.kept()), "Half of it is nothing yet."
    assert post(sent[0] | {"ends": True}, "shared") == 400, "It is not what it is called."
    assert {post(piece, "shared") for piece in sent} == {204}
    ((listed, kept),) = apart.kept()
    assert (listed, kept, apart.packed(listed)) == (name, what, long)
    assert post(sent[0] | {"name": "../../secret"}, "shared") == 400


def test_of_what_was_laid_aside_some_of_every_age_stays(parted: Parted) -> None:
    folder = parted.home / "apart"
    folder.mkdir()
    for day in range(1, 29):
        for hour in (10, 20):
            aside = folder / f"2026-01-{day:02}-{hour}0000-000000.sqlite3"
            aside.touch()
            aside.with_suffix(".seen").touch()
    unseen = folder / "2026-01-02-110000-000000.sqlite3"
    unseen.touch()
    thin()
    left = sorted(file.stem[:13] for file in folder.glob("*.sqlite3"))
    assert left == ["2026-01-02-11", "2026-01-11-20", "2026-01-18-20"] + [
        f"2026-01-{n}-20" for n in range(22, 29)
    ]
    assert len(list(folder.glob("*.seen"))) == len(left) - 1
