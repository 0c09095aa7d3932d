"""Addresses of the pages about runs and scenarios."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
