"""Computes a report from rows. 10,000 rows of 8 configurations take about a quarter of a second on one core."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import numpy as np

from benchmark.report.data import (
    NOT_COMPARABLE,
    About,
    BaselineComparison,
    Breakdown,
    BreakdownPart,
    ConfigurationReport,
    GivenUp,
    NotCounted,
    ReportProvenance,
    SweepReport,
)
from benchmark.report.sentences import sentences_of
from benchmark.report.words import reason
from benchmark.result_row import NO_VALIDATION, Kind, ResultRow
from benchmark.statistics.comparing import difference, leads, noise_floor
from benchmark.statistics.figure import Ratio, SweepFigure, between, figures_from
from benchmark.statistics.figures import figures_of_table, not_counted, reason_of
from benchmark.statistics.published import published
from benchmark.statistics.reader import read_by, reader_of
from benchmark.statistics.table import Table
from simulator.words.english import counted

ORACLE = "oracle"
# In the order of the report.
_KINDS: tuple[Kind, ...] = ("model", "baseline", "people")


def report_of(rows: Sequence[ResultRow], about: About | None = None) -> SweepReport:
    """Return the report on all rows of a sweep, finished or not. The order of the rows does not change the report."""
    about = about or About()
    reader = reader_of(rows, about.reader)
    rows = read_by(rows, reader)
    groups = by_configuration(rows)
    tables = {label: Table(group) for label, group in groups.items()}
    found = [_configuration(label, table, about) for label, table in tables.items()]
    configurations = _against_baselines(tuple(sorted(found, key=_rank)), tables, about)
    ordered = {each.label: tables[each.label] for each in configurations}
    return SweepReport(
        about=about,
        provenance=_provenance(rows, configurations, tables, about, reader),
        runs=len(rows),
        counted=sum(each.figures.counted for each in configurations),
        configurations=configurations,
        breakdowns=breakdowns(rows, ordered, about.draws, about.seed),
        not_counted=_not_counted(rows, groups),
        given_up=_given_up(rows),
        sentences=tuple(sentences_of(configurations, tables, about, reader)),
        not_comparable=NOT_COMPARABLE,
        intervals=_intervals(rows, about),
    )


def _configuration(label: str, table: Table, about: About) -> ConfigurationReport:
    # All rows of a configuration share the values below. `min` picks a row that does not depend on their order.
    first = min(table.rows, key=lambda row: (row.base_scenario_id, row.run_number or 0))
    per_minute = first.env_events_per_minute
    return ConfigurationReport(
        label=label,
        kind=first.kind,
        observe=first.observe_model,
        execute=first.execute_model,
        user=first.user_model,
        proactive_model=first.proactive_model,
        tool_failure_probability=first.tool_failure_probability,
        env_events_per_minute=float(first.num_env_events_per_minute if per_minute is None else per_minute),
        figures=figures_of_table(table, about.draws, about.seed),
        published=published(table.rows),
        noise_floor=noise_floor(table),
    )


def _rank(each: ConfigurationReport) -> tuple[int, float, str]:
    # Configurations without a counted run come last in their group: 1.0 is greater than any negated success.
    success = each.figures.success.value
    return _KINDS.index(each.kind), 1.0 if success is None else -success, each.label


def _against_baselines(
    configurations: tuple[ConfigurationReport, ...], tables: dict[str, Table], about: About
) -> tuple[ConfigurationReport, ...]:
    """Return the configurations; each model gets its leads over all baselines except oracle."""
    trivial = [each for each in configurations if each.kind == "baseline" and each.observe != ORACLE]

    def compared(model: ConfigurationReport) -> ConfigurationReport:
        # Prefer baselines under the same noise: in a comparison with others, the noise would count against the model.
        rivals = [each for each in trivial if _noise(each) == _noise(model)] or trivial
        against = []
        for rival in rivals:
            lead = difference(tables[model.label], tables[rival.label], about.draws, about.seed)
            # Two configurations without a common scenario have nothing to compare.
            if lead.value is not None:
                against.append(BaselineComparison(rival.label, lead, leads(lead)))
        return msgspec.structs.replace(model, against=tuple(against))

    return tuple(compared(each) if each.kind == "model" else each for each in configurations)


def _noise(each: ConfigurationReport) -> tuple[float, float]:
    return each.tool_failure_probability, each.env_events_per_minute


def _provenance(
    rows: Sequence[ResultRow],
    configurations: Sequence[ConfigurationReport],
    tables: dict[str, Table],
    about: About,
    reader: str,
) -> ReportProvenance:
    return ReportProvenance(
        name=about.name,
        plan_hash=about.plan_hash,
        split=about.split,
        prompts=about.prompts,
        limit=about.limit,
        filter=about.filter,
        turns=about.turns,
        calls=about.calls,
        tool_failures=tuple(sorted({each.tool_failure_probability for each in configurations})),
        events_a_minute=tuple(sorted({each.env_events_per_minute for each in configurations})),
        engines=tuple(sorted({row.engine for row in rows if row.engine})),
        scenarios=len({row.base_scenario_id for row in rows}),
        seeds=tuple(sorted({row.seed for row in rows if row.seed is not None})),
        users=tuple(sorted({row.user_model for row in rows})),
        reader=reader,
        most_runs=max((each.figures.k for each in configurations), default=0),
        # `initial` makes min() and max() work on a table without scenarios.
        least_runs=min(
            (int(table.runs.min(initial=table.runs.max(initial=0))) for table in tables.values()), default=0
        ),
    )


def _not_counted(rows: Sequence[ResultRow], groups: dict[str, list[ResultRow]]) -> tuple[NotCounted, ...]:
    by_label = {label: not_counted(group) for label, group in groups.items()}
    return tuple(
        NotCounted(
            reason=name,
            words=reason(name, count),
            runs=count,
            by_configuration={label: counts[name] for label, counts in by_label.items() if name in counts},
        )
        for name, count in not_counted(rows).items()
    )


def _given_up(rows: Sequence[ResultRow]) -> tuple[GivenUp, ...]:
    # Unfinished runs are counted elsewhere, not listed: in a sweep that has just started they are nearly all rows.
    broken = [row for row in rows if not row.is_counted and row.status != NO_VALIDATION]
    found = [
        GivenUp(
            scenario=row.base_scenario_id,
            configuration=label_of(row),
            seed=row.seed,
            run=row.run,
            episode=row.episode,
            reason=reason_of(row),
            message=row.exception_message or "",
        )
        for row in broken
    ]
    # Sorted, because equal rows in any order must give identical bytes.
    return tuple(sorted(found, key=lambda each: (each.configuration, each.scenario, each.seed or 0, each.run or 0)))


def _intervals(rows: Sequence[ResultRow], about: About) -> str:
    scenarios = counted(len({row.base_scenario_id for row in rows}), "scenario", grouped=True)
    return (
        f"Intervals: 95 %, cluster bootstrap over {scenarios}, {about.draws:,} draws, seed {about.seed}. "
        "Wilson intervals over scenarios are used where each scenario gives one observation, its runs agree, or all "
        "shares are equal. There is no interval where only one scenario contributes, or all means are equal. "
        "Intervals are not corrected for the number of comparisons. Success is strict: undecided runs count as misses. "
        "Its intervals run from the lower end for strict to the upper end for lenient success, which counts undecided "
        "runs as successes."
    )


By = Literal["category", "difficulty", "app"]


def label_of(row: ResultRow) -> str:
    """Return the configuration's label.

    Rows of the original benchmark have no label: return one made of models, user and noise, as its reports group rows.
    """
    if row.configuration:
        return row.configuration
    pair = row.observe_model if row.observe_model == row.execute_model else f"{row.observe_model} / {row.execute_model}"
    noise = f", tool failures {row.tool_failure_probability:g}" if row.tool_failure_probability else ""
    events = f", {row.num_env_events_per_minute} events a minute" if row.num_env_events_per_minute else ""
    return f"{pair}, user {row.user_model}{noise}{events}"


def by_configuration(rows: Iterable[ResultRow]) -> dict[str, list[ResultRow]]:
    """Return the rows of each configuration, by its label; labels are sorted."""
    found: defaultdict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[label_of(row)].append(row)
    return dict(sorted(found.items()))


def breakdowns(rows: Sequence[ResultRow], tables: dict[str, Table], draws: int, seed: int) -> tuple[Breakdown, ...]:
    """Return success by category, difficulty and app; empty for rows of the original benchmark, which lack these."""
    found = []
    for by in ("category", "difficulty", "app"):
        scenarios = _scenarios_by(rows, by)
        parts = (_part(name, chosen, tables, draws, seed) for name, chosen in sorted(scenarios.items()))
        if scenarios:
            found.append(Breakdown(by, tuple(parts)))
    return tuple(found)


def _scenarios_by(rows: Sequence[ResultRow], by: By) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    column = "apps" if by == "app" else by
    # A set: each scenario counts once, however many runs it has.
    for scenario, text in {(row.base_scenario_id, getattr(row, column)) for row in rows}:
        for name in text.split(",") if by == "app" else [text]:
            if name.strip():
                found[name.strip()].add(scenario)
    return found


def _part(name: str, chosen: set[str], tables: dict[str, Table], draws: int, seed: int) -> BreakdownPart:
    cells = {label: _success_within(table, chosen, draws, seed) for label, table in tables.items()}
    return BreakdownPart(
        name=name, scenarios=len(chosen), n=max((cell.n for cell in cells.values()), default=0), cells=cells
    )


def _success_within(table: Table, chosen: set[str], draws: int, seed: int) -> SweepFigure:
    among = np.array([name in chosen for name in table.scenarios], dtype=bool)
    # `within` keeps scenarios of other parts out of the draws, so that the interval is that of this part alone.
    counts = (table.successes, table.lenient_successes)
    ratios = [Ratio(won * among, table.runs * among, among & (table.runs > 0), True) for won in counts]
    return between(*figures_from(ratios, draws, seed))
