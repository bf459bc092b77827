"""Where the desk's pages are."""

from django.urls import path, register_converter

from companion.views.desk import aside, pages

register_converter(aside.AsideName, "aside")

app_name = "desk"
urlpatterns = [
    path("", pages.home, name="home"),
    path("<slug:slug>/", pages.game, name="game"),
    path("<slug:slug>/files/<slug:key>/", pages.template, name="template"),
    path("<slug:slug>/<aside:name>/", aside.page, name="aside"),
    path("<slug:slug>/<slug:name>/", pages.procedure, name="procedure"),
]
