"""Addresses of the pages how people come, practise, leave and withdraw."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
