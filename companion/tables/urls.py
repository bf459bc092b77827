"""Where the tables' pages are."""

from django.urls import path

from companion.tables.views import (
    correcting,
    film,
    guiding,
    home,
    hosting,
    joining,
    lobby,
    log,
    playing,
    recovering,
    ringing,
)

app_name = "tables"
urlpatterns = [
    path("", home.home, name="home"),
    path("archive/", home.put_away, name="archive"),
    path("open/<slug:slug>/", home.opening, name="open"),
    path("join/", joining.by_code, name="by_code"),
    path("join/<slug:code>/", joining.join, name="join"),
    path("t/<slug:code>/", playing.table, name="table"),
    path("t/<slug:code>/lobby/", lobby.lobby, name="lobby"),
    path("t/<slug:code>/sit/", lobby.arrange, name="arrange"),
    path("t/<slug:code>/hand/", playing.hand, name="hand"),
    path("t/<slug:code>/tv/", playing.tv, name="tv"),
    path("t/<slug:code>/film/", film.film, name="film"),
    path("t/<slug:code>/log/", log.log, name="log"),
    path("t/<slug:code>/log/drawer/", log.drawer, name="log_drawer"),
    path("t/<slug:code>/act/", playing.act, name="act"),
    path("t/<slug:code>/undo/", playing.undo, name="undo"),
    path("t/<slug:code>/redo/", playing.redo, name="redo"),
    path("t/<slug:code>/go-on/", playing.go_on, name="go_on"),
    path("t/<slug:code>/correct/<int:line>/", correcting.table, name="correct"),
    path("t/<slug:code>/correct/<int:line>/hand/", correcting.hand, name="correct_hand"),
    path("t/<slug:code>/correct/<int:line>/act/", correcting.act, name="correct_act"),
    path("t/<slug:code>/correct/<int:line>/check/", correcting.check, name="correct_check"),
    path("t/<slug:code>/correct/<int:line>/amend/", correcting.amend, name="amend"),
    path("t/<slug:code>/say/", playing.say, name="say"),
    path("t/<slug:code>/walk/", playing.walk, name="walk"),
    path("t/<slug:code>/ready/", playing.ready, name="ready"),
    path("t/<slug:code>/bell/", ringing.bell, name="bell"),
    path("t/<slug:code>/guide/", guiding.guide, name="guide"),
    path("t/<slug:code>/gone/", joining.gone, name="gone"),
    path("t/<slug:code>/seats/", hosting.seats, name="seats"),
    path("t/<slug:code>/host/", recovering.place, name="host"),
    path("t/<slug:code>/recovery/", recovering.renew, name="recovery"),
    path("t/<slug:code>/manage/", hosting.manage, name="manage"),
    path("t/<slug:code>/delete/", hosting.delete, name="delete"),
]
