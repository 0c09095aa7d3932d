"""Pydantic's findings in our words."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from simulator.words.validation import ValidationFinding, findings, first_finding, unknown_name


class Menu(BaseModel):
    model_config = ConfigDict(extra="forbid")

    dishes: list[int] = Field(min_length=1)
    title: str

    @field_validator("title")
    @classmethod
    def _short(cls, value: str) -> str:
        if len(value) > 5:
            raise ValueError("it is too long")
        return value


def error_of(**values: Any) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        Menu.model_validate(values)
    return caught.value


def test_rules_of_our_own_speak_without_pydantics_prefix() -> None:
    (found,) = findings(error_of(dishes=[1], title="too long"))
    assert found == ValidationFinding(("title",), "value_error", "it is too long", "too long", found.context)


def test_a_list_that_is_short_because_its_entries_do_not_fit_is_no_finding_of_its_own() -> None:
    assert [one.place for one in findings(error_of(dishes=["x"], title="a"))] == ["dishes.0"]
    assert [one.kind for one in findings(error_of(dishes=[], title="a"))] == ["too_short"]


def test_a_misspelt_name_comes_first() -> None:
    assert first_finding(error_of(dishes=[1], titel="a")).place == "titel"
    assert unknown_name("field", "titel", Menu.model_fields) == "there is no field 'titel' (did you mean 'title'?)"
