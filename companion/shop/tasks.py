"""What a worker does: one order, saying twice a second how far it is, and stops when asked to."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import connections
from django.db.models import F
from django.tasks import task
from django.utils import timezone

from companion.engine.errors import GameError
from companion.shop.hands import me
from companion.shop.kinds import KINDS
from companion.shop.models import Job

EVERY = 0.5
"""Seconds between two words of a worker."""


class Stopped(Exception):
    """Somebody pressed Stop."""


@task()
def set_job(key: str) -> str:
    """Do the order of that job, and give the digest of its finished file, if its kind makes one."""
    mine = Job.objects.filter(pk=key, state="waiting", cancelled=False).update(
        state="running", worker=me(), heard_at=timezone.now(), attempts=F("attempts") + 1
    )
    if not mine:
        return ""
    try:
        with speaking(key) as voice:
            job = Job.objects.get(pk=key)
            made = KINDS[job.kind].do(job.order, voice.said)
    except Stopped:
        _end(key, state="cancelled")
        return ""
    except GameError as error:
        _end(key, state="failed", problem=error.as_json())
        return ""
    except Exception:
        message = "The shop broke down over this. It is not your choice of options; the log says more."
        _end(key, state="failed", problem={"error": {"code": "error", "path": "", "message": message}})
        raise
    _end(key, **{"state": "done", "done": F("total"), **made})
    return str(made.get("digest", ""))


def _end(key: str, **how: object) -> None:
    Job.objects.filter(pk=key, worker=me()).update(heard_at=timezone.now(), **how)


class Voice:
    """What a worker says about a job while it sets it, and hears: that it shall stop."""

    def __init__(self, key: str) -> None:
        self.key, self.done, self.stop, self.over = key, 0, Event(), Event()

    def said(self, done: int) -> None:
        """`done` pages are drawn; `Stopped` where somebody has asked to stop."""
        self.done = done
        if self.stop.is_set():
            raise Stopped

    def speak(self) -> None:
        """Write down how far it is, until it is over."""
        try:
            while not self.over.wait(EVERY):
                mine = Job.objects.filter(pk=self.key, worker=me())
                mine.update(done=self.done, heard_at=timezone.now())
                if not mine.filter(cancelled=False).exists():
                    self.stop.set()
        finally:
            connections.close_all()


@contextmanager
def speaking(key: str) -> Iterator[Voice]:
    """A voice for as long as the work lasts."""
    voice = Voice(key)
    thread = Thread(target=voice.speak, daemon=True)
    thread.start()
    try:
        yield voice
    finally:
        voice.over.set()
        thread.join()
