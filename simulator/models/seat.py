"""The people who play a side of a run, and the decisions that they have entered."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from simulator.models.episode import Episode


class Side(models.TextChoices):
    USER = "user", "User"
    ASSISTANT = "assistant", "Assistant"


class Seat(models.Model):
    """A side of a run that a person plays. A seat without a player is kept free for the person who gets its link."""

    episode = models.ForeignKey(Episode, models.CASCADE, related_name="seats", db_index=False)
    side = models.CharField(max_length=10, choices=Side)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    token_hash = models.CharField(
        max_length=64, blank=True, db_index=True, help_text="Hash of the secret in the link to a free seat."
    )
    looked_at = models.PositiveIntegerField(
        null=True, blank=True, help_text="Step at which the player asked to see the other side; empty if never."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["episode", "side"], name="one_seat_per_side")]

    def __str__(self) -> str:
        return f"{self.side} of run {self.episode_id}"

    @property
    def is_blind(self) -> bool:
        """True if the player has not asked to see the other side."""
        return self.looked_at is None


class PlayRemark(models.Model):
    """A player's answer to “Did anything feel wrong?” at the end of a run."""

    class About(models.TextChoices):
        NOTHING = "nothing", "No"
        STORY = "story", "Story"
        PHONE = "phone", "Phone"
        ASSISTANT = "assistant", "Assistant"
        USER = "user", "User"

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="remark")
    about = models.CharField(max_length=10, choices=About)
    text = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"remark about run {self.seat.episode_id}"


class EnteredDecision(models.Model):
    """A decision that a person has entered for one step of a run. Once the step is stored, the row is not needed."""

    episode = models.ForeignKey(Episode, models.CASCADE, related_name="entered", db_index=False)
    number = models.PositiveIntegerField(help_text="Number of the step that this decision makes.")
    side = models.CharField(max_length=10, choices=Side)
    name = models.CharField(max_length=200)
    args = models.JSONField(default=dict)
    seconds = models.FloatField(help_text="Real seconds from the moment at which the person could decide.")
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        # Two tabs can't decide the same step: the second row is refused.
        constraints = [models.UniqueConstraint(fields=["episode", "number"], name="one_decision_per_step")]

    def __str__(self) -> str:
        return f"step {self.number} of run {self.episode_id}: {self.name}"
