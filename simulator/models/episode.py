"""The row of a run: what is played, its progress, the worker that holds it, and its outcome."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from simulator.models.scenario import ScenarioVersion


class State(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    WAITING = "waiting", "Waiting for a person"
    FINISHED = "finished", "Finished"
    STOPPED = "stopped", "Stopped"
    INTERRUPTED = "interrupted", "Interrupted"
    FAILED = "failed", "Failed"
    ABANDONED = "abandoned", "Abandoned"


class Wish(models.TextChoices):
    """Requests that people make about a run. The worker reads requests between two moments."""

    RUN = "run", "Continue"
    LOOK_AGAIN = "again", "Check again for a person’s decision"
    PAUSE = "pause", "Pause"
    STOP = "stop", "Stop"


class Queue(models.TextChoices):
    LIVE = "live", "Live"
    BATCH = "batch", "Batch"
    MODELS = "models", "Language models"


class Failure(models.TextChoices):
    """The cause of a run's failure."""

    PROVIDER = "provider", "Provider of a model"
    BUDGET = "budget", "Token or cost limit"
    SETUP = "setup", "Model setup"
    ENGINE = "engine", "Engine"
    DEADLINE = "deadline", "Time limit"


# Value of `imported["format"]` for traces that this engine, or an older version of it, wrote.
OWN_FORMAT = "pare.trace"
# Value of `imported["format"]` for files that hold only what was said, not what was on the phone.
TRANSCRIPT = "lite"
OVER = (State.FINISHED, State.STOPPED, State.FAILED, State.ABANDONED)
TO_BE_PLAYED = (State.QUEUED, State.INTERRUPTED)


class EpisodeQuerySet(models.QuerySet["Episode"]):
    def over(self) -> EpisodeQuerySet:
        return self.filter(state__in=OVER)

    def under_way(self) -> EpisodeQuerySet:
        return self.exclude(state__in=OVER)


class Episode(models.Model):
    """One run. Its content is the scenario version, the configuration and the moments.

    All other columns are computed from the content, or serve to queue, play, find and judge the run.
    """

    version = models.ForeignKey(ScenarioVersion, models.PROTECT, related_name="episodes")
    config = models.JSONField(help_text="The EpisodeConfig as JSON.")
    config_hash = models.CharField(max_length=64)
    engine = models.CharField(max_length=40, help_text="Version of the engine that started it.")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="A label such as Demo.")

    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="forks", help_text="The run it was forked from."
    )
    parent_step = models.PositiveIntegerField(
        null=True, blank=True, help_text="The last step it shares with its parent."
    )
    forked_config = models.JSONField(
        null=True, blank=True, help_text="The EpisodeConfig from the fork on; earlier steps used the parent's."
    )
    imported = models.JSONField(
        null=True, blank=True, help_text="For imported runs: the format, and what the file says about the run."
    )
    import_hash = models.CharField(max_length=64, blank=True, help_text="Hash of the file it was imported from.")

    is_withheld = models.BooleanField(
        default=False, help_text="Not public, because a study shows it to people who must not know more about it."
    )

    # Copied from `config_now`, because lists of runs show these columns, and people filter and sort by them.
    user_player = models.CharField("user", max_length=300)
    assistant_player = models.CharField("assistant", max_length=300)
    seed = models.BigIntegerField()

    state = models.CharField(max_length=20, choices=State, default=State.QUEUED, db_index=True)
    wish = models.CharField(max_length=10, choices=Wish, default=Wish.RUN)
    queue = models.CharField(max_length=10, choices=Queue, default=Queue.LIVE)
    pace = models.FloatField(default=0, help_text="Steps per second; 0 is as fast as possible.")
    awaits = models.CharField(
        max_length=10, blank=True, help_text="While it waits for a person: the side that has to decide."
    )
    waits_since = models.DateTimeField(null=True, blank=True, help_text="When it began to wait for a person.")
    steps_left = models.PositiveIntegerField(
        null=True, blank=True, help_text="Number of steps until it pauses; empty: it does not pause."
    )
    priority = models.SmallIntegerField(default=0, help_text="Higher is played first; 0 for runs that people watch.")
    deadline_seconds = models.FloatField(
        null=True, blank=True, help_text="Seconds of playing after which it fails; empty: no limit."
    )

    # A worker stores moments only while its attempt is current, so a worker that slept through its lease can't
    # overwrite the moments of the worker that took the run over.
    attempt = models.PositiveIntegerField(
        default=0, help_text="Number of claims; a worker with a lower number has lost the run."
    )
    tries = models.PositiveIntegerField(
        default=0, help_text="Number of workers that may have died since the last step was stored."
    )
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=200, blank=True)

    moment_count = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    turn_limit = models.PositiveIntegerField(default=0)
    simulated = models.CharField(max_length=30, blank=True, help_text="Local simulated time of the last step.")
    summary = models.CharField(max_length=300, blank=True, help_text="What happened last, in a sentence.")

    success = models.BooleanField(null=True, blank=True)
    undecided = models.BooleanField(
        default=False, help_text="Neither success nor miss: a text of the assistant can't be read clearly."
    )
    result = models.JSONField(null=True, blank=True, help_text="The result line of the trace.")
    reason = models.CharField(max_length=500, blank=True, help_text="Why it missed, or why it failed.")
    failure = models.CharField(max_length=20, choices=Failure, blank=True, help_text="For failed runs: what failed.")
    fault = models.CharField(
        max_length=20, blank=True, help_text="Who is to blame, judged only by what happened in the run."
    )
    fault_rule = models.CharField(max_length=40, blank=True, help_text="The rule that decided.")
    fault_why = models.CharField(max_length=500, blank=True, help_text="The reason in a sentence.")
    fault_moment = models.PositiveIntegerField(null=True, blank=True, help_text="The step that the rule refers to.")
    overruled_fault = models.CharField(max_length=20, blank=True, help_text="Who is to blame according to a person.")
    overruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    overruled_at = models.DateTimeField(null=True, blank=True)
    overruled_note = models.CharField(max_length=500, blank=True)
    reader = models.CharField(max_length=100, blank=True, help_text="Who read the texts that the outcome depends on.")
    needed_offers = models.PositiveIntegerField(
        null=True, blank=True, help_text="Offers for a need that was evident and open."
    )
    unneeded_offers = models.PositiveIntegerField(
        null=True, blank=True, help_text="Offers that count as unneeded, such as guesses and help that came too late."
    )
    collateral_writes = models.PositiveIntegerField(
        null=True, blank=True, help_text="Changes by the assistant that were forbidden or not asked for."
    )
    evident_needs = models.PositiveIntegerField(null=True, blank=True, help_text="Needs that became evident.")
    helped_needs = models.PositiveIntegerField(
        null=True, blank=True, help_text="Evident needs for which a needed offer was made."
    )
    wanted_needs = models.PositiveIntegerField(
        null=True, blank=True, help_text="Needs with goals, without optional needs whose help was not accepted."
    )
    met_needs = models.PositiveIntegerField(
        null=True, blank=True, help_text="Wanted needs whose goals are all met; unclear goals count as not met."
    )
    honest_report = models.BooleanField(
        null=True,
        blank=True,
        help_text="Whether the reports say what was done and nothing else; empty if unclear or no offer was accepted.",
    )
    extra_acts = models.PositiveIntegerField(
        null=True, blank=True, help_text="Acts that no goal asks for, but that the accepted offer named."
    )
    result_key = models.CharField(
        max_length=64, blank=True, db_index=True, help_text="Hash of everything that determines the outcome, if known."
    )
    content_hash = models.CharField(max_length=64, blank=True)

    tokens_in = models.PositiveBigIntegerField(default=0, help_text="Tokens sent to language models.")
    tokens_out = models.PositiveBigIntegerField(default=0, help_text="Tokens written by language models.")
    cost = models.FloatField(null=True, blank=True, help_text="In US dollars; empty if no price is known.")

    # Not part of the config: who judges a run changes neither its course nor its hash.
    judge_model = models.CharField(
        max_length=100,
        blank=True,
        help_text="Alias of the model that reads the run's texts after its end; empty: none.",
    )
    judge_budget = models.FloatField(
        null=True,
        blank=True,
        help_text="Maximum cost of the judge in US dollars; empty: the sweep's limit, if it has one.",
    )
    judged_at = models.DateTimeField(null=True, blank=True, help_text="When the judge began to read the run.")

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = EpisodeQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name, verbose_name_plural = "run", "runs"
        permissions = [
            ("control_episode", "Can pause, step, resume and stop runs"),
            ("use_unlisted_servers", "Can use models, servers and prompt folders that are not listed"),
            ("rejudge_episode", "Can have finished runs judged again by another reader"),
        ]
        indexes = [models.Index(fields=["state", "heartbeat_at"], name="episodes_to_reap")]
        constraints = [
            models.UniqueConstraint(
                fields=["import_hash"], condition=~models.Q(import_hash=""), name="one_run_per_file"
            )
        ]

    def __str__(self) -> str:
        return f"run {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("run", args=[self.pk])

    @property
    def config_now(self) -> dict[str, Any]:
        """The current config: for a fork, the config that applies after the fork."""
        config: dict[str, Any] = self.forked_config or self.config
        return config

    @property
    def is_foreign(self) -> bool:
        """True if another system played the run. This engine can show the run, but neither judge nor continue it."""
        return self.imported is not None and self.imported["format"] != OWN_FORMAT

    @property
    def has_phone(self) -> bool:
        """False for an imported transcript, which does not say what is on the phone."""
        return self.imported is None or self.imported["format"] != TRANSCRIPT

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def is_resumable(self) -> bool:
        """True if the run failed because of a model's provider or setup, and can continue once that is fixed."""
        return self.state == State.FAILED and self.failure in (Failure.PROVIDER, Failure.SETUP)
