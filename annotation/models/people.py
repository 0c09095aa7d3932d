"""People who take part: the invite links that let them in, and raters known by a pseudonym."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from annotation.models.study import Study


class Invitation(models.Model):
    """An invite link. With a pseudonym the link is for one person, who may use it again; otherwise anybody can join."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=40, unique=True, help_text="Random part of the link; the secret key signs it.")
    pseudonym = models.CharField(max_length=60, blank=True)
    label = models.CharField(max_length=100, blank=True, help_text="The lead's note on where the link was handed out.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["study", "pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk} to study {self.study_id}"


class RaterKind(models.TextChoices):
    PERSON = "person", "Person"
    MODEL = "model", "Model"
    RULE = "rule", "Rule"


class Rater(models.Model):
    """An annotator: a person, or a model or a set of rules whose answers were imported."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="raters", db_index=False)
    kind = models.CharField(max_length=10, choices=RaterKind, default=RaterKind.PERSON)
    pseudonym = models.CharField(max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="ratings_as"
    )
    invitation = models.ForeignKey(Invitation, models.SET_NULL, null=True, blank=True, related_name="raters")
    panel_id = models.CharField(max_length=100, blank=True, help_text="Participant id that the panel uses.")
    # Only a hash: a copy of the database must not let anybody in.
    code_hash = models.CharField(
        max_length=64, blank=True, default="", help_text="Keyed hash of the personal code of a panel participant."
    )
    code_issued_at = models.DateTimeField(
        null=True, blank=True, help_text="Time when a lead issued the code; empty once it was used."
    )
    wrong_codes = models.PositiveSmallIntegerField(default=0, help_text="Wrong codes typed since `wrong_since`.")
    wrong_since = models.DateTimeField(null=True, blank=True)
    seed = models.BigIntegerField(help_text="Seed of this person's order of items.")
    cursor = models.PositiveIntegerField(default=0, help_text="Next place to look at in the order of items.")
    places = models.PositiveIntegerField(default=0, help_text="Number of items handed out, not counting practice.")

    joined_at = models.DateTimeField(auto_now_add=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    consent_version = models.PositiveIntegerField(null=True, blank=True)
    practice_attempt = models.PositiveIntegerField(default=1)
    passed_at = models.DateTimeField(null=True, blank=True, help_text="Time when the practice was passed.")
    failed_at = models.DateTimeField(null=True, blank=True, help_text="Time when the last practice attempt failed.")
    finished_at = models.DateTimeField(
        null=True, blank=True, help_text="Time when the person had nothing left to answer."
    )
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="Time of withdrawal, which deleted all answers."
    )
    last_seen_at = models.DateTimeField(null=True, blank=True)
    left_out = models.BooleanField(default=False, help_text="True if a lead left this person out of agreement.")

    class Meta:
        ordering = ["study", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "pseudonym"], name="one_rater_per_pseudonym"),
            models.UniqueConstraint(fields=["study", "user"], name="one_rater_per_user"),
            models.UniqueConstraint(
                fields=["study", "panel_id"], condition=~models.Q(panel_id=""), name="one_rater_per_panel_id"
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym
