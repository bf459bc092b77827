"""Where the reports are."""

from django.urls import path

from campaigns.reports import views

PDF = {"form": "pdf"}

urlpatterns = [
    path("", views.reports, name="reports"),
    path("luck/", views.luck, name="reports_luck"),
    path("history.pdf", views.booklet, name="reports_history"),
    path("history/<slug:key>/", views.history_work, name="reports_history_work"),
    path("history/<slug:key>.pdf", views.history_file, name="reports_history_file"),
    path("evening/<int:number>/", views.evening, name="report_evening"),
    path("evening/<int:number>/report.pdf", views.evening, PDF, name="report_evening_pdf"),
    path("evening/<int:number>/front-page.pdf", views.front, name="report_front_page"),
    path("scenario/<int:number>/", views.scenario, name="report_scenario"),
    path("scenario/<int:number>/report.pdf", views.scenario, PDF, name="report_scenario_pdf"),
]
