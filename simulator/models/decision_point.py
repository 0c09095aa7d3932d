"""Decision points of runs, stored for searching. The rows can be rebuilt from the moments at any time."""

from __future__ import annotations

from django.db import models

from simulator.models.episode import Episode


class DecisionPoint(models.Model):
    """One decision point that `simulator.episode.need_points.points_of` found in a run."""

    # The unique constraint below already gives an index that starts with the episode.
    episode = models.ForeignKey(Episode, models.CASCADE, related_name="decision_points", db_index=False)
    number = models.PositiveIntegerField(help_text="Position among the decision points of the run.")
    kind = models.CharField(max_length=20)
    moment = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    final = models.CharField(max_length=20, blank=True, help_text="The final answer to an offer.")
    body = models.JSONField()

    class Meta:
        ordering = ["episode", "number"]
        constraints = [models.UniqueConstraint(fields=["episode", "number"], name="one_point_per_number")]

    def __str__(self) -> str:
        return f"{self.kind} at moment {self.moment} of run {self.episode_id}"
