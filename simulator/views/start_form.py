"""The form that starts a run. What it takes is what EpisodeConfig takes; its limits are read from there."""

from __future__ import annotations

import random
from typing import Any

from annotated_types import Ge, Le
from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.http import QueryDict
from pydantic import ValidationError

from simulator.agents.registry import ASSISTANTS, USERS
from simulator.config import EpisodeConfig
from simulator.jobs.starting import start_episode
from simulator.models import Episode, Scenario, ScenarioVersion
from simulator.phone.wording import in_words
from simulator.scenario.load import ScenarioError
from simulator.views.paces import PACES, USUAL_PACE

BEGINNERS = "first-steps"
_OPTIONS = ("assistant", "user", "seed", "env_events_per_minute", "tool_failure_probability")
_LARGEST_SURPRISE = 9999
_PACES = [(f"{pace:g}", words) for pace, words in PACES.items()]


class OptionField(forms.FloatField):
    """A number among the options of an episode, within the limits that it has there."""

    def __init__(self, option: str, label: str, help_text: str) -> None:
        limits = {type(limit): limit for limit in EpisodeConfig.model_fields[option].metadata}
        lowest, highest = limits[Ge].ge, limits[Le].le
        box = forms.NumberInput(attrs={"step": "any", "min": lowest, "max": highest, "inputmode": "decimal"})
        wrong = {"invalid": f"Give a number from {lowest} to {highest}."}
        super().__init__(label=label, help_text=help_text, required=False, widget=box, error_messages=wrong)


class StartForm(forms.Form):
    """Every field may be left out: the usual value stands for it."""

    scenario = forms.CharField(label="Scenario", required=False, widget=forms.Select)
    assistant = forms.ChoiceField(label="Assistant", required=False)
    user = forms.ChoiceField(label="User", required=False)
    seed = forms.IntegerField(
        label="Seed",
        required=False,
        help_text="same seed, same run",
        error_messages={"invalid": "Give a whole number."},
    )
    env_events_per_minute = OptionField("env_events_per_minute", "Noise events a minute", "unrelated mails, messages")
    tool_failure_probability = OptionField("tool_failure_probability", "Tool failures", "0 never, 1 always")
    pace = forms.ChoiceField(label="Pace", required=False, choices=_PACES, help_text="in moments")

    folded = ("seed", "env_events_per_minute", "tool_failure_probability", "pace")

    def __init__(self, data: QueryDict | None = None, *, scenario: str = "") -> None:
        there = Scenario.objects.filter(removed_at=None, current__isnull=False)
        self._rows = list(there.select_related("current").defer("current__source"))
        usual = {name: EpisodeConfig.model_fields[name].default for name in _OPTIONS}
        super().__init__(data, initial={**usual, "pace": f"{USUAL_PACE:g}", "scenario": scenario or self._first()})
        self.fields["scenario"].widget.choices = _by_category(self._rows)
        self._offer("assistant", {name: name for name in ASSISTANTS})
        self._offer("user", {name: name for name in USERS})

    @property
    def opened(self) -> bool:
        """Whether the folded fields must be seen, because one of them is wrong."""
        return any(name in self.errors for name in self.folded)

    def clean(self) -> dict[str, Any]:
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        values = {**self.initial, **given}
        if "surprise" in self.data:
            values["scenario"] = random.choice(self._rows).slug if self._rows else ""
            values["seed"] = random.randint(1, _LARGEST_SURPRISE)
        values["version"] = self._version(values.pop("scenario"))
        pace = float(values.pop("pace"))
        values["config"] = self._config(values)
        return {**values, "pace": pace}

    def start(self, user: User | AnonymousUser) -> Episode | None:
        """None if the scenario cannot be played after all; the form says why."""
        made = self.cleaned_data
        try:
            return start_episode(made["version"], made["config"], pace=made["pace"], user=user)
        except ScenarioError as error:
            why = f"It cannot be played: {error.faults[0].text}."
            self.add_error("scenario", f"{why} Mend its file and start the site again.")
            return None

    def _first(self) -> str:
        easy = (row.slug for row in self._rows if row.current and BEGINNERS in row.current.tags)
        return next(easy, self._rows[0].slug if self._rows else "")

    def _version(self, slug: str) -> ScenarioVersion | None:
        found = next((row.current for row in self._rows if row.slug == slug), None)
        if found is None:
            self.add_error("scenario", _why_not(slug))
        return found

    def _config(self, values: dict[str, Any]) -> EpisodeConfig | None:
        options = {name: values[name] for name in _OPTIONS}
        try:
            return EpisodeConfig(**options)
        except ValidationError as error:
            for problem in error.errors(include_url=False):
                name = str(problem["loc"][0])
                self.add_error(name, self.fields[name].error_messages["invalid"])
            return None

    def _offer(self, name: str, choices: dict[str, str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices.items())
        field.error_messages["invalid_choice"] = f"Nobody is called “%(value)s”. Choose {', '.join(choices)}."


def _by_category(rows: list[Scenario]) -> list[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in sorted(rows, key=lambda row: row.current.title if row.current else ""):
        if row.current is not None:
            groups.setdefault(in_words(row.current.category), []).append((row.slug, row.current.title))
    return sorted(groups.items())


def _why_not(slug: str) -> str:
    if not slug:
        return "There is no scenario to play. Put one into the folder of scenarios and start the site again."
    if Scenario.objects.filter(slug=slug).exists():
        return f"The file of “{slug}” was removed, so it cannot be started. Choose another, or put the file back."
    return f"There is no scenario “{slug}”. Choose one from the list."
