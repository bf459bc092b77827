"""`POST /api/resolve/{system}/{procedure}`: the desk for programs, and its description."""

from functools import cache
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from ninja import Router

from companion import shelf
from companion.answer import answer, find, reply, samples
from companion.engine.errors import GameError, InvalidInput
from companion.engine.form.described import described
from companion.engine.game import Procedure
from companion.engine.shape import describe
from companion.engine.wire import Json

SHOWN = 2  # worked examples a procedure: a whole state is long

router = Router(tags=["resolve"])


@router.post("/resolve/{system}/{procedure}", include_in_schema=False, url_name="resolve")
def resolve(request: HttpRequest, system: str, procedure: str) -> JsonResponse:
    """Answer one question: 200 and the answer, 422 and what is wrong with it, 404 where nothing answers."""
    try:
        find(system, procedure)
    except GameError as error:
        return JsonResponse(error.as_json(), status=404)
    try:
        said, fine = reply(system, procedure, request.body)
    except RequestDataTooBig:
        refusal = InvalidInput("", "This is too long for one question; ten megabytes are the most.")
        return JsonResponse(refusal.as_json(), status=422)
    return JsonResponse(said, status=200 if fine else 422)


def paths(prefix: str) -> dict[str, Json]:
    """The OpenAPI paths of every procedure on the shelf, `prefix` being where the interface is mounted."""
    return {
        f"{prefix}resolve/{slug}/{name}": {"post": _operation(slug, procedure)}
        for slug, game in shelf.games().items()
        for name, procedure in game.procedures.items()
    }


@cache
def _operation(slug: str, procedure: Procedure) -> Json:
    cases = {case.id: case.input for case in samples(slug, procedure.name)[:SHOWN]}
    return {
        "operationId": f"resolve_{slug}_{procedure.name}".replace("-", "_"),
        "tags": [slug],
        "summary": procedure.title,
        "description": f"{procedure.summary} Dice that the question leaves out are rolled, and answered.",
        "requestBody": {"required": True, "content": _content(_question(procedure), cases)},
        "responses": {
            "200": {
                "description": "The answer, and the steps to it.",
                "content": _content(
                    ANSWER, {name: answer(procedure, case).as_json() for name, case in cases.items()}
                ),
            },
            "422": {
                "description": "It cannot be read, or the rules forbid it.",
                "content": _content(ERROR, {}),
            },
        },
    }


def _question(procedure: Procedure) -> Json:
    """What is asked, as the record says that reads it; where none does, as the fields of its sheet say."""
    return _plain(describe(procedure.asks)) if procedure.asks else described(procedure.fields)


def _plain(schema: Json) -> Json:
    """Without the records that a choice begins with: generators of clients try those on every branch."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    chosen = "anyOf" in schema and isinstance(schema.get("default"), dict)
    return {key: _plain(each) for key, each in schema.items() if not (chosen and key == "default")}


def _content(schema: Json, examples: dict[str, Json]) -> Json:
    named = {"examples": {name: {"value": value} for name, value in examples.items()}} if examples else {}
    return {"application/json": {"schema": schema, **named}}


def _record(**properties: Json) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


STEP = {**_record(rule={"type": "string"}, text={"type": "string"}), "required": ["rule", "text"]}
ANSWER = {
    **_record(
        result={"type": "object", "description": "What the procedure found."},
        steps={"type": "array", "items": STEP, "description": "How it came about, in order."},
        rolls={"type": "object", "description": "The dice rolled, where the question left them out."},
    ),
    "required": ["result", "steps"],
}
REFUSED = "It cannot be read, or the rules forbid it."
CODES = ["invalid_input", "illegal_action"]
FAULT = _record(
    code={"type": "string", "enum": CODES},
    path={"type": "string", "description": "The place in the question, dotted; list positions as numbers."},
    message={"type": "string", "description": "What is wrong, and what would be right."},
)
ERROR = {**_record(error={**FAULT, "required": ["code", "path", "message"]}), "required": ["error"]}
