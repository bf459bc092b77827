"""The JSON interface, at `/api/`, described at `/api/openapi.json`; on the same functions as the screens."""

from functools import cache
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from ninja import NinjaAPI, Router
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from companion import shelf
from companion.answer import answer, find, reply, samples
from companion.caretaking import pages as house
from companion.engine.errors import GameError, InvalidInput
from companion.engine.form.rows import described
from companion.engine.game import Procedure
from companion.engine.shape import describe
from companion.engine.step import Step
from companion.tables import api as tables_api
from companion.views import lab
from companion.views.print_shop import api as print_api
from companion.views.workshop import api as workshop_api

SHOWN = 2  # worked examples a procedure: a whole state is long

resolving = Router(tags=["resolve"])


@resolving.post("/resolve/{system}/{procedure}", include_in_schema=False, url_name="resolve")
def resolve(request: HttpRequest, system: str, procedure: str) -> JsonResponse:
    """Answer one question: 200 and the answer, 422 and what is wrong with it, 404 where nothing answers."""
    try:
        find(system, procedure)
    except GameError as error:
        return JsonResponse(error.as_json(), status=404)
    try:
        answer, fine = reply(system, procedure, request.body)
    except RequestDataTooBig:
        refusal = InvalidInput("", "This is too long for one question; ten megabytes are the most.")
        return JsonResponse(refusal.as_json(), status=422)
    return JsonResponse(answer, status=200 if fine else 422)


def paths(prefix: str) -> dict[str, object]:
    """The OpenAPI paths of every procedure on the shelf, `prefix` being where the interface is mounted."""
    return {
        f"{prefix}resolve/{slug}/{name}": {"post": _operation(slug, procedure)}
        for slug, game in shelf.games().items()
        for name, procedure in game.procedures.items()
    }


@cache
def _operation(slug: str, procedure: Procedure) -> object:
    cases = {case.id: case.input for case in samples(slug, procedure.name)[:SHOWN]}
    # As the record says that reads it; where none does, as the fields of its sheet say.
    question = _plain(describe(procedure.asks)) if procedure.asks else described(procedure.fields)
    return {
        "operationId": f"resolve_{slug}_{procedure.name}".replace("-", "_"),
        "tags": [slug],
        "summary": procedure.title,
        "description": f"{procedure.summary} Dice that the question leaves out are rolled, and answered.",
        "requestBody": {"required": True, "content": _content(question, cases)},
        "responses": {
            "200": {
                "description": "The answer, and the steps to it.",
                "content": _content(
                    _answer(procedure),
                    {name: answer(procedure, case).as_json() for name, case in cases.items()},
                ),
            },
            "422": {
                "description": "It cannot be read, or the rules forbid it.",
                "content": _content(ERROR, {}),
            },
        },
    }


def _plain(schema: object) -> object:
    """Without the records that a choice begins with: generators of clients try those on every branch."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    chosen = "anyOf" in schema and isinstance(schema.get("default"), dict)
    return {key: _plain(each) for key, each in schema.items() if not (chosen and key == "default")}


def _content(schema: object, examples: dict[str, object]) -> object:
    named = {"examples": {name: {"value": value} for name, value in examples.items()}} if examples else {}
    return {"application/json": {"schema": schema, **named}}


def _record(**properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


ANSWER = {
    **_record(
        result={"type": "object", "description": "What the procedure found."},
        steps={"type": "array", "items": describe(Step), "description": "How it came about, in order."},
        rolls={"type": "object", "description": "The dice rolled, where the question left them out."},
    ),
    "required": ["result", "steps"],
}


def _answer(procedure: Procedure) -> object:
    """What it answers: the result as its record says."""
    if not procedure.gives:
        return ANSWER
    return {**ANSWER, "properties": {**ANSWER["properties"], "result": _plain(describe(procedure.gives))}}


CODES = ["invalid_input", "illegal_action"]
FAULT = _record(
    code={"type": "string", "enum": CODES},
    path={"type": "string", "description": "The place in the question, dotted; list positions as numbers."},
    message={"type": "string", "description": "What is wrong, and what would be right."},
)
ERROR = {**_record(error={**FAULT, "required": ["code", "path", "message"]}), "required": ["error"]}


class Interface(NinjaAPI):
    """The house's interface. Its description names every procedure of every game, and how the house is."""

    def get_openapi_schema(self, **where: Any) -> OpenAPISchema:
        """The description, the procedures of the games found now among it."""
        schema = super().get_openapi_schema(**where)
        schema["paths"].update(paths(self.get_root_path({})) | house.described())
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """What generated clients call an operation: its room, then its deed, as in `tables_act`."""
        view = operation.view_func
        room = view.__module__.removesuffix(".api").rpartition(".")[2]
        return f"{room}_{view.__name__}"


api = Interface(title="Companion", version="1", docs_url=None, openapi_url="/openapi.json")
api.add_router("", resolving)
api.add_router("", tables_api.router)
api.add_router("", print_api.router)
api.add_router("", lab.router)
api.add_router("", workshop_api.router)
# By its name, as an address is: the campaigns stand on the floor above.
api.add_router("", "campaigns.api.router")
urlpatterns = api.urls[0]
