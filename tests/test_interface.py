"""The interface described for makers of clients, and a house that reaches nobody but itself."""

import json
import re
import shutil
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
from companion.serving import wifi_words
from tests.conftest import ROOT, House

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


IN_NO_NETWORK = """
set -e
ip link set lo up 2>/dev/null || true
cd {root}
{python} manage.py up --port {port} --wifi 'Ada; at home:a \\\\ "secret"' > {home}/up.log 2>&1 &
house=$!
trap 'kill $house' EXIT
{python} - <<'END'
import socket, time, urllib.request
from urllib.error import URLError

def page(path):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}" + path, timeout=60).read()

for _ in range(300):
    try:
        assert b"Companion" in page("/")
        break
    except URLError:
        time.sleep(0.3)
try:
    socket.create_connection(("192.0.2.1", 80), 2)
except OSError as error:
    print("nobody else:", error.strerror)
for path in ("/games/scarper/", "/desk/", "/print/", "/rules/", "/campaigns/", "/workshop/", "/about/"):
    assert len(page(path)) > 500, path
assert page("/print/scarper/markers.pdf")[:5] == b"%PDF-"
print("everything")
END
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="tried where Linux makes a machine without a network")
def test_a_house_that_reaches_nobody_is_whole(empty_house: House) -> None:
    alone = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("This machine makes no network of its own: try `unshare --net --map-root-user true`.")
    empty_house.place.close()
    script = IN_NO_NETWORK.format(
        root=ROOT, python=sys.executable, port=empty_house.port, home=empty_house.home
    )
    around = {key: value for key, value in empty_house.env.items() if key != "DATABASE_URL"}
    tried = subprocess.run([*alone, "bash", "-c", script], env=around, capture_output=True, text=True)
    log = (Path(empty_house.home) / "up.log").read_text()
    assert tried.returncode == 0, tried.stderr + log
    assert "nobody else: Network is unreachable" in tried.stdout
    assert "everything" in tried.stdout
    assert f"http://127.0.0.1:{empty_house.port}/" in log
    assert log.count("▄▄▄▄▄") > 4, "a code for the Wi-Fi beside the code for the house"
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("given", "name", "password"),
    [("Ada:secret", "Ada", "secret"), ("Ada", "Ada", ""), ("Café 7:a:b", "Café 7", "a:b")],
)
def test_a_hot_spot_is_its_name_and_what_follows_the_first_colon(
    given: str, name: str, password: str
) -> None:
    assert wifi_words(given) == (name, password)
