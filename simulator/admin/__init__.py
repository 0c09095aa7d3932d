"""The administration: lists to find things in. What the engine writes is shown there and changed nowhere."""

from __future__ import annotations

from django.contrib import admin

from simulator.admin.episodes import EpisodeAdmin
from simulator.admin.moments import DecisionPointAdmin, MomentAdmin
from simulator.admin.scenarios import ScenarioAdmin, ScenarioVersionAdmin

__all__ = ["DecisionPointAdmin", "EpisodeAdmin", "MomentAdmin", "ScenarioAdmin", "ScenarioVersionAdmin"]

admin.site.site_header = "PARE Studio"
admin.site.site_title = "PARE Studio"
admin.site.index_title = "Administration"
admin.site.empty_value_display = "none"
