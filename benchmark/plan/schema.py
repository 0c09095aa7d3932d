"""The schema of a plan: its keys are those of the YAML file, the long flags and the form."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from simulator.plans.plan_values import (
    fit_for_a_file,
    number,
    once_each,
    printable,
    several,
    several_or_none,
    truth,
    without_sign_of_zero,
)

Baseline = Literal["oracle", "silent", "eager", "random", "parrot"]
# Assistants that need no model, to compare models with.
BASELINES: tuple[Baseline, ...] = ("oracle", "silent", "eager", "random", "parrot")
# The split of this name contains every scenario, unless a split file has the same name.
ALL = "all"
SELECTIONS = ("split", "scenarios", "filter")
# Limited, because the shared cache tries every repeat number to check a key; see `cache_folder`.
MOST_RUNS = 100
MOST_SEEDS = 1000
# The range of the database column.
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
    """Filters on scenarios; an empty filter matches all."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    apps: NamesOnce = Field((), description="Scenarios with all of these apps.")
    categories: NamesOnce = Field((), description="Scenarios of one of these categories.")
    difficulties: Annotated[tuple[Rating, ...], BeforeValidator(several), AfterValidator(once_each)] = Field(
        (), description="Scenarios with one of these difficulties, 1 to 5."
    )
    tags: NamesOnce = Field((), description="Scenarios with all of these tags.")


class SweepPlan(BaseModel):
    """The plan of a sweep. Build a plan with `plan_file.plan_of`, which explains problems in plain words."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, coerce_numbers_to_str=True)

    experiment_name: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(fit_for_a_file)] = Field(
        "benchmark", description="Name of the sweep and its results."
    )
    split: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(printable)] | None = Field(
        None, description="Scenarios of this split; `all` means every scenario."
    )
    scenarios: NamesOnce = Field((), description="Scenario ids, or files with one id per line.")
    filter: Filter | None = Field(
        None, description="Scenarios with all of `apps` and `tags`, one of `categories` and one of `difficulties`."
    )
    limit: Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(number)] | None = Field(
        None, description="Play only the first N of the selected scenarios."
    )
    observe_model: Names = Field(
        (), description="Who watches and makes offers: models by alias or provider/name, or players such as oracle."
    )
    execute_model: Names = Field((), description="Who carries out accepted offers; by default the observe model.")
    pairing: Literal["zipped", "crossed"] = Field(
        "zipped", description="zipped: pair models in order. crossed: every observe model with every execute model."
    )
    user_model: Annotated[
        tuple[Name, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field(("scripted",), description="Who plays the user: scripted, a model, or another player.")
    baselines: Annotated[tuple[Baseline, ...], BeforeValidator(several_or_none), AfterValidator(once_each)] = Field(
        BASELINES, description="Baselines to play too, always with the scripted user; none skips them."
    )
    tool_failure_probability: Annotated[
        tuple[Share, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field((0.0,), description="Noise: probability that a tool call fails.")
    env_events_per_min: Annotated[
        tuple[PerMinute, ...], Field(min_length=1), BeforeValidator(several), AfterValidator(once_each)
    ] = Field((0.0,), description="Noise: average number of unrelated emails, messages and shop news per minute.")
    noise: Literal["separate", "crossed"] = Field(
        "separate",
        description="separate: one kind of noise at a time. crossed: every combination of levels.",
    )
    env_events_seed: Seed = Field(42, description="Seed of the noise in all runs; `seeds` does not affect noise.")
    seeds: Annotated[
        tuple[Seed, ...],
        Field(min_length=1, max_length=MOST_SEEDS),
        BeforeValidator(several),
        AfterValidator(once_each),
    ] = Field((0,), description="Seeds of all random choices except noise; each scenario is played with each seed.")
    runs: Annotated[int, BeforeValidator(number)] = Field(
        1, ge=1, le=MOST_RUNS, description="Number of runs of each scenario and configuration per seed."
    )
    prompts: Text = Field("", description="Folder with prompts that replace the built-in ones.")
    max_turns: Annotated[int, Field(ge=1, le=10_000), BeforeValidator(number)] | None = Field(
        None, description="Maximum number of turns of a run; by default, each scenario sets it."
    )
    observe_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        8, ge=1, le=1000, description="Maximum calls of the observe model per turn."
    )
    execute_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        15, ge=1, le=1000, description="Maximum calls of the execute model per accepted offer."
    )
    user_max_iterations: Annotated[int, BeforeValidator(number)] = Field(
        1, ge=1, le=100, description="Maximum actions of the user per turn."
    )
    observe_provider: Text = Field("", description="Provider of the observe models, if it differs from the model list.")
    execute_provider: Text = Field("", description="Provider of the execute models, if it differs from the model list.")
    user_provider: Text = Field("", description="Provider of the user models, if it differs from the model list.")
    observe_endpoint: Text = Field(
        "", description="Server address of the observe models, if it differs from the model list."
    )
    execute_endpoint: Text = Field(
        "", description="Server address of the execute models, if it differs from the model list."
    )
    user_endpoint: Text = Field("", description="Server address of the user models, if it differs from the model list.")
    max_cost: Annotated[float, Field(gt=0, le=1_000_000), BeforeValidator(number)] | None = Field(
        None, description="Cost limit of the whole sweep in US dollars; none means no limit."
    )
    judge_model: Text = Field(
        "", description="Model that reads the assistant's texts after each run; it plays no part in the runs."
    )
    judge_budget: Annotated[float, Field(gt=0, le=1_000_000), BeforeValidator(number)] | None = Field(
        None, description="Cost limit of the judge for the whole sweep in US dollars; none means no limit."
    )
    max_concurrent: Annotated[int, Field(ge=1, le=100_000), BeforeValidator(number)] | None = Field(
        None, description="Maximum number of runs at once; none means no limit."
    )
    timeout: Annotated[float, Field(gt=0, le=604_800), BeforeValidator(number)] | None = Field(
        None, description="Time limit per run in seconds; none means no limit."
    )
    cache: Truth = Field(True, description="Reuse finished runs of the same scenario, configuration, seed and engine.")
    priority: Literal["low", "normal", "high"] = Field(
        "normal", description="Sweeps with a higher priority are played first."
    )
    set: dict[str, Any] = Field({}, description="Other options of all runs, as for `pare run --set`.")
