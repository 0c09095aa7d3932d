"""The sweep model: a plan as it was started, its state and limits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class SweepState(models.TextChoices):
    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    CANCELLED = "cancelled", "Cancelled"
    FINISHED = "finished", "Finished"


class Priority(models.IntegerChoices):
    """Priority of a sweep's runs; always below that of runs that people watch."""

    LOW = -30, "Low"
    NORMAL = -20, "Normal"
    HIGH = -10, "High"


class Sweep(models.Model):
    """A plan that was started. Cells have their own table, and the runs of the cells contain the results."""

    name = models.CharField(max_length=200)
    plan = models.JSONField(help_text="The plan as plain data (SweepPlan).")
    plan_hash = models.CharField(max_length=64)
    # Stored, not computed from the plan again: model lists and defaults may change while the sweep is played.
    configurations = models.JSONField(help_text="Configurations of the plan in order, each with its EpisodeConfig.")
    expected_costs = models.JSONField(
        default=list, blank=True, help_text="Estimated cost of one run in US dollars, by configuration."
    )
    state = models.CharField(max_length=20, choices=SweepState, default=SweepState.RUNNING, db_index=True)
    why = models.CharField(max_length=500, blank=True, help_text="Why the sweep paused by itself.")
    priority = models.SmallIntegerField(choices=Priority, default=Priority.NORMAL)
    at_once = models.PositiveIntegerField(
        null=True, blank=True, help_text="Maximum number of runs at once; empty: no limit."
    )
    max_cost = models.FloatField(null=True, blank=True, help_text="Cost limit in US dollars; empty: no limit.")
    judge_model = models.CharField(
        max_length=100,
        blank=True,
        help_text="Alias of the model that reads the texts of the sweep's runs; empty: none.",
    )
    judge_budget = models.FloatField(
        null=True, blank=True, help_text="Cost limit of the judge in US dollars; empty: no limit."
    )
    deadline_seconds = models.FloatField(null=True, blank=True, help_text="Time limit per run; empty: no limit.")
    use_cache = models.BooleanField(
        default=True,
        help_text="True to reuse any finished run in the cache, also runs that were not played for a sweep.",
    )
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        permissions = [("control_sweep", "Can pause, resume, cancel, retry and prioritise sweeps")]

    def __str__(self) -> str:
        return f"sweep {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("sweep", args=[self.pk])

    @property
    def is_over(self) -> bool:
        return self.state in (SweepState.CANCELLED, SweepState.FINISHED)
