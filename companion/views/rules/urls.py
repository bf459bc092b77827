"""Where rules are looked up."""

from django.urls import path

from companion.views.rules import pages

app_name = "rules"
urlpatterns = [
    path("", pages.home, name="home"),
    path("<slug:slug>/", pages.game, name="game"),
    path("<slug:slug>/<slug:key>/", pages.one, name="one"),
]
