"""A report as plain data, for pages, terminals and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from benchmark.result_row import Kind
from benchmark.statistics.figure import SEED, SweepFigure
from benchmark.statistics.figures import Figures
from benchmark.statistics.published import Published
from simulator.statistics.bootstrap import DRAWS

# Shown in every format of the report, because our figures look like those of the published benchmark.
NOT_COMPARABLE = "Not comparable with published figures: scenarios, prompts and verdicts are ours."
Tone = Literal["good", "plain", "warn"]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a sweep that are not in its rows."""

    name: str = ""
    plan_hash: str = ""
    split: str = ""
    prompts: str = ""
    limit: int | None = None
    """The plan's limit on the number of scenarios; None without a limit."""
    filter: str = ""
    turns: str = ""
    calls: str = ""
    """Limits on calls, such as "observe 8, execute 15, user 1"; "" if the plan is unknown."""
    made_at: str = ""
    """Time of the report in ISO 8601; "" for none, so that equal rows always give identical files."""
    reader: str = ""
    """The reader whose outcomes count; "" for the rules, or, if they judged no run, the reader of the most runs."""
    weight_per_app_class: dict[str, float] | None = None
    draws: int = DRAWS
    seed: int = SEED


class ReportProvenance(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that the figures depend on."""

    name: str
    plan_hash: str
    split: str
    prompts: str
    limit: int | None
    filter: str
    turns: str
    calls: str
    tool_failures: tuple[float, ...]
    """Tool failure probabilities that were played."""
    events_a_minute: tuple[float, ...]
    """Rates of unrelated events, per minute, that were played."""
    engines: tuple[str, ...]
    scenarios: int
    seeds: tuple[int, ...]
    users: tuple[str, ...]
    reader: str
    """Name of the reader of the texts that outcomes depend on; "" if no text was read."""
    most_runs: int
    """Counted runs per scenario and configuration over all seeds; the maximum if they differ."""
    least_runs: int


class BaselineComparison(msgspec.Struct, frozen=True):
    """The difference between the success of a configuration and of a baseline (`other`), paired by scenario."""

    other: str
    lead: SweepFigure
    is_sure: bool


class ConfigurationReport(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one configuration."""

    label: str
    kind: Kind
    observe: str
    execute: str
    user: str
    proactive_model: str
    tool_failure_probability: float
    env_events_per_minute: float
    figures: Figures
    published: Published
    noise_floor: float | None
    """Difference in success between two sweeps that chance alone may cause; None if a scenario has only one run."""
    against: tuple[BaselineComparison, ...] = ()
    """For a model: its lead over each baseline except oracle, the best baseline first."""


class BreakdownPart(msgspec.Struct, frozen=True, kw_only=True):
    """Success of each configuration in one category, difficulty or app.

    `n`: the highest number of counted runs among the configurations.
    """

    name: str
    scenarios: int
    n: int
    cells: dict[str, SweepFigure]


class Breakdown(msgspec.Struct, frozen=True):
    """Success by category, difficulty or app."""

    by: Literal["category", "difficulty", "app"]
    parts: tuple[BreakdownPart, ...]


class NotCounted(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why runs are not counted, with the number of such runs."""

    reason: str
    words: str
    """For example "8 provider failures"."""
    runs: int
    by_configuration: dict[str, int]


class GivenUp(msgspec.Struct, frozen=True, kw_only=True):
    """A run that failed before its end."""

    scenario: str
    configuration: str
    seed: int | None
    run: int | None
    episode: int | None
    reason: str
    message: str


class ReportSentence(msgspec.Struct, frozen=True):
    """A finding that the figures support: `lead`, a short sentence shown in bold, and `text`, which explains it."""

    tone: Tone
    lead: str
    text: str


class SweepReport(msgspec.Struct, frozen=True, kw_only=True):
    about: About
    provenance: ReportProvenance
    runs: int
    counted: int
    configurations: tuple[ConfigurationReport, ...]
    """Models first, then baselines, then people, each sorted by success."""
    breakdowns: tuple[Breakdown, ...]
    not_counted: tuple[NotCounted, ...]
    given_up: tuple[GivenUp, ...]
    """Every run that failed before its end; unfinished runs are only in `not_counted`."""
    sentences: tuple[ReportSentence, ...]
    not_comparable: str
    intervals: str
    """The method of the intervals, in words."""

    @property
    def title(self) -> str:
        return f"{self.provenance.name}: report" if self.provenance.name else "Report"

    @property
    def models(self) -> tuple[ConfigurationReport, ...]:
        return tuple(each for each in self.configurations if each.kind == "model")

    @property
    def baselines(self) -> tuple[ConfigurationReport, ...]:
        return tuple(each for each in self.configurations if each.kind == "baseline")

    @property
    def people(self) -> tuple[ConfigurationReport, ...]:
        return tuple(each for each in self.configurations if each.kind == "people")


# Default call limits, for plans that earlier versions stored without these keys.
_CALLS = (("observe", 5), ("execute", 10), ("user", 1))


def about_plan(name: str, plan_hash: str, plan: Mapping[str, Any]) -> About:
    """Return the facts about a plan that reports show.

    `plan`: the stored values; a plan stored by an earlier version may lack keys.
    """
    turns = plan.get("max_turns")
    chosen, judge = plan.get("filter"), plan.get("judge_model")
    return About(
        name=name,
        plan_hash=plan_hash,
        split=plan.get("split") or ("custom" if plan.get("scenarios") else "filter"),
        prompts=plan.get("prompts") or "",
        limit=plan.get("limit"),
        filter="" if chosen is None else _filter(chosen),
        turns="set by each scenario" if turns is None else f"{turns:,} at most",
        calls=", ".join(f"{who} {plan.get(f'{who}_max_iterations', usual)}" for who, usual in _CALLS),
        reader=f"model:{judge}" if judge else "",
    )


def _filter(chosen: Mapping[str, Any]) -> str:
    """Return a filter in words, such as "apps email, calendar; difficulties 1, 2"."""
    return "; ".join(f"{by} {', '.join(map(str, names))}" for by, names in chosen.items() if names) or "everything"
