"""Reads the name and plan of a sweep from sweep.json and plan.yaml in a folder of results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from benchmark.plan.plan_file import read_plan
from benchmark.plan.schema import SweepPlan
from benchmark.report.data import About, about_plan
from benchmark.results_folder import NamingFacts
from simulator.plans.plan_file import BadPlan

MARK, PLAN = "sweep.json", "plan.yaml"
# The split of a folder without metadata, such as one that the original benchmark wrote.
_UNTOLD = "full"


def facts_of(plan: SweepPlan) -> NamingFacts:
    return NamingFacts(
        experiment_name=plan.experiment_name,
        split=plan.split or ("custom" if plan.scenarios else "filter"),
        max_turns=plan.max_turns,
        user_iterations=plan.user_max_iterations,
        observe_iterations=plan.observe_max_iterations,
        execute_iterations=plan.execute_max_iterations,
        env_events_seed=plan.env_events_seed,
    )


def about_of(name: str, plan_hash: str, plan: SweepPlan) -> About:
    return about_plan(name, plan_hash, plan.model_dump(mode="json"))


def about_in(folder: Path) -> About:
    """Return the facts about a folder's sweep.

    Facts that can't be read are empty. If neither file can be read, the split is “full”.
    """
    mark, plan = mark_in(folder), _plan_in(folder)
    name, plan_hash = (str(mark.get(key) or "") for key in ("name", "plan_hash"))
    if plan is not None:
        return about_of(name or plan.experiment_name, plan_hash, plan)
    return About(name=name, plan_hash=plan_hash, split="" if mark else _UNTOLD)


def mark_in(folder: Path) -> dict[str, Any]:
    try:
        found = msgspec.json.decode((folder / MARK).read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _plan_in(folder: Path) -> SweepPlan | None:
    try:
        # utf-8-sig: editors on Windows put a byte order mark in front of a file that they save.
        return read_plan((folder / PLAN).read_text(encoding="utf-8-sig"), files=False).plan
    except (OSError, UnicodeDecodeError, BadPlan):
        return None
