"""Addresses of the pages where the lead follows a study, and takes data out."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
