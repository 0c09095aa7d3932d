"""The tables of a report as words, for terminals and Markdown alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmark.report.data import Breakdown, ConfigurationReport, Provenance, Report
from benchmark.report.words import counted, interval_of, listed, percent, up_to, value_of
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
    runs = f"{report.counted:,} of {report.runs:,} runs counted"
    named = named_facts(report) | {"Plan": report.provenance.plan_hash, "Made": report.about.made_at}
    return [runs, repeats_of(report), *(f"{name}: {value}" for name, value in named.items() if value)]


def repeats_of(report: Report) -> str:
    """As in "30 scenarios, 3 runs each", or "up to 3" where some have fewer."""
    told = report.provenance
    many = f"{up_to(told.most_runs, told.least_runs)} run{'' if told.most_runs == 1 else 's'} each"
    return f"{counted(told.scenarios, 'scenario')}, {many if told.most_runs else 'none played'}"


def named_facts(report: Report) -> dict[str, str]:
    """What figures depend on, by name; only what is known."""
    told = report.provenance
    named = {
        "Split": told.split,
        "Filter": told.filter,
        "Limit": "" if told.limit is None else f"the first {counted(told.limit, 'scenario')}",
        "Seeds": ", ".join(map(str, told.seeds)),
        "Users": ", ".join(told.users),
        "Noise": _noise(told) if report.configurations else "",
        "Turns": told.turns,
        "Calls": told.calls,
        "Prompts": told.prompts,
        "Engine": ", ".join(told.engines),
    }
    return {name: value for name, value in named.items() if value}


def _noise(told: Provenance) -> str:
    """Every level that was played; a kind that was not played at all is not named."""
    kinds = {"tool failures": told.tool_failures, "events a minute": told.events_a_minute}
    named = [f"{kind} {listed([f'{level:g}' for level in levels])}" for kind, levels in kinds.items() if any(levels)]
    return "; ".join(named) or "none"


def left_out_lines(report: Report) -> Iterator[list[str]]:
    """Runs that broke down."""
    yield ["Scenario", "Configuration", "Seed", "Run", "Reason", "Message"]
    for each in report.given_up:
        seed, run = ("" if value is None else str(value) for value in (each.seed, each.run))
        yield [each.scenario, each.configuration, seed, run, each.reason, each.message]
