"""`GET /api/print/{system}/{printable}.pdf`: the print shop for programs."""

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from ninja import Router

from companion.engine.errors import GameError, InvalidInput
from companion.press.text import PressUnavailable
from companion.printing import find, plates
from companion.shop import tasks
from companion.shop.export import export
from companion.shop.files import finished
from companion.shop.models import Job
from companion.shop.tasks import is_long
from companion.tables.api.gate import let_in, refusal
from companion.views.print_shop.order import answer, handed, ordered, seen_as
from companion.views.print_shop.sheets import attached

router = Router(tags=["print"])

BINARY = {"schema": {"type": "string", "format": "binary"}}
FILE = {
    "200": {"description": "The PDF.", "content": {"application/pdf": BINARY}},
    "202": {"description": "Long work: `progress` is the address that tells how far it is."},
}
PACKED = {"responses": {"200": {"description": "The files.", "content": {"application/zip": BINARY}}}}
GONE = "There is no such work, or it was too long ago."


@router.get("/print", summary="What can be printed")
def listed(request: HttpRequest) -> JsonResponse:
    """Every printable of every game, with its options."""
    return JsonResponse([plate.as_json() for plate in plates()], safe=False)


@router.get("/print/{system}/{printable}.pdf", summary="Print", openapi_extra={"responses": FILE})
def pdf(request: HttpRequest, system: str, printable: str) -> HttpResponseBase:
    """One PDF. The query holds the options, `printer` one that has been measured, `table` a table's code,
    `from` the sheet to go on from after a jam.

    With a table's seat token it prints that table as the seat sees it; a token of several seats says which
    after the code and a dot. 202 and a `progress` address for
    long work, 422 where it cannot be printed as asked, 503 where this machine cannot set running text.
    """
    try:
        plate = find(system, printable)
    except InvalidInput as error:
        return JsonResponse(error.as_json(), status=404)
    seen = None
    code, _, hand = request.GET.get("table", "").partition(".")
    if code:
        visitor = let_in(request, code)
        if isinstance(visitor, JsonResponse):
            return visitor
        seen = seen_as(request, *visitor, hand)
    try:
        if seen and seen.table.system != plate.game.slug:
            raise InvalidInput("table", f"That table plays {seen.table.system}, not {plate.game.slug}.")
        order = ordered(request, plate, seen)
        if not finished(order.digest) and is_long(order):
            return JsonResponse(_job(tasks.begin(order)), status=202)
        return answer(request, order)
    except GameError as error:
        return JsonResponse(error.as_json(), status=503 if isinstance(error, PressUnavailable) else 422)


@router.get("/print/{system}/{printable}/to/{target}.zip", summary="Out of the house", openapi_extra=PACKED)
def out(request: HttpRequest, system: str, printable: str, target: str) -> HttpResponseBase:
    """A ZIP for a maker of cards, Tabletop Simulator or a cutting machine; the query holds the options.

    422 names the targets that there are, or the option that does not go with this one.
    """
    try:
        return attached(export(ordered(request, find(system, printable), None), target))
    except GameError as error:
        status = 404 if error.path in ("system", "printable") else 422
        return JsonResponse(error.as_json(), status=status)


@router.get("/print/jobs/{key}", summary="How far long work is")
def progress(request: HttpRequest, key: str) -> JsonResponse:
    """`state` is waiting, running, done, failed or cancelled; `file` is there once it is done."""
    tasks.recover()
    job = Job.objects.filter(kind="print", pk=key).first()
    return JsonResponse(_job(job)) if job else refusal(404, "not_found", GONE)


@router.delete("/print/jobs/{key}", summary="Stop long work")
def stop(request: HttpRequest, key: str) -> JsonResponse:
    """Stops it after the page in hand."""
    job = Job.objects.filter(kind="print", pk=key).first()
    if not job:
        return refusal(404, "not_found", GONE)
    tasks.cancel(job)
    job.refresh_from_db()
    return JsonResponse(_job(job))


@router.get("/print/jobs/{key}/file", summary="The file of long work", openapi_extra={"responses": FILE})
def file(request: HttpRequest, key: str) -> HttpResponseBase:
    """The finished PDF."""
    job = Job.objects.filter(kind="print", pk=key, state="done").first()
    pdf_file = finished(job.digest) if job else None
    return handed(request, pdf_file) if pdf_file else refusal(404, "not_found", GONE)


def _job(job: Job) -> dict[str, object]:
    record: dict[str, object] = {"state": job.state, "done": job.done, "total": job.total, "name": job.name}
    record["progress"] = reverse("api-1:progress", args=[job.key])
    if job.state == "done":
        record["file"] = reverse("api-1:file", args=[job.key])
    return record | (job.problem or {})
