"""The typesetter in a process kept warm: jobs of markup in, PDFs out. `python -m companion.press.typesetter`.

WeasyPrint is never imported by the server: not in its threads, not before a fork. It is handed our own
style sheets and fonts and fetches nothing else, whatever an address in a text may say. The process reads
one job after another, each led by its length, and ends with the process that started it.

It is safe to ask from any thread; started fresh, never forked from a server that runs threads; replaced after
some jobs, so that no leak grows; ended when a job takes too long or is no longer wanted; and never shared
with a process that was forked later. A second one is started when the first is busy, and waits too; who finds
both busy gets a typesetter of one's own for that one job.
"""

import json
import os
import re
import selectors
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple
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
        out.write(LENGTH.pack(ended, len(answer)))
        out.write(answer)
        out.flush()
    return 0


def _end_with(parent: int) -> None:
    """End when the process that started this one is gone, whoever else may still hold our input open."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(0)


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


HOUSE = Path(__file__).resolve().parent.parent.parent
MOST_JOBS = 50
"""After so many jobs a new typesetter takes over."""


LOOK = 0.2
"""Seconds between two looks at whether a job is still wanted."""

WATCH: ContextVar[Callable[[], None]] = ContextVar("WATCH", default=lambda: None)


@contextmanager
def watching(look: Callable[[], None]) -> Iterator[None]:
    """Have a look several times a second while text is set within; what `look` raises ends that job."""
    token = WATCH.set(look)
    try:
        yield
    finally:
        WATCH.reset(token)


class TooLong(Exception):
    """A job was given up."""


class Answer(NamedTuple):
    """How a job ended, and the PDF or the reason."""

    ended: int
    output: bytes


class Typesetter:
    """One process, and how many jobs it has had."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.press.typesetter"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=HOUSE,
        )
        self.jobs, self.owner = 0, os.getpid()

    @property
    def is_fit(self) -> bool:
        """Whether it may take another job from this process."""
        return self.owner == os.getpid() and self.jobs < MOST_JOBS and self.process.poll() is None

    def set(self, job: bytes, patience: float) -> Answer:
        """The answer to a job; `TooLong`, and the process is ended, where it takes more seconds than this."""
        self.jobs += 1
        assert self.process.stdin
        try:
            self.process.stdin.write(LENGTH.pack(0, len(job)) + job)
            self.process.stdin.flush()
            until = monotonic() + patience
            ended, size = LENGTH.unpack(self._read(LENGTH.size, until))
            return Answer(ended, self._read(size, until))
        except (BrokenPipeError, EOFError):
            self.end()
            return Answer(STOPPED, b"its process ended")
        except BaseException:
            self.end()
            raise

    def _read(self, size: int, until: float) -> bytes:
        assert self.process.stdout
        parts = bytearray()
        while len(parts) < size:
            self._await(until)
            part = os.read(self.process.stdout.fileno(), size - len(parts))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)

    def _await(self, until: float) -> None:
        """Wait for a word of the process, looking meanwhile whether it is still wanted."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]  # a pipe
            while not selector.select(max(0.0, min(LOOK, until - monotonic()))):
                WATCH.get()()
                if monotonic() >= until:
                    raise TooLong

    def end(self) -> None:
        if self.owner == os.getpid():
            self.process.kill()
            self.process.communicate()


class Workshop:
    """The typesetter that waits, and the lock in front of it; who finds it busy goes to the one `beside`."""

    def __init__(self, beside: "Workshop | None" = None) -> None:
        self.door, self.owner, self.beside = Lock(), os.getpid(), beside
        self.warm: Typesetter | None = None

    def set(self, job: bytes, patience: float) -> Answer:
        """The answer to a job, from a warm typesetter or, while all are busy, from one of its own."""
        if self.owner != os.getpid():  # forked since: neither the lock nor the process is ours
            self.door, self.warm, self.owner = Lock(), None, os.getpid()
        if not self.door.acquire(blocking=False):
            return self.beside.set(job, patience) if self.beside else _alone(job, patience)
        try:
            if self.warm is None or not self.warm.is_fit:
                self._retire()
                self.warm = Typesetter()
            return self.warm.set(job, patience)
        finally:
            self.door.release()

    def close(self) -> None:
        """End the warm typesetters; the next job starts another."""
        with self.door:
            self._retire()
        if self.beside:
            self.beside.close()

    def _retire(self) -> None:
        if self.warm:
            self.warm.end()
        self.warm = None


def _alone(job: bytes, patience: float) -> Answer:
    single = Typesetter()
    try:
        return single.set(job, patience)
    finally:
        single.end()


WORKSHOP = Workshop(beside=Workshop())


if __name__ == "__main__":
    sys.exit(main())
