"""Long work: put down, followed, stopped, and taken up again when its worker has died."""

from datetime import timedelta
from uuid import uuid4

from django.db import router, transaction
from django.db.models import Q
from django.tasks import TaskResultStatus
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.shop.models import Job
from companion.shop.orders import Order
from companion.shop.tasks import KINDS, is_dead, pages_of, set_job

SILENCE = timedelta(seconds=20)
"""A worker speaks twice a second. One that has been silent for so long is dead."""

ATTEMPTS = 3
"""How often a piece of work is taken up: one that kills its worker each time is not tried for ever."""

UNDER_WAY = ("waiting", "running")


class WorkerLost(Exception):
    """The worker ended in the middle of its task."""


def begin(order: Order) -> Job:
    """Put a print down for a worker."""
    return put_down(
        Job(name=order.file_name, order=order.as_json(), digest=order.digest, total=pages_of(order))
    )


def put_down(job: Job) -> Job:
    """Put work down for a worker; the same work that is under way already is not put down twice."""
    with transaction.atomic(using=router.db_for_write(Job)):
        alike = Job.objects.filter(kind=job.kind, digest=job.digest)
        same = alike.filter(state__in=UNDER_WAY, cancelled=False).first()
        if same:
            return same
        job.key = uuid4().hex
        job.save(force_insert=True)
        job.task = str(set_job.enqueue(job.key).id)
        job.save(update_fields=["task"])
    return job


def cancel(job: Job) -> None:
    """Ask it to stop: at once while it waits, after the page in hand while it runs."""
    Job.objects.filter(pk=job.pk, state__in=UNDER_WAY).update(cancelled=True)
    Job.objects.filter(pk=job.pk, state="waiting").update(state="cancelled")


def recover() -> int:
    """Fail the tasks of dead workers, and put their work back on the list; how many there were."""
    lost = [job for job in Job.objects.filter(state__in=UNDER_WAY, task__gt="") if _is_lost(job)]
    for job in lost:
        _put_back(job)
    old = timezone.now() - timedelta(days=7)
    Job.objects.filter(~Q(state__in=UNDER_WAY), result__isnull=True, made__lt=old).delete()
    return len(lost)


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
            now.state, now.worker, now.done = "waiting", "", 0
            now.task = str(set_job.enqueue(job.pk).id)
        now.save()
