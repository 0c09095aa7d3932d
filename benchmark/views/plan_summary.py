"""Summarises a sweep's plan for its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmark.models import Cell, Sweep
from simulator.words.english import counted, in_words, listed

_MOST_NAMED = 4


class PlanFact(NamedTuple):
    """One line of the summary of a plan."""

    word: str
    value: str


class PlanSummary(NamedTuple):
    """Size and main settings of a plan."""

    size: str
    facts: Sequence[PlanFact]


def plan_facts(sweep: Sweep) -> PlanSummary:
    # Plain data, not a SweepPlan: a plan stored by an earlier version may no longer validate.
    plan: dict[str, Any] = sweep.plan
    # order_by() drops the default ordering, whose columns would become part of the DISTINCT.
    scenarios = Cell.objects.filter(sweep=sweep).order_by().values("version").distinct().count()
    return PlanSummary(
        size_in_words(scenarios, len(sweep.configurations), len(plan.get("seeds") or [0]), plan.get("runs") or 1),
        [
            PlanFact("Scenarios", _scenarios(plan)),
            PlanFact("User", listed(plan.get("user_model") or ["scripted"], _MOST_NAMED)),
            PlanFact("Noise", _noise(plan)),
            *([PlanFact("Prompts", plan["prompts"])] if plan.get("prompts") else []),
        ],
    )


def size_in_words(scenarios: int, configurations: int, seeds: int, runs: int) -> str:
    parts = [counted(scenarios, "scenario"), counted(configurations, "configuration"), counted(seeds, "seed")]
    return " × ".join([*parts, *([counted(runs, "run")] if runs > 1 else [])])


def _scenarios(plan: dict[str, Any]) -> str:
    if plan.get("split"):
        return "all" if plan["split"] == "all" else f"split {plan['split']}"
    if plan.get("filter"):
        asked = [in_words(str(value)) for values in plan["filter"].values() for value in values]
        return f"with {listed(asked, _MOST_NAMED)}" if asked else "all"
    return listed(plan.get("scenarios") or [], 2)


def _noise(plan: dict[str, Any]) -> str:
    failures = [level for level in plan.get("tool_failure_probability") or [] if level]
    events = [level for level in plan.get("env_events_per_min") or [] if level]
    said = [f"tool failures {', '.join(f'{level:g}' for level in failures)}"] if failures else []
    said += [f"{', '.join(f'{level:g}' for level in events)} events per minute"] if events else []
    return " and ".join(said) or "none"
