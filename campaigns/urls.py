"""Where the campaigns' pages are: each room has its own list."""

from django.urls import path

from campaigns.views import joining, overview, shelf

app_name = "campaigns"
urlpatterns = [
    path("", shelf.home, name="home"),
    path("<slug:code>/join/", joining.join, name="join"),
    path("<slug:code>/", overview.overview, name="overview"),
]
