"""Where the designer's pages are."""

from django.urls import path

from campaigns.designer.views import change, entry, play, prints, rooms, shelf, trials, versions

urlpatterns = [
    path("", shelf.binders, name="binders"),
    path("new/", shelf.new, name="binder-new"),
    path("join/", shelf.by_code, name="binder-by-code"),
    path("<slug:code>/", rooms.first, name="binder"),
    path("<slug:code>/away/", shelf.put_away, name="binder-away"),
    path("<slug:code>/join/", shelf.join, name="binder-join"),
    path("<slug:code>/room/<slug:key>/", rooms.room, name="binder-room"),
    path("<slug:code>/at/<str:at>/", entry.entry, name="binder-entry"),
    path("<slug:code>/at/<str:at>/check/", entry.check, name="binder-check"),
    path("<slug:code>/change/", change.change, name="binder-change"),
    path("<slug:code>/play/", play.now, name="binder-play-now"),
    path("<slug:code>/undo/", change.undo, name="binder-undo"),
    path("<slug:code>/prints/", prints.prints, name="binder-prints"),
    path("<slug:code>/versions/<int:number>/<slug:name>.pdf", prints.pdf, name="binder-print"),
    path("<slug:code>/trials/", trials.trials, name="binder-trials"),
    path("<slug:code>/trials/<slug:key>/", trials.trial, name="binder-trial"),
    path("<slug:code>/trials/<slug:key>/stop/", trials.stop, name="binder-trial-stop"),
    path("<slug:code>/trials/<slug:key>/<int:seed>.json", trials.journal, name="binder-trial-journal"),
    path("<slug:code>/versions/", versions.versions, name="binder-versions"),
    path("<slug:code>/versions/<int:number>/", versions.version, name="binder-version"),
    path("<slug:code>/versions/<int:number>/name/", versions.name, name="binder-name"),
    path("<slug:code>/versions/<int:number>/again/", versions.again, name="binder-again"),
    path("<slug:code>/versions/<int:number>/beside/", versions.beside, name="binder-beside"),
    path("<slug:code>/versions/<int:number>/on_top/", versions.put_on_top, name="binder-on-top"),
    path("<slug:code>/versions/<int:number>/play/", play.play, name="binder-play"),
    path(
        "<slug:code>/versions/<int:number>/binder.<slug:form>",
        versions.download,
        name="binder-download",
    ),
]
