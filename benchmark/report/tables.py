"""The tables of a report as words, for terminals and Markdown alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmark.report.data import Breakdown, ConfigurationReport, Report
from benchmark.report.words import counted, interval_of, percent, value_of
from benchmark.statistics.figures import MEASURES

UNITS = {measure.key: measure.unit for measure in MEASURES}


class Column(NamedTuple):
    title: str
    key: str
    with_interval: bool = False


TABLES: dict[str, tuple[Column, ...]] = {
    "Success": (
        Column("Success", "success", True),
        Column("Goals", "goals_met"),
        Column("Clean", "clean"),
        Column("Consent", "consented"),
        Column("In time", "in_time"),
        Column("Silence", "correct_silence"),
    ),
    "Repeats and what is not counted": (
        Column("Any of k", "any_of_k", True),
        Column("All of k", "all_of_k", True),
        Column("If missed", "success_if_missed"),
    ),
    "Offers, per run": (
        Column("Offers", "offers"),
        Column("Accepted", "acceptance", True),
        Column("A turn", "proposal"),
        Column("Not needed", "unneeded_offers"),
        Column("Refused", "consent_refusals"),
    ),
    "Effort and money, per run": (
        Column("Turns", "turns"),
        Column("Reads", "reads"),
        Column("Writes", "writes"),
        Column("Collateral", "collateral_writes"),
        Column("Tokens in", "tokens_in"),
        Column("Cost", "cost"),
        Column("A success", "cost_per_success"),
    ),
}
"""A few columns each, so that they fit a terminal."""


def cell(each: ConfigurationReport, column: Column) -> str:
    figure = getattr(each.figures, column.key)
    unit = UNITS[column.key]
    interval = interval_of(figure, unit) if column.with_interval else ""
    return f"{value_of(figure, unit)} {interval}".strip()


def lines_of(report: Report, columns: tuple[Column, ...]) -> Iterator[list[str]]:
    """Heading, then one line per configuration: label, counted runs, figures, runs that are not counted."""
    yield ["Configuration", "n", *(column.title for column in columns), "Left out"]
    for each in report.configurations:
        left_out = f"{sum(each.figures.not_counted.values()):,}"
        yield [each.label, f"{each.figures.counted:,}", *(cell(each, column) for column in columns), left_out]


def breakdown_lines(report: Report, breakdown: Breakdown) -> Iterator[list[str]]:
    """Heading, then one line per part: its name, n, and success of each configuration, in per cent."""
    yield [breakdown.by.capitalize(), "n", *(each.label for each in report.configurations)]
    for part in breakdown.parts:
        values = [percent(part.cells[each.label].value, "") for each in report.configurations]
        yield [part.name, f"{part.n:,}", *values]


def facts_of(report: Report) -> list[str]:
    """What was played, as in "30 scenarios, 3 runs each"."""
    provenance = report.provenance
    runs = f"{report.counted:,} of {report.runs:,} runs counted"
    repeats = f"{counted(provenance.most_runs, 'run')} each" if provenance.most_runs else "none played"
    scenarios = f"{counted(provenance.scenarios, 'scenario')}, {repeats}"
    named = {
        "Seeds": ", ".join(map(str, provenance.seeds)),
        "Users": ", ".join(provenance.users),
        "Prompts": provenance.prompts,
        "Engine": ", ".join(provenance.engines),
        "Split": provenance.split,
        "Plan": provenance.plan_hash,
        "Made": report.about.made_at,
    }
    return [runs, scenarios, *(f"{name}: {value}" for name, value in named.items() if value)]


def left_out_lines(report: Report) -> Iterator[list[str]]:
    """Runs that broke down."""
    yield ["Scenario", "Configuration", "Seed", "Run", "Reason", "Message"]
    for each in report.given_up:
        seed, run = ("" if value is None else str(value) for value in (each.seed, each.run))
        yield [each.scenario, each.configuration, seed, run, each.reason, each.message]
