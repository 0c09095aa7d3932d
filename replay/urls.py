"""Addresses of what people do with runs afterwards: compare, fork, bring in and take out."""

from __future__ import annotations

from django.urls import URLPattern, path

from replay.views import choosing, compare, download, fork, upload
from simulator.views.uploads import accepts_uploads

urlpatterns: list[URLPattern] = [
    path("compare/", choosing.compare_chosen, name="compare_chosen"),
    path("compare/<int:left>/<int:right>/", compare.compare, name="compare"),
    path("compare/<int:left>/<int:right>/turns/", compare.compare_turns, name="compare_turns"),
    path("runs/<int:pk>/compare/", choosing.compare_with, name="compare_with"),
    path("runs/<int:pk>/<int:step>/fork/", fork.fork, name="fork"),
    path("runs/import/", accepts_uploads(upload.import_run), name="import_run"),
    path("runs/<int:pk>/download/<str:name>/", download.download, name="download"),
]
