"""A report as plain data, for pages, terminals and files alike."""

from __future__ import annotations

from typing import Literal

import msgspec

from benchmark.rows import Kind
from benchmark.statistics.figure import Figure
from benchmark.statistics.figures import Figures
from benchmark.statistics.intervals import DRAWS, SEED
from benchmark.statistics.published import Published

NOT_COMPARABLE = "Not comparable with published figures: scenarios, prompts and verdicts are ours."
Tone = Literal["good", "plain", "warn"]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What rows do not say of the sweep that they are of."""

    name: str = ""
    plan_hash: str = ""
    split: str = ""
    prompts: str = ""
    limit: int | None = None
    """Only the first so many of the scenarios were taken."""
    filter: str = ""
    turns: str = ""
    calls: str = ""
    """Limits of turns and of calls, in words; "" where the plan is not known."""
    made_at: str = ""
    """When the report was made, in ISO 8601; "" leaves it out, so that the same rows give the same bytes."""
    weight_per_app_class: dict[str, float] | None = None
    draws: int = DRAWS
    seed: int = SEED


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    plan_hash: str
    split: str
    prompts: str
    limit: int | None
    filter: str
    turns: str
    calls: str
    tool_failures: tuple[float, ...]
    """How likely tool calls broke down: every level that was played."""
    events_a_minute: tuple[float, ...]
    """Unrelated events: every level that was played."""
    engines: tuple[str, ...]
    scenarios: int
    seeds: tuple[int, ...]
    users: tuple[str, ...]
    most_runs: int
    """Counted runs per scenario and configuration, over all seeds; the most, where they differ."""
    least_runs: int


class Comparison(msgspec.Struct, frozen=True):
    """How far a configuration's success leads another's, paired by scenario."""

    other: str
    lead: Figure
    is_sure: bool


class ConfigurationReport(msgspec.Struct, frozen=True, kw_only=True):
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
    """How far success of two such sweeps may differ by luck alone; None without repeats."""
    against: tuple[Comparison, ...] = ()
    """Of a model: against each trivial baseline, the best of these first."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One category, difficulty or app: success of each configuration by label. `n` is the most counted runs of any."""

    name: str
    scenarios: int
    n: int
    cells: dict[str, Figure]


class Breakdown(msgspec.Struct, frozen=True):
    by: Literal["category", "difficulty", "app"]
    parts: tuple[Part, ...]


class NotCounted(msgspec.Struct, frozen=True, kw_only=True):
    reason: str
    words: str
    """As in "8 provider failures"."""
    runs: int
    by_configuration: dict[str, int]


class GivenUp(msgspec.Struct, frozen=True, kw_only=True):
    """A run that broke down."""

    scenario: str
    configuration: str
    seed: int | None
    run: int | None
    episode: int | None
    reason: str
    message: str


class Sentence(msgspec.Struct, frozen=True):
    """Something that may be said, true by the figures: a short lead, set in bold, and the rest."""

    tone: Tone
    lead: str
    text: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    about: About
    provenance: Provenance
    runs: int
    counted: int
    configurations: tuple[ConfigurationReport, ...]
    """Models first, then baselines; each by success, the best first."""
    breakdowns: tuple[Breakdown, ...]
    not_counted: tuple[NotCounted, ...]
    given_up: tuple[GivenUp, ...]
    """Every run that broke down; those that are merely not finished are in `not_counted` only."""
    sentences: tuple[Sentence, ...]
    not_comparable: str
    intervals: str
    """How the intervals were made."""

    @property
    def title(self) -> str:
        return f"{self.provenance.name}: report" if self.provenance.name else "Report"

    @property
    def models(self) -> tuple[ConfigurationReport, ...]:
        return tuple(each for each in self.configurations if each.kind == "model")

    @property
    def baselines(self) -> tuple[ConfigurationReport, ...]:
        return tuple(each for each in self.configurations if each.kind == "baseline")
