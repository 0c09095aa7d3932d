"""Shows the size and expected cost of a sweep, and asks before a sweep that costs money starts."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmark.plan.estimate import ConfigurationEstimate, Estimate, EstimateRange, judge_range
from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.cli.tables import show_table
from pare_site.cli.terminal_questions import can_ask, confirm
from simulator.words.english import counted
from simulator.words.money import dollars

if TYPE_CHECKING:
    from benchmark.jobs.sweep_start import Preview

_NOT_STARTED = "Nothing was started."


def show_preview(console: Console, seen: Preview) -> None:
    """Print a row per configuration, the runs to play and their expected cost."""
    plan, found = seen.plan, seen.estimate
    to_play = Counter(cell.configuration for cell in seen.to_play)
    cells = Counter(cell.configuration for cell in seen.cells)
    estimates = {one.configuration: one for one in found.configurations}
    console.say(f"{plan.experiment_name}: {_size(seen)}", style="bold")
    rows = [
        [one.label, one.user, str(cells[index]), str(cells[index] - to_play[index]), *_expected(estimates.get(index))]
        for index, one in enumerate(seen.configurations)
    ]
    show_table(console, ("configuration", "user", "runs", "in cache", "tokens", "cost"), rows, flexible=0)
    console.say(f"To play: {counted(len(seen.to_play), 'run')}. {_taken(seen)}")
    has_models = any(one.basis != "free" for one in found.configurations)
    if has_models:
        console.say(f"Expected: {_tokens(found.tokens_in.plus(found.tokens_out))} tokens, {cost_of(found)}.")
    if plan.judge_model:
        console.say(f"{'Of this, the' if has_models else 'The'} judge {plan.judge_model}: {_judge_cost(seen)}.")
    if has_models:
        for line in _basis(found):
            console.say(line, style="dim")


def preview_json(seen: Preview) -> dict[str, Any]:
    """Return the preview as `--dry-run --json` prints it."""
    import msgspec

    to_play = Counter(cell.configuration for cell in seen.to_play)
    cells = Counter(cell.configuration for cell in seen.cells)
    return {
        "plan": seen.plan.model_dump(mode="json"),
        "scenarios": [one.slug for one in seen.scenarios],
        "configurations": [
            {
                "label": one.label,
                "kind": one.kind,
                "observe": one.observe,
                "execute": one.execute,
                "user": one.user,
                "tool_failure_probability": one.tool_failure_probability,
                "env_events_per_minute": one.env_events_per_minute,
                "episodes": cells[index],
                "to_play": to_play[index],
            }
            for index, one in enumerate(seen.configurations)
        ],
        "episodes": len(seen.cells),
        "to_play": len(seen.to_play),
        "estimate": msgspec.to_builtins(seen.estimate),
        "costs_money": costs_money(seen.estimate),
    }


def costs_money(estimate: Estimate) -> bool:
    """Return whether the sweep may cost money, which is also true if the price of a model is unknown."""
    return bool(estimate.unpriced) or estimate.cost.high > 0


def agree(console: Console, args: argparse.Namespace, seen: Preview) -> None:
    """Ask for confirmation of the cost, unless the sweep is free or --yes is given.

    Raises Trouble if the answer is no, or if nobody can be asked and the plan has no cost limit.
    """
    if args.yes or not costs_money(seen.estimate):
        return
    if can_ask(console) and not args.json:
        limit = seen.plan.max_cost
        at_most = f", at most {dollars(limit)}" if limit is not None else ""
        confirm(f"Start the sweep for {cost_of(seen.estimate)}{at_most}?", _NOT_STARTED)
    # A limit counts as confirmation: a script that sets --max-cost has said how much it may spend.
    elif seen.plan.max_cost is None:
        raise Trouble(
            f"This sweep costs money: {cost_of(seen.estimate)} for {counted(len(seen.to_play), 'run')}. {_NOT_STARTED}",
            "Add --yes to start the sweep, or set a limit such as --max-cost 5.",
        )


def cost_of(estimate: Estimate) -> str:
    """Return the expected cost with its range as text, or “free”. Name the configurations of unknown price."""
    known = estimate.cost
    words = f"about {dollars(known.expected)} ({dollars(known.low)} to {dollars(known.high)})" if known.high else ""
    if not estimate.unpriced:
        return words or "free"
    names = ", ".join(estimate.unpriced[:3]) + (" and others" if len(estimate.unpriced) > 3 else "")
    unknown = f"the price of {names} is unknown"
    return f"{words}, and {unknown}" if words else unknown


def _judge_cost(seen: Preview) -> str:
    """Return the expected cost of the judge, which reads all runs, including those from the cache."""
    if seen.estimate.judge is None:
        return "the price is unknown"
    cost = judge_range(seen.estimate.judge)
    limit = seen.plan.judge_budget
    at_most = f", at most {dollars(limit)}" if limit is not None else ""
    span = f"about {dollars(cost.expected)} ({dollars(cost.low)} to {dollars(cost.high)})"
    return f"{span} for {counted(len(seen.cells), 'run')}{at_most}"


def _size(seen: Preview) -> str:
    plan = seen.plan
    parts = [counted(len(seen.scenarios), "scenario"), counted(len(seen.configurations), "configuration")]
    parts += [counted(len(plan.seeds), "seed")] if len(plan.seeds) > 1 else []
    parts += [counted(plan.runs, "run")] if plan.runs > 1 else []
    return f"{' × '.join(parts)} = {counted(len(seen.cells), 'run')}"


def _taken(seen: Preview) -> str:
    if not seen.plan.cache:
        return "The cache is not used."
    return f"From the cache: {len(seen.cells) - len(seen.to_play)}."


def _expected(one: ConfigurationEstimate | None) -> tuple[str, str]:
    if one is None or one.basis == "free":
        return "-", "-"
    cost = "unknown" if one.cost is None else dollars(one.cost.expected)
    return _tokens(one.tokens_in.plus(one.tokens_out)), cost


def _tokens(span: EstimateRange) -> str:
    return f"{span.expected:,.0f}"


def _basis(estimate: Estimate) -> list[str]:
    if not estimate.based_on:
        return ["This is a rule of thumb: no earlier run had models in the same roles. The true cost may differ a lot."]
    return [f"Based on {counted(estimate.based_on, 'earlier run')} with models."]
