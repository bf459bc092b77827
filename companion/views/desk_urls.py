"""Where the desk's pages are."""

from django.urls import path

from companion.views import desk

app_name = "desk"
urlpatterns = [
    path("", desk.home, name="home"),
    path("<slug:slug>/", desk.game, name="game"),
    path("<slug:slug>/files/<slug:key>/", desk.template, name="template"),
    path("<slug:slug>/<slug:name>/", desk.procedure, name="procedure"),
]
