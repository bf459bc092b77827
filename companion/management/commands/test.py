"""`manage.py test`: every test, through pytest."""

import os
import subprocess
import sys

from django.core.management.base import BaseCommand

from companion.settings import HOUSE


class Command(BaseCommand):
    """Hands all arguments to pytest; its exit status is ours."""

    help = "Run every test (the same as `uv run pytest`)."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        # What Python compiles is kept, and shared by all processes of the tests.
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        around.setdefault("PYTHONPYCACHEPREFIX", str(HOUSE / ".pytest_cache" / "bytecode"))
        sys.exit(subprocess.run([sys.executable, "-m", "pytest", *argv[2:]], env=around).returncode)

    def handle(self, *args: str, **options: object) -> None:
        self.run_from_argv(["manage.py", "test", *args])
