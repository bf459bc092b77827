"""Finished files: named, found again, listed for whom they are, and thrown away in time."""

import json
import os
import time

import pytest
from django.test import Client

from companion.shop import files
from companion.shop.orders import Seen
from companion.shop.work import done
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE
from companion.tables.house import Opening, open_table
from companion.tables.seating import seats
from tests.shop.orders import order

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


def test_a_file_is_called_after_what_is_not_as_usual() -> None:
    assert order().file_name == "scarper-missions.pdf"
    assert (
        order(paper="letter", marks="lines", large="yes").file_name
        == "scarper-missions-letter-large-lines.pdf"
    )
    assert order(paper="a4", ink="colour").file_name == "scarper-missions.pdf"
    assert order(copies="3").file_name == "scarper-missions-copies-3.pdf"


def test_the_same_order_is_the_same_file_and_is_not_made_again() -> None:
    first = done(order(paper="letter"))
    os.utime(first.path, (1, 1))
    again = done(order(paper="letter"))
    assert again == first
    assert again.path.read_bytes() == order(paper="letter").document.pdf()
    assert again.used > time.time() - 60, "a file that is asked for is not old"
    assert len(list(files.shelved())) == 1


def test_a_tables_files_are_listed_for_the_seats_that_printed_them_alone() -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    people = {}
    for chair in ("allied", "german"):
        secret, people[chair] = new_secret(), Client()
        people[chair].cookies[COOKIE] = secret
        seats.sit(table, secret, chair)
    people["german"].get(f"/print/scarper/position.pdf?table={table.code}")
    people["german"].get("/print/scarper/score-sheet.pdf")
    [secret_file] = [each for each in files.shelved() if each.table]
    address = f"/print/files/{secret_file.digest}.pdf"
    assert people["german"].get(f"{address}?table={table.code}").status_code == 200
    assert people["allied"].get(f"{address}?table={table.code}").status_code == 404
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}?table={table.code}").status_code == 403
    listed = people["allied"].get(f"/print/files/?table={table.code}").content.decode()
    assert "scarper-position" not in listed
    assert "scarper-score-sheet.pdf" in listed
    assert "scarper-position" in people["german"].get(f"/print/files/?table={table.code}").content.decode()


def test_old_files_and_too_many_are_thrown_away_the_oldest_first(settings) -> None:
    old, young = done(order(ink="grey")), done(order(ink="saver"))
    half = files.root() / "half-made"
    half.mkdir()
    month = time.time() - 31 * files.DAY
    os.utime(old.path, (month, month))
    os.utime(half, (month, month))
    files.clean()
    assert [each.digest for each in files.shelved()] == [young.digest]
    assert not half.exists()
    newest = done(order(paper="letter"))
    os.utime(young.path, (time.time() - 60, time.time() - 60))
    settings.PRINTS_BYTES = newest.size + 10
    files.clean()
    assert [each.digest for each in files.shelved()] == [newest.digest]


def test_a_seats_file_and_the_public_one_are_two() -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    public, german = (order("position", Seen(table, frozenset(holds))) for holds in ((), ("german",)))
    assert public.fingerprint != german.fingerprint
    assert public.digest != german.digest


def test_the_list_says_which_files_are_drawn_anew_since() -> None:
    client = Client()
    assert client.get("/print/scarper/missions.pdf?paper=letter").status_code == 200
    assert "Drawn anew" not in client.get("/print/files/").content.decode()
    [file] = files.shelved()
    about = file.folder / files.ABOUT
    told = json.loads(about.read_text())
    about.write_text(json.dumps({**told, "drawn": "another edition"}))
    page = client.get("/print/files/").content.decode()
    assert "Drawn anew since" in page
    assert 'href="/print/scarper/missions/?paper=letter"' in page
    old = {key: told[key] for key in ("digest", "name", "title", "fingerprint", "table", "holds")}
    about.write_text(json.dumps(old))
    assert "Order it again for how it looks now" in client.get("/print/files/").content.decode()
