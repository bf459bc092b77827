"""Where campaigns come in and go out."""

from django.urls import path

from campaigns.carrying import views

urlpatterns = [
    path("receive/", views.receive, name="receive"),
    path("<slug:code>/carry/", views.carry, name="carry"),
    path("<slug:code>/carry/campaign.json", views.parcel, name="parcel"),
]
