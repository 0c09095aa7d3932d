"""The admin pages of verdicts."""

from __future__ import annotations

from django.contrib import admin

from simulator.admin.read_only import ReadOnlyAdmin
from simulator.models import Verdict


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    list_display = ("episode", "moment", "key", "value", "rater_kind", "rater", "is_failed", "cost", "created_at")
    list_filter = ("value", "rater_kind", "rater", "is_failed")
    search_fields = ("=episode__pk", "key", "rater", "words", "reason")
