"""One cell of a sweep as a result row: the 29 columns of the original benchmark in order, then our extra columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

SUCCESS, FAILED, EXCEPTION, NO_VALIDATION = "success", "failed", "exception", "no_validation"
Status = Literal["success", "failed", "exception", "no_validation"]
Kind = Literal["model", "baseline", "people"]
AGENT_TYPE = "observe-execute"

# The published schema; every column may be null.
COLUMNS: tuple[tuple[str, type], ...] = (
    ("base_scenario_id", str),
    ("run_number", int),
    ("success_numeric", float),
    ("success_bool", bool),
    ("status", str),
    ("has_exception", bool),
    ("exception_type", str),
    ("exception_message", str),
    ("rationale", str),
    ("export_path", str),
    ("run_duration", float),
    ("job_duration", float),
    ("user_model", str),
    ("user_provider", str),
    ("observe_model", str),
    ("observe_provider", str),
    ("execute_model", str),
    ("execute_provider", str),
    ("agent_type", str),
    ("proactive_model", str),
    ("tool_failure_probability", float),
    ("num_env_events_per_minute", int),
    ("proposal_count", int),
    ("acceptance_count", int),
    ("read_only_actions", int),
    ("write_actions", int),
    ("number_of_turns", int),
    ("proposal_rate", float),
    ("acceptance_rate", float),
)


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """The 29 columns of the original benchmark, then our extra columns.

    `status` is "success", "failed" (played to its end without success), "exception" (failed before its end; `failure`
    names the cause, such as a provider or a time limit) or "no_validation" (not finished). Only "success" and "failed"
    have a success value: a run that failed before its end is not a miss of the assistant.

    Success and the five parts are strict: an undecided run has the status "failed", `success_numeric` 0 and
    `undecided_numeric` 1. `undecided_parts` names the undecided parts. `reader` names the reader of the texts.
    """

    base_scenario_id: str
    run_number: int | None = None
    success_numeric: float | None = None
    success_bool: bool | None = None
    status: Status
    has_exception: bool = False
    exception_type: str | None = None
    exception_message: str | None = None
    rationale: str | None = None
    export_path: str | None = None
    run_duration: float | None = None
    job_duration: float | None = None
    user_model: str
    user_provider: str | None = None
    observe_model: str
    observe_provider: str | None = None
    execute_model: str
    execute_provider: str | None = None
    agent_type: str = AGENT_TYPE
    proactive_model: str
    tool_failure_probability: float = 0.0
    num_env_events_per_minute: int = 0
    proposal_count: int = 0
    acceptance_count: int = 0
    read_only_actions: int = 0
    write_actions: int = 0
    number_of_turns: int = 0
    proposal_rate: float = 0.0
    acceptance_rate: float = 0.0

    configuration: str = ""
    kind: Kind = "model"
    seed: int | None = None
    run: int | None = None
    episode: int | None = None
    scenario_title: str = ""
    category: str = ""
    difficulty: str = ""
    apps: str = ""
    tags: str = ""
    goals_met: bool | None = None
    clean: bool | None = None
    consented: bool | None = None
    in_time: bool | None = None
    restrained: bool | None = None
    undecided_parts: str = ""
    undecided_numeric: float | None = None
    reader: str = ""
    wants_silence: bool | None = None
    rejected_offers: int | None = None
    expired_offers: int | None = None
    needed_offers: int | None = None
    unneeded_offers: int | None = None
    evident_needs: int | None = None
    helped_needs: int | None = None
    wanted_needs: int | None = None
    met_needs: int | None = None
    honest_report: bool | None = None
    extra_acts: int | None = None
    collateral_writes: int | None = None
    consent_refusals: int | None = None
    moments: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    failure: str = ""
    blame: str = ""
    attempts: int | None = None
    from_cache: bool | None = None
    engine: str = ""
    scenario_hash: str = ""
    config_hash: str = ""
    content_hash: str = ""
    noise_email: int | None = None
    noise_messaging: int | None = None
    noise_shopping: int | None = None
    noise_failures: int | None = None
    env_events_per_minute: float | None = None

    @property
    def is_counted(self) -> bool:
        """Return whether the run was played to its end. Figures about the assistant include only such runs.

        The original benchmark counts runs that failed before their end as misses; we report them separately.
        """
        return self.success_numeric is not None and not self.has_exception


NAMES = tuple(name for name, _ in COLUMNS)
EXTRAS = ResultRow.__struct_fields__[len(NAMES) :]


def proactive_model(observe: str, execute: str) -> str:
    return f"{AGENT_TYPE}_{observe}_{execute}"


def share(part: int, whole: int) -> float:
    """Return part / whole, or 0 if the whole is 0, as the original benchmark does for the two rates of a run."""
    return part / whole if whole else 0.0


def run_numbers(pairs: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int | None]:
    """Return the run number of each (seed, run) pair, counted from 1. As in the original, a single pair gets None."""
    ordered = sorted(set(pairs))
    return {pair: number if len(ordered) > 1 else None for number, pair in enumerate(ordered, start=1)}


def plain(row: ResultRow) -> dict[str, Any]:
    """Return a row as a dict, with the 29 columns of the original benchmark first."""
    return {name: getattr(row, name) for name in ResultRow.__struct_fields__}
