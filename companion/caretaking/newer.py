"""Which edition this house is, and what a newer one would bring: asked only when its keeper asks."""

import os
import subprocess
from dataclasses import dataclass

from django.conf import settings

CHANGES = ".github/CHANGELOG.md"
PATIENCE = 30
"""Seconds that the place where this house came from has to answer."""


@dataclass(frozen=True)
class Newer:
    """What was answered: words where it was nothing, else how many changes and what they bring."""

    words: str = ""
    changes: int = 0
    brings: tuple[str, ...] = ()


def of_when() -> str:
    """The week of this edition: the first heading of what each week brought."""
    try:
        lines = (settings.HOUSE / CHANGES).read_text("utf-8").splitlines()
    except OSError:
        return ""
    return next((line.removeprefix("## ") for line in lines if line.startswith("## ")), "")


def ask() -> Newer:
    """Ask where this house was cloned from. Nothing of the house goes there; nothing here is changed."""
    if not (settings.HOUSE / ".git").exists():
        return Newer("This house is no clone (git), so it does not know where newer ones are.")
    try:
        fault = _git("fetch", "--quiet", "--no-tags", "origin", "HEAD")
        if fault.returncode:
            return Newer("The place where this house came from does not answer.")
        changes = int(_git("rev-list", "--count", "HEAD..FETCH_HEAD").stdout or 0)
        added = _git("diff", "--unified=0", "HEAD...FETCH_HEAD", "--", CHANGES).stdout.splitlines()
    except (OSError, subprocess.TimeoutExpired):
        return Newer("The place where this house came from does not answer.")
    if not changes:
        return Newer("This is the newest.")
    return Newer("", changes, tuple(_points(added)))


def _points(added: list[str]) -> list[str]:
    """The points that a newer list has and this one has not, each whole."""
    points: list[str] = []
    for line in (line[1:] for line in added if line.startswith("+") and not line.startswith("+++")):
        if line.startswith("- "):
            points.append(line[2:])
        elif points and line.startswith("  "):
            points[-1] += f" {line.strip()}"
    return [point.replace("*", "").replace("`", "") for point in points]


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    return subprocess.run(
        ["git", *words], cwd=settings.HOUSE, env=around, capture_output=True, text=True, timeout=PATIENCE
    )
