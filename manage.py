#!/usr/bin/env python3
"""The house's one command. It needs nothing but a python3: whatever is missing, uv fetches."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HOUSE = Path(__file__).resolve().parent
INSIDE = "COMPANION_INSIDE"


def works(uv: "str | Path | None") -> bool:
    """Whether `uv` answers: a version manager may leave a shim that finds nothing behind it."""
    try:
        return bool(uv) and subprocess.run([str(uv), "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def find_uv() -> str:
    """The uv on this machine, or one put into a small environment of the house's own."""
    found = shutil.which("uv")
    if found and works(found):
        return found
    room = HOUSE / ".uv" / ("Scripts" if os.name == "nt" else "bin")
    if not works(room / "uv"):
        print("Fetching uv, once …", flush=True)
        venv.create(HOUSE / ".uv", with_pip=True, clear=True)
        subprocess.run([str(room / "python"), "-m", "pip", "install", "--quiet", "uv"], check=True)
    return str(room / "uv")


def hand_over() -> int:
    """Run the same command again inside the house's environment."""
    try:
        uv = find_uv()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"uv could not be had ({error}). Install it (pip install uv), then try again.", file=sys.stderr)
        return 1
    command = [uv, "run", "--frozen", "--project", str(HOUSE), "python", str(HOUSE / "manage.py")]
    return subprocess.run([*command, *sys.argv[1:]], env={**os.environ, INSIDE: "1"}).returncode


def main() -> int:
    """Run a management command, in the right environment."""
    try:
        from django import VERSION
        from django.core.management import execute_from_command_line
    except ImportError:
        VERSION = (0, 0)
    if VERSION < (6, 1) and INSIDE not in os.environ:
        return hand_over()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
