"""The Django app for recorded runs: step, compare, fork, import and export."""

from __future__ import annotations

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    name = "replay"
