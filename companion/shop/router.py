"""Which file a row lives in: on SQLite the shop and its tasks have their own, which the worker writes too.

The journal's file keeps exactly one writing process. On PostgreSQL there is one database for all.
"""

from typing import Any

from django.conf import settings
from django.db.models import Model

OURS = frozenset({"shop", "django_tasks_database"})


class ShopRouter:
    """Sends the shop's rooms to the shop's file, where there is one."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """Where to read a model."""
        return self._of(model._meta.app_label)

    def db_for_write(self, model: type[Model], **hints: Any) -> str | None:
        """Where to write a model."""
        return self._of(model._meta.app_label)

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Whether this file holds that app's tables."""
        if "shop" not in settings.DATABASES:
            return None
        return (db == "shop") == (app_label in OURS)

    def _of(self, app_label: str) -> str | None:
        return "shop" if app_label in OURS and "shop" in settings.DATABASES else None
