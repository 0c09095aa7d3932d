"""Base classes of read-only admin lists, and links to the pages of runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from simulator.access import runs_played_blind

# Only django-stubs make ModelAdmin generic; at run time it takes no type argument.
if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(_ModelAdmin):
    """An admin list in which people can't add or change rows.

    The rows come from scenario files, workers and the pages of runs.
    """

    # With True, Django would also count the whole table for every filtered list.

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PartOfRun(ReadOnlyAdmin):
    """An admin list of parts of runs. A part can be deleted only with its run: a run with a gap can't be replayed."""

    search_fields = ("=episode__id",)
    search_help_text = "Enter the number of a run."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(episode__in=runs_played_blind(request.user))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        # When someone deletes a run, Django calls this for each related model. The URL is then that of the run.
        place = request.resolver_match.url_name if request.resolver_match else ""
        return (place or "").startswith("simulator_episode_") and super().has_delete_permission(request, obj)


def raw(value: Any) -> SafeString:
    """Return a stored value as indented JSON in a `<pre>` element."""
    data = json.loads(value) if isinstance(value, str) else value
    return format_html('<pre class="raw">{}</pre>', json.dumps(data, indent=2, ensure_ascii=False))


def step_link(run: int, step: int) -> SafeString:
    return format_html('<a href="{}">run {}</a>', reverse("run_step", args=[run, step]), run)
