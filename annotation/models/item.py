"""Items of a study: sampled decision points of runs, and how they look to the people who judge them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from annotation.models.study import Study
from simulator.models import Episode


class Batch(models.Model):
    """One drawing of items. Later batches leave it unchanged."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="batches", db_index=False)
    number = models.PositiveIntegerField(help_text="From 1 on.")
    spec = models.JSONField(help_text="A SampleSpec as plain data: which runs, how many, which balance, which seed.")
    strata = models.JSONField(help_text="What there was and what was taken of each stratum.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "number"]
        verbose_name_plural = "batches"
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="one_batch_per_number")]

    def __str__(self) -> str:
        return f"batch {self.number} of study {self.study_id}"


class Role(models.TextChoices):
    REAL = "real", "To be judged"
    GOLD = "gold", "Gold"
    PRACTICE = "practice", "Practice"
    DROPPED = "dropped", "Left out"


class Item(models.Model):
    """One decision point to judge. Annotators know it by its random code."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="items", db_index=False)
    batch = models.ForeignKey(Batch, models.CASCADE, related_name="items")
    number = models.PositiveIntegerField(help_text="Its place in the study, from 1 on; for those who lead it.")
    code = models.CharField(max_length=20, unique=True)
    identity = models.CharField(max_length=64, help_text="Hash of the run with its players, and of the moment.")
    role = models.CharField(max_length=10, choices=Role, default=Role.REAL)

    # A run that people judge stays; whoever wants it gone deletes the study first.
    episode = models.ForeignKey(Episode, models.PROTECT, related_name="items")
    moment = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, help_text="offer or silence.")
    offer = models.TextField(blank=True, help_text="What was offered; empty for a silence.")

    # What it was sampled by. None of it is shown to annotators.
    model = models.CharField(max_length=300, help_text="Who played the assistant.")
    scenario = models.CharField(max_length=200)
    outcome = models.CharField(max_length=20, help_text="success, miss or unknown.")
    simulated = models.CharField(max_length=20, help_text="What the simulated user did first; empty for a silence.")
    probability = models.FloatField(help_text="With which it came to be in its batch.")

    right_answers = models.JSONField(default=dict, blank=True, help_text="Of gold and practice: value by question.")
    explanation = models.TextField(blank=True, help_text="Shown after a practice answer.")
    answered = models.PositiveIntegerField(default=0, help_text="People whose answer stands; kept while answering.")
    trouble = models.CharField(max_length=500, blank=True, help_text="Why it cannot be shown; it is skipped then.")

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_item_per_number"),
            models.UniqueConstraint(fields=["study", "identity"], name="no_item_twice"),
        ]
        indexes = [models.Index(fields=["study", "role", "answered"], name="items_to_answer")]

    def __str__(self) -> str:
        return f"item {self.number} of study {self.study_id}"


class ItemShow(models.Model):
    """An item as its judges see it, computed from the run once, so that everybody sees the same."""

    item = models.OneToOneField(Item, models.CASCADE, related_name="show", primary_key=True)
    body = models.JSONField(help_text="An ItemView as plain data.")
    phone = models.TextField(help_text="The phone at that moment, as HTML.")
    frames = models.BinaryField(help_text="The phone at every step before, as gzipped JSON list of HTML.")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"look of {self.item_id}"
