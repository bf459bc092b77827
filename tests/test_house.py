"""The house stands as the README draws it: floors, sizes, names, tree and commands."""

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from shutil import copy
from types import ModuleType

import pytest

from tests import budget

HOUSE = Path(__file__).resolve().parent.parent
LONGEST_FILE, LONGEST_FUNCTION, DEEPEST = 600, 50, 3
LONGEST_LINE = 120
NAMELESS = {"util", "utils", "helper", "helpers", "manager", "managers", "base", "common", "misc"}
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.AsyncFor, ast.AsyncWith, ast.Match)


def tool(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=HOUSE, capture_output=True, text=True)


@cache
def tracked() -> tuple[Path, ...]:
    return tuple(budget.tracked())


def sources() -> list[Path]:
    return [p for p in tracked() if p.suffix == ".py" and "migrations" not in p.parts]


def templates() -> list[Path]:
    return [p for p in tracked() if p.suffix == ".html"]


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text())
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def depth(node: ast.AST) -> int:
    """How deep blocks nest within `node`; an `elif` is no deeper than its `if`."""
    deepest = 0
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            chained = name == "orelse" and isinstance(child, ast.If) and isinstance(node, ast.If)
            step = isinstance(child, BLOCKS) and not chained
            deepest = max(deepest, step + depth(child))
    return deepest


def test_contracts_between_the_floors_are_kept() -> None:
    linter = str(Path(sys.executable).parent / "lint-imports")
    kept = subprocess.run([linter, "--no-cache"], cwd=HOUSE, capture_output=True, text=True)
    assert kept.returncode == 0, kept.stdout[-3000:] + kept.stderr[-1000:]


def test_ruff_finds_nothing() -> None:
    checked = tool("ruff", "check", ".")
    assert checked.returncode == 0, checked.stdout[-3000:]


def test_ruff_would_format_nothing() -> None:
    formatted = tool("ruff", "format", "--check", ".")
    assert formatted.returncode == 0, formatted.stdout[-3000:]


def test_djade_would_format_nothing() -> None:
    command = [str(Path(sys.executable).parent / "djade"), "--check"]
    formatted = subprocess.run([*command, *templates()], cwd=HOUSE, capture_output=True, text=True)
    assert formatted.returncode == 0, formatted.stderr[-3000:]


def test_no_line_of_a_template_is_too_long() -> None:
    lines = [(path, line) for path in templates() for line in path.read_text().splitlines()]
    assert not [(path.name, line[:80]) for path, line in lines if len(line) > LONGEST_LINE]
    torn = "Django prints a tag that goes on in the next line as text."
    assert not [(path.name, line) for path, line in lines if re.search(r"{%[^%]*$|{{[^}]*$", line)], torn


def test_every_template_that_a_tap_may_need_is_compiled() -> None:
    """Jinja2 draws those: one with a tag that it does not know falls back to Django, at each tap."""
    from companion.tables.live import PICTURE
    from companion.tables.painting import read_ahead

    names = list(read_ahead())
    assert PICTURE in names
    assert len(names) > 120


def test_mypy_is_strict_in_every_room() -> None:
    typed = tool("mypy")
    assert typed.returncode == 0, typed.stdout[-3000:]


def test_no_room_is_too_large() -> None:
    sizes = {p.relative_to(HOUSE): p.read_text().count("\n") for p in sources() if p.name != "data.py"}
    ours = {path: size for path, size in sizes.items() if path.parts[0] != "tests"}
    assert not {str(path): size for path, size in ours.items() if size > LONGEST_FILE}


def test_no_room_weighs_more_than_it_may() -> None:
    """The sum is held, not the form: see `tests/budget.py`."""
    may = budget.budget(budget.BUDGET.read_text("utf-8"))
    now = budget.weights(tracked())
    assert now.keys() == may.keys()
    over = {
        room: f"{now[room]}, and may weigh {held}"
        for room, (held, _) in may.items()
        if now[room].lines > held.lines or now[room].tokens > held.tokens
    }
    assert not over, f"{over}. Cut, or raise the figure in tests/budget.toml with a new `why` beside it."


def test_who_raises_a_rooms_weight_says_why() -> None:
    asked = ["git", "log", "-1", "--format=%H", "--", "tests/budget.toml"]
    last = subprocess.run(asked, cwd=HOUSE, capture_output=True, text=True).stdout.strip()
    now = budget.BUDGET.read_text("utf-8")
    for version in (last, f"{last}~"):
        shown = subprocess.run(
            ["git", "show", f"{version}:tests/budget.toml"], cwd=HOUSE, capture_output=True, text=True
        )
        assert shown.returncode or not budget.raised_without_reason(now, shown.stdout)
    lower = re.sub(r"(lines|tokens) = .*", r"\1 = 1", now)
    assert set(budget.raised_without_reason(now, lower)) == set(budget.budget(now)), "a raise is seen"
    bare = re.sub(r"why = .*\n", "", now)
    assert not budget.raised_without_reason(re.sub(r"(tokens = .*)", r'\1\nwhy = "so"', bare), lower)


def names_of(path: Path) -> dict[str, ast.AST]:
    """The public functions and classes of a file, each with its node."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {n.name: n for n in ast.parse(path.read_text()).body if isinstance(n, kinds)}


def test_what_another_room_calls_says_what_it_is() -> None:
    ours = [p.relative_to(HOUSE) for p in sources() if "tests" not in p.parts]
    files = {".".join(p.with_suffix("").parts).removesuffix(".__init__"): p for p in ours}
    called: dict[Path, set[str]] = {}
    for path in ours:
        for node in ast.walk(ast.parse((HOUSE / path).read_text())):
            if not isinstance(node, ast.ImportFrom) or (node.module or "") not in files:
                continue
            there = files[node.module or ""]
            if budget.room_of(there) != budget.room_of(path):
                called.setdefault(there, set()).update(name.name for name in node.names)
    wordless = [
        f"{path}: {name}"
        for path, names in called.items()
        for name, node in names_of(HOUSE / path).items()
        if name in names and not ast.get_docstring(node)  # type: ignore[arg-type]
    ]
    assert not wordless


def rooms(folder: str) -> set[str]:
    """The folders of code within a folder."""
    return {p.relative_to(HOUSE / folder).parts[0] for p in sources() if p.is_relative_to(HOUSE / folder)} - {
        p.name for p in (HOUSE / folder).glob("*.py")
    }


def test_the_tests_have_a_room_for_each_room_of_the_code() -> None:
    beside = {"desk", "e2e", "editions", "chaos", "bench"}
    code = {"campaigns", *rooms("companion")} - {"management", "smallest", "views"}
    assert rooms("tests") - beside == code
    games = rooms("companion/games")
    printing = {game for game in games if (HOUSE / "companion/games" / game / "printables").is_dir()}
    lacking = ", ".join(sorted((games | {f"{game}_print" for game in printing}) ^ rooms("tests/games")))
    assert not lacking, (
        f"Each game has a room of its own tests, and one of its paper's: tests/games/ differs in {lacking}"
    )


def test_an_ignored_type_has_its_reason_beside_it() -> None:
    lines = ((p, line) for p in sources() if "tests" not in p.parts for line in p.read_text().splitlines())
    assert not [(p.name, line) for p, line in lines if re.search(r"type: ignore(?!\[[a-z-]+\]  # \w)", line)]


def test_functions_are_short_enough_and_flat() -> None:
    ours = [(p, f) for p in sources() if "tests" not in p.parts for f in functions(p)]
    lines = {f"{p.name}: {f.name}": (f.end_lineno or 0) - f.lineno + 1 for p, f in ours}
    assert not {name: n for name, n in lines.items() if n > LONGEST_FUNCTION}
    assert not [f"{p.name}: {f.name}" for p, f in ours if depth(f) > DEEPEST]


def test_every_room_has_a_name_of_its_own() -> None:
    assert not [str(p) for p in sources() if p.stem in NAMELESS]


def test_nothing_stands_on_top_that_the_plan_does_not_name() -> None:
    plan = {
        "manage.py",
        "pyproject.toml",
        "README.md",
        "uv.lock",
        "companion",
        "campaigns",
        "templates",
        "static",
        "tests",
    }
    top = {p.relative_to(HOUSE).parts[0] for p in tracked()}
    assert {name for name in top if not name.startswith(".")} <= plan


def test_the_readmes_tree_is_true() -> None:
    readme = (HOUSE / "README.md").read_text()
    tree = re.search(r"```text\n(.*?)```", readme, re.S)
    assert tree, "the README draws the tree in a text block"
    stack: list[tuple[int, str]] = []
    for line in tree[1].splitlines():
        entry = re.match(r"( *)(\S+)", line)
        if not entry:
            continue
        indent, name = len(entry[1]), entry[2]
        stack = [(i, n) for i, n in stack if i < indent] + [(indent, name)]
        path = "/".join(n.rstrip("/") for _, n in stack).replace("<slug>", "scarper")
        assert (HOUSE / path).exists(), f"the README names {path}"


def test_the_readmes_commands_are_true() -> None:
    from django.core.management import get_commands

    readme = (HOUSE / "README.md").read_text()
    named = set(re.findall(r"manage\.py ([a-z_]+)", readme))
    assert {"up", "test"} <= named
    assert named <= set(get_commands())


@pytest.mark.parametrize("https", ["", "1"])
def test_the_deployment_check_is_clean(https: str) -> None:
    around = {**os.environ, "COMPANION_HTTPS": https}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(command, cwd=HOUSE, env=around, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_no_model_has_changed_without_a_migration() -> None:
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    checked = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_nothing_names_the_machine_it_was_written_on() -> None:
    for path in tracked():
        if path.suffix in {".py", ".md", ".html", ".css", ".js", ".toml", ".json"} and path != Path(__file__):
            assert "/work/" not in path.read_text(), path


STEADY = "def test_steady(): pass\n"
FLAKY = """
from pathlib import Path
def test_flaky():
    seen = Path("seen")
    was = seen.exists()
    seen.touch()
    assert was
"""
MANAGE = (
    "import subprocess, sys; sys.exit(subprocess.run([{python!r}, '-m', 'pytest', *sys.argv[2:]]).returncode)"
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".ci").mkdir()
    copy(HOUSE / ".ci" / "tests", tmp_path / ".ci" / "tests")
    (tmp_path / "manage.py").write_text(MANAGE.format(python=sys.executable))
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p xdist.plugin -n 0\n")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return tmp_path


def ci(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([project / ".ci" / "tests", *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (STEADY, 0, "1 passed"),
        (STEADY + FLAKY, 0, "UNSTEADY: failed once, then passed alone:\n   test_it.py::test_flaky\n"),
        (STEADY + "def test_wrong(): assert False\n", 1, "failed twice"),
        (FLAKY + "def test_wrong(): assert False\n", 1, "failed twice"),
        ("import nothing_of_that_name\n" + STEADY, 1, "nothing_of_that_name"),
        ("", 1, "not tried again"),
    ],
    ids=["steady", "unsteady", "wrong", "both", "does-not-load", "no-test"],
)
def test_what_failed_is_tried_once_more(project: Path, body: str, code: int, said: str) -> None:
    (project / "test_it.py").write_text(body)
    done = ci(project)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout
    assert ("UNSTEADY" in done.stdout) == ("UNSTEADY" in said)


def test_a_worker_that_dies_at_a_test_is_no_pass(project: Path) -> None:
    (project / "test_it.py").write_text(STEADY + "import os\ndef test_dies(): os._exit(1)\n")
    done = ci(project, "-n", "1")
    assert done.returncode == 1, done.stdout + done.stderr


def examples() -> Iterator[ModuleType]:
    """The modules in whose docstrings an example stands; a bench's are for its reader."""
    for path in tracked():
        if path.suffix == ".py" and "bench" not in path.parts and ">>> " in path.read_text("utf-8"):
            yield import_module(".".join(path.relative_to(HOUSE).with_suffix("").parts))


def test_every_example_gives_what_it_says() -> None:
    report = StringIO()
    with redirect_stdout(report):
        runs = [doctest.testmod(module) for module in examples() if module.__name__ != __name__]
    assert not any(run.failed for run in runs), report.getvalue()
    assert sum(run.attempted for run in runs) > len(runs) > 1
