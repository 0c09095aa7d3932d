"""The admin pages of runs, with actions for several runs at once."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from simulator.access import may_control, runs_played_blind
from simulator.admin.read_only import ReadOnlyAdmin, raw
from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.models import Episode
from simulator.showing.config_words import MODEL_ROLES, cast_of
from simulator.words.english import counted

ALIASES = tuple(f"{config}__{role}__alias" for config in ("config", "forked_config") for role in MODEL_ROLES)


@admin.register(Episode)
class EpisodeAdmin(ReadOnlyAdmin):
    list_display = ("page", "title", "state", "success", "assistant", "started_by", "created_at")
    # The first column has two links of its own: the page of the run, and its row here.
    list_display_links = None
    list_filter = (
        "state",
        "success",
        "undecided",
        "queue",
        "assistant_player",
        "user_player",
        "version__category",
        "created_at",
    )
    search_fields = ("=pk", "version__title", "version__scenario__slug", "note", "reason", "worker", *ALIASES)
    date_hierarchy = "created_at"
    list_select_related = ("version", "started_by")
    actions = ("pause", "resume", "stop")
    fieldsets = (
        (
            "Setup",
            {"fields": ("page", "version", "user", "assistant", "seed", "parent", "parent_step", "note", "started_by")},
        ),
        (
            "Progress",
            {
                "fields": (
                    "state",
                    "wish",
                    "queue",
                    "pace",
                    "steps_left",
                    "priority",
                    "deadline_seconds",
                    "moment_count",
                    "turn",
                    "turn_limit",
                    "simulated",
                    "summary",
                )
            },
        ),
        (
            "Outcome",
            {
                "fields": (
                    "success",
                    "undecided",
                    "reader",
                    "reason",
                    "failure",
                    "fault",
                    "fault_rule",
                    "fault_why",
                    "overruled_fault",
                    "overruled_note",
                    "overruled_by",
                    "overruled_at",
                    "needed_offers",
                    "unneeded_offers",
                    "evident_needs",
                    "helped_needs",
                    "wanted_needs",
                    "met_needs",
                    "honest_report",
                    "collateral_writes",
                    "extra_acts",
                    "content_hash",
                    "outcome",
                )
            },
        ),
        (
            "Worker",
            {
                "fields": (
                    "worker",
                    "attempt",
                    "tries",
                    "heartbeat_at",
                    "created_at",
                    "started_at",
                    "ended_at",
                )
            },
        ),
        ("Options", {"fields": ("engine", "config_hash", "result_key", "options")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Episode]:
        # `source` is the whole scenario as JSON, and the list shows only its title.
        runs: QuerySet[Episode] = super().get_queryset(request).defer("version__source")
        return runs.exclude(pk__in=runs_played_blind(request.user))

    @admin.display(description="run", ordering="pk")
    def page(self, run: Episode) -> SafeString:
        row = reverse("admin:simulator_episode_change", args=[run.pk])
        return format_html('<a href="{}">{}</a> <a href="{}">row</a>', run.get_absolute_url(), run.pk, row)

    @admin.display(ordering="version__title")
    def title(self, run: Episode) -> str:
        return run.version.title

    @admin.display(ordering="user_player")
    def user(self, run: Episode) -> str:
        return cast_of({**run.config_now, "user": run.user_player}).user

    @admin.display(ordering="assistant_player")
    def assistant(self, run: Episode) -> str:
        return cast_of({**run.config_now, "assistant": run.assistant_player}).assistant

    def outcome(self, run: Episode) -> SafeString:
        return raw(run.result)

    def options(self, run: Episode) -> SafeString:
        return raw(run.config_now)

    @admin.action(description="Pause selected runs", permissions=["control"])
    def pause(self, request: HttpRequest, runs: QuerySet[Episode]) -> None:
        self._each(request, runs, control.pause, "to pause")

    @admin.action(description="Resume selected runs", permissions=["control"])
    def resume(self, request: HttpRequest, runs: QuerySet[Episode]) -> None:
        self._each(request, runs, control.resume, "to continue")

    @admin.action(description="Stop selected runs", permissions=["control"])
    def stop(self, request: HttpRequest, runs: QuerySet[Episode]) -> None:
        self._each(request, runs, control.stop, "to stop")

    def has_control_permission(self, request: HttpRequest) -> bool:
        return may_control(request.user)

    def _each(self, request: HttpRequest, runs: QuerySet[Episode], ask: Callable[[Episode], None], done: str) -> None:
        asked = 0
        for run in runs:
            # Each run gets its own request, so that a run that refuses does not hold up the others.
            try:
                ask(run)
                asked += 1
            except CannotControl as problem:
                self.message_user(request, str(problem), messages.WARNING)
        self.message_user(request, f"Asked {counted(asked, 'run')} {done}.")
