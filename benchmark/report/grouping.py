"""Rows by configuration, and scenarios by what they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from benchmark.report.data import Breakdown, Part
from benchmark.rows import Row
from benchmark.statistics.figure import Figure, Ratio, figures_from
from benchmark.statistics.table import Table

By = Literal["category", "difficulty", "app"]


def label_of(row: Row) -> str:
    """The configuration's label; of a row of another system one made of the four facts that its reports group by."""
    if row.configuration:
        return row.configuration
    pair = row.observe_model if row.observe_model == row.execute_model else f"{row.observe_model} / {row.execute_model}"
    noise = f", tool failures {row.tool_failure_probability:g}" if row.tool_failure_probability else ""
    events = f", {row.num_env_events_per_minute} events a minute" if row.num_env_events_per_minute else ""
    return f"{pair}, user {row.user_model}{noise}{events}"


def by_configuration(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """By label, in the order of labels."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[label_of(row)].append(row)
    return dict(sorted(found.items()))


def breakdowns(rows: Sequence[Row], tables: dict[str, Table], draws: int, seed: int) -> tuple[Breakdown, ...]:
    """Success by category, difficulty and app, where rows say them."""
    found = []
    for by in ("category", "difficulty", "app"):
        scenarios = _scenarios_by(rows, by)
        parts = (_part(name, chosen, tables, draws, seed) for name, chosen in sorted(scenarios.items()))
        if scenarios:
            found.append(Breakdown(by, tuple(parts)))
    return tuple(found)


def _scenarios_by(rows: Sequence[Row], by: By) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    column = "apps" if by == "app" else by
    for scenario, text in {(row.base_scenario_id, getattr(row, column)) for row in rows}:
        for name in text.split(",") if by == "app" else [text]:
            if name.strip():
                found[name.strip()].add(scenario)
    return found


def _part(name: str, chosen: set[str], tables: dict[str, Table], draws: int, seed: int) -> Part:
    cells = {label: _success_within(table, chosen, draws, seed) for label, table in tables.items()}
    return Part(name=name, scenarios=len(chosen), n=max((cell.n for cell in cells.values()), default=0), cells=cells)


def _success_within(table: Table, chosen: set[str], draws: int, seed: int) -> Figure:
    among = np.array([name in chosen for name in table.scenarios], dtype=bool)
    ratio = Ratio(table.successes * among, table.runs * among, among & (table.runs > 0), True)
    return figures_from([ratio], draws, seed)[0]
