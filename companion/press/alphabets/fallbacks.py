"""The faces that stand in where our own lack a letter: some lie beside them, others a machine installs.

`fallbacks.json` names them by alphabet, each with its files, its licence where it lies here, and the Debian
package that brings it where it does not. `wishes` says which kind of face stands in for each of ours.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "fonts"
DATA = json.loads(Path(__file__).with_name("fallbacks.json").read_text("utf-8"))

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
    "~/AppData/Local/Microsoft/Windows/Fonts",
)
"""Where machines keep what is installed."""


@dataclass(frozen=True)
class Cut:
    """One face of one file: its letters, and its glyphs in thousandths of the type size."""

    path: Path
    number: int = 0

    @cached_property
    def face(self) -> Any:
        """As HarfBuzz reads it."""
        import uharfbuzz

        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.path)), self.number)

    @cached_property
    def font(self) -> Any:
        """For setting."""
        import uharfbuzz

        return uharfbuzz.Font(self.face)

    @cached_property
    def letters(self) -> frozenset[int]:
        """The code points that it can draw."""
        return frozenset(self.face.unicodes)

    @property
    def unit(self) -> float:
        """What one of its units is, in thousandths of the type size."""
        return 1000 / float(self.face.upem)


@dataclass(frozen=True, kw_only=True)
class Fallback:
    """An alphabet's faces. `package` brings them where they do not lie beside our own; of a file with
    several faces, `number` is the one."""

    name: str
    scripts: Sequence[str]
    files: Mapping[str, str] = field(hash=False)
    licence: str = ""
    package: str = ""
    number: int = 0

    def cut(self, name: str) -> Cut | None:
        """What stands in for a face of ours; `None` where this machine lacks it."""
        for kind in DATA["wishes"][name]:
            file = self.files.get(kind)
            path = _found(file, installed=bool(self.package)) if file else None
            if path:
                return _cut(path, self.number)
        return None


FALLBACKS: Sequence[Fallback] = tuple(Fallback(**each) for each in DATA["fallbacks"])


def fallbacks(scripts: frozenset[str], name: str) -> Iterator[Cut]:
    """The faces that may stand in for ours: those of the alphabets in a text first."""
    for fallback in sorted(FALLBACKS, key=lambda each: scripts.isdisjoint(each.scripts)):
        cut = fallback.cut(name)
        if cut:
            yield cut


def beside(name: str, letters: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The alphabets that stand in for a face of ours with one of these letters, each with its file here."""
    wanted = {ord(letter) for letter in letters}
    for fallback in FALLBACKS:
        cut = None if fallback.package else fallback.cut(name)
        if cut and not wanted.isdisjoint(cut.letters):
            yield fallback.name, cut.path


def lacking(script: str) -> Fallback | None:
    """Who would set an alphabet, were its package installed."""
    return next((each for each in FALLBACKS if script in each.scripts and each.package), None)


@cache
def _cut(path: Path, number: int) -> Cut:
    return Cut(path, number)


_KNOWN: dict[str, Path] = {}


def _found(file: str, *, installed: bool) -> Path | None:
    """Where a file lies; one that is not there is looked for again, as it may be installed by then."""
    if not installed:
        return FOLDER / file
    if file not in _KNOWN:
        path = next(_installed(file), None)
        if path is None:
            return None
        _KNOWN[file] = path
    return _KNOWN[file]


def _installed(file: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for place, _, names in os.walk(Path(folder).expanduser()):
            if file in names:
                yield Path(place) / file
