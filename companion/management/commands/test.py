"""`manage.py test`: every test, through pytest."""

import subprocess
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Hands all arguments to pytest; its exit status is ours."""

    help = "Run every test (the same as `uv run pytest`)."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(subprocess.run([sys.executable, "-m", "pytest", *argv[2:]]).returncode)

    def handle(self, *args: Any, **options: Any) -> None:
        self.run_from_argv(["manage.py", "test", *args])
