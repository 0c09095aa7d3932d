"""Read-only pages about sweeps in the administration. Sweeps are started on the launch page and controlled on the
sweep page.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from benchmark.models import Sweep
from benchmark.views.access import may_start
from simulator.admin.read_only import ReadOnlyAdmin, raw


@admin.register(Sweep)
class SweepAdmin(ReadOnlyAdmin):
    """The administration's list of sweeps, and its page for one sweep."""

    list_display = ("page", "name", "state", "priority", "started_by", "created_at", "ended_at")
    # `page` has the links: the number leads to the sweep's own page, and “row” to its page in the administration.
    list_display_links = None
    list_filter = ("state", "priority", "created_at")
    search_fields = ("=pk", "name", "plan_hash")
    date_hierarchy = "created_at"
    list_select_related = ("started_by",)
    fieldsets = (
        ("Sweep", {"fields": ("page", "name", "plan_hash", "started_by", "created_at", "ended_at")}),
        (
            "State and limits",
            {
                "fields": (
                    "state",
                    "why",
                    "priority",
                    "at_once",
                    "max_cost",
                    "judge_model",
                    "judge_budget",
                    "deadline_seconds",
                    "use_cache",
                )
            },
        ),
        ("Plan", {"fields": ("plan_as_data",)}),
    )

    @admin.display(description="sweep", ordering="pk")
    def page(self, sweep: Sweep) -> SafeString:
        row = reverse("admin:benchmark_sweep_change", args=[sweep.pk])
        return format_html('<a href="{}">{}</a> <a href="{}">row</a>', sweep.get_absolute_url(), sweep.pk, row)

    @admin.display(description="plan")
    def plan_as_data(self, sweep: Sweep) -> SafeString:
        return raw(sweep.plan)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_start(request.user)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect “Add” to the launch page, which checks the permission itself."""
        return redirect("new_sweep")
