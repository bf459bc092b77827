"""Where the desk's pages are."""

from django.urls import path

from companion.views.desk import pages

app_name = "desk"
urlpatterns = [
    path("", pages.home, name="home"),
    path("<slug:slug>/", pages.game, name="game"),
    path("<slug:slug>/files/<slug:key>/", pages.template, name="template"),
    path("<slug:slug>/<slug:name>/", pages.procedure, name="procedure"),
]
