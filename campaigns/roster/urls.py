"""Where the rosters are."""

from django.urls import path

from campaigns.roster import naming, views

urlpatterns = [
    path("", views.roster, name="roster"),
    path("<slug:unit>/", views.unit, name="roster_unit"),
    path("<slug:unit>/name/", naming.name, name="roster_name"),
]
