"""Addresses of the pages where people judge."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
