"""Addresses of what people do with runs afterwards: compare, fork, bring in and take out."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
