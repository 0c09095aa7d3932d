"""The admin pages of moments and decision points, which show the stored data."""

from __future__ import annotations

import json

from django.contrib import admin
from django.utils.safestring import SafeString

from simulator.admin.read_only import PartOfRun, raw, step_link
from simulator.models import DecisionPoint, Moment


@admin.register(Moment)
class MomentAdmin(PartOfRun):
    # No filters: a moment is stored as one JSON text, and only its run and number have an index.
    list_display = ("__str__", "run", "kind", "stored_at")
    fields = ("run", "number", "chain", "stored_at", "content")

    @admin.display(ordering="episode")
    def run(self, moment: Moment) -> SafeString:
        return step_link(moment.episode_id, moment.number)

    def kind(self, moment: Moment) -> str:
        data = json.loads(moment.line)
        return " ".join(str(data[key]) for key in ("kind", "actor", "app", "name") if data.get(key))

    def content(self, moment: Moment) -> SafeString:
        return raw(moment.line)


@admin.register(DecisionPoint)
class DecisionPointAdmin(PartOfRun):
    list_display = ("__str__", "run", "kind", "turn", "final")
    list_filter = ("kind", "final")
    fields = ("run", "number", "kind", "moment", "turn", "final", "content")

    @admin.display(ordering="episode")
    def run(self, point: DecisionPoint) -> SafeString:
        return step_link(point.episode_id, point.moment)

    def content(self, point: DecisionPoint) -> SafeString:
        return raw(point.body)
