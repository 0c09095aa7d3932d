from __future__ import annotations

import msgspec

from benchmark.result_row import COLUMNS, EXTRAS, NAMES, ResultRow, plain, proactive_model, run_numbers, share

PUBLISHED = [
    "base_scenario_id",
    "run_number",
    "success_numeric",
    "success_bool",
    "status",
    "has_exception",
    "exception_type",
    "exception_message",
    "rationale",
    "export_path",
    "run_duration",
    "job_duration",
    "user_model",
    "user_provider",
    "observe_model",
    "observe_provider",
    "execute_model",
    "execute_provider",
    "agent_type",
    "proactive_model",
    "tool_failure_probability",
    "num_env_events_per_minute",
    "proposal_count",
    "acceptance_count",
    "read_only_actions",
    "write_actions",
    "number_of_turns",
    "proposal_rate",
    "acceptance_rate",
]


def test_the_29_published_columns_come_first_and_in_their_order() -> None:
    assert len(COLUMNS) == 29
    assert list(NAMES) == PUBLISHED
    assert ResultRow.__struct_fields__[:29] == NAMES
    assert ResultRow.__struct_fields__ == NAMES + EXTRAS


def test_a_row_of_another_system_needs_none_of_our_extras() -> None:
    written = {
        "base_scenario_id": "a",
        "status": "success",
        "user_model": "u",
        "observe_model": "o",
        "execute_model": "e",
        "proactive_model": proactive_model("o", "e"),
    }
    row = msgspec.convert(written, ResultRow)
    assert row.proactive_model == "observe-execute_o_e"
    assert row.seed is None and row.configuration == "" and row.in_time is None
    assert list(plain(row)) == [*NAMES, *EXTRAS]


def test_runs_are_numbered_over_seeds_and_repeats_and_a_single_one_has_no_number() -> None:
    assert run_numbers([(7, 1), (3, 2), (3, 1), (3, 1)]) == {(3, 1): 1, (3, 2): 2, (7, 1): 3}
    assert run_numbers([(0, 1)]) == {(0, 1): None}


def test_a_share_of_nothing_is_zero_in_a_row() -> None:
    assert (share(1, 4), share(0, 0)) == (0.25, 0.0)
