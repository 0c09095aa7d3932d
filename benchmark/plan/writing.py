"""Writes plans as YAML that can be kept in git: stable, commented, and read back exactly."""

from __future__ import annotations

import json
import re
from typing import Any

from benchmark.plan.schema import SweepPlan
from simulator.scenario.yaml12 import YamlError, load_yaml

ESSENTIAL = ("experiment_name", "observe_model", "execute_model", "user_model", "baselines", "noise", "seeds", "runs")
"""Written even if they are as they would be anyway; what has no value at all is left out. A file without `noise` may be
one of the original, where one level of each kind means both at a time: ours always say what they mean."""
HEADER = """\
# The plan of a sweep. `pare benchmark run --config FILE` plays it; docs/sweeps.md explains every key.
"""
_WIDTH = 100
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")


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
    flow = f"{name}: {_flow(value)}"
    if len(flow) <= _WIDTH or not isinstance(value, list | dict) or not value:
        return flow
    if isinstance(value, list):
        return "\n".join([f"{name}:", *(f"  - {_flow(item)}" for item in value)])
    return "\n".join([f"{name}:", *(f"  {_flow(key)}: {_flow(item)}" for key, item in value.items())])


def _flow(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(item)}' for key, item in value.items())}}}"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    """As it is where that is read as the same text, otherwise in quotes."""
    if _PLAIN.fullmatch(text) and _read(text) == text:
        return text
    return f'"{"".join(map(_escaped, text))}"'


def _read(text: str) -> Any:
    try:
        return load_yaml(text, "").data
    except YamlError:
        return None


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    if sign == " " or (sign.isprintable() and not sign.isspace()):
        return sign
    return f"\\U{ord(sign):08x}"
