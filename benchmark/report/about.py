"""What a plan says of a sweep and its rows do not, in words for the head of a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmark.report.data import About

_CALLS = (("observe", 5), ("execute", 10), ("user", 1))
"""Whose calls are limited, and the limit where a plan says nothing."""


def about_plan(name: str, plan_hash: str, plan: Mapping[str, Any]) -> About:
    """`plan` is a SweepPlan as plain data, of this version or an earlier one."""
    turns = plan.get("max_turns")
    chosen = plan.get("filter")
    return About(
        name=name,
        plan_hash=plan_hash,
        split=plan.get("split") or ("custom" if plan.get("scenarios") else "filter"),
        prompts=plan.get("prompts") or "",
        limit=plan.get("limit"),
        filter="" if chosen is None else _filter(chosen),
        turns="as each scenario has it" if turns is None else f"{turns:,} at most",
        calls=", ".join(f"{who} {plan.get(f'{who}_max_iterations', usual)}" for who, usual in _CALLS),
    )


def _filter(chosen: Mapping[str, Any]) -> str:
    """As in "apps email, calendar; difficulties 1, 2"."""
    return "; ".join(f"{by} {', '.join(map(str, names))}" for by, names in chosen.items() if names) or "everything"
