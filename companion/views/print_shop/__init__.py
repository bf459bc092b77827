"""The print shop: its shelf, an order and its sheets, printers, long work."""

from django.urls import path

from companion.views.print_shop import printers, sheets, shelf

app_name = "print"
urlpatterns = [
    path("", shelf.home, name="home"),
    path("printers/", printers.printers, name="printers"),
    path("printers/add/", printers.add, name="add_printer"),
    path("printers/<int:pk>/", printers.walk, name="walk"),
    path("printers/<int:pk>/photos/", printers.photos, name="photos"),
    path("printers/<int:pk>/readings/", printers.readings, name="readings"),
    path("printers/<int:pk>/proved/", printers.proved, name="proved"),
    path("printers/<int:pk>/afresh/", printers.afresh, name="afresh"),
    path("printers/<int:pk>/delete/", printers.delete, name="delete_printer"),
    path("printers/<int:pk>/sheet.pdf", printers.sheet, name="sheet"),
    path("jobs/<slug:key>/", sheets.job, name="job"),
    path("jobs/<slug:key>/stop/", sheets.stop, name="stop"),
    path("jobs/<slug:key>.pdf", sheets.job_file, name="job_file"),
    path("files/", sheets.files, name="files"),
    path("files/<slug:digest>.pdf", sheets.file, name="file"),
    path("<slug:system>/", shelf.game, name="game"),
    path("<slug:system>/ink/<slug:ink>.webp", sheets.ink, name="ink"),
    path("<slug:system>/<slug:name>/", sheets.printable, name="printable"),
    path("<slug:system>/<slug:name>.pdf", sheets.pdf, name="pdf"),
    path("<slug:system>/<slug:name>/to/<slug:target>.zip", sheets.out, name="export"),
    path("<slug:system>/<slug:name>/on-a-table/<str:picture>", sheets.on_a_table, name="on_a_table"),
    path("<slug:system>/<slug:name>/preflight/", sheets.check, name="preflight"),
    path("<slug:system>/<slug:name>/preflight/<slug:target>/", sheets.check, name="preflight_of"),
    path("<slug:system>/<slug:name>/cards/", shelf.cards, name="cards"),
    path("<slug:system>/<slug:name>/places/", shelf.places, name="places"),
    path("<slug:system>/<slug:name>/facts", shelf.facts, name="facts"),
    path("<slug:system>/<slug:name>/facts/known", shelf.known, name="facts_known"),
    path("<slug:system>/<slug:name>/picture", sheets.thumbnail, name="thumbnail"),
    path("<slug:system>/<slug:name>/page.png", sheets.page, name="page"),
]
