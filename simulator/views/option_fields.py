"""Form fields for options of a run. The limits of the fields come from EpisodeConfig."""

from __future__ import annotations

from typing import Any

from annotated_types import Ge, Gt, Le
from django import forms

from simulator.config import EpisodeConfig


class OptionField(forms.FloatField):
    """A number field for an option of a run, with the option's limits. The field may be left empty."""

    def __init__(self, option: str, label: str, help_text: str) -> None:
        limits = {type(limit): limit for limit in EpisodeConfig.model_fields[option].metadata}
        # Browsers check `min` and `max` too. The attribute `min` allows the bound itself, but the limit `Gt` does not.
        highest = limits[Le].le
        lowest = limits[Ge].ge if Ge in limits else limits[Gt].gt
        range_ = f"from {lowest} to {highest}" if Ge in limits else f"above {lowest}, up to {highest}"
        box = forms.NumberInput(attrs={"step": self.step, "min": lowest, "max": highest, "inputmode": self.input_mode})
        if EpisodeConfig.model_fields[option].default is None:
            box.attrs["placeholder"] = "none"
        wrong = {"invalid": f"Enter a {self.kind} {range_}."}
        super().__init__(label=label, help_text=help_text, required=False, widget=box, error_messages=wrong)

    kind, step, input_mode = "number", "any", "decimal"

    def prepare_value(self, value: Any) -> Any:
        """Return a whole float as an int, so that the field shows 0 and not 0.0."""
        return int(value) if isinstance(value, float) and value.is_integer() else value


class WholeOptionField(OptionField):
    kind, step, input_mode = "whole number", "1", "numeric"

    def to_python(self, value: Any) -> Any:
        number = super().to_python(value)
        if number is not None and not number.is_integer():
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return None if number is None else int(number)
