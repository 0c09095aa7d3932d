"""Writes plans as YAML that can be kept in git: stable, commented, and read back exactly."""

from __future__ import annotations

from typing import Any

from benchmark.plan.schema import SweepPlan
from simulator.plans.yaml_text import flow

ESSENTIAL = ("experiment_name", "observe_model", "execute_model", "user_model", "baselines", "noise", "seeds", "runs")
"""Written even if they are as they would be anyway; what has no value at all is left out. A file without `noise` may be
one of the original, where one level of each kind means both at a time: ours always say what they mean."""
HEADER = """\
# The plan of a sweep. `pare benchmark run --config FILE` plays it; docs/sweeps.md explains every key.
"""
_WIDTH = 100


def write_plan(plan: SweepPlan) -> str:
    """What differs from the defaults, and what everybody wants to see."""
    parts = [HEADER]
    for name, field in SweepPlan.model_fields.items():
        value = getattr(plan, name)
        is_needed = name in ESSENTIAL and (value not in ((), None) or value != field.default)
        if value != field.default or is_needed:
            written = _written(name, plan.model_dump(mode="json")[name])
            parts.append(f"\n# {field.description}\n{written}\n")
    return "".join(parts)


def _written(name: str, value: Any) -> str:
    if name == "filter":
        value = {key: items for key, items in value.items() if items}
    line = f"{name}: {flow(value)}"
    if len(line) <= _WIDTH or not isinstance(value, list | dict) or not value:
        return line
    if isinstance(value, list):
        return "\n".join([f"{name}:", *(f"  - {flow(item)}" for item in value)])
    return "\n".join([f"{name}:", *(f"  {flow(key)}: {flow(item)}" for key, item in value.items())])
