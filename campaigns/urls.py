"""Where the campaigns' pages are: each room has its own list."""

from django.urls import include, path

from campaigns.views import changing, evening, joining, overview, shelf

app_name = "campaigns"
urlpatterns = [
    path("", shelf.home, name="home"),
    path("archive/", shelf.put_away, name="archive"),
    path("join/", joining.by_code, name="by_code"),
    path("open/<slug:slug>/", shelf.campaign, name="open"),
    path("series/<slug:slug>/", shelf.series, name="open_series"),
    path("keep/<slug:code>/", shelf.keep, name="keep"),
    path("of/<slug:code>/", shelf.of, name="of"),
    path("", include("campaigns.carrying.urls")),
    path("binders/", include("campaigns.designer.urls")),
    path("<slug:code>/join/", joining.join, name="join"),
    path("<slug:code>/", overview.overview, name="overview"),
    path("<slug:code>/tonight/", overview.tonight, name="tonight"),
    path("<slug:code>/end/", evening.end, name="end"),
    path("<slug:code>/open_again/", evening.open_again, name="open_again"),
    path("<slug:code>/evening/<int:number>/", evening.evening, name="evening"),
    path("<slug:code>/evening/<int:number>/join_up/", evening.join_up, name="join_up"),
    path("<slug:code>/evening/late/", evening.begun_late, name="begun_late"),
    path("<slug:code>/manage/", changing.manage, name="manage"),
    path("<slug:code>/change/", changing.change, name="change"),
    path("<slug:code>/delete/", changing.delete, name="delete"),
    path("<slug:code>/season/", include("campaigns.series.urls")),
    path("<slug:code>/books/", include("campaigns.books.urls")),
    path("<slug:code>/tree/", include("campaigns.tree.urls")),
    path("<slug:code>/roster/", include("campaigns.roster.urls")),
    path("<slug:code>/reports/", include("campaigns.reports.urls")),
]
