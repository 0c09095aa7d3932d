"""The tables of a report as text cells, for terminals and Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmark.report.data import Breakdown, ConfigurationReport, ReportProvenance, SweepReport
from benchmark.report.words import NO_READER, interval_of, judged_by, short_bounds_of, up_to, value_of
from benchmark.statistics.figures import MEASURES
from simulator.words.english import counted, spoken

UNITS = {measure.key: measure.unit for measure in MEASURES}


class ReportColumn(NamedTuple):
    """A column of a table: a title and the key of a figure."""

    title: str
    key: str
    with_interval: bool = False


# Several narrow tables, so that each fits a terminal.
TABLES: dict[str, tuple[ReportColumn, ...]] = {
    "Success": (
        ReportColumn("Success", "success", True),
        ReportColumn("Lenient", "success_lenient"),
        ReportColumn("Unrestrained", "success_unrestrained"),
        ReportColumn("Silence", "correct_silence"),
    ),
    "Parts of success": (
        ReportColumn("Goals", "goals_met"),
        ReportColumn("Clean", "clean"),
        ReportColumn("Consent", "consented"),
        ReportColumn("In time", "in_time"),
        ReportColumn("Restrained", "restrained"),
        ReportColumn("Honest report", "honest_report"),
    ),
    "Repeats and runs not counted": (
        ReportColumn("Any of k", "any_of_k", True),
        ReportColumn("All of k", "all_of_k", True),
        ReportColumn("If missed", "success_if_missed"),
    ),
    "Offers, per run": (
        ReportColumn("Offers", "offers"),
        ReportColumn("Accepted", "acceptance", True),
        ReportColumn("Per turn", "proposal"),
        ReportColumn("Not needed", "unneeded_offers"),
        ReportColumn("Refused", "consent_refusals"),
    ),
    "Offers and needs": (
        ReportColumn("Offer precision", "offer_precision", True),
        ReportColumn("Need recall", "need_recall", True),
        ReportColumn("Needs met", "needs_met", True),
        ReportColumn("Extra acts", "extra_acts"),
    ),
    "Effort and money, per run": (
        ReportColumn("Turns", "turns"),
        ReportColumn("Reads", "reads"),
        ReportColumn("Writes", "writes"),
        ReportColumn("Collateral", "collateral_writes"),
        ReportColumn("Tokens in", "tokens_in"),
        ReportColumn("Cost", "cost"),
        ReportColumn("Per success", "cost_per_success"),
    ),
}


def cell(each: ConfigurationReport, column: ReportColumn) -> str:
    figure = getattr(each.figures, column.key)
    unit = UNITS[column.key]
    interval = interval_of(figure, unit) if column.with_interval else ""
    return f"{value_of(figure, unit)} {interval}".strip()


def lines_of(report: SweepReport, columns: tuple[ReportColumn, ...]) -> Iterator[list[str]]:
    """Yield a heading and one line per configuration: label, counted runs, figures, runs not counted."""
    yield ["Configuration", "n", *(column.title for column in columns), "Left out"]
    for each in report.configurations:
        left_out = f"{sum(each.figures.not_counted.values()):,}"
        yield [each.label, f"{each.figures.counted:,}", *(cell(each, column) for column in columns), left_out]


def breakdown_lines(report: SweepReport, breakdown: Breakdown) -> Iterator[list[str]]:
    """Yield a heading and one line per part: name, n, and success of each configuration in percent."""
    yield [breakdown.by.capitalize(), "n", *(each.label for each in report.configurations)]
    for part in breakdown.parts:
        values = [short_bounds_of(part.cells[each.label], "") for each in report.configurations]
        yield [part.name, f"{part.n:,}", *values]


def judged_by_all(report: SweepReport) -> str:
    """Return the users and the reader of the report, such as "user scripted, reader rules"."""
    return judged_by(report.provenance.users, report.provenance.reader)


def facts_of(report: SweepReport) -> list[str]:
    """Return the facts about the sweep, such as "30 scenarios, 3 runs each"."""
    runs = f"{report.counted:,} of {report.runs:,} runs counted"
    named = named_facts(report) | {"Plan": report.provenance.plan_hash, "Made": report.about.made_at}
    return [runs, repeats_of(report), *(f"{name}: {value}" for name, value in named.items() if value)]


def repeats_of(report: SweepReport) -> str:
    """Return scenarios and repeats, such as "30 scenarios, 3 runs each", or "up to 3 runs each" if some have fewer."""
    told = report.provenance
    many = f"{up_to(told.most_runs, told.least_runs)} run{'' if told.most_runs == 1 else 's'} each"
    return f"{counted(told.scenarios, 'scenario', grouped=True)}, {many if told.most_runs else 'none played'}"


def named_facts(report: SweepReport) -> dict[str, str]:
    """Return the settings that figures depend on, by name. Settings that are unknown or empty are left out."""
    told = report.provenance
    named = {
        "Split": told.split,
        "Filter": told.filter,
        "Limit": "" if told.limit is None else f"the first {counted(told.limit, 'scenario', grouped=True)}",
        "Seeds": ", ".join(map(str, told.seeds)),
        "Users": ", ".join(told.users),
        "Reader": (told.reader or NO_READER) if report.configurations else "",
        "Noise": _noise(told) if report.configurations else "",
        "Turns": told.turns,
        "Calls": told.calls,
        "Prompts": told.prompts,
        "Engine": ", ".join(told.engines),
    }
    return {name: value for name, value in named.items() if value}


def _noise(told: ReportProvenance) -> str:
    """Return the noise levels in words, such as "tool failures 0 and 0.1"; "none" without noise."""
    kinds = {"tool failures": told.tool_failures, "events a minute": told.events_a_minute}
    named = [f"{kind} {spoken([f'{level:g}' for level in levels])}" for kind, levels in kinds.items() if any(levels)]
    return "; ".join(named) or "none"


def left_out_lines(report: SweepReport) -> Iterator[list[str]]:
    """Yield a heading and one line per run that failed before its end."""
    yield ["Scenario", "Configuration", "Seed", "Run", "Reason", "Message"]
    for each in report.given_up:
        seed, run = ("" if value is None else str(value) for value in (each.seed, each.run))
        yield [each.scenario, each.configuration, seed, run, each.reason, each.message]
