"""URLs for stepping through, searching, comparing, forking, importing and downloading runs."""

from __future__ import annotations

from django.urls import URLPattern, path

from replay.views import choosing, compare, decisions, download, exchange, find, fork, slices, upload
from simulator.views.uploads import accepts_uploads

urlpatterns: list[URLPattern] = [
    path("runs/<int:pk>/<int:step>/parts/", slices.step_parts, name="step_parts"),
    path("runs/<int:pk>/<int:step>/raw/", slices.step_raw, name="step_raw"),
    path("runs/<int:pk>/<int:step>/exchange/", exchange.exchange, name="exchange"),
    path("runs/<int:pk>/story/", slices.story_slice, name="story_slice"),
    path("runs/<int:pk>/slice/", slices.step_slice, name="step_slice"),
    path("runs/<int:pk>/find/", find.find, name="find"),
    path("runs/<int:pk>/decisions/", decisions.decisions, name="decisions"),
    path("compare/", choosing.compare_chosen, name="compare_chosen"),
    path("compare/<int:left>/<int:right>/", compare.compare, name="compare"),
    path("compare/<int:left>/<int:right>/turns/", compare.compare_turns, name="compare_turns"),
    path("runs/<int:pk>/compare/", choosing.compare_with, name="compare_with"),
    path("runs/<int:pk>/<int:step>/fork/", fork.fork, name="fork"),
    path("runs/import/", accepts_uploads(upload.import_run), name="import_run"),
    path("runs/<int:pk>/download/<str:name>/", download.download, name="download"),
]
