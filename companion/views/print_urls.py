"""Where the print shop's pages are."""

from django.urls import path

from companion.views import print_jobs, print_picks, print_pictures, print_printers, print_shop

app_name = "print"
urlpatterns = [
    path("", print_shop.home, name="home"),
    path("printers/", print_printers.printers, name="printers"),
    path("printers/add/", print_printers.add, name="add_printer"),
    path("printers/<int:pk>/", print_printers.walk, name="walk"),
    path("printers/<int:pk>/readings/", print_printers.readings, name="readings"),
    path("printers/<int:pk>/proved/", print_printers.proved, name="proved"),
    path("printers/<int:pk>/afresh/", print_printers.afresh, name="afresh"),
    path("printers/<int:pk>/delete/", print_printers.delete, name="delete_printer"),
    path("printers/<int:pk>/sheet.pdf", print_printers.sheet, name="sheet"),
    path("jobs/<slug:key>/", print_jobs.job, name="job"),
    path("jobs/<slug:key>/stop/", print_jobs.stop, name="stop"),
    path("jobs/<slug:key>.pdf", print_jobs.job_file, name="job_file"),
    path("files/", print_jobs.files, name="files"),
    path("files/<slug:digest>.pdf", print_jobs.file, name="file"),
    path("<slug:system>/", print_shop.game, name="game"),
    path("<slug:system>/<slug:name>/", print_shop.printable, name="printable"),
    path("<slug:system>/<slug:name>.pdf", print_shop.pdf, name="pdf"),
    path("<slug:system>/<slug:name>/cards/", print_picks.cards, name="cards"),
    path("<slug:system>/<slug:name>/places/", print_picks.places, name="places"),
    path("<slug:system>/<slug:name>/picture", print_pictures.thumbnail, name="thumbnail"),
    path("<slug:system>/<slug:name>/page.png", print_pictures.page, name="page"),
]
