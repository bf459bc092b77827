"""`print` on the command line: a file, a list, or one clear line and status 2."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import House
from tests.press.measuring import MM, TOLERANCE, pages
from tests.press.measuring import words as written

HOUSE = Path(__file__).resolve().parents[2]


def say(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "manage.py", "print", *words], cwd=HOUSE, capture_output=True)


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


def test_the_list_names_each_printable_with_its_options() -> None:
    listed = {(each["system"], each["name"]): each for each in json.loads(say("--list", "--json").stdout)}
    options = {option["key"]: option for option in listed["scarper", "deck"]["options"]}
    assert {choice["value"] for choice in options["paper"]["choices"]} >= {"a4", "letter"}
    assert options["library"]["file"] is True
    assert b"scarper deck" in say("--list").stdout


def test_a_library_file_is_printed(tmp_path: Path) -> None:
    source = json.loads((HOUSE / "companion/games/scarper/starter/library.json").read_text())
    source |= {"id": "ours", "title": "Our own box"}
    own = tmp_path / "ours.json"
    own.write_text(json.dumps(source))
    done = say("scarper", "missions", "--library", str(own))
    assert "Our own box" in pages(done.stdout)[0].extract_text()


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
def test_a_mistake_is_one_clear_line_and_status_2(words: list[str], told: str) -> None:
    done = say(*words)
    assert done.returncode == 2
    assert told in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


OPENED = """
from companion.shop.models import Printer
from companion.tables.house import Opening, open_table
Printer.objects.create(name="Hall", dx=1.5, measured=True)
print(open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={})).code)
"""


def test_a_table_a_seat_and_a_printer_can_be_named(empty_house: House, tmp_path: Path) -> None:
    code = empty_house.manage("shell", "--verbosity", "0", "-c", OPENED).split()[-1]
    out = tmp_path / "out.pdf"
    empty_house.manage("print", "scarper", "position", "--table", code, "--out", str(out))
    assert len(pages(out.read_bytes())) == 1, "the house itself prints the public part"
    empty_house.manage("print", "scarper", "position", "--table", code, "--seat", "german", "--out", str(out))
    assert len(pages(out.read_bytes())) == 2
    assert "German" in pages(out.read_bytes())[1].extract_text()
    words = ["print", "scarper", "deck", "--only", "bef-lands", "--out", str(out)]
    empty_house.manage(*words)
    [plain] = [x for text, x, _ in written(pages(out.read_bytes())[1]) if text == "1914"]
    empty_house.manage(*words, "--printer", "Hall")
    [moved] = [x for text, x, _ in written(pages(out.read_bytes())[1]) if text == "1914"]
    assert moved - plain == pytest.approx(1.5, abs=TOLERANCE)
