"""Decision points, kept so that they can be searched; rebuilt from the moments at any time."""

from __future__ import annotations

from django.db import models

from simulator.models.episode import Episode


class DecisionPoint(models.Model):
    """One decision point that `simulator.episode.decision_points.points_of` found in a run."""

    episode = models.ForeignKey(Episode, models.CASCADE, related_name="decision_points", db_index=False)
    number = models.PositiveIntegerField(help_text="Its place among the points of the episode.")
    kind = models.CharField(max_length=20)
    moment = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    final = models.CharField(max_length=20, blank=True, help_text="What became of an offer.")
    body = models.JSONField()

    class Meta:
        ordering = ["episode", "number"]
        constraints = [models.UniqueConstraint(fields=["episode", "number"], name="one_point_per_number")]

    def __str__(self) -> str:
        return f"{self.kind} at moment {self.moment} of run {self.episode_id}"
