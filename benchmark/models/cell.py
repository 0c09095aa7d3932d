"""The cells of sweeps."""

from __future__ import annotations

from django.db import models

from benchmark.models.sweep import Sweep
from simulator.models import Episode, ScenarioVersion


class Cell(models.Model):
    """One scenario, configuration, seed and repeat of a sweep, and the run that plays it, if it has one already."""

    sweep = models.ForeignKey(Sweep, models.CASCADE, related_name="cells", db_index=False)
    position = models.PositiveIntegerField(help_text="Place in the order of play, counted from 0.")
    version = models.ForeignKey(ScenarioVersion, models.PROTECT, related_name="+")
    configuration = models.PositiveIntegerField(help_text="Index among the sweep's configurations, counted from 0.")
    seed = models.BigIntegerField()
    run = models.PositiveIntegerField(help_text="Repeat number, counted from 1.")
    key = models.CharField(max_length=64, db_index=True, help_text="Hash of everything the outcome depends on.")
    # Set in the transaction that creates the run, so that no cell gets two runs. PROTECT: a run can't be deleted while
    # a cell refers to it.
    episode = models.ForeignKey(Episode, models.PROTECT, null=True, blank=True, related_name="cells")
    from_cache = models.BooleanField(
        default=False, help_text="True if the cell was linked to a finished run instead of getting a run of its own."
    )
    earlier = models.JSONField(default=list, blank=True, help_text="Numbers of the runs of earlier attempts.")

    class Meta:
        ordering = ["sweep", "position"]
        constraints = [
            models.UniqueConstraint(fields=["sweep", "position"], name="one_cell_per_position"),
            models.UniqueConstraint(
                fields=["sweep", "version", "configuration", "seed", "run"], name="one_cell_per_repeat"
            ),
        ]
        # Free workers look for cells without a run every few seconds. The index holds only cells without a run.
        indexes = [
            models.Index(fields=["sweep", "position"], condition=models.Q(episode=None), name="cells_to_be_played")
        ]

    def __str__(self) -> str:
        return f"cell {self.position} of sweep {self.sweep_id}"
