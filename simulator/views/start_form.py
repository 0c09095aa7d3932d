"""The form that starts a run. What it takes is what EpisodeConfig takes; its limits are read from there."""

from __future__ import annotations

import random
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.http import QueryDict
from pydantic import ValidationError

from simulator.agents.llm.aliases import UnknownModel
from simulator.agents.llm.choosing import with_models
from simulator.agents.registry import assistant_names, user_names
from simulator.config import EpisodeConfig
from simulator.jobs.starting import start_episode
from simulator.models import Episode, Scenario, ScenarioVersion
from simulator.phone.wording import in_words
from simulator.scenario.load import ScenarioError
from simulator.views.option_fields import OptionField, WholeOptionField
from simulator.views.paces import PACES, USUAL_PACE
from simulator.views.player_choices import Choice, Group, alias_in, model_choices, models_now, player_groups

BEGINNERS = "first-steps"
_OPTIONS = ("seed", "env_events_per_minute", "tool_failure_probability", "user_style", "max_tokens", "max_cost")
_PLAYERS = ("assistant", "user")
_STYLES = [("strict", "hard to convince"), ("lenient", "glad of help")]
_FORMATS = [("", "its own"), ("tools", "tool calls"), ("text", "text with JSON")]
_SAME_MODEL = ("", "the same")
_LARGEST_SURPRISE = 9999
_PACES = [(f"{pace:g}", words) for pace, words in PACES.items()]


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

    execute_model = forms.ChoiceField(label="Acting model", required=False, help_text="does what was accepted")
    user_style = forms.ChoiceField(label="User’s style", required=False, choices=_STYLES, help_text="towards offers")
    max_cost = OptionField("max_cost", "Ceiling in dollars", "the run is given up there")
    max_tokens = WholeOptionField("max_tokens", "Ceiling in tokens", "of all models together")
    reply_format = forms.ChoiceField(label="Reply format", required=False, choices=_FORMATS, help_text="how models act")

    folded = ("seed", "env_events_per_minute", "tool_failure_probability", "pace")
    about_models = ("execute_model", "user_style", "max_cost", "max_tokens", "reply_format")

    def __init__(self, data: QueryDict | None = None, *, scenario: str = "") -> None:
        there = Scenario.objects.filter(removed_at=None, current__isnull=False)
        self._rows = list(there.select_related("current").defer("current__source"))
        usual = {name: EpisodeConfig.model_fields[name].default for name in (*_PLAYERS, *_OPTIONS)}
        super().__init__(data, initial={**usual, "pace": f"{USUAL_PACE:g}", "scenario": scenario or self._first()})
        self.fields["scenario"].widget.choices = _by_category(self._rows)
        self.models = models_now()
        self._offer("assistant", player_groups(assistant_names(), self.models))
        self._offer("user", player_groups(user_names(), self.models))
        self._offer("execute_model", [_SAME_MODEL, *model_choices(self.models)])

    @property
    def opened(self) -> bool:
        """Whether the folded fields must be seen, because one of them is wrong."""
        return any(name in self.errors for name in self.folded)

    @property
    def models_opened(self) -> bool:
        return any(name in self.errors for name in self.about_models)

    @property
    def model_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.about_models]

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
            self.add_error("scenario", f"{why} Mend its file: the site notices by itself.")
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
        models = {name: alias_in(values[name]) for name in _PLAYERS}
        options = {name: values[name] for name in _OPTIONS}
        options |= {name: values[name] for name in _PLAYERS if models[name] is None}
        execute = alias_in(values.get("execute_model", ""))
        if execute and not models["assistant"]:
            self.add_error("execute_model", "Choose a language model as the assistant, too, or leave this as it was.")
        try:
            config = EpisodeConfig(**options)
            return with_models(
                config,
                user=models["user"],
                observe=models["assistant"],
                execute=execute,
                reply_format=values.get("reply_format") or None,
            )
        except ValidationError as error:
            for problem in error.errors(include_url=False):
                name = str(problem["loc"][0])
                self.add_error(name, self.fields[name].error_messages["invalid"])
        except UnknownModel as error:
            self.add_error("assistant" if models["assistant"] else "user", str(error))
        return None

    def _offer(self, name: str, choices: list[Group] | list[Choice]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.error_messages["invalid_choice"] = "Nobody is called “%(value)s”, or not any more. Choose from the list."


def _by_category(rows: list[Scenario]) -> list[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in sorted(rows, key=lambda row: row.current.title if row.current else ""):
        if row.current is not None:
            groups.setdefault(in_words(row.current.category), []).append((row.slug, row.current.title))
    return sorted(groups.items())


def _why_not(slug: str) -> str:
    if not slug:
        return "There is no scenario to play. Put one into the folder of scenarios: the site notices by itself."
    if Scenario.objects.filter(slug=slug).exists():
        return f"The file of “{slug}” was removed, so it cannot be started. Choose another, or put the file back."
    return f"There is no scenario “{slug}”. Choose one from the list."
