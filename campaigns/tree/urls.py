"""Where the tree is."""

from django.urls import path

from campaigns.tree import choosing, views

urlpatterns = [
    path("", views.tree, name="tree"),
    path("next/", choosing.candidates, name="tree_next"),
    path("next/<slug:scenario>/", choosing.choose, name="tree_choose"),
    path("afford/", views.afford, name="tree_afford"),
    path("afford/<str:seat>/<slug:scenario>/", views.planner, name="tree_planner"),
    path("scenario/<slug:scenario>/", views.scenario, name="tree_scenario"),
]
