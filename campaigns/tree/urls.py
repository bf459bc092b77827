"""Where the tree is."""

from django.urls import path

from campaigns.tree import views

urlpatterns = [
    path("", views.tree, name="tree"),
    path("afford/", views.afford, name="tree_afford"),
    path("afford/<str:seat>/<slug:scenario>/", views.planner, name="tree_planner"),
    path("scenario/<slug:scenario>/", views.scenario, name="tree_scenario"),
]
