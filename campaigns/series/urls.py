"""Where the pages of a series are."""

from django.urls import path

from campaigns.series.views import evening, war
from campaigns.series.views.season import as_csv, as_json, as_play_file, bring, pushed

urlpatterns = [
    path("table/", evening.opened, name="series_table"),
    path("play/", evening.written, name="series_play"),
    path("plays.csv", as_csv, name="series_csv"),
    path("plays.json", as_json, name="series_json"),
    path("plays.bgsplay", as_play_file, name="series_bgsplay"),
    path("bring/", bring, name="series_bring"),
    path("war/", war.war, name="series_war"),
    path("<int:number>/war/", war.choice, name="series_war_choice"),
    path("<int:number>/", evening.evening, name="series_evening"),
    path("<int:number>/bg-stats/", pushed, name="series_push"),
    path("<int:number>/result/", evening.result, name="series_result"),
    path("<int:number>/remove/", evening.remove, name="series_remove"),
]
