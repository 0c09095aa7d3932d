"""The Django app with which people step through, compare, fork, import and export recorded runs."""

from __future__ import annotations

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    name = "replay"
