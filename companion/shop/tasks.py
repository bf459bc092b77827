"""Long work: its kinds, put down, done by a worker until it is stopped, taken up again where that has died.

A worker says twice a second how far it is, by its machine and its process, so that a dead one can be told.
"""

import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import accumulate
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple
from uuid import uuid4

from django.db import DatabaseError, connections, router, transaction
from django.db.models import F, Q
from django.tasks import TaskResultStatus, task
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.page import Page
from companion.press.prose import Prose, text_alone
from companion.press.typesetter import watching
from companion.press.whole import Whole
from companion.shop.files import Finished, finished, keep, pages_in
from companion.shop.models import Job
from companion.shop.orders import Order, reordered
from companion.shop.worker import ORDERED
from companion.tables.models import WrittenElsewhere


def me() -> str:
    """This worker: its machine and its process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def is_dead(worker: str) -> bool:
    """Whether that worker ran on this machine and has ended; one elsewhere is judged by its silence."""
    host, _, process = worker.rpartition(":")
    if host != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


MOST_PIECES = 2_000
"""Cards that are set while the asker waits: half a second."""

MOST_MARKUP = 150_000
"""Characters of a sheet of text that are set while the asker waits: some twenty pages, three seconds."""

SETTING = Lock()
"""One sheet of text is set at a time: a shelf asks for many at once, and tables are waiting too."""

type Progress = Callable[[int], None]


def watched(pages: Sequence[Page], report: Progress) -> Iterator[Page]:
    """Pages that say, each before it is drawn, how many are."""
    for number, page in enumerate(pages):
        report(number)
        yield page


def is_long(order: Order) -> bool:
    """Whether the asker would have to wait: then the worker sets it, and a page tells how far it is."""
    document = order.document
    if isinstance(document, Whole):
        return True
    if isinstance(document, Document):
        counted = accumulate(len(page.stamps) for page in document.pages)
        return any(pieces > MOST_PIECES for pieces in counted)
    return isinstance(document, Prose) and len(text_alone(document.body)) > MOST_MARKUP


def done(order: Order) -> Finished:
    """The finished file: the one on the shelf, or a new one. `GameError` where it cannot be printed."""
    kept = finished(order.digest)
    if kept or order.drawn:
        return kept or keep(order, order.document.pdf())
    with SETTING:
        return finished(order.digest) or keep(order, order.document.pdf())


def done_watched(order: Order, report: Progress) -> Finished:
    """The same, telling after each page how many are drawn. What `report` raises stops the work."""
    kept = finished(order.digest)
    if kept:
        return kept
    report(0)
    drawn = order.drawn
    if isinstance(order.document, Whole):
        with watching(lambda: report(0)):
            return keep(order, order.document.pdf(report))
    if not drawn:
        with watching(lambda: report(0)):
            return keep(order, order.document.pdf())
    from companion.press.pdf.drawing import pdf  # loaded with the first print, not with the house

    return keep(order, pdf(watched(drawn.sheets, report), title=drawn.title, duplex=drawn.duplex))


def pages_of(order: Order) -> int:
    """How many pages it has; 0 for a sheet of text, which is counted when it is set."""
    if isinstance(order.document, Whole):
        return order.document.count
    return len(order.drawn.pages) if order.drawn else 0


type Done = Mapping[str, object]
"""What a finished job keeps beside its state: fields of `Job`."""


type Rows = list[Json]
"""Steps of a piece of work that are done: they are kept, and who takes it up again goes on after them."""


class Kind(NamedTuple):
    """One kind: how its order is done, and what is said where its workers end in it again and again."""

    do: Callable[[Mapping[str, object], Progress, Rows], Done]
    lost: str


def _print(order: Mapping[str, object], report: Progress, _: Rows) -> Done:
    made = done_watched(reordered(order), report)
    count = pages_in(made)
    return {"digest": made.digest, "fingerprint": made.fingerprint, "done": count, "total": count}


KINDS: dict[str, Kind] = {
    "print": Kind(_print, "The worker stopped {times} times while it set this. Print less at once.")
}
"""By name. Whoever has work of a kind of its own puts it here as the house starts."""


EVERY = 0.5
"""Seconds between two words of a worker."""

KEPT = 10
"""Seconds after which a worker keeps what has been done since: a restart costs no more than these."""


class Stopped(Exception):
    """Somebody pressed Stop."""


def played(many: int, play: Callable[[int], Json], report: Progress, rows: Rows) -> Done:
    """So many plays by their numbers after those kept; stopped, those count that are played by then."""
    for n in range(len(rows), many):
        try:
            report(n)
        except Stopped:
            if rows:
                break
            raise
        rows.append(play(n))
    return {"result": rows, "done": len(rows)}


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
            voice.rows = list(job.result or ())
            made = KINDS[job.kind].do(job.order, voice.said, voice.rows)
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
        self.rows: Rows = []

    def said(self, done: int) -> None:
        """`done` pages are drawn; `Stopped` where somebody has asked to stop."""
        self.done = done
        if self.stop.is_set():
            raise Stopped

    def speak(self) -> None:
        kept, at = len(self.rows), monotonic()
        try:
            while not self.over.wait(EVERY):
                mine = Job.objects.filter(pk=self.key, worker=me())
                mine.update(done=self.done, heard_at=timezone.now())
                if len(self.rows) > kept and monotonic() - at > KEPT:
                    rows = list(self.rows)
                    # What gets on has not killed its worker: it may be taken up as often as it likes.
                    mine.update(result=rows, attempts=1)
                    kept, at = len(rows), monotonic()
                if not mine.filter(cancelled=False).exists():
                    self.stop.set()
        finally:
            connections.close_all()


@contextmanager
def speaking(key: str) -> Iterator[Voice]:
    voice = Voice(key)
    thread = Thread(target=voice.speak, daemon=True)
    thread.start()
    try:
        yield voice
    finally:
        voice.over.set()
        thread.join()


SILENCE = timedelta(seconds=20)
"""A worker speaks twice a second. One that has been silent for so long is dead."""

ATTEMPTS = 3
"""How often a piece of work is taken up: one that kills its worker each time is not tried for ever."""

UNDER_WAY = ("waiting", "running")

BESIDE = "the house beside"
"""The worker, as a house that follows knows it, of what the first has under way."""


class WorkerLost(Exception):
    """The worker ended in the middle of its task."""


def begin(order: Order) -> Job:
    """Put a print down for a worker."""
    return put_down(
        Job(name=order.file_name, order=order.as_json(), digest=order.digest, total=pages_of(order))
    )


def put_down(job: Job, at: datetime | None = None) -> Job:
    """Put work down for a worker, for no sooner than `at`; what is under way is not put down twice."""
    with transaction.atomic(using=router.db_for_write(Job)):
        alike = Job.objects.filter(kind=job.kind, digest=job.digest)
        same = alike.filter(state__in=UNDER_WAY, cancelled=False).first()
        if same:
            return same
        job.key = uuid4().hex
        job.save(force_insert=True)
        job.task = str((set_job.using(run_after=at) if at else set_job).enqueue(job.key).id)
        job.save(update_fields=["task"])
        transaction.on_commit(ORDERED.set, using=router.db_for_write(Job))
    return job


def is_wanted() -> bool:
    """Whether a worker has anything to do, be it what a dead one has left."""
    try:
        return Job.objects.filter(state__in=UNDER_WAY).exclude(worker=BESIDE).exists()
    except DatabaseError:
        return False  # Whoever asks looks again.
    finally:
        connections.close_all()


def cancel(job: Job) -> None:
    """Ask it to stop: at once while it waits, after the page in hand while it runs. `WrittenElsewhere`."""
    if job.worker == BESIDE and job.state in UNDER_WAY:
        raise WrittenElsewhere
    Job.objects.filter(pk=job.pk, state__in=UNDER_WAY).update(cancelled=True)
    Job.objects.filter(pk=job.pk, state="waiting").update(state="cancelled")


def recover() -> int:
    """Fail the tasks of dead workers, and put their work back on the list; how many there were."""
    under_way = Job.objects.filter(state__in=UNDER_WAY, task__gt="").exclude(worker=BESIDE)
    lost = [job for job in under_way if _is_lost(job)]
    for job in lost:
        _put_back(job)
    old = timezone.now() - timedelta(days=7)
    kept = Q(state__in=UNDER_WAY) | Q(state="done", result__isnull=False)
    Job.objects.filter(~kept, made__lt=old).delete()
    return len(lost)


def carry_on(at: Mapping[str, datetime]) -> None:
    """The first house is gone: what it had under way is put down here, for no sooner than it was there."""
    for job in Job.objects.filter(state__in=UNDER_WAY, worker=BESIDE):
        begins = set_job.using(run_after=at[job.pk]) if job.pk in at else set_job
        job.state, job.worker, job.done = "cancelled" if job.cancelled else "waiting", "", _kept(job)
        job.task = "" if job.cancelled else str(begins.enqueue(job.pk).id)
        job.save()
    ORDERED.set()


def _kept(job: Job) -> int:
    return len(job.result or ())


def _is_lost(job: Job) -> bool:
    task = DBTaskResult.objects.filter(pk=job.task).first()
    if job.state == "waiting":
        # Its task was taken, and the worker died before it could say so; or the task's row is gone.
        begun = task.started_at if task else job.made
        running = task is None or task.status != TaskResultStatus.READY
        return running and begun is not None and begun < timezone.now() - SILENCE
    return is_dead(job.worker) or (job.heard_at or job.made) < timezone.now() - SILENCE


def _put_back(job: Job) -> None:
    with transaction.atomic(using=router.db_for_write(Job)):
        now = Job.objects.select_for_update().get(pk=job.pk)
        if (now.state, now.task, now.worker) != (job.state, job.task, job.worker):
            return  # Somebody else has just done so.
        for task in DBTaskResult.objects.filter(pk=job.task, status=TaskResultStatus.RUNNING):
            task.set_failed(WorkerLost(f"The worker {job.worker} ended in the middle of this."))
        if job.cancelled:
            now.state = "cancelled"
        elif job.attempts >= ATTEMPTS:
            now.state = "failed"
            message = KINDS[now.kind].lost.format(times=ATTEMPTS)
            now.problem = {"error": {"code": "cannot_print", "path": "", "message": message}}
        else:
            now.state, now.worker, now.done = "waiting", "", _kept(now)
            now.task = str(set_job.enqueue(job.pk).id)
        now.save()
