"""The description of the interface: whole in itself, and taken by those who make clients out of it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from ninja import NinjaAPI

from companion.api import api

METHODS = ("get", "post", "put", "delete")


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("interface") / "openapi.json"
    path.write_bytes(Client().get("/api/openapi.json").content)
    return path


def operations(described: Path) -> dict[str, Any]:
    """Every operation by its id."""
    paths = json.loads(described.read_text())["paths"]
    return {
        each["operationId"]: each
        for path in paths.values()
        for method, each in path.items()
        if method in METHODS
    }


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        found = node.get("$ref")
        yield from [found] if isinstance(found, str) else []
        for each in node.values():
            yield from references(each)
    elif isinstance(node, list):
        for each in node:
            yield from references(each)


def made_with(described: Path, *command: str) -> str:
    """What a generator says, once it has come to its end."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=described.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout + done.stderr


def test_every_reference_leads_somewhere(described: Path) -> None:
    whole = json.loads(described.read_text())
    for reference in references(whole):
        node = whole
        for key in reference.removeprefix("#/").split("/"):
            node = node[key]


def test_every_operation_has_a_short_name_of_its_own_and_says_what_it_answers(described: Path) -> None:
    known = operations(described)
    assert {"tables_create", "tables_act", "tables_undo"} <= set(known)
    paths = json.loads(described.read_text())["paths"]
    assert len(known) == sum(method in METHODS for path in paths.values() for method in path)
    for name, each in known.items():
        assert each["summary"], name
        assert any(code.startswith("2") for code in each["responses"]), name


@pytest.mark.sampled
def test_a_client_is_made_with_every_operation(described: Path) -> None:
    told = made_with(
        described, "openapi_python_client", "generate", "--path", described.name, "--meta", "none",
        "--output-path", "client", "--overwrite",
    )  # fmt: skip
    assert "Endpoint will not be generated" not in told
    made = {path.stem for path in (described.parent / "client" / "api").glob("*/*.py")}
    assert set(operations(described)) <= made


@pytest.mark.sampled
def test_every_question_becomes_a_model(described: Path) -> None:
    made_with(
        described, "datamodel_code_generator", "--input", described.name, "--input-file-type", "openapi",
        "--openapi-scopes", "paths", "schemas", "--output", "models.py", "--formatters", "builtin",
    )  # fmt: skip
    models = (described.parent / "models.py").read_text()
    compile(models, "models.py", "exec")
    assert "class " in models


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
