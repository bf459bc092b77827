"""Where each room is."""

from django.urls import include, path

urlpatterns = [
    path("", include("companion.tables.urls")),
]
