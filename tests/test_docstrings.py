"""Every example in a docstring of the house gives what it says."""

import doctest
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from types import ModuleType

from tests.budget import HOUSE, tracked


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
