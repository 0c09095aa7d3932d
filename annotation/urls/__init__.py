"""Addresses of the pages about studies."""

from __future__ import annotations

from django.urls import URLPattern

from annotation.urls import building, following, joining, judging

urlpatterns: list[URLPattern] = [
    *joining.urlpatterns,
    *judging.urlpatterns,
    *building.urlpatterns,
    *following.urlpatterns,
]
