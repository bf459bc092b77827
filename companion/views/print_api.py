"""`GET /api/print/{system}/{printable}.pdf`: the print shop for programs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from companion.engine.errors import GameError, InvalidInput
from companion.press.errors import PressUnavailable
from companion.printing import find, plates
from companion.tables.api_gate import let_in
from companion.views.print_order import Order, Seen, answer

router = Router(tags=["print"])

BINARY = {"schema": {"type": "string", "format": "binary"}}
FILE = {"200": {"description": "The PDF.", "content": {"application/pdf": BINARY}}}


@router.get("/print", summary="What can be printed")
def listed(request: HttpRequest) -> JsonResponse:
    """Every printable of every game, with its options."""
    return JsonResponse([plate.as_json() for plate in plates()], safe=False)


@router.get("/print/{system}/{printable}.pdf", summary="Print", openapi_extra={"responses": FILE})
def pdf(request: HttpRequest, system: str, printable: str) -> HttpResponse:
    """One PDF. The query holds the options; `table` and a seat's token print that table as the seat sees it.

    422 where it cannot be printed as asked, 503 where this machine cannot set running text.
    """
    try:
        plate = find(system, printable)
    except InvalidInput as error:
        return JsonResponse(error.as_json(), status=404)
    seen = None
    if code := request.GET.get("table"):
        visitor = let_in(request, code)
        if isinstance(visitor, JsonResponse):
            return visitor
        seen = Seen(*visitor)
    try:
        if seen and seen.table.system != system:
            raise InvalidInput("table", f"That table plays {seen.table.system}, not {system}.")
        return answer(request, Order(request, plate, seen))
    except GameError as error:
        return JsonResponse(error.as_json(), status=503 if isinstance(error, PressUnavailable) else 422)
