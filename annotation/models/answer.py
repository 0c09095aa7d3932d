"""Stores people's answers about moments: one row per rater, item, question and revision. No value is overwritten."""

from __future__ import annotations

from django.db import models

from annotation.models.item import Item
from annotation.models.people import Rater
from annotation.models.study import Study
from simulator.models import Episode


class AnswerQuerySet(models.QuerySet["Answer"]):
    """Query set of answers with a filter for current answers."""

    def current(self) -> AnswerQuerySet:
        """Return only latest revisions, without revisions that take an answer back."""
        return self.filter(is_latest=True).exclude(value="")


class Answer(models.Model):
    """One answer to one question about an item. An empty value takes the previous answer back."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="answers", db_index=False)
    item = models.ForeignKey(Item, models.CASCADE, related_name="answers", db_index=False)
    episode = models.ForeignKey(Episode, models.PROTECT, related_name="answers", db_index=False)
    moment = models.PositiveIntegerField()
    key = models.CharField(max_length=40, help_text="Key of the question.")
    value = models.CharField(max_length=100, blank=True)
    reason = models.TextField(blank=True)
    rater = models.ForeignKey(Rater, models.CASCADE, related_name="answers", db_index=False)

    revision = models.PositiveIntegerField(help_text="Revision of this person's answer, counted from 1.")
    # Stored, because finding the highest revision per answer would take a subquery in every figure.
    is_latest = models.BooleanField(default=True)
    attempt = models.PositiveIntegerField(default=0, help_text="Attempt at the practice; 0 for items outside it.")
    guidelines = models.PositiveIntegerField(help_text="Version of the guidelines that was shown; 0 if there was none.")
    given_at = models.DateTimeField()
    seconds = models.FloatField(help_text="Seconds for which the item was in view.")

    objects = AnswerQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["rater", "item", "key", "revision"], name="one_answer_per_revision")
        ]
        indexes = [
            models.Index(fields=["study", "is_latest"], name="answers_that_stand"),
            models.Index(fields=["item", "is_latest"], name="answers_of_an_item"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"
