"""Stored fidelity reports: each is computed in a job and shown until somebody computes a newer one."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

# A job that has taken longer has lost its worker.
LONGEST = timedelta(hours=1)


class FidelityState(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    FAILED = "failed", "Failed"


class Fidelity(models.Model):
    """A report that compares a simulated user with the people who have played."""

    user_label = models.CharField(max_length=300, help_text="Label of the simulated user.")
    config = models.JSONField(help_text="An EpisodeConfig with the simulated user, as JSON.")
    k = models.PositiveSmallIntegerField(help_text="Decisions of the simulated user at each decision point.")
    seed = models.BigIntegerField(default=0)
    runs_key = models.CharField(max_length=64, help_text="Hash of the runs that are compared.")
    state = models.CharField(max_length=20, choices=FidelityState, default=FidelityState.QUEUED)
    total = models.PositiveIntegerField(default=0, help_text="Number of people's runs.")
    done = models.PositiveIntegerField(default=0, help_text="Number of people's runs that are compared already.")
    problem = models.CharField(max_length=1000, blank=True, help_text="Why it failed.")
    report = models.JSONField(null=True, blank=True, help_text="The FidelityReport as JSON.")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = "fidelity report", "fidelity reports"
        indexes = [models.Index(fields=["user_label", "-id"], name="fidelity_of_user")]

    def __str__(self) -> str:
        return f"fidelity of {self.user_label}"

    @property
    def is_over(self) -> bool:
        return self.state in (FidelityState.FINISHED, FidelityState.FAILED)

    @property
    def is_under_way(self) -> bool:
        """True while the job waits or runs; False once it is over or its worker must have died."""
        return not self.is_over and timezone.now() - self.created_at < LONGEST
