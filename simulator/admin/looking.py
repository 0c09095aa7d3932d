"""What all lists of the administration share: one looks, and links lead to the pages of runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


class LookOnly(_ModelAdmin):
    """Nothing can be added or changed here: files, workers and the pages of runs do that."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PartOfRun(LookOnly):
    """Goes when its run goes, never alone: a story with a hole is none."""

    search_fields = ("=episode__id",)
    search_help_text = "The number of a run."

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        place = request.resolver_match.url_name if request.resolver_match else ""
        return (place or "").startswith("simulator_episode_") and super().has_delete_permission(request, obj)


def raw(value: Any) -> SafeString:
    """As JSON with an indent, for whoever wants to see what is really stored."""
    data = json.loads(value) if isinstance(value, str) else value
    return format_html('<pre class="raw">{}</pre>', json.dumps(data, indent=2, ensure_ascii=False))


def step_link(run: int, step: int) -> SafeString:
    return format_html('<a href="{}">run {}</a>', reverse("run_step", args=[run, step]), run)
