"""The admin pages of scenarios and their versions."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from simulator.admin.read_only import ReadOnlyAdmin, raw
from simulator.models import Scenario, ScenarioVersion


@admin.register(Scenario)
class ScenarioAdmin(ReadOnlyAdmin):
    list_display = ("slug", "title", "category", "removed_at")
    list_filter = (
        "current__category",
        "current__difficulty",
        "current__status",
        ("removed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("slug", "current__title")
    list_select_related = ("current",)

    @admin.display(ordering="current__title")
    def title(self, scenario: Scenario) -> SafeString:
        name = scenario.current.title if scenario.current else scenario.slug
        return format_html('<a href="{}">{}</a>', reverse("scenario", args=[scenario.slug]), name)

    @admin.display(ordering="current__category")
    def category(self, scenario: Scenario) -> str:
        return scenario.current.category if scenario.current else ""


@admin.register(ScenarioVersion)
class ScenarioVersionAdmin(ReadOnlyAdmin):
    list_display = ("title", "scenario", "short_hash", "runs", "first_seen")
    list_filter = ("category", "difficulty", "status", "first_seen")
    search_fields = ("title", "scenario__slug", "content_hash")
    list_select_related = ("scenario",)
    fields = (
        "scenario",
        "title",
        "content_hash",
        "category",
        "difficulty",
        "status",
        "apps",
        "tags",
        "first_seen",
        "flagged_at",
        "flagged_by",
        "flag_note",
        "content",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[ScenarioVersion]:
        # `source` is the whole file; only the page of one version shows it.
        versions: QuerySet[ScenarioVersion] = super().get_queryset(request).defer("source")
        return versions.annotate(run_count=Count("episodes"))

    @admin.display(description="hash", ordering="content_hash")
    def short_hash(self, version: ScenarioVersion) -> str:
        return version.content_hash[:8]

    @admin.display(ordering="run_count")
    def runs(self, version: Any) -> int:
        return int(version.run_count)

    def content(self, version: ScenarioVersion) -> SafeString:
        return raw(version.source)
