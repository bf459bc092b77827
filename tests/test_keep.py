"""The house as a service: what each kind of machine is told, and that a machine without services says so."""

import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.management.commands.keep import service
from tests.conftest import ROOT

AROUND = {"COMPANION_HOME": 'a home with 100 % "air"', "COMPANION_INSIDE": "1", "PATH": "elsewhere"}


def test_a_unit_of_systemd_is_one_and_says_what_the_house_is_told(tmp_path: Path) -> None:
    made = service("linux", tmp_path, 8080, AROUND)
    assert made.file == tmp_path / ".config" / "systemd" / "user" / "companion.service"
    text = made.text.decode()
    assert 'Environment="COMPANION_HOME=a home with 100 %% \\"air\\""' in text
    assert "INSIDE" not in text
    assert "elsewhere" not in text
    assert text.count("Restart=always") == 1
    assert '"up" "--port" "8080"' in text
    if not shutil.which("systemd-analyze"):
        pytest.skip("This machine has no systemd to ask.")
    file = tmp_path / "companion.service"
    file.write_bytes(made.text)
    asked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
    answer = subprocess.run(asked, capture_output=True, text=True)
    assert "companion.service" not in answer.stderr, answer.stderr


def test_a_mac_keeps_it_alive_and_windows_begins_it_when_its_owner_signs_in(tmp_path: Path) -> None:
    plist = plistlib.loads(service("darwin", tmp_path, 8000, AROUND).text)
    assert plist["ProgramArguments"][-3:] == ["up", "--port", "8000"]
    assert (plist["RunAtLoad"], plist["KeepAlive"]) == (True, True)
    assert plist["EnvironmentVariables"] == {"COMPANION_HOME": AROUND["COMPANION_HOME"]}
    task = service("win32", tmp_path, 8000, AROUND)
    assert task.file is None
    assert "ONLOGON" in task.begin[0]
    assert task.end[-1][:2] == ["schtasks", "/Delete"]


def keep(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "HOME": str(home), "COMPANION_HOME": str(home / "house"), "PATH": str(home)}
    command = [sys.executable, "manage.py", "keep", *words]
    return subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True)


@pytest.mark.skipif(sys.platform != "linux", reason="tried where systemd is")
def test_what_is_shown_is_not_done_and_a_machine_without_services_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / ".config" / "systemd" / "user" / "companion.service"
    shown = keep(tmp_path, "--show")
    assert str(file) in shown.stdout
    assert not file.exists()
    refused = keep(tmp_path)
    assert refused.returncode == 1
    assert "systemctl --user daemon-reload" in refused.stderr
    assert "--remove takes it back" in refused.stderr
    assert file.exists()
    gone = keep(tmp_path, "--remove")
    assert gone.returncode == 0
    assert not file.exists()
