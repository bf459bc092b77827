"""`print` on the command line: a file, a list, or one clear line and status 2."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from pdfplumber.page import Page

from companion.management.commands.print import Command
from companion.shop.models import Printer
from companion.tables.lobby import Opening, open_table
from tests.press.measuring import MM, TOLERANCE, pages
from tests.press.measuring import words as written

HOUSE = Path(__file__).resolve().parents[2]


def say(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "manage.py", "print", *words], cwd=HOUSE, capture_output=True)


class Said(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: str
    wrong: str


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """The same command in this process: a house need not be loaded for each line."""

    def say_here(*words: str) -> Said:
        try:
            Command().run_from_argv(["manage.py", "print", *words])
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        return Said(status, *capsys.readouterr())

    return say_here


@pytest.mark.sampled
def test_a_deck_is_written_on_the_paper_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "deck.pdf"
    done = say("scarper", "cards", "--out", str(out), "--paper", "letter", "--marks=lines", "--backs", "none")
    assert done.returncode == 0, done.stderr
    read = pages(out.read_bytes())
    assert len(read) == 7
    assert read[0].width * MM == pytest.approx(215.9, abs=0.01)
    assert (
        say("scarper", "cards", "--paper", "letter", "--marks", "lines", "--backs", "none").stdout
        == out.read_bytes()
    )


def test_the_list_names_each_printable_with_its_options(here: Callable[..., Said]) -> None:
    listed = {(each["system"], each["name"]): each for each in json.loads(here("--list", "--json").out)}
    options = {option["key"]: option for option in listed["scarper", "deck"]["options"]}
    assert {choice["value"] for choice in options["paper"]["choices"]} >= {"a4", "letter"}
    assert options["library"]["file"] is True
    assert (options["part"]["low"], options["part"]["default"]) == (0, 0)
    assert "scarper deck" in here("--list").out


def test_a_library_file_is_printed(tmp_path: Path, here: Callable[..., Said]) -> None:
    source = json.loads((HOUSE / "companion/games/scarper/starter/library.json").read_text())
    source |= {"id": "ours", "title": "Our own box"}
    own = tmp_path / "ours.json"
    own.write_text(json.dumps(source))
    out = tmp_path / "out.pdf"
    assert here("scarper", "missions", "--library", str(own), "--out", str(out)).status == 0
    assert "Our own box" in pages(out.read_bytes())[0].extract_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scarper", "dek"], "prints no “dek”; it prints deck"),
        (["chess", "deck"], "There is no game “chess”"),
        (["scarper", "deck", "--paper", "foolscap"], "options.paper: “foolscap” is none of a4, letter"),
        (["scarper", "deck", "--papre", "a4"], "“--papre” is no option of this print; it takes --paper"),
        (["scarper", "deck", "--paper"], "Give a value: --paper a4|letter"),
        (["scarper", "deck", "--library", "nowhere.json"], "nowhere.json"),
        (["scarper", "position"], "prints a game in progress"),
        ([], "Name a game and what to print"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(
    words: list[str], told: str, here: Callable[..., Said]
) -> None:
    done = here(*words)
    assert done.status == 2
    assert told in done.wrong
    assert len(done.wrong.strip().splitlines()) == 1
    assert done.out == ""


def test_a_mistake_ends_the_process_with_its_one_line() -> None:
    done = say("chess", "deck")
    assert done.returncode == 2
    assert b"There is no game" in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_table_a_seat_and_a_printer_can_be_named(tmp_path: Path, here: Callable[..., Said]) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True)
    code = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={})).code
    out = tmp_path / "out.pdf"

    def printed(*words: str) -> list[Page]:
        assert here(*words, "--out", str(out)).status == 0
        return pages(out.read_bytes())

    assert len(printed("scarper", "position", "--table", code)) == 1, "the house prints the public part"
    [_, hand] = printed("scarper", "position", "--table", code, "--seat", "german")
    assert "German" in hand.extract_text()
    deck = ("scarper", "deck", "--only", "bef-lands")
    [plain] = [x for text, x, _ in written(printed(*deck)[1]) if text == "1914"]
    [moved] = [x for text, x, _ in written(printed(*deck, "--printer", "Hall")[1]) if text == "1914"]
    assert moved - plain == pytest.approx(1.5, abs=TOLERANCE)


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_a_printer_measured_for_something_else_is_told(tmp_path: Path, here: Callable[..., Said]) -> None:
    Printer.objects.create(name="Hall", dx=1.5, measured=True)
    out = tmp_path / "out.pdf"
    deck = ("scarper", "deck", "--only", "bef-lands", "--printer", "Hall", "--out", str(out))
    refused = here(*deck, "--paper", "letter")
    assert refused.status == 2
    assert (
        "printer: “Hall” was measured with A4 turned over the long edge; this is US Letter" in refused.wrong
    )
    assert not out.exists()
    warned = here(*deck, "--paper", "letter", "--sides", "fronts")
    assert warned.status == 0
    assert "on US Letter its scale may be another" in warned.wrong
