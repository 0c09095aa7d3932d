"""From rows to a report. 10,000 rows of 8 configurations take about a quarter of a second on one core."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from benchmark.report.data import (
    NOT_COMPARABLE,
    About,
    Comparison,
    ConfigurationReport,
    GivenUp,
    NotCounted,
    Provenance,
    Report,
)
from benchmark.report.grouping import breakdowns, by_configuration, label_of
from benchmark.report.sentences import sentences_of
from benchmark.report.words import counted, reason
from benchmark.rows import NO_VALIDATION, Row
from benchmark.statistics.comparing import difference, leads, noise_floor
from benchmark.statistics.figures import figures_of_table, not_counted, reason_of
from benchmark.statistics.published import published
from benchmark.statistics.table import Table

ORACLE = "oracle"


def report_of(rows: Sequence[Row], about: About | None = None) -> Report:
    """All of the sweep's rows, finished or not, in any order: the same rows give the same report bit by bit."""
    about = about or About()
    groups = by_configuration(rows)
    tables = {label: Table(group) for label, group in groups.items()}
    found = [_configuration(label, table, about) for label, table in tables.items()]
    configurations = _against_baselines(tuple(sorted(found, key=_rank)), tables, about)
    ordered = {each.label: tables[each.label] for each in configurations}
    return Report(
        about=about,
        provenance=_provenance(rows, configurations, tables, about),
        runs=len(rows),
        counted=sum(each.figures.counted for each in configurations),
        configurations=configurations,
        breakdowns=breakdowns(rows, ordered, about.draws, about.seed),
        not_counted=_not_counted(rows, groups),
        given_up=_given_up(rows),
        sentences=tuple(sentences_of(configurations, tables, about)),
        not_comparable=NOT_COMPARABLE,
        intervals=_intervals(rows, about),
    )


def _configuration(label: str, table: Table, about: About) -> ConfigurationReport:
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


def _rank(each: ConfigurationReport) -> tuple[bool, float, str]:
    success = each.figures.success.value
    return each.kind == "baseline", 1.0 if success is None else -success, each.label


def _against_baselines(
    configurations: tuple[ConfigurationReport, ...], tables: dict[str, Table], about: About
) -> tuple[ConfigurationReport, ...]:
    """Models with their leads over the trivial baselines: all but the oracle, which knows the answer."""
    trivial = [each for each in configurations if each.kind == "baseline" and each.observe != ORACLE]

    def compared(model: ConfigurationReport) -> ConfigurationReport:
        rivals = [each for each in trivial if _noise(each) == _noise(model)] or trivial
        against = []
        for rival in rivals:
            lead = difference(tables[model.label], tables[rival.label], about.draws, about.seed)
            if lead.value is not None:
                against.append(Comparison(rival.label, lead, leads(lead)))
        return msgspec.structs.replace(model, against=tuple(against))

    return tuple(compared(each) if each.kind == "model" else each for each in configurations)


def _noise(each: ConfigurationReport) -> tuple[float, float]:
    return each.tool_failure_probability, each.env_events_per_minute


def _provenance(
    rows: Sequence[Row], configurations: Sequence[ConfigurationReport], tables: dict[str, Table], about: About
) -> Provenance:
    return Provenance(
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
        most_runs=max((each.figures.k for each in configurations), default=0),
        least_runs=min(
            (int(table.runs.min(initial=table.runs.max(initial=0))) for table in tables.values()), default=0
        ),
    )


def _not_counted(rows: Sequence[Row], groups: dict[str, list[Row]]) -> tuple[NotCounted, ...]:
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


def _given_up(rows: Sequence[Row]) -> tuple[GivenUp, ...]:
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
    return tuple(sorted(found, key=lambda each: (each.configuration, each.scenario, each.seed or 0, each.run or 0)))


def _intervals(rows: Sequence[Row], about: About) -> str:
    scenarios = counted(len({row.base_scenario_id for row in rows}), "scenario")
    return (
        f"Intervals: 95 %, cluster bootstrap over {scenarios}, {about.draws:,} draws, seed {about.seed}; "
        "Wilson over scenarios where each gives one thing only, its runs agree, or shares are all alike; none where "
        "one scenario alone contributes, or means are all alike. Not corrected for the number of comparisons."
    )
