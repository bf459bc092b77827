"""Binders that play themselves, for programs: put down, followed, stopped, their result read."""

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns.api import designer, gate
from campaigns.api.designer import written_by
from campaigns.designer import latest
from campaigns.designer import trials as work
from campaigns.designer.trials import Asked
from campaigns.models import BinderVersion
from companion.shop import jobs
from companion.shop.models import Job
from companion.tables.api.answers import body, described
from companion.tables.api.gate import BEARER, with_token

router = Router(tags=["designer"])


@router.post("/binders/{code}/trials", auth=BEARER, summary="Let a binder play itself",
             openapi_extra=described(gate.NewTrials, designer.Trials))  # fmt: skip
@with_token(201)
def begin(request: HttpRequest, token: str, code: str) -> object:
    """Its latest version is played by a worker, so many times, from a seed on."""
    asked = body(request, gate.NewTrials)
    job = work.begin(latest(written_by(request, token, code)), Asked(asked.plays, asked.players, asked.seed))
    return _told(job)


@router.get("/binders/{code}/trials/{key}", auth=BEARER, summary="How far trial plays are, what came of them",
            openapi_extra=described(answer=designer.Trials))  # fmt: skip
@with_token(200)
def trials(request: HttpRequest, token: str, code: str, key: str) -> object:
    """`state` is waiting, running, done, failed or cancelled; `summary` is there once they are done."""
    jobs.recover()
    return _told(_job(request, token, code, key))


@router.delete("/binders/{code}/trials/{key}", auth=BEARER, summary="Stop trial plays",
               openapi_extra=described(answer=designer.Trials))  # fmt: skip
@with_token(200)
def stop(request: HttpRequest, token: str, code: str, key: str) -> object:
    """Stops after the play in hand."""
    job = _job(request, token, code, key)
    jobs.cancel(job)
    job.refresh_from_db()
    return _told(job)


def _job(request: HttpRequest, token: str, code: str, key: str) -> Job:
    job = work.of(written_by(request, token, code)).filter(pk=key).first()
    if job is None:
        raise Http404("This binder has no such plays.")
    return job


def _told(job: Job) -> designer.Trials:
    order = job.order
    version = BinderVersion.objects.get(binder__code=order["binder"], number=order["version"])
    return designer.Trials(
        key=job.key,
        state=job.state,
        version=version.number,
        plays=order["plays"],
        players=order["players"],
        seed=order["seed"],
        done=job.done,
        problem=job.problem["error"]["message"] if job.problem else "",
        summary=work.found(job, version).summary if job.state == "done" else None,
    )
