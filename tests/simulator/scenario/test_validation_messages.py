"""What the remedy for a missing mapping says."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from simulator.scenario.validation_messages import mapping_remedy


class Letter(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    sender: str = Field(alias="from", max_length=20)
    pages: int = Field(ge=1)
    note: str = ""


def test_the_value_stands_at_the_first_needed_field_that_it_fits() -> None:
    assert mapping_remedy(Letter, "Ada") == "; write {from: Ada, pages: ...}, optionally with note"
    assert mapping_remedy(Letter, 3) == "; write {from: ..., pages: 3}, optionally with note"


def test_a_value_that_fits_nowhere_is_left_out() -> None:
    assert mapping_remedy(Letter, 0) == "; write {from: ..., pages: ...}, optionally with note"
    assert (
        mapping_remedy(Letter, "a name that is far too long") == "; write {from: ..., pages: ...}, optionally with note"
    )
