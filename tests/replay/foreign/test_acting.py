"""Calls that came to nothing stand where they were made, in the turn that they took."""

from __future__ import annotations

import pytest

from simulator.episode.rebuild import config_of
from tests.replay.foreign.brought_runs import acted, of
from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import all_apps

BACK = "Notes__go_back"


def turns(run: ForeignRun) -> list[tuple[str, int]]:
    return [(moment.name, moment.turn) for moment in acted(of(run))]


def taps(run: ForeignRun) -> None:
    run.user("System", "open_app", result="Opened Notes App.", app_name="Notes")


def test_a_call_of_the_user_that_only_the_logs_know_takes_a_turn() -> None:
    run = ForeignRun(all_apps())
    taps(run)
    for _ in range(2):
        run.turns()
        run.calls_in_vain("user", BACK, "Too many arguments.")
    run.turns()
    run.user("System", "go_home", result="Home.")
    assert turns(run) == [("open_app", 1), ("go_back", 2), ("go_back", 3), ("go_home", 4)]


def test_what_follows_says_which_turn_it_was() -> None:
    run = ForeignRun(all_apps())
    taps(run)
    run.calls_in_vain("user", BACK, "Too many arguments.")
    run.stays_silent()
    run.turns()
    run.calls_in_vain("user", BACK, "Too many arguments.")
    run.stays_silent()
    assert turns(run) == [("open_app", 1), ("go_back", 1), ("wait", 1), ("go_back", 2), ("wait", 2)]


def test_the_first_call_may_be_one() -> None:
    run = ForeignRun(all_apps())
    for _ in range(2):
        run.calls_in_vain("user", BACK, "Too many arguments.")
        run.stays_silent()
        run.turns()
    assert turns(run) == [("go_back", 1), ("wait", 1), ("go_back", 2), ("wait", 2)]


def test_one_at_the_end_is_within_the_turns_of_the_run() -> None:
    run = ForeignRun(all_apps())
    taps(run)
    run.calls_in_vain("user", BACK, "Too many arguments.")
    assert turns(run)[-1] == ("go_back", 2)
    assert config_of(of(run).trace).max_turns == 2


@pytest.mark.parametrize("stage", ["observe", "execute"])
def test_a_call_of_the_assistant_stays_in_the_turn(stage: str) -> None:
    run = ForeignRun(all_apps())
    taps(run)
    run.calls_in_vain(stage, "Notes__laminate", "No such tool.")
    assert turns(run)[-1] == ("laminate", 1)


def test_without_turns_in_the_file_all_is_one() -> None:
    run = ForeignRun(all_apps())
    run.turn = None
    taps(run)
    run.calls_in_vain("user", BACK, "Too many arguments.")
    assert {turn for _, turn in turns(run)} == {1}
