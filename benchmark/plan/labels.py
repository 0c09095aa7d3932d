"""Short names for configurations: who plays, and whatever else tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simulator.plans.values import plain_number

if TYPE_CHECKING:
    from benchmark.plan.configurations import Line


def labelled(lines: Sequence[Line]) -> list[str]:
    """A label for each, all different; an axis is named only for those that are played with several of its values."""
    values: dict[tuple[str, str], list[set[object]]] = {}
    for line in lines:
        seen = values.setdefault(line[:2], [set(), set(), set()])
        for axis, value in zip(seen, line[2:], strict=True):
            axis.add(value)
    return [_label(line, [len(axis) > 1 for axis in values[line[:2]]]) for line in lines]


def _label(line: Line, varies: Sequence[bool]) -> str:
    who = line.observe if line.observe == line.execute else f"{line.observe} / {line.execute}"
    users, failures, events = varies
    parts = [who]
    if users:
        parts.append(f"user {line.user}")
    if failures and line.failures:
        parts.append(f"tool failures {plain_number(line.failures)}")
    if events and line.events:
        parts.append(f"{plain_number(line.events)} {'event' if line.events == 1 else 'events'} a minute")
    return ", ".join(parts)
