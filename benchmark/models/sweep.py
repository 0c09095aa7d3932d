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
    """A plan that was started. Its cells are rows of their own, and results are in the runs of the cells."""

    name = models.CharField(max_length=200)
    plan = models.JSONField(help_text="A SweepPlan as plain data.")
    plan_hash = models.CharField(max_length=64)
    configurations = models.JSONField(help_text="What the plan unfolds into, in order: each with its EpisodeConfig.")
    expected_costs = models.JSONField(
        default=list, blank=True, help_text="Of each configuration: what one run was thought to cost, in US dollars."
    )
    state = models.CharField(max_length=20, choices=SweepState, default=SweepState.RUNNING, db_index=True)
    why = models.CharField(max_length=500, blank=True, help_text="Why it is paused, if nobody asked for it.")
    priority = models.SmallIntegerField(choices=Priority, default=Priority.NORMAL)
    at_once = models.PositiveIntegerField(
        null=True, blank=True, help_text="Runs side by side, at most; empty: as many as the workers play."
    )
    max_cost = models.FloatField(null=True, blank=True, help_text="US dollars for all its runs; empty: no limit.")
    deadline_seconds = models.FloatField(null=True, blank=True, help_text="For each run; empty: no limit.")
    use_cache = models.BooleanField(default=True, help_text="Whether runs of other sweeps may stand in for its own.")
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
