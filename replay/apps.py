"""The app of what people do with runs afterwards: compare, fork, bring in and take out."""

from __future__ import annotations

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    name = "replay"
