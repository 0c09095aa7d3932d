"""Fields that choose a judge model and its budget, and the form that has a run judged again."""

from __future__ import annotations

from typing import Any

from django import forms

from simulator.agents.llm.aliases import BadModelsFile, UnknownModel, choose
from simulator.agents.llm.model_reader import expected_run_cost
from simulator.agents.llm.public_prices import price_of
from simulator.views.player_choices import Choice, Models, models_now
from simulator.words.money import dollars

_AMOUNT = "Enter an amount in US dollars above 0 and at most 1,000,000."
NO_JUDGE = ("", "none")


class JudgeBudgetField(forms.FloatField):
    """A field for the maximum cost of judging one run; empty for the sweep's budget or, without a sweep, no limit."""

    def __init__(self, **more: Any) -> None:
        messages = {"invalid": _AMOUNT, "min_value": _AMOUNT, "max_value": _AMOUNT}
        super().__init__(
            label="Judge’s budget",
            required=False,
            min_value=0.000001,
            max_value=1_000_000,
            help_text="maximum cost in US dollars; texts that it does not cover are not read and count as unclear",
            error_messages=messages,
            **more,
        )


def judge_choices(models: Models) -> list[Choice]:
    """Return the choice of no judge, then the models that can judge, each with its likely cost for one run."""
    return [NO_JUDGE, *((alias, f"{alias}{_cost(alias)}") for alias in models.ready)]


def _cost(alias: str) -> str:
    try:
        expected = expected_run_cost(price_of(*choose(alias)))
    except (UnknownModel, BadModelsFile):
        return ""
    return "" if not expected else f", about {dollars(expected)} a run"


class JudgeForm(forms.Form):
    """The form that has a model judge a run again."""

    judge_model = forms.ChoiceField(
        label="Judge",
        error_messages={
            "required": "Choose a model.",
            "invalid_choice": "“%(value)s” is not available. Choose a model from the list.",
        },
    )
    judge_budget = JudgeBudgetField()

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or None
        field = self.fields["judge_model"]
        assert isinstance(field, forms.ChoiceField)
        # Only listed models: a typed name could send the texts of a run to any server.
        field.choices = [("", "Choose"), *judge_choices(models_now())[1:]]
