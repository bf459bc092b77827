"""Where the rosters are."""

from django.urls import path

from campaigns.roster import views

urlpatterns = [
    path("", views.roster, name="roster"),
    path("<slug:unit>/", views.unit, name="roster_unit"),
]
