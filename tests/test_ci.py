"""A failed test is run once more alone; what is unsteady is named, and nothing that fails twice passes."""

import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

HOUSE = Path(__file__).resolve().parent.parent
STEADY = "def test_steady(): pass\n"
FLAKY = """
from pathlib import Path
def test_flaky():
    seen = Path("seen")
    was = seen.exists()
    seen.touch()
    assert was
"""
MANAGE = (
    "import subprocess, sys; sys.exit(subprocess.run([{python!r}, '-m', 'pytest', *sys.argv[2:]]).returncode)"
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".ci").mkdir()
    copy(HOUSE / ".ci" / "tests", tmp_path / ".ci" / "tests")
    (tmp_path / "manage.py").write_text(MANAGE.format(python=sys.executable))
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p xdist.plugin -n 0\n")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return tmp_path


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([project / ".ci" / "tests", *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (STEADY, 0, "1 passed"),
        (STEADY + FLAKY, 0, "UNSTEADY: failed once, then passed alone:\n   test_it.py::test_flaky\n"),
        (STEADY + "def test_wrong(): assert False\n", 1, "failed twice"),
        (FLAKY + "def test_wrong(): assert False\n", 1, "failed twice"),
        ("import nothing_of_that_name\n" + STEADY, 1, "nothing_of_that_name"),
        ("", 1, "not tried again"),
    ],
    ids=["steady", "unsteady", "wrong", "both", "does-not-load", "no-test"],
)
def test_what_failed_is_tried_once_more(project: Path, body: str, code: int, said: str) -> None:
    (project / "test_it.py").write_text(body)
    done = run(project)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout
    assert ("UNSTEADY" in done.stdout) == ("UNSTEADY" in said)


def test_a_worker_that_dies_at_a_test_is_no_pass(project: Path) -> None:
    (project / "test_it.py").write_text(STEADY + "import os\ndef test_dies(): os._exit(1)\n")
    done = run(project, "-n", "1")
    assert done.returncode == 1, done.stdout + done.stderr
