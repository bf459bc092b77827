"""The workshop as an app: what it lends to the floors below it."""

from django.apps import AppConfig


class WorkshopConfig(AppConfig):
    """A table may be opened with a set of own cards."""

    name = "companion.workshop"
    label = "workshop"

    def ready(self) -> None:
        """Say so to the page that opens tables, and which devices the workshop knows."""
        from companion.tables.devices import BOOKS
        from companion.tables.views.playing import LENT, Lending
        from companion.workshop.making import knows, lent, offered

        LENT.append(Lending(offered, lent))
        BOOKS.append(knows)
