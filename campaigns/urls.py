"""Where the campaigns' pages are, room by room."""

from django.urls import include, path

from campaigns import choosing, roster, tree, views
from campaigns.books import views as books_views
from campaigns.designer import binders
from campaigns.designer import views as designer_views
from campaigns.reports import views as reports_views
from campaigns.series import views as series_views
from campaigns.series.views import as_csv, as_json, as_play_file, bring, pushed

BOOKS = [
    path("", books_views.overview, name="books"),
    path("open/", books_views.lay_open, name="books_open"),
    path("book.<str:form>", books_views.whole_file, name="books_file"),
    path("of/<slug:seat>/", books_views.sheet, name="books_sheet"),
    path("of/<slug:seat>/statement/", books_views.statement, name="books_statement"),
    path("of/<slug:seat>/worth/", books_views.worth, name="books_worth"),
    path("of/<slug:seat>/bookings/", books_views.bookings, name="books_bookings"),
    path("of/<slug:seat>/counts/", books_views.counts, name="books_counts"),
    path("of/<slug:seat>/counts/<int:number>/", books_views.counted, name="books_count"),
    path("of/<slug:seat>/counts/<int:number>/adjust/", books_views.adjust, name="books_adjust"),
    path("of/<slug:seat>/counts/<int:number>/strike/", books_views.strike, name="books_strike"),
    path("of/<slug:seat>/book.<str:form>", books_views.company_file, name="books_company_file"),
]


CARRYING = [
    path("receive/", views.receive, name="receive"),
    path("<slug:code>/carry/", views.carry, name="carry"),
    path("<slug:code>/carry/campaign.json", views.parcel, name="parcel"),
]


DESIGNER = [
    path("", binders.binders, name="binders"),
    path("new/", binders.new, name="binder-new"),
    path("join/", binders.by_code, name="binder-by-code"),
    path("<slug:code>/", designer_views.first, name="binder"),
    path("<slug:code>/away/", binders.put_away, name="binder-away"),
    path("<slug:code>/join/", binders.join, name="binder-join"),
    path("<slug:code>/room/<slug:key>/", designer_views.room, name="binder-room"),
    path("<slug:code>/at/<str:at>/", designer_views.entry, name="binder-entry"),
    path("<slug:code>/at/<str:at>/check/", designer_views.check, name="binder-check"),
    path("<slug:code>/change/", designer_views.change, name="binder-change"),
    path("<slug:code>/play/", binders.now, name="binder-play-now"),
    path("<slug:code>/undo/", designer_views.undo, name="binder-undo"),
    path("<slug:code>/prints/", binders.prints, name="binder-prints"),
    path("<slug:code>/versions/<int:number>/<slug:name>.pdf", binders.pdf, name="binder-print"),
    path("<slug:code>/trials/", binders.trials, name="binder-trials"),
    path("<slug:code>/trials/<slug:key>/", binders.trial, name="binder-trial"),
    path("<slug:code>/trials/<slug:key>/stop/", binders.stop, name="binder-trial-stop"),
    path("<slug:code>/trials/<slug:key>/<int:seed>.json", binders.journal, name="binder-trial-journal"),
    path("<slug:code>/versions/", designer_views.versions, name="binder-versions"),
    path("<slug:code>/versions/<int:number>/", designer_views.version, name="binder-version"),
    path("<slug:code>/versions/<int:number>/name/", designer_views.name, name="binder-name"),
    path("<slug:code>/versions/<int:number>/again/", designer_views.again, name="binder-again"),
    path("<slug:code>/versions/<int:number>/beside/", designer_views.beside, name="binder-beside"),
    path("<slug:code>/versions/<int:number>/on_top/", designer_views.put_on_top, name="binder-on-top"),
    path("<slug:code>/versions/<int:number>/play/", binders.play, name="binder-play"),
    path(
        "<slug:code>/versions/<int:number>/binder.<slug:form>",
        designer_views.download,
        name="binder-download",
    ),
]


PDF = {"form": "pdf"}

REPORTS = [
    path("", reports_views.reports, name="reports"),
    path("luck/", reports_views.luck, name="reports_luck"),
    path("history.pdf", reports_views.booklet, name="reports_history"),
    path("history/<slug:key>/", reports_views.history_work, name="reports_history_work"),
    path("history/<slug:key>.pdf", reports_views.history_file, name="reports_history_file"),
    path("evening/<int:number>/", reports_views.evening, name="report_evening"),
    path("evening/<int:number>/report.pdf", reports_views.evening, PDF, name="report_evening_pdf"),
    path("evening/<int:number>/front-page.pdf", reports_views.front, name="report_front_page"),
    path("scenario/<int:number>/", reports_views.scenario, name="report_scenario"),
    path("scenario/<int:number>/report.pdf", reports_views.scenario, PDF, name="report_scenario_pdf"),
]


ROSTER = [
    path("", roster.roster, name="roster"),
    path("<slug:unit>/", roster.unit, name="roster_unit"),
    path("<slug:unit>/name/", roster.name, name="roster_name"),
]


SERIES = [
    path("table/", series_views.opened, name="series_table"),
    path("play/", series_views.written, name="series_play"),
    path("plays.csv", as_csv, name="series_csv"),
    path("plays.json", as_json, name="series_json"),
    path("plays.bgsplay", as_play_file, name="series_bgsplay"),
    path("bring/", bring, name="series_bring"),
    path("war/", series_views.war, name="series_war"),
    path("<int:number>/war/", series_views.choice, name="series_war_choice"),
    path("<int:number>/", series_views.evening, name="series_evening"),
    path("<int:number>/bg-stats/", pushed, name="series_push"),
    path("<int:number>/result/", series_views.result, name="series_result"),
    path("<int:number>/remove/", series_views.remove, name="series_remove"),
]


TREE = [
    path("", tree.tree, name="tree"),
    path("small.svg", tree.small, name="tree_small"),
    path("next/", choosing.candidates, name="tree_next"),
    path("next/ahead/", choosing.play_ahead, name="tree_ahead"),
    path("next/ahead/<slug:key>/stop/", choosing.stop_ahead, name="tree_ahead_stop"),
    path("next/<slug:scenario>/", choosing.choose, name="tree_choose"),
    path("afford/", tree.afford, name="tree_afford"),
    path("afford/<str:seat>/<slug:scenario>/", tree.planner, name="tree_planner"),
    path("scenario/<slug:scenario>/", tree.scenario, name="tree_scenario"),
]


app_name = "campaigns"
urlpatterns = [
    path("", views.home, name="home"),
    path("archive/", views.put_away, name="archive"),
    path("join/", views.by_code, name="by_code"),
    path("open/<slug:slug>/", views.campaign, name="open"),
    path("series/<slug:slug>/", views.series, name="open_series"),
    path("keep/<slug:code>/", views.keep, name="keep"),
    path("of/<slug:code>/", views.of, name="of"),
    path("", include(CARRYING)),
    path("binders/", include(DESIGNER)),
    path("<slug:code>/join/", views.join, name="join"),
    path("<slug:code>/", views.overview, name="overview"),
    path("<slug:code>/tonight/", views.tonight, name="tonight"),
    path("<slug:code>/end/", views.end, name="end"),
    path("<slug:code>/open_again/", views.open_again, name="open_again"),
    path("<slug:code>/evening/<int:number>/", views.evening, name="evening"),
    path("<slug:code>/evening/<int:number>/join_up/", views.join_up, name="join_up"),
    path("<slug:code>/evening/late/", views.begun_late, name="begun_late"),
    path("<slug:code>/manage/", views.manage, name="manage"),
    path("<slug:code>/change/", views.change, name="change"),
    path("<slug:code>/delete/", views.delete, name="delete"),
    path("<slug:code>/season/", include(SERIES)),
    path("<slug:code>/books/", include(BOOKS)),
    path("<slug:code>/tree/", include(TREE)),
    path("<slug:code>/roster/", include(ROSTER)),
    path("<slug:code>/reports/", include(REPORTS)),
]
