"""Where each room is."""

from django.urls import include, path

from companion.api import api

urlpatterns = [
    path("api/", api.urls),
    path("desk/", include("companion.views.desk_urls")),
    path("print/", include("companion.views.print_urls")),
    path("", include("companion.tables.urls")),
]
