"""Items of a study: sampled decision points of runs, and how they look to the people who judge them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from annotation.models.study import Study
from simulator.models import Episode


class Batch(models.Model):
    """A set of items that were drawn at the same time. A batch does not change when later batches are drawn."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="batches", db_index=False)
    number = models.PositiveIntegerField(help_text="Number of the batch in its study, counted from 1.")
    spec = models.JSONField(help_text="Specification of the sample as plain data: runs, size, balance and seed.")
    strata = models.JSONField(help_text="Numbers of items available and taken, by stratum.")
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
    """One decision point to judge. Annotators know an item by its random code."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="items", db_index=False)
    batch = models.ForeignKey(Batch, models.CASCADE, related_name="items")
    number = models.PositiveIntegerField(help_text="Number in the study, counted from 1. Only leads see it.")
    code = models.CharField(max_length=20, unique=True)
    identity = models.CharField(max_length=64, help_text="Hash of the run, its players and the moment's number.")
    role = models.CharField(max_length=10, choices=Role, default=Role.REAL)

    # PROTECT: a run that people judge cannot be deleted before its studies are.
    episode = models.ForeignKey(Episode, models.PROTECT, related_name="items")
    moment = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, help_text="offer or silence.")
    offer = models.TextField(blank=True, help_text="Text of the offer; empty for a silence.")

    # Four facts that sampling balances, copied from the run so that lists and exports need not load the run, and the
    # probability that resulted. Annotators never see these fields.
    model = models.CharField(max_length=300, help_text="Player of the assistant.")
    scenario = models.CharField(max_length=200)
    outcome = models.CharField(max_length=20, help_text="success, miss or unknown (undecided or not judged).")
    simulated = models.CharField(
        max_length=20, help_text="First action of the simulated user; none if it did not react, empty for a silence."
    )
    probability = models.FloatField(help_text="Probability that the item was drawn into its batch.")

    right_answers = models.JSONField(
        default=dict, blank=True, help_text="Right value by question, for gold and practice."
    )
    explanation = models.TextField(blank=True, help_text="Shown after the answer to a practice item.")
    # A counter, because claiming compares it with `per_item` for many items at once.
    answered = models.PositiveIntegerField(default=0, help_text="Number of people with a current answer.")
    trouble = models.CharField(max_length=500, blank=True, help_text="Why the item can't be shown; empty if it can.")

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
    """An item as annotators see it, computed from the run once, so that all annotators see the same view."""

    item = models.OneToOneField(Item, models.CASCADE, related_name="show", primary_key=True)
    body = models.JSONField(help_text="The view of the item as plain data (ItemView).")
    phone = models.TextField(help_text="The phone at that moment, as HTML.")
    # Frames are stored compressed, as they are sent: browsers unpack them, so the server need not; see `frames_sent`.
    frames = models.BinaryField(help_text="The phone at each step, as a gzipped JSON list of HTML.")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"look of {self.item_id}"
