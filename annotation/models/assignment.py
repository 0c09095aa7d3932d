"""Assignments of items to raters: a lease until the item is answered, afterwards the record of the answer."""

from __future__ import annotations

from django.db import models

from annotation.models.item import Item
from annotation.models.people import Rater


class Assignment(models.Model):
    """One item handed to one rater. A rater gets each item at most once."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="assignments", db_index=False)
    rater = models.ForeignKey(Rater, models.CASCADE, related_name="assignments", db_index=False)
    place = models.PositiveIntegerField(
        help_text="Place in the order in which this person got items, from 1; practice items are not counted."
    )
    claimed_at = models.DateTimeField()
    lease_until = models.DateTimeField(help_text="Time until which the item is reserved for this person.")
    answered_at = models.DateTimeField(null=True, blank=True, help_text="Time of the current answer.")
    revision = models.PositiveIntegerField(
        default=0, help_text="Latest revision of the answer; 0 if there is no answer."
    )
    draft = models.JSONField(default=dict, blank=True, help_text="Choices and reason that were not sent yet.")

    class Meta:
        ordering = ["rater", "place"]
        constraints = [models.UniqueConstraint(fields=["rater", "item"], name="no_item_twice_for_one_person")]
        # Every answer uses both indexes: who holds an item, and which items a person has open.
        indexes = [
            models.Index(fields=["item", "answered_at", "lease_until"], name="places_taken"),
            models.Index(fields=["rater", "answered_at"], name="open_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.rater_id} has item {self.item_id}"
