"""The schema of a play study: its fields are the fields of the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from annotation.plan.default_texts import PLAY_CONSENT, PLAY_GUIDELINES
from annotation.plan.plan_reading import made
from annotation.plan.schema import Code, Count, PanelParameter, SecureUrl, Text
from annotation.questions import Line
from simulator.plans.plan_values import number, once_each, printable, several, truth

Slug = Annotated[str, Field(min_length=1, max_length=200)]


class PlayStudyPlan(BaseModel):
    """The settings of a play study. Make them with `play_plan_from`, which explains problems in plain words."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    title: Line = Field(min_length=1, max_length=200, description="Title of the study.")
    role: Literal["user", "assistant"] = Field("user", description="The side that people play.")
    partner: Annotated[str, Field(min_length=1, max_length=300), AfterValidator(printable)] = Field(
        description="The player of the other side: the name of a player, or model:<alias>."
    )
    seed_rule: Literal["same", "own"] = Field("same", description="Whether all runs have the same seed.")
    seed: Annotated[int, Field(ge=-(2**63), le=2**63 - 1), BeforeValidator(number)] = Field(
        0, description="Seed of the runs, and of the seeds that are derived from it."
    )
    split: str = Field("", max_length=200, description="Split whose scenarios people play; empty to list scenarios.")
    scenarios: Annotated[tuple[Slug, ...], BeforeValidator(several), AfterValidator(once_each)] = Field(
        (), max_length=2000, description="Scenarios that people play, if no split is chosen."
    )
    practice: str = Field("", max_length=200, description="Scenario of the practice run; empty for no practice.")
    per_person: Count = Field(3, description="Number of runs that each person plays, without the practice.")
    per_item: Count = Field(5, description="Quota of each scenario: the number of people who play it.")
    most_people: Count | None = Field(None, description="Maximum number of people who can join; no limit if empty.")
    shows_outcome: Annotated[bool, BeforeValidator(truth)] = Field(
        True, description="Whether people see the outcome of each of their runs."
    )
    shows_leaderboard: Annotated[bool, BeforeValidator(truth)] = Field(
        False, description="Whether people see how often others succeeded."
    )
    panel_parameter: PanelParameter = Field(
        "", description="URL parameter that carries the participant id in a panel's links, such as PROLIFIC_PID."
    )
    completion_code: Code = Field("", description="Code shown to people who have finished.")
    return_url: SecureUrl = Field(
        "", description="Address of the panel's page to which people return; it must start with https://."
    )
    guidelines: Text = Field(PLAY_GUIDELINES, description="How to play, in Markdown.")
    consent: Text = Field(
        PLAY_CONSENT,
        description="Information that people agree to before they start, in Markdown; if empty, nobody is asked.",
    )


# Fields that are columns of the study, columns of its PlayPlan, and texts. The others choose scenarios.
OF_STUDY = (
    "title",
    "seed",
    "per_person",
    "per_item",
    "most_people",
    "panel_parameter",
    "completion_code",
    "return_url",
)
OF_PLAN = ("role", "partner", "seed_rule", "split", "shows_outcome", "shows_leaderboard")
CHOOSING = ("scenarios", "practice")


def play_plan_from(values: Mapping[str, Any]) -> PlayStudyPlan:
    """Return the settings from plain values by field; None means not given. Raise BadPlan with every problem."""
    return made(PlayStudyPlan, values)
