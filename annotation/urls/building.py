"""Addresses of the pages where a study is built and its items are drawn."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
