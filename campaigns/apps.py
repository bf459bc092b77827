"""The campaigns among Django's applications."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns, their evenings, and the devices that know them."""

    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
