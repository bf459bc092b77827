"""Where each room is."""

from django.urls import include, path
from django.views.generic import TemplateView

from companion.api import api

handler404 = "companion.views.lost.lost"

urlpatterns = [
    path("api/", api.urls),
    path("desk/", include("companion.views.desk.urls")),
    path("rules/", include("companion.views.rules.urls")),
    path("print/", include("companion.views.print_shop.urls")),
    path("workshop/", include("companion.views.workshop.urls")),
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("campaigns/", include("campaigns.urls")),
    path("", include("companion.tables.urls")),
]
