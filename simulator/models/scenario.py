"""Scenarios, and every version of their files that was ever loaded."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Scenario(models.Model):
    """One scenario. Its content is in its versions. `current` is the version that its file has, or last had."""

    slug = models.CharField("id", max_length=200, unique=True)
    current = models.ForeignKey("ScenarioVersion", models.PROTECT, null=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True, help_text="When its file was found to be missing.")

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class ScenarioVersion(models.Model):
    """One version of a scenario's file. Runs keep the version that they played."""

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="versions")
    content_hash = models.CharField(max_length=64)
    # Not a JSONField, because jsonb in PostgreSQL reorders keys, and ids on the phone depend on the order of the keys.
    source = models.TextField(help_text="The file's content as JSON text.")
    title = models.CharField(max_length=300)
    category = models.CharField(max_length=50, blank=True)
    difficulty = models.CharField(max_length=50, blank=True)
    status = models.CharField(max_length=20, blank=True)
    apps = models.JSONField(default=list)
    tags = models.JSONField(default=list)
    wants_silence = models.BooleanField(default=False, help_text="True if the assistant should offer nothing.")
    first_seen = models.DateTimeField(auto_now_add=True)

    flagged_at = models.DateTimeField(null=True, blank=True, help_text="When a person flagged it as faulty.")
    flagged_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    flag_note = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-first_seen", "-pk"]
        constraints = [models.UniqueConstraint(fields=["scenario", "content_hash"], name="one_version_per_content")]

    def __str__(self) -> str:
        return f"{self.scenario.slug} ({self.content_hash[:8]})"
