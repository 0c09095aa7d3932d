"""Reads the cells of a sweep as result rows, including cells not played yet. All cells are read with a few queries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from benchmark.jobs.spending import Usage, used_by, used_in
from benchmark.jobs.sweep_configurations import SweepConfiguration, configurations_of_sweep
from benchmark.models import Cell, Sweep
from benchmark.result_row import (
    EXCEPTION,
    FAILED,
    NO_VALIDATION,
    SUCCESS,
    ResultRow,
    Status,
    proactive_model,
    run_numbers,
    share,
)
from simulator.models import Episode, Failure, ScenarioVersion, State
from simulator.models.current_blame import BLAMED_ON
from simulator.scenario.outcome import PARTS
from simulator.trace.metrics import Metrics

_OF_CELL = ("version", "configuration", "seed", "run", "episode", "from_cache", "earlier")
# Columns that a result row copies unchanged from the run.
_SAME = (
    "reader",
    "needed_offers",
    "unneeded_offers",
    "evident_needs",
    "helped_needs",
    "wanted_needs",
    "met_needs",
    "honest_report",
    "collateral_writes",
    "extra_acts",
    "tokens_in",
    "tokens_out",
    "cost",
    "engine",
    "config_hash",
    "content_hash",
)
_OF_EPISODE = ("state", "success", "undecided", "reason", "failure", "started_at", "ended_at", "moment_count", *_SAME)
_OF_VERSION = ("title", "category", "difficulty", "apps", "tags", "wants_silence", "content_hash", "scenario__slug")
_NOISE = ("noise_email", "noise_messaging", "noise_shopping", "noise_failures")
# Values of the column `exception_type`, by failure.
EXCEPTIONS = {
    "provider": "ProviderFailed",
    "budget": "BudgetExceeded",
    "setup": "SetupFailed",
    "engine": "EngineFailed",
    "deadline": "ScenarioTimeoutError",
}


class _Part(msgspec.Struct, frozen=True):
    ok: bool
    doubts: tuple[str, ...] = ()


class _Outcome(msgspec.Struct, frozen=True):
    goals_met: _Part
    clean: _Part
    consented: _Part
    in_time: _Part
    # Results of older versions were not judged for restraint.
    restrained: _Part | None = None


class _Result(msgspec.Struct, frozen=True):
    """The fields of a stored result that a row needs; msgspec skips all other fields."""

    outcome: _Outcome | None = None
    metrics: Metrics = Metrics()


# Results are read as text and decoded by msgspec: Django's JSONField would build every nested object of 10,000 rows.
_decoder = msgspec.json.Decoder(_Result)
_NOTHING = _Result()


def rows_of_sweep(sweep: Sweep) -> list[ResultRow]:
    """Return one row per cell of a sweep, in the order of play."""
    given = [values_of_setting(setting) for setting in configurations_of_sweep(sweep)]
    versions = values_of_versions(Cell.objects.filter(sweep=sweep).values("version"))
    cells = list(Cell.objects.filter(sweep=sweep).order_by("position").values_list(*_OF_CELL))
    episodes = _episodes(sweep)
    before = used_by(run for *_, earlier in cells for run in earlier)
    numbers = run_numbers((seed, run) for _, _, seed, run, *_ in cells)
    took = None if sweep.ended_at is None else (sweep.ended_at - sweep.created_at).total_seconds()
    return [
        ResultRow(
            **versions[version],
            **given[configuration],
            run_number=numbers[seed, run],
            seed=seed,
            run=run,
            job_duration=took,
            from_cache=from_cache,
            attempts=len(earlier) + (episode is not None),
            # A retry may have detached the run from its cell since the cells were read.
            **_paid(_WAITING if episode is None else episodes.get(episode, _WAITING), used_in(earlier, before)),
        )
        for version, configuration, seed, run, episode, from_cache, earlier in cells
    ]


_WAITING: Mapping[str, Any] = {"status": NO_VALIDATION}


def _paid(told: Mapping[str, Any], before: Usage) -> Mapping[str, Any]:
    """Return the row values, with tokens and cost summed over all attempts."""
    if not before.runs:
        return told
    last = Usage(1, told.get("tokens_in") or 0, told.get("tokens_out") or 0, told.get("cost"))
    whole = before.and_also(last)
    return {**told, "tokens_in": whole.tokens_in, "tokens_out": whole.tokens_out, "cost": whole.cost}


def _episodes(sweep: Sweep) -> dict[int, dict[str, Any]]:
    mine = Cell.objects.filter(sweep=sweep, episode__isnull=False).values("episode")
    return values_of_runs(Episode.objects.filter(pk__in=mine))


def values_of_runs(runs: QuerySet[Episode]) -> dict[int, dict[str, Any]]:
    """Return the row values of each run, by its id."""
    found = runs.order_by().annotate(text=Cast("result", TextField()), party=BLAMED_ON)
    return {row[0]: _of_episode(*row) for row in found.values_list("pk", "text", "party", *_OF_EPISODE)}


def _of_episode(
    key: int,
    text: str | None,
    blame: str,
    state: str,
    success: bool | None,
    undecided: bool,
    reason: str,
    failure: str,
    started: datetime | None,
    ended: datetime | None,
    moments: int,
    *same: Any,
) -> dict[str, Any]:
    # A JSON column that holds null reads as the text "null".
    result = _decoder.decode(text) if text and text != "null" else _NOTHING
    status = _status(state, success)
    return {
        "status": status,
        "success_bool": success if status in (SUCCESS, FAILED) else None,
        "success_numeric": float(success or 0) if status in (SUCCESS, FAILED) else None,
        "undecided_numeric": float(undecided) if status in (SUCCESS, FAILED) else None,
        "rationale": reason or None,
        **(_exception(failure, reason) if status == EXCEPTION else {}),
        "run_duration": (ended - started).total_seconds() if started and ended else None,
        **_counts(result.metrics),
        **_parts(result.outcome),
        "episode": key,
        "blame": blame,
        "moments": moments,
        **dict(zip(_SAME, same, strict=True)),
    }


def _parts(outcome: _Outcome | None) -> dict[str, Any]:
    """Return the parts of the outcome, with undecided parts as False, and the names of the undecided parts."""
    found = {} if outcome is None else {name: getattr(outcome, name) for name in PARTS}
    parts = {name: part for name, part in found.items() if part is not None}
    undecided = [name for name, part in parts.items() if part.ok and part.doubts]
    return {name: part.ok and not part.doubts for name, part in parts.items()} | {
        "undecided_parts": ", ".join(undecided)
    }


def _status(state: str, success: bool | None) -> Status:
    if state == State.FINISHED:
        return "success" if success else "failed"
    return "exception" if state == State.FAILED else "no_validation"


def _exception(failure: str, reason: str) -> dict[str, Any]:
    kind = failure or Failure.ENGINE
    return {
        "has_exception": True,
        "exception_type": EXCEPTIONS[kind],
        "exception_message": reason,
        "rationale": None,
        "failure": kind,
    }


def _counts(metrics: Metrics) -> dict[str, Any]:
    return {
        "proposal_count": metrics.offers,
        "acceptance_count": metrics.accepted,
        "rejected_offers": metrics.rejected,
        "expired_offers": metrics.expired,
        "read_only_actions": metrics.observe_reads + metrics.execute_reads,
        "write_actions": metrics.execute_writes,
        "number_of_turns": metrics.turns,
        "proposal_rate": share(metrics.offers, metrics.turns),
        "acceptance_rate": share(metrics.accepted, metrics.offers),
        "consent_refusals": metrics.refused,
        **{name: getattr(metrics, name) for name in _NOISE},
    }


def values_of_versions(wanted: Any) -> dict[int, dict[str, Any]]:
    """Return the row values of scenario versions, by their ids. `wanted`: the ids, or a query that returns them."""
    found = ScenarioVersion.objects.filter(pk__in=wanted)
    return {row["pk"]: _of_version(row) for row in found.values("pk", *_OF_VERSION)}


def _of_version(version: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "base_scenario_id": version["scenario__slug"],
        "scenario_title": version["title"],
        "category": version["category"],
        "difficulty": version["difficulty"],
        "apps": ", ".join(version["apps"]),
        "tags": ", ".join(version["tags"]),
        "wants_silence": version["wants_silence"],
        "scenario_hash": version["content_hash"],
    }


def values_of_setting(setting: SweepConfiguration) -> dict[str, Any]:
    """Return the row values of a configuration."""
    one, config = setting.configuration, setting.config
    providers = {
        f"{role}_provider": None if choice is None else config.model_routes[choice.alias].provider
        for role, choice in (
            ("user", config.user_model),
            ("observe", config.observe_model),
            ("execute", config.execute_model),
        )
    }
    return {
        "user_model": one.user,
        "observe_model": one.observe,
        "execute_model": one.execute,
        "proactive_model": proactive_model(one.observe, one.execute),
        **providers,
        "tool_failure_probability": one.tool_failure_probability,
        "num_env_events_per_minute": int(one.env_events_per_minute),
        "env_events_per_minute": one.env_events_per_minute,
        "configuration": one.label,
        "kind": one.kind,
    }
