"""Writes plans as YAML for git: keys in a fixed order, each with a comment. Reading the file gives the same plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from annotation.plan.schema import TEXTS, StudyPlan
from annotation.questions import KNOWN, Question
from simulator.plans.plan_yaml import block, flow

# Written even with their default values, because everybody who reads a plan wants to see them.
ESSENTIAL = ("title", "questions", "per_item", "pass_mark", "gold_every")
HEADER = """\
# The plan of a study. `pare annotation new FILE` makes the study; docs/studies.md explains every key.
"""
_WIDTH = 100
# A line break as it looks inside a quoted YAML text.
_LINE_BREAK = flow("\n").strip('"')


def write_plan(plan: StudyPlan) -> str:
    """Return the YAML: essential keys, keys whose values differ from the default, and always both texts."""
    parts = [HEADER]
    for name, field in StudyPlan.model_fields.items():
        value = getattr(plan, name)
        if name in ESSENTIAL or name in TEXTS or value != field.default:
            parts.append(f"\n# {field.description}\n{name}:{_written(_plain(name, plan), '')}\n")
    return "".join(parts)


def _plain(name: str, plan: StudyPlan) -> Any:
    if name == "questions":
        return [_question(question) for question in plan.questions]
    if name in ("samples", "practice", "gold"):
        return [one.model_dump(mode="json", exclude_defaults=True) for one in getattr(plan, name)]
    return plan.model_dump(mode="json", include={name})[name]


def _question(question: Question) -> Any:
    """Return the key of a known question, else the question in full."""
    if KNOWN.get(question.key) == question:
        return question.key
    return question.model_dump(mode="json", exclude_defaults=True)


def _written(value: Any, indent: str) -> str:
    """Return a value as the YAML that follows `key:` or `-`."""
    if isinstance(value, str):
        return f" {block(value, indent)}"
    if not value or not isinstance(value, Mapping | list) or _is_short(value, indent):
        return f" {flow(value)}"
    lines = _listed(value, indent + "  ") if isinstance(value, list) else _mapped(value, indent + "  ")
    return "\n".join(["", *lines])


def _listed(items: list[Any], indent: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, Mapping) and item and not _is_short(item, indent):
            first, *rest = _mapped(item, indent + "  ")
            yield "\n".join([f"{indent}- {first.lstrip()}", *rest])
        else:
            yield f"{indent}-{_written(item, indent)}"


def _mapped(items: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in items.items():
        yield f"{indent}{flow(key)}:{_written(value, indent)}"


def _is_short(value: Mapping[str, Any] | list[Any], indent: str) -> bool:
    """Return whether the value goes on one line: it fits, has no line break, and is not a list of mappings."""
    line = flow(value)
    has_parts = isinstance(value, list) and any(isinstance(item, Mapping) for item in value)
    return len(line) + len(indent) <= _WIDTH and _LINE_BREAK not in line and not has_parts
