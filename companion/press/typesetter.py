"""The typesetter's own process: jobs of markup in, PDFs out. `python -m companion.press.typesetter`.

WeasyPrint is never imported by the server: not in its threads, not before a fork. It is handed our own
style sheets and fonts and fetches nothing else, whatever an address in a text may say. The process reads
one job after another, each led by its length, and ends with the process that started it.
"""

import json
import os
import re
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, BinaryIO
from zlib import compress, crc32

DONE, STOPPED, UNAVAILABLE, OVERWORKED = 0, 1, 3, 4
"""How a job ended: a PDF, an error, this machine lacks a library, or it was too much work for one."""

WORK = 900
"""Seconds of this process's own work for one job: where the machine is busy it comes later, and comes."""

LENGTH = struct.Struct(">BI")
"""Before each answer: how the job ended, and how many bytes follow. Before each job the same, with 0."""

PLACE = "place-"
"""The name of an empty picture, before its number: a drawing goes there that we draw ourselves. It is as many
pixels wide as this name has letters, and its first pixel is the number."""

FONTS = Path(__file__).with_name("fonts")
SCHEME = "press:"


def main() -> int:
    """Set what comes on standard input until it ends."""
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a library that prints must not print into the PDF
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    while head := source.read(LENGTH.size):
        _, size = LENGTH.unpack(head)
        ended, answer = _answer(source.read(size))
        _write(out, ended, answer)
    return 0


def _end_with(parent: int) -> None:
    """End when the process that started this one is gone, whoever else may still hold our input open."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(0)


def _write(out: BinaryIO, ended: int, answer: bytes) -> None:
    out.write(LENGTH.pack(ended, len(answer)))
    out.write(answer)
    out.flush()


class Overworked(BaseException):
    """No Exception: what goes wrong in a sheet is passed over here and there, and this is not."""


def _answer(job: bytes) -> tuple[int, bytes]:
    request = json.loads(job)
    try:
        with _at_most(request.get("work", WORK)):
            return DONE, typeset(request)
    except Overworked:
        return OVERWORKED, b""
    except (ImportError, OSError) as error:
        return UNAVAILABLE, str(error).encode()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a fetcher's refusal is no Exception; the next job is set
        return STOPPED, str(error).encode()


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """`Overworked` after so many seconds of work, in which waiting for others does not count."""
    if not hasattr(signal, "setitimer"):  # Windows counts no work: the press waits no longer than it must.
        yield
        return

    def enough(*_: object) -> None:
        raise Overworked

    signal.signal(signal.SIGPROF, enough)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def typeset(job: dict[str, Any]) -> bytes:
    """The PDF of one job: `markup`, `style`, and the `scale` across and down the upright paper that makes
    a printer good. Of `sizes`, where there are any, the largest that leaves it on one page is taken."""
    from weasyprint import CSS, HTML

    style, fonts, locked = _case(job["style"])
    sheet = HTML(string=job["markup"], url_fetcher=locked)

    def at(size: float | None) -> Any:
        sized = [style, CSS(string=f"html {{ font-size: {size}pt }}")] if size else [style]
        return sheet.render(stylesheets=sized, font_config=fonts, pdf_tags=True)

    def finished(document: Any, pdf: Any) -> None:
        _hints(pdf)
        if job["scale"] != [1, 1]:
            _scaled(pdf, *job["scale"])

    laid = _on_one_page(at, job["sizes"]) if job.get("sizes") else at(None)
    pdf: bytes = laid.write_pdf(finisher=finished, pdf_variant="pdf/ua-1")
    return pdf


def _on_one_page(at: Callable[[float], Any], sizes: Sequence[float]) -> Any:
    """The sheet in the largest size that leaves it on one page, else in the smallest."""
    best, low, high = None, 0, len(sizes) - 1
    while low <= high:
        middle = (low + high) // 2
        laid = at(sizes[middle])
        if len(laid.pages) == 1:
            best, low = laid, middle + 1
        else:
            high = middle - 1
    return best or at(sizes[0])


@lru_cache(maxsize=4)
def _case(sheet: str) -> tuple[object, object, object]:
    """A style sheet with its fonts, parsed once, and the fetcher that gives out nothing else."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Locked(URLFetcher):  # type: ignore[misc]  # weasyprint has no types
        """Gives out our own font files, by their names alone, and the places of drawings."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(SCHEME)
            if re.fullmatch(f"{SCHEME}{PLACE}[0-9]{{1,6}}", url):
                return URLFetcherResponse(url, _place(int(name[len(PLACE) :])), {"Content-Type": "image/png"})
            if not url.startswith(SCHEME) or name not in {file.name for file in FONTS.glob("*.ttf")}:
                raise FatalURLFetchingError(f"Nothing outside the press is fetched: {url[:80]}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/ttf"})

    fonts, locked = FontConfiguration(), Locked()
    return CSS(string=sheet, font_config=fonts, url_fetcher=locked), fonts, locked


def _place(number: int) -> bytes:
    """A picture in one row, whose first pixel is its number (PNG, colour type 2)."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

    pixels = b"\0" + number.to_bytes(3) + bytes(3 * (len(PLACE) - 1))
    head = struct.pack(">IIBBBBB", len(PLACE), 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", compress(pixels)) + part(b"IEND", b"")


def _hints(pdf: Any) -> None:
    from pydyf import Dictionary

    pdf.catalog["ViewerPreferences"] = Dictionary({"PrintScaling": "/None", "DisplayDocTitle": "true"})


def _scaled(pdf: Any, wide: float, tall: float) -> None:
    """Draw every page anew about its middle; a lying one goes through the printer on its side."""
    from pydyf import Array, Stream

    close = Stream([b"Q"])
    pdf.add_object(close)
    for page in (pdf.objects[number] for number in pdf.pages["Kids"][::3]):
        left, low, right, high = page["MediaBox"]
        across, down = (tall, wide) if right - left > high - low else (wide, tall)
        x, y = (left + right) / 2 * (1 - across), (low + high) / 2 * (1 - down)
        first = Stream([f"q {across:.6f} 0 0 {down:.6f} {x:.4f} {y:.4f} cm".encode()])
        pdf.add_object(first)
        page["Contents"] = Array([first.reference, page["Contents"], close.reference])


if __name__ == "__main__":
    sys.exit(main())
