"""The verdicts of models and people about texts of runs, and the outcomes that follow from these verdicts.

Readings by the rules are not stored.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from simulator.models.episode import Episode


class VerdictRater(models.TextChoices):
    MODEL = "model", "Model"
    PERSON = "person", "Person"


class VerdictValue(models.TextChoices):
    YES = "yes", "Yes"
    NO = "no", "No"
    UNCLEAR = "unclear", "Unclear"


class Verdict(models.Model):
    """One reader's answer to one claim about one text of a run.

    If a reader answered the same claim about the same text more than once, the newest row counts; failed rows count
    only if all rows failed. Rows without a text, with keys such as `run:success`, hold the outcome of the run
    according to the reader.
    """

    # The index below already starts with the episode.
    episode = models.ForeignKey(Episode, models.CASCADE, related_name="verdicts", db_index=False)
    moment = models.PositiveIntegerField(
        null=True, blank=True, help_text="Number of the step with the text; empty if the row is about the whole run."
    )
    key = models.CharField(
        max_length=200, help_text="Key of the claim, such as need:clash, goal:1, builtin:threat, run:success."
    )
    text_hash = models.CharField(max_length=24)
    claim_hash = models.CharField(
        max_length=24, blank=True, help_text="Hash of the claim's sentence and of what the reader was told with it."
    )
    value = models.CharField(max_length=10, choices=VerdictValue)
    words = models.TextField(blank=True, help_text="The words of the text that decided.")
    reason = models.TextField(blank=True)
    rater_kind = models.CharField(max_length=10, choices=VerdictRater)
    rater = models.CharField(max_length=200, help_text="Alias of the model, or name of the person.")
    version = models.CharField(
        max_length=64, blank=True, help_text="For a model: hash of prompt and model; for an outcome: the engine."
    )
    is_failed = models.BooleanField(
        default=False, help_text="True if no usable answer came; the reader is asked again next time."
    )
    cost = models.FloatField(null=True, blank=True, help_text="Cost in US dollars; empty if no price is known.")
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["episode", "rater_kind", "rater"], name="verdicts_of_a_run"),
            # Finds an answer that was given about the same text and claim in another run.
            models.Index(fields=["text_hash", "claim_hash", "rater"], name="verdicts_about_a_text"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.value} ({self.rater})"
