"""The form with the options of a run: players, models, seed, noise, limits and pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from pydantic import ValidationError

from simulator.agents.human import HUMAN
from simulator.agents.llm.aliases import UnknownModel
from simulator.agents.llm.prompting import PromptError
from simulator.agents.llm.recasting import recast
from simulator.agents.registry import assistant_names, user_names
from simulator.config import EpisodeConfig
from simulator.trace.exchange import Stage
from simulator.views.option_fields import OptionField, WholeOptionField
from simulator.views.paces import PACES, USUAL_PACE
from simulator.views.player_choices import Choice, Group, alias_in, model_choices, models_now, player_groups, players_in

PLAYERS = ("assistant", "user")
_STYLES = [("strict", "reads offers closely"), ("lenient", "glad of help")]
_FORMATS = [("", "the model’s default"), ("tools", "tool calls"), ("text", "text with JSON")]
_SAME_MODEL = ("", "same as the assistant")
_NO_PERSON = "People can’t play here. Use “Play it yourself” to play a side, or choose a player from the list."
_PACES = [(f"{pace:g}", words) for pace, words in PACES.items()]


class RunForm(forms.Form):
    """The options of a run. An empty field keeps the value of the config that the form starts from.

    Two kinds of fields differ: an empty limit means no limit, and an empty acting model means the assistant's model.
    """

    assistant = forms.ChoiceField(label="Assistant", required=False)
    user = forms.ChoiceField(label="User", required=False)
    seed = forms.IntegerField(
        label="Seed",
        required=False,
        help_text="scripted players repeat a run with the same seed",
        error_messages={"invalid": "Enter a whole number of at most 18 digits."},
    )
    env_events_per_minute = OptionField(
        "env_events_per_minute", "Noise per minute", "unrelated mails, messages and shop news"
    )
    tool_failure_probability = OptionField(
        "tool_failure_probability", "Tool failure rate", "0: tools never fail; 1: always"
    )
    pace = forms.ChoiceField(label="Pace", required=False, choices=_PACES, help_text="steps shown per second")

    execute_model = forms.ChoiceField(label="Acting model", required=False, help_text="carries out accepted offers")
    user_style = forms.ChoiceField(
        label="User’s style", required=False, choices=_STYLES, help_text="how readily the user accepts offers"
    )
    max_cost = OptionField("max_cost", "Cost limit", "in US dollars; a run that exceeds the limit fails")
    max_tokens = WholeOptionField(
        "max_tokens", "Token limit", "for all models together; a run that exceeds the limit fails"
    )
    reply_format = forms.ChoiceField(
        label="Reply format", required=False, choices=_FORMATS, help_text="how models call actions"
    )

    options: tuple[str, ...] = (
        "seed",
        "env_events_per_minute",
        "tool_failure_probability",
        "user_style",
        "max_tokens",
        "max_cost",
    )
    """Fields that set the config option with the same name."""
    clearable: tuple[str, ...] = ("max_tokens", "max_cost")
    """Fields that mean "no limit" if they are empty."""
    folded: tuple[str, ...] = ("seed", "env_events_per_minute", "tool_failure_probability", "pace")
    about_models: tuple[str, ...] = ("execute_model", "user_style", "max_cost", "max_tokens", "reply_format")

    def __init__(self, data: QueryDict | None, config: EpisodeConfig, more: Mapping[str, Any] | None = None) -> None:
        """Fill the form from a config. `more`: initial values of fields that are not options of the config."""
        self.base = config
        options = {name: getattr(config, name) for name in self.options}
        initial = {**options, **players_in(config), "pace": f"{USUAL_PACE:g}", **(more or {})}
        super().__init__(data, initial=initial)
        self.models = models_now()
        self.offer("assistant", player_groups(assistant_names(), self.models))
        self.offer("user", player_groups(user_names(), self.models))
        self.offer("execute_model", [_SAME_MODEL, *model_choices(self.models)])

    @property
    def opened(self) -> bool:
        """Return True if the folded fields must be visible, because one of them has an error."""
        return any(name in self.errors for name in self.folded)

    @property
    def models_opened(self) -> bool:
        return any(name in self.errors for name in self.about_models)

    @property
    def shows_models(self) -> bool:
        """Return True if at least one language model can be chosen."""
        return bool(self.models.ready)

    @property
    def model_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.about_models]

    def clean(self) -> dict[str, Any]:
        for side in PLAYERS:
            if self.data.get(side) == HUMAN and side in self.errors:
                self.errors[side] = self.error_class([_NO_PERSON])
        given = {name: value for name, value in self.cleaned_data.items() if self._is_given(name, value)}
        values = {**self.initial, **given}
        return {**values, "pace": float(values["pace"]), "config": self._config(values)}

    def offer(self, name: str, choices: list[Group] | list[Choice]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.error_messages["invalid_choice"] = "“%(value)s” is not available. Choose a value from the list."

    def _is_given(self, name: str, value: Any) -> bool:
        # An emptied limit means "no limit", so it must not fall back to the limit that the form started with.
        is_emptied = name in self.data and name in (*self.clearable, "execute_model")
        return is_emptied or value not in (None, "")

    def _config(self, values: dict[str, Any]) -> EpisodeConfig | None:
        models = self._models(values)
        try:
            config = EpisodeConfig.model_validate({**dict(self.base), **{name: values[name] for name in self.options}})
            players = {side: values[side] for side in PLAYERS}
            return recast(config, players=players, models=models, reply_format=values.get("reply_format") or None)
        except ValidationError as error:
            # Only a value outside its limits can fail here, and the message of each field names its limits.
            for problem in error.errors(include_url=False):
                name = str(problem["loc"][0])
                self.add_error(name, self.fields[name].error_messages["invalid"])
        except (UnknownModel, PromptError) as error:
            self.add_error("assistant" if "observe" in models else "user", str(error))
        return None

    def _models(self, values: dict[str, Any]) -> dict[Stage, str]:
        """Return the alias of the chosen model for each stage."""
        found: dict[Stage, str] = {}
        user, observe = alias_in(values["user"]), alias_in(values["assistant"])
        execute = alias_in(values.get("execute_model") or "")
        if user:
            found["user"] = user
        if observe:
            found |= {"observe": observe, "execute": execute or observe}
        elif execute and values["execute_model"] != self.initial["execute_model"]:
            self.add_error(
                "execute_model", "Choose a language model as the assistant too, or leave this field unchanged."
            )
        return found
