"""The moments of runs, stored as lines of a trace."""

from __future__ import annotations

from django.db import models

from simulator.models.episode import Episode


class Moment(models.Model):
    """One moment of a run as a line of its trace, with the content hash of all moments up to this one."""

    # The unique constraint below already gives an index that starts with the episode.
    episode = models.ForeignKey(Episode, models.CASCADE, related_name="moments", db_index=False)
    number = models.PositiveIntegerField()
    line = models.TextField(help_text="The moment as JSON, as a trace file has it.")
    chain = models.CharField(max_length=64, help_text="Content hash of all moments up to this one.")
    stored_at = models.DateTimeField()

    class Meta:
        ordering = ["episode", "number"]
        constraints = [models.UniqueConstraint(fields=["episode", "number"], name="one_moment_per_number")]

    def __str__(self) -> str:
        return f"moment {self.number} of run {self.episode_id}"
