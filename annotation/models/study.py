"""Studies with their questions and settings, and every version of the texts that people read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class StudyState(models.TextChoices):
    DRAFT = "draft", "Draft"
    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class StudyKind(models.TextChoices):
    JUDGEMENTS = "judgements", "Judgements"
    PLAY = "play", "Play"


class Study(models.Model):
    """A study. Each setting of a StudyPlan is a column.

    A play study uses the columns about people, panels and codes too, and has its other settings in a PlayPlan.
    """

    title = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=10,
        choices=StudyKind,
        default=StudyKind.JUDGEMENTS,
        help_text="Whether people judge offers or play scenarios.",
    )
    state = models.CharField(max_length=10, choices=StudyState, default=StudyState.DRAFT, db_index=True)
    leads = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="led_studies", blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="A label such as Demo.")

    questions = models.JSONField(help_text="Questions as plain data, in the order in which they are asked.")
    seed = models.BigIntegerField(default=0, help_text="Seed of the random order in which each person gets items.")
    per_item = models.PositiveIntegerField(default=3, help_text="Number of people who answer each item.")
    per_person = models.PositiveIntegerField(
        null=True, blank=True, help_text="Maximum number of items per person; no limit if empty."
    )
    most_people = models.PositiveIntegerField(
        null=True, blank=True, help_text="Maximum number of people; no limit if empty."
    )
    gold_every = models.PositiveIntegerField(
        default=10, help_text="One item in this many is gold, as long as gold items are left."
    )
    gold_mark = models.FloatField(
        default=0.7, help_text="A person with a lower share of right gold answers is flagged."
    )
    pass_mark = models.FloatField(default=0.8, help_text="Minimum share of right practice answers.")
    practice_attempts = models.PositiveIntegerField(default=2, help_text="Maximum number of attempts at the practice.")
    too_fast_seconds = models.FloatField(default=2, help_text="Answers given faster than this are flagged.")
    lease_seconds = models.PositiveIntegerField(
        default=600, help_text="Seconds for which an item is reserved for the person who has it open."
    )
    hide_goal = models.BooleanField(default=False, help_text="True if people do not see the simulated user's goal.")

    panel_parameter = models.CharField(
        max_length=60, blank=True, help_text="URL parameter with the participant id, such as PROLIFIC_PID."
    )
    completion_code = models.CharField(max_length=60, blank=True, help_text="Shown to people who have finished.")
    screened_code = models.CharField(max_length=60, blank=True, help_text="Shown to people who fail the practice.")
    return_url = models.CharField(max_length=500, blank=True, help_text="Address of the panel to which people return.")

    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "studies"
        # The name of a permission is stored in the database; Django does not rename existing ones.
        permissions = [("manage_study", "Can manage every study, also those that others lead")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("study", args=[self.pk])


class TextKind(models.TextChoices):
    GUIDELINES = "guidelines", "Guidelines"
    CONSENT = "consent", "Information and consent"


class StudyText(models.Model):
    """One version of a text in Markdown. A change makes a new version; the newest is in force."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="texts", db_index=False)
    kind = models.CharField(max_length=20, choices=TextKind)
    version = models.PositiveIntegerField(help_text="Version of the text, counted from 1.")
    text = models.TextField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "kind", "-version"]
        constraints = [models.UniqueConstraint(fields=["study", "kind", "version"], name="one_text_per_version")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.version} of study {self.study_id}"
