"""The plan of a sweep: every key of its YAML file, every long flag, every field of the form."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from simulator.plans.values import (
    fit_for_a_file,
    number,
    once_each,
    printable,
    several,
    several_or_none,
    truth,
    without_sign_of_zero,
)

Baseline = Literal["oracle", "silent", "eager", "random"]
BASELINES: tuple[Baseline, ...] = ("oracle", "silent", "eager", "random")
"""Assistants that need no model: what any other is worth shows beside them."""
ALL = "all"
"""As a split: every scenario, unless there is a file of this name."""
SELECTIONS = ("split", "scenarios", "filter")
MOST_RUNS = 100
MOST_SEEDS = 1000
SIXTY_FOUR_BITS = {"ge": -(2**63), "le": 2**63 - 1}

Text = Annotated[str, Field(max_length=500), AfterValidator(printable)]
Name = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(printable)]
Seed = Annotated[int, Field(**SIXTY_FOUR_BITS), BeforeValidator(number)]
Names = Annotated[tuple[Name, ...], BeforeValidator(several)]
NamesOnce = Annotated[tuple[Name, ...], BeforeValidator(several), AfterValidator(once_each)]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(number), AfterValidator(without_sign_of_zero)]
PerMinute = Annotated[float, Field(ge=0, le=600), BeforeValidator(number), AfterValidator(without_sign_of_zero)]
Rating = Annotated[int, Field(ge=1, le=5), BeforeValidator(number)]
Truth = Annotated[bool, BeforeValidator(truth)]


class Filter(BaseModel):
    """Scenarios by what they have; an empty one takes all."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    apps: NamesOnce = Field((), description="With all of these apps.")
    categories: NamesOnce = Field((), description="Of one of these categories.")
    difficulties: Annotated[tuple[Rating, ...], BeforeValidator(several), AfterValidator(once_each)] = Field(
        (), description="Rated so: one of 1 to 5."
    )
    tags: NamesOnce = Field((), description="With all of these tags.")


class SweepPlan(BaseModel):
    """Frozen. `plan_of` in `reading` makes one from what people write, and says in plain words what is wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    experiment_name: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(fit_for_a_file)] = Field(
        "benchmark", description="A name to find the sweep and its results by."
    )
    split: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(printable)] | None = Field(
        None, description="Scenarios: those of this split; `all` takes every one."
    )
    scenarios: NamesOnce = Field((), description="Scenarios: these ids, or files with one id a line.")
    filter: Filter | None = Field(
        None, description="Scenarios: those with all of `apps` and `tags`, and one of `categories` and `difficulties`."
    )
    limit: Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(number)] | None = Field(
        None, description="Only the first so many of the scenarios."
    )
    observe_model: Names = Field(
        (), description="Who watches and offers: models by alias or provider/name, or players such as oracle."
    )
    execute_model: Names = Field((), description="Who carries out what was accepted; left out: who watches.")
    pairing: Literal["zipped", "crossed"] = Field(
        "zipped", description="Zipped: the first with the first and so on. Crossed: every model with every other."
    )
    user_model: Annotated[
        tuple[Name, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field(("scripted",), description="Who plays the user: scripted, a model, or another player.")
    baselines: Annotated[tuple[Baseline, ...], BeforeValidator(several_or_none), AfterValidator(once_each)] = Field(
        BASELINES, description="Played beside the models with the scripted user; none leaves them out."
    )
    tool_failure_probability: Annotated[
        tuple[Share, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field((0.0,), description="Noise: how likely a tool call breaks down.")
    env_events_per_min: Annotated[
        tuple[PerMinute, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field((0.0,), description="Noise: unrelated mails, messages and shop news per minute.")
    noise: Literal["separate", "crossed"] = Field(
        "separate",
        description="Separate: one kind of noise at a time, and an axis left at 0 adds nothing to the other. "
        "Crossed: every level of one with every level of the other.",
    )
    env_events_seed: Seed = Field(42, description="Noise: key of its own randomness.")
    seeds: Annotated[
        tuple[Seed, ...],
        Field(min_length=1, max_length=MOST_SEEDS),
        BeforeValidator(several),
        AfterValidator(once_each),
    ] = Field((0,), description="Keys of all other randomness; each cell is played with each.")
    runs: Annotated[int, BeforeValidator(number)] = Field(
        1, ge=1, le=MOST_RUNS, description="How often each cell is played with the same seed."
    )
    prompts: Text = Field("", description="A folder with prompts in place of the built-in ones.")
    max_turns: Annotated[int, Field(ge=1, le=10_000), BeforeValidator(number)] | None = Field(
        None, description="Turns after which an episode ends; none takes the scenario's."
    )
    observe_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        5, ge=1, le=1000, description="Calls of the watching assistant per turn."
    )
    execute_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        10, ge=1, le=1000, description="Calls of the acting assistant per accepted offer."
    )
    user_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        1, ge=1, le=100, description="Actions of the user per turn."
    )
    observe_provider: Text = Field("", description="The provider of the watching models, if not that of their entry.")
    execute_provider: Text = Field("", description="The same for the acting models.")
    user_provider: Text = Field("", description="The same for the models that play the user.")
    observe_endpoint: Text = Field("", description="The address of the watching models' server, if not their own.")
    execute_endpoint: Text = Field("", description="The same for the acting models.")
    user_endpoint: Text = Field("", description="The same for the models that play the user.")
    max_cost: Annotated[float, Field(gt=0, le=1_000_000), BeforeValidator(number)] | None = Field(
        None, description="US dollars for the whole sweep; none: no limit."
    )
    max_concurrent: Annotated[int, Field(ge=1, le=100_000), BeforeValidator(number)] | None = Field(
        None, description="Episodes at once, at most; none: as many as the workers play."
    )
    timeout: Annotated[float, Field(gt=0, le=604_800), BeforeValidator(number)] | None = Field(
        None, description="Seconds after which an episode is given up; none: no limit."
    )
    cache: Truth = Field(True, description="Whether finished episodes of the same content are taken, not played again.")
    priority: Literal["low", "normal", "high"] = Field("normal", description="Which sweep goes first.")
    set: dict[str, Any] = Field({}, description="Any other option of an episode, as for `pare run --set`.")
