"""`manage.py migrate`: Django's own, for every file of the house unless one is named."""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder


def is_migrated(alias: str) -> bool:
    """Whether that file holds every migration of the house by its name, without reading one of them."""
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    folders = ((app.label, Path(app.path) / "migrations") for app in apps.get_app_configs())
    return all(
        (label, file.stem) in applied for label, folder in folders for file in folder.glob("[0-9]*.py")
    )


class Command(Migrate):
    """Brings the journal's file and the print shop's up to date in one go."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=None)

    def get_check_kwargs(self, options: dict[str, object]) -> dict[Any, Any]:
        """Check every database that will be migrated."""
        return {**super().get_check_kwargs(options), "databases": aliases(options)}

    def handle(self, *args: object, **options: object) -> None:
        for alias in aliases(options):
            super().handle(*args, **{**options, "database": alias})


def aliases(options: dict[str, Any]) -> list[str]:
    return [options["database"]] if options["database"] else list(connections)
