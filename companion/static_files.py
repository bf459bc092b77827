"""Static files, served by whitenoise under the name of this house's edition; and pages of another edition.

That name hangs on what is in them, so that each is kept for good. They are served as they lie in the source,
and packed once `pack` has laid them into the house's home: the same bytes to whoever unpacks them.
"""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from time import time
from typing import ClassVar

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRefresh
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

OTHER = re.compile(r"/static/([0-9a-f]+(?:-[0-9a-f]+)?)/")
"""A file of an edition, by its name."""


class Addresses(StaticFilesStorage):
    """Where each file is, worked out once: a page names some of them thirty times."""

    @cache  # noqa: B019  # There is one, for as long as the house is up.
    def url(self, name: str | None) -> str:
        return super().url(name)


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise has no types
    """Whitenoise, which answers with a file in one piece.

    Its own answer is a stream of pieces, which the door would have to fetch from a thread one by one.
    """

    FOUND: ClassVar[dict[str, StaticFile]] = {}
    packed = False
    others: frozenset[str] = frozenset()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        ours = request.path_info.startswith(self.static_prefix)
        if ours and not self.packed and is_packed():
            super().add_files(str(settings.STATIC_ROOT), prefix=self.static_prefix)
            self.packed = True
        if not ours and (other := OTHER.match(request.path_info)):
            self.add_other(other[1])
        response: HttpResponse = super().__call__(request)
        return response

    def add_other(self, edition: str) -> None:
        """While workers become another edition, each is asked for files of both."""
        packed = Path(settings.STATIC_ROOT).with_name(edition)
        if edition not in self.others and packed.is_dir():
            self.others |= {edition}
            super().add_files(str(packed), prefix=f"/static/{edition}/")

    def add_files(self, root: str, prefix: str) -> None:
        """Nothing yet: whether the house is packed is looked at with each file until it is."""

    def add_files_from_finders(self) -> None:
        """Which files there are, found once a process: each browser of a test asks anew."""
        if not self.FOUND:
            super().add_files_from_finders()
            self.FOUND.update(self.files)
        self.files.update(self.FOUND)

    @staticmethod
    def serve(file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file whole: the largest is a font, and small."""
        answer = file.get_response(request.method, request.META)
        response = HttpResponse(answer.file.read() if answer.file else b"", status=int(answer.status))
        del response["content-type"]
        for key, value in answer.headers:
            response[key] = value
        if answer.file:
            answer.file.close()
        return response


SHEETS = settings.HOUSE / "static" / "css" / "sheets.json"
SCRIPTS = settings.HOUSE / "static" / "js" / "scripts.json"
"""Which style sheets and which scripts go together, in one file where the house is packed.

A script stands after those from which it imports.
"""
IMPORT = re.compile(r"^import (?:\* as (\w+)|(\{.*?\})) from \"\./(\w+)\.js\";$", re.M)
EXPORT = re.compile(r"^export ((?:function|const) (\w+))", re.M)


def is_packed() -> bool:
    """Whether the files of this edition lie packed in the house's home."""
    return Path(settings.STATIC_ROOT).is_dir()


@cache
def _joined(lists: Path) -> Mapping[str, Sequence[str]]:
    names: dict[str, list[str]] = json.loads(lists.read_text("utf-8"))
    return names


def sheets_of(name: str) -> Sequence[str]:
    """The style sheets of that list, in their order; the one that joins them where the house is packed."""
    return [f"css/{name}.css"] if is_packed() else _joined(SHEETS)[name]


def scripts_of(name: str) -> Sequence[str]:
    """The same of scripts."""
    return [f"js/{name}.js"] if is_packed() else _joined(SCRIPTS)[name]


def one_script(texts: Mapping[str, str]) -> str:
    """Scripts by their names as one, each in a room of its own; it hands out what it exports.

    >>> print(one_script({"a": "export const x = 1;", "b": 'import { x } from "./a.js";\\nalert(x);'}))
    const of_a = (() => {
    const x = 1;
    return { x };
    })();
    const of_b = (() => {
    const { x } = of_a;
    alert(x);
    return {  };
    })();
    """
    rooms = []
    for name, text in texts.items():
        inside = IMPORT.sub(lambda found: f"const {found[1] or found[2]} = of_{found[3]};", text).strip()
        names = ", ".join(own for _, own in EXPORT.findall(text))
        rooms.append(
            f"const of_{name} = (() => {{\n{EXPORT.sub(r'\1', inside)}\nreturn {{ {names} }};\n}})();"
        )
    return "\n".join(rooms)


def pack() -> None:
    """Lay all files packed by Brotli and gzip into the house's home, joined what goes together.

    It takes a second, once an edition. The one before it stays, whose pages are open still; the rest goes.
    """
    packed = Path(settings.STATIC_ROOT)
    if is_packed():
        return
    half = packed.with_name(f"half-{os.getpid()}")
    try:
        _lay(half)
        if not is_packed():
            half.rename(packed)
    finally:
        # What another process lays at this moment is left to it.
        shutil.rmtree(half, ignore_errors=True)
        others = [each for each in packed.parent.iterdir() if each != packed and not _is_being_laid(each)]
        before = max(
            (each for each in others if OTHER.match(f"/static/{each.name}/")), key=_made, default=None
        )
        for other in others:
            if other != before:
                shutil.rmtree(other, ignore_errors=True)


LAYING = 600
"""Seconds after which what is not laid yet is nobody's any more."""


def _is_being_laid(folder: Path) -> bool:
    try:
        return folder.name.startswith("half-") and time() - _made(folder) < LAYING
    except FileNotFoundError:
        return True


def _made(folder: Path) -> float:
    return folder.stat().st_ctime  # It was copied, and is as old as what it was copied from.


def _lay(half: Path) -> None:
    for folder in settings.STATICFILES_DIRS:
        shutil.copytree(folder, half, dirs_exist_ok=True)
    for name, sheets in _joined(SHEETS).items():
        (half / "css" / f"{name}.css").write_bytes(b"\n".join((half / each).read_bytes() for each in sheets))
    for name, scripts in _joined(SCRIPTS).items():
        texts = {Path(each).stem: (half / each).read_text("utf-8") for each in scripts}
        (half / "js" / f"{name}.js").write_text(one_script(texts), "utf-8")
    packer = Compressor(quiet=True)
    for path in [path for path in half.rglob("*.*") if packer.should_compress(path.name)]:
        for _ in packer.compress(str(path)):
            pass


def edition(_request: HttpRequest) -> dict[str, str]:
    """The name that every page says, for what it is made of."""
    return {"edition": settings.EDITION}


def is_renewed(name: str | None) -> bool:
    """Whether the house has been upgraded since a page was made that says so of itself."""
    return bool(name) and name != settings.EDITION


class Editions:
    """A page that was made before an upgrade is loaded anew where it asks for a part, which would not fit.

    What somebody sends is taken all the same, and answered: typed words are not thrown away.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and is_renewed(request.headers.get("Edition")):
            return HttpResponseClientRefresh()
        return self.get_response(request)
