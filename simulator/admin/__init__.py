"""Admin pages of runs and their data. People can delete most rows and control runs, but not add or change rows."""

from __future__ import annotations

from django.contrib import admin

from simulator.admin.episode_admin import EpisodeAdmin
from simulator.admin.moment_admin import DecisionPointAdmin, MomentAdmin
from simulator.admin.scenario_admin import ScenarioAdmin, ScenarioVersionAdmin
from simulator.admin.seat_admin import PlayRemarkAdmin, SeatAdmin
from simulator.admin.verdict_admin import VerdictAdmin

__all__ = [
    "DecisionPointAdmin",
    "EpisodeAdmin",
    "MomentAdmin",
    "PlayRemarkAdmin",
    "ScenarioAdmin",
    "ScenarioVersionAdmin",
    "SeatAdmin",
    "VerdictAdmin",
]

admin.site.site_header = "PARE Studio"
admin.site.site_title = "PARE Studio"
admin.site.index_title = "Administration"
admin.site.empty_value_display = "none"
