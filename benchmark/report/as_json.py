"""The report as JSON: layout and names of the original benchmark, plus our figures."""

from __future__ import annotations

from typing import Any

import msgspec

from benchmark.report.data import ConfigurationReport, SweepReport
from benchmark.report.words import bounds_of
from benchmark.results_files import json_of

# The version of the original's layout that `metadata` and `per_config_results` follow.
VERSION = "1.0"


def json_report(report: SweepReport) -> str:
    return json_of(report_as_data(report))


def report_as_data(report: SweepReport) -> dict[str, Any]:
    """Return the report as plain data. The original's report has only `metadata` and `per_config_results`."""
    about = report.about
    return {
        "metadata": {
            "split": about.split,
            "timestamp": about.made_at or None,
            "report_version": VERSION,
            "weight_per_app_class": about.weight_per_app_class,
            "not_comparable": report.not_comparable,
            "intervals": report.intervals,
            "reader": report.provenance.reader,
            "provenance": msgspec.to_builtins(report.provenance),
        },
        "per_config_results": [_configuration(each, report.provenance.reader) for each in report.configurations],
        "sentences": msgspec.to_builtins(report.sentences),
        "breakdowns": msgspec.to_builtins(report.breakdowns),
        "not_counted": msgspec.to_builtins(report.not_counted),
        "given_up": msgspec.to_builtins(report.given_up),
    }


def _configuration(each: ConfigurationReport, reader: str) -> dict[str, Any]:
    return {
        "user_model": each.user,
        "proactive_model": each.proactive_model,
        "tool_failure_probability": each.tool_failure_probability,
        # The original's field holds whole numbers; the exact rate is in `env_events_per_minute` below.
        "num_env_events_per_minute": round(each.env_events_per_minute),
        **msgspec.to_builtins(each.published),
        "configuration": each.label,
        "kind": each.kind,
        "reader": reader,
        "undecided_runs": each.figures.totals.undecided,
        "success_bounds": bounds_of(each.figures.success),
        "observe_model": each.observe,
        "execute_model": each.execute,
        "env_events_per_minute": each.env_events_per_minute,
        "noise_floor": each.noise_floor,
        "against_baselines": msgspec.to_builtins(each.against),
        "figures": msgspec.to_builtins(each.figures),
    }
