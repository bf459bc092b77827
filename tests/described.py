"""Every answer of the interface, held against what its description says of it."""

import re
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from ninja import NinjaAPI

from companion.api import api

EVERYWHERE = (405, 415, 429, 503)
"""What any address may answer."""


@cache
def _operations() -> list[tuple[re.Pattern[str], str, Any]]:
    described = NinjaAPI.get_openapi_schema(api)[
        "paths"
    ]  # Without the games' procedures: those take seconds.
    return [
        (re.compile(re.sub(r"\{\w+\}", r"[^/]+", path)), method, operation)
        for path, methods in sorted(described.items(), key=lambda each: each[0].count("{"))
        for method, operation in methods.items()
    ]


def check_described(method: str, path: str, status: int, body: Any) -> None:
    """Fails where the interface answered something else than it says."""
    found = [each for pattern, verb, each in _operations() if verb == method and pattern.fullmatch(path)]
    if path.startswith("/api/resolve/"):
        return
    assert found, f"{method} {path} is not described"
    known = {str(code): each for code, each in found[0]["responses"].items()}
    if status in EVERYWHERE:
        return
    assert str(status) in known, f"{method} {path} answers {status}; described are {sorted(known)}"
    schema = known[str(status)].get("content", {}).get("application/json", {}).get("schema")
    if schema is not None:
        Draft202012Validator(schema).validate(body)
