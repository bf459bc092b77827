"""The campaigns among Django's applications."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns, their evenings, and the devices that know them."""

    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the tables which of them are kept here."""
        from campaigns.belonging import belongs
        from companion.tables.keeping import KEEPERS

        if belongs not in KEEPERS:
            KEEPERS.append(belongs)
