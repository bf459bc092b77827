#!/usr/bin/env python3
"""The house's one command. It needs nothing but a python3: whatever is missing, uv fetches."""

import os
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
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


def hand_over(testing: bool) -> int:
    """Run the same command again inside the house's environment; on POSIX this process becomes it.

    Nobody stands between who started the house and the house: uv makes the environment, and does not stay.
    Only the tests need the tools of development; `uv run` takes nothing away that is there already.
    """
    try:
        uv = find_uv()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"uv could not be had ({error}). Install it (pip install uv), then try again.", file=sys.stderr)
        return 1
    command = [uv, "run", "--frozen", *([] if testing else ["--no-dev"]), "--project", str(HOUSE)]
    words = [str(HOUSE / "manage.py"), *sys.argv[1:]]
    around = {**os.environ, INSIDE: "1"}
    if os.name == "nt":
        return subprocess.run([*command, "python", *words], env=around).returncode
    which = [*command, "python", "-c", "import sys; print(sys.executable)"]
    made = subprocess.run(which, env=around, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if made.returncode:
        return made.returncode
    python = Path(made.stdout.strip())
    around["VIRTUAL_ENV"] = str(python.parent.parent)
    around["PATH"] = f"{python.parent}:{os.environ.get('PATH', '')}"
    sys.stdout.flush()
    os.execve(python, [str(python), *words], around)


def is_ready(testing: bool) -> bool:
    """Whether this Python has what the command needs."""
    try:
        from django import VERSION
    except ImportError:
        return False
    return VERSION >= (6, 1) and (not testing or find_spec("pytest") is not None)


def main() -> int:
    """Run a management command, in the right environment."""
    testing = sys.argv[1:2] == ["test"]
    if not is_ready(testing) and not os.environ.get(INSIDE):
        return hand_over(testing)
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
