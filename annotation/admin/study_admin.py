"""Read-only admin pages of studies. Studies are created and edited on the site's own pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotation.models import Study
from annotation.studies.batches import delete_study
from annotation.views.access import may_build
from simulator.admin.read_only import ReadOnlyAdmin, raw


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    """Admin list of studies, and the admin page of one study."""

    list_display = ("page", "title", "state", "per_item", "made_by", "created_at", "opened_at", "closed_at")
    list_display_links = None
    list_filter = ("state", "created_at")
    search_fields = ("=pk", "title", "note")
    date_hierarchy = "created_at"
    list_select_related = ("made_by",)
    fieldsets = (
        ("Study", {"fields": ("page", "title", "note", "state", "made_by", "led_by")}),
        ("Dates", {"fields": ("created_at", "opened_at", "closed_at")}),
        ("People", {"fields": ("per_item", "per_person", "most_people", "lease_seconds", "seed", "hide_goal")}),
        (
            "Checks",
            {"fields": ("pass_mark", "practice_attempts", "gold_every", "gold_mark", "too_fast_seconds")},
        ),
        ("Panel", {"fields": ("panel_parameter", "return_url")}),
        ("Questions", {"fields": ("questions_as_data",)}),
    )

    @admin.display(description="study", ordering="pk")
    def page(self, study: Study) -> SafeString:
        row = reverse("admin:annotation_study_change", args=[study.pk])
        return format_html('<a href="{}">{}</a> <a href="{}">row</a>', study.get_absolute_url(), study.pk, row)

    @admin.display(description="led by")
    def led_by(self, study: Study) -> str:
        return ", ".join(study.leads.order_by("username").values_list("username", flat=True)) or "nobody"

    @admin.display(description="questions")
    def questions_as_data(self, study: Study) -> SafeString:
        return raw(study.questions)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_build(request.user)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the page for a new study, which checks the user's permission."""
        return redirect("new_study")

    def delete_model(self, request: HttpRequest, obj: Study) -> None:
        # Not obj.delete(), because `delete_study` also makes the runs of the study public again.
        delete_study(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Study]) -> None:
        for study in queryset:
            delete_study(study)
