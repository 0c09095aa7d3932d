"""Studies: questions, rules and texts that people read, with versions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class StudyState(models.TextChoices):
    DRAFT = "draft", "Draft"
    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class Study(models.Model):
    """A study. Its settings are those of a StudyPlan, as columns."""

    title = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=StudyState, default=StudyState.DRAFT, db_index=True)
    leads = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="led_studies", blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="A label such as Demo.")

    questions = models.JSONField(help_text="Questions as plain data, in the order in which they are asked.")
    seed = models.BigIntegerField(default=0, help_text="Of everybody's order.")
    per_item = models.PositiveIntegerField(default=3, help_text="People who answer each item.")
    per_person = models.PositiveIntegerField(
        null=True, blank=True, help_text="Items that one person answers, at most; empty: all of them."
    )
    most_people = models.PositiveIntegerField(null=True, blank=True, help_text="People who may join; empty: any.")
    gold_every = models.PositiveIntegerField(
        default=10, help_text="One of so many items is a gold item, as long as there are any."
    )
    gold_mark = models.FloatField(default=0.7, help_text="Share of gold items below which a person is flagged.")
    pass_mark = models.FloatField(default=0.8, help_text="Share of the practice items to be right.")
    practice_attempts = models.PositiveIntegerField(default=2)
    too_fast_seconds = models.FloatField(default=2, help_text="Answers given faster than this are flagged.")
    lease_seconds = models.PositiveIntegerField(default=600, help_text="How long an item is kept for one person.")
    hide_goal = models.BooleanField(default=False, help_text="Whether people are not told what the user wants.")

    panel_parameter = models.CharField(
        max_length=60, blank=True, help_text="Name under which a panel's links carry the person's id: PROLIFIC_PID."
    )
    completion_code = models.CharField(max_length=60, blank=True, help_text="Shown to those who have finished.")
    screened_code = models.CharField(max_length=60, blank=True, help_text="Shown to those who fail the practice.")
    return_url = models.CharField(max_length=500, blank=True, help_text="Where the panel takes people back.")

    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "studies"
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
    version = models.PositiveIntegerField(help_text="From 1 on.")
    text = models.TextField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["study", "kind", "-version"]
        constraints = [models.UniqueConstraint(fields=["study", "kind", "version"], name="one_text_per_version")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.version} of study {self.study_id}"
