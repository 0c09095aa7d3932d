"""The form that starts a run of a scenario."""

from __future__ import annotations

import random
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.http import QueryDict

from simulator.config import EpisodeConfig
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, Scenario, ScenarioVersion
from simulator.scenario.load import ScenarioError
from simulator.views.judge_choices import JudgeBudgetField, judge_choices
from simulator.views.run_form import RunForm
from simulator.words.english import in_words

# Tag of the scenarios to watch first; the form preselects one of them.
BEGINNERS = "first-steps"
_LARGEST_SURPRISE = 9999


class StartForm(RunForm):
    """The form of a new run. An empty field means the default."""

    # Not a ChoiceField: its error could not say that the file of a known scenario was removed.
    scenario = forms.CharField(label="Scenario", required=False, widget=forms.Select)

    judge_model = forms.ChoiceField(
        label="Judge", required=False, help_text="reads the assistant’s texts after the run"
    )
    judge_budget = JudgeBudgetField()
    about_models = (*RunForm.about_models, "judge_model", "judge_budget")

    def __init__(self, data: QueryDict | None = None, *, scenario: str = "") -> None:
        there = Scenario.objects.filter(removed_at=None, current__isnull=False)
        self._rows = list(there.select_related("current").defer("current__source"))
        super().__init__(data, EpisodeConfig(), {"scenario": scenario or self._first()})
        self.fields["scenario"].widget.choices = _by_category(self._rows)
        self.offer("judge_model", judge_choices(self.models))

    def clean(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("scenario") or self.initial["scenario"]
        if "surprise" in self.data:
            # The draw itself has no seed: it only chooses the scenario and the seed, and the run follows from these.
            chosen = random.choice(self._rows).slug if self._rows else ""
            self.cleaned_data["seed"] = random.randint(1, _LARGEST_SURPRISE)
        version = self._version(chosen)
        return {**super().clean(), "version": version}

    def start(self, user: User | AnonymousUser) -> Episode | None:
        """Start the run. If the scenario can't be played, add the reason to the form and return None."""
        made = self.cleaned_data
        try:
            return start_episode(
                made["version"],
                made["config"],
                pace=made["pace"],
                user=user,
                judge_model=made.get("judge_model") or "",
                judge_budget=made.get("judge_budget"),
            )
        except ScenarioError as error:
            why = f"This scenario can’t be played: {error.faults[0].text}."
            self.add_error("scenario", f"{why} Fix the scenario’s file; the change is picked up within seconds.")
            return None

    def _first(self) -> str:
        easy = (row.slug for row in self._rows if row.current and BEGINNERS in row.current.tags)
        return next(easy, self._rows[0].slug if self._rows else "")

    def _version(self, slug: str) -> ScenarioVersion | None:
        found = next((row.current for row in self._rows if row.slug == slug), None)
        if found is None:
            self.add_error("scenario", why_not(slug))
        return found


def _by_category(rows: list[Scenario]) -> list[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in sorted(rows, key=lambda row: row.current.title if row.current else ""):
        if row.current is not None:
            groups.setdefault(in_words(row.current.category), []).append((row.slug, row.current.title))
    return sorted(groups.items())


def why_not(slug: str) -> str:
    """Return why a scenario can't be played, and what to do instead."""
    if not slug:
        return "There are no scenarios. Put a file into the scenario folder; the file is picked up within seconds."
    if Scenario.objects.filter(slug=slug).exists():
        return (
            f"The file of “{slug}” was removed, so the scenario can’t be played. "
            "Choose a different scenario, or put the file back."
        )
    return f"There is no scenario “{slug}”. Choose a scenario from the list."
