"""Where the print shop's pages are."""

from django.urls import path

from companion.views import print_shop

app_name = "print"
urlpatterns = [
    path("", print_shop.home, name="home"),
    path("<slug:system>/", print_shop.game, name="game"),
    path("<slug:system>/<slug:name>/", print_shop.printable, name="printable"),
    path("<slug:system>/<slug:name>.pdf", print_shop.pdf, name="pdf"),
]
