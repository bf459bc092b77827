"""`manage.py keep`: the house as a service of its machine, up after every power cut, until `--remove`."""

import os
import plistlib
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.strongbox import write_whole

NAME = "companion"
OWN = ("DATABASE_URL",)
"""What a service is told beside everything that begins with COMPANION_."""


@dataclass(frozen=True)
class Service:
    """How a machine is told: the file and its text, what is run then, and what is run to take it back.

    The last of `begin` may fail: without it the house comes up when its owner signs in, and not before.
    """

    file: Path | None
    text: bytes
    begin: Sequence[Sequence[str]]
    end: Sequence[Sequence[str]]


def service(platform: str, home: Path, port: int, around: Mapping[str, str]) -> Service:
    """The service for that platform (`sys.platform`), of whose owner `home` is the folder."""
    command = [sys.executable, str(settings.HOUSE / "manage.py"), "up", "--port", str(port)]
    variables = {key: value for key, value in around.items() if key.startswith("COMPANION_") or key in OWN}
    variables.pop("COMPANION_INSIDE", None)
    if platform == "win32":
        line = subprocess.list2cmdline(command)
        make = ["schtasks", "/Create", "/F", "/SC", "ONLOGON", "/TN", NAME, "/TR", line]
        return Service(
            None, line.encode(), [make, ["schtasks", "/Run", "/TN", NAME]],
            [["schtasks", "/End", "/TN", NAME], ["schtasks", "/Delete", "/F", "/TN", NAME]],
        )  # fmt: skip
    if platform == "darwin":
        file = home / "Library" / "LaunchAgents" / f"{NAME}.plist"
        plist = {
            "Label": NAME, "ProgramArguments": command, "EnvironmentVariables": variables,
            "WorkingDirectory": str(settings.HOUSE), "RunAtLoad": True, "KeepAlive": True,
        }  # fmt: skip
        begin = [["launchctl", "unload", str(file)], ["launchctl", "load", "-w", str(file)]]
        return Service(file, plistlib.dumps(plist), begin[1:], begin[:1])
    file = home / ".config" / "systemd" / "user" / f"{NAME}.service"
    begin = [["systemctl", "--user", "daemon-reload"], ["systemctl", "--user", "enable", NAME],
             ["systemctl", "--user", "restart", NAME], ["loginctl", "enable-linger"]]  # fmt: skip
    end = [["systemctl", "--user", "disable", "--now", NAME]]
    return Service(file, _unit(command, variables).encode(), begin, end)


def _unit(command: Sequence[str], variables: Mapping[str, str]) -> str:
    rows = [f"Environment={_quoted(f'{key}={value}')}" for key, value in sorted(variables.items())]
    return "\n".join([
        "[Unit]", "Description=Companion, the house for a table, a tablet and a printer",
        "StartLimitIntervalSec=0", "", "[Service]",
        f"WorkingDirectory={str(settings.HOUSE).replace('%', '%%')}",
        f"ExecStart={' '.join(map(_quoted, command))}", *rows, "Restart=always", "RestartSec=2",
        "KillSignal=SIGTERM", "", "[Install]", "WantedBy=default.target", "",
    ])  # fmt: skip


def _quoted(word: str) -> str:
    """A word as systemd reads it: in quotes, with its own signs doubled."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{plain}"'


class Command(BaseCommand):
    """Write the service, say what was written, begin it."""

    help = (
        "Make the house a service of this machine: it comes up by itself, on the port that it has, and again "
        "whenever it ends. What is set in the environment now (COMPANION_…, DATABASE_URL) goes with it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port, and no other (default: 8000)")
        parser.add_argument("--remove", action="store_true", help="end it, and take back what was written")
        parser.add_argument(
            "--show", action="store_true", help="say what would be written and run, and do none"
        )

    def handle(self, *, port: int, remove: bool, show: bool, **options: object) -> None:
        made = service(sys.platform, Path.home(), port, os.environ)
        commands = made.end if remove else made.begin
        if show:
            self.stdout.write(f"{made.file or 'A task of this machine'}:\n{made.text.decode()}")
            self.stdout.write("\n".join(map(shlex.join, commands)))
            return
        if made.file and not remove:
            made.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(made.file, made.text)
            self.stdout.write(f"Written: {made.file}")
        for command in commands:
            self._run(command, may_fail=remove or command == ["loginctl", "enable-linger"])
        if remove and made.file:
            made.file.unlink(missing_ok=True)
            self.stdout.write(f"Taken back: {made.file}")

    def _run(self, command: Sequence[str], *, may_fail: bool) -> None:
        try:
            answer = subprocess.run(command, capture_output=True, text=True)
            fault = answer.stderr.strip() or f"it ended with {answer.returncode}" if answer.returncode else ""
        except OSError as error:
            fault = error.strerror or str(error)
        if fault and not may_fail:
            raise CommandError(
                f"{shlex.join(command)}: {fault}. What was written stays; --remove takes it back."
            )
        self.stdout.write(
            f"{'Not done' if fault else 'Done'}: {shlex.join(command)}{f' ({fault})' if fault else ''}"
        )
