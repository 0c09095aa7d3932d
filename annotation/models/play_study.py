"""Play studies: the settings that only they have, their scenarios, and the runs that each person plays."""

from __future__ import annotations

from django.db import models

from annotation.models.people import Rater
from annotation.models.study import Study
from simulator.models import Episode, ScenarioVersion, Side, State

# States in which a run takes one of the places of its scenario. Abandoned, failed and stopped runs give it back.
TAKES_PLACE = (State.QUEUED, State.RUNNING, State.PAUSED, State.WAITING, State.INTERRUPTED, State.FINISHED)


class SeedRule(models.TextChoices):
    SAME = "same", "All runs have the seed of the study"
    OWN = "own", "Each run has its own seed"


class PlayPlan(models.Model):
    """The settings of a play study. In its study, `per_item` is the quota of a scenario, `per_person` the runs each."""

    study = models.OneToOneField(Study, models.CASCADE, related_name="play_plan")
    role = models.CharField(max_length=10, choices=Side, help_text="The side that people play.")
    partner = models.CharField(
        max_length=300, help_text="The player of the other side, as forms name it: a player, or model:<alias>."
    )
    # Stored when the plan is saved, so that a changed list of models does not give people different partners.
    config = models.JSONField(help_text="The EpisodeConfig of all runs; the seed rule sets their seeds.")
    seed_rule = models.CharField(max_length=10, choices=SeedRule, default=SeedRule.SAME)
    split = models.CharField(max_length=200, blank=True, help_text="The split that was chosen; empty for a list.")
    shows_outcome = models.BooleanField(default=True, help_text="True if people see the outcome of each of their runs.")
    shows_leaderboard = models.BooleanField(default=False, help_text="True if people see how often others succeeded.")

    def __str__(self) -> str:
        return f"plan of study {self.study_id}"


class PlayScenario(models.Model):
    """A scenario of a play study. Everybody plays the same version, even if the scenario's file changes."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="play_scenarios", db_index=False)
    version = models.ForeignKey(ScenarioVersion, models.PROTECT, related_name="+")
    place = models.PositiveIntegerField(help_text="Place in the lead's list, counted from 1; 0 for the practice.")
    is_practice = models.BooleanField(default=False)

    class Meta:
        ordering = ["study", "place", "pk"]
        constraints = [models.UniqueConstraint(fields=["study", "version"], name="one_version_per_play_study")]

    def __str__(self) -> str:
        return f"{self.version.scenario.slug} in study {self.study_id}"


class PlayAssignment(models.Model):
    """A run that a person plays for a study. The state of the run is the state of the assignment."""

    rater = models.ForeignKey(Rater, models.CASCADE, related_name="play_runs", db_index=False)
    scenario = models.ForeignKey(PlayScenario, models.CASCADE, related_name="assignments")
    episode = models.OneToOneField(
        Episode, models.SET_NULL, null=True, blank=True, related_name="play_assignment", help_text="Empty if deleted."
    )
    is_practice = models.BooleanField(default=False)
    place = models.PositiveIntegerField(
        help_text="Order in which the person got it, counted from 1; practice from 1 too."
    )
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            # The lock on the study prevents this already; the constraint holds whatever the code does.
            models.UniqueConstraint(
                fields=["rater", "scenario"],
                condition=models.Q(is_practice=False),
                name="nobody_plays_a_scenario_twice",
            ),
            models.UniqueConstraint(fields=["rater", "is_practice", "place"], name="one_play_assignment_per_place"),
        ]

    def __str__(self) -> str:
        return f"play assignment {self.pk}"
