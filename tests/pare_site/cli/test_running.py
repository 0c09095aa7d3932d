"""`pare run` with policies of others: those who wait for a person, and those who fail once the run is to be stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from pare_site.cli.main import main
from simulator.agents.policy import AssistantView, Decision, NeedsPerson, PlayerFailed
from simulator.agents.registry import ASSISTANTS
from simulator.trace.trace_reader import read_trace


class Failing:
    def __init__(self, fail: Callable[[], NoReturn]) -> None:
        self._fail = fail

    def decide(self, view: AssistantView) -> Decision:
        self._fail()


def wait_for_a_person() -> NoReturn:
    raise NeedsPerson


def be_stopped_and_fail() -> NoReturn:
    os.kill(os.getpid(), signal.SIGINT)
    raise PlayerFailed("provider", "The provider is away.")


def be_stopped_and_wait() -> NoReturn:
    os.kill(os.getpid(), signal.SIGINT)
    raise NeedsPerson


@contextmanager
def failing(fail: Callable[[], NoReturn]) -> Iterator[tuple[str, ...]]:
    ASSISTANTS["failing"] = lambda *_: Failing(fail)
    try:
        yield ("dentist_moved", "--assistant", "failing", "--quiet")
    finally:
        del ASSISTANTS["failing"]


def test_a_player_who_waits_for_a_person_is_told_that_there_is_none(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    with failing(wait_for_a_person) as chosen:
        assert main(["run", *chosen, "--out", str(file)]) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert (
        "The run stopped after moment" in said and "A person must decide here, but `pare run` can ask nobody." in said
    )
    trace = read_trace(file, partial=True)
    assert trace.moments and trace.result is None


@pytest.mark.parametrize("fail", [be_stopped_and_fail, be_stopped_and_wait])
def test_a_run_that_is_to_be_stopped_is_stopped_even_if_a_player_cannot_decide(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], fail: Callable[[], NoReturn]
) -> None:
    file = tmp_path / "run.jsonl"
    with failing(fail) as chosen:
        assert main(["run", *chosen, "--out", str(file)]) == 130
    assert capsys.readouterr().err == ""
    result = read_trace(file).result
    assert result is not None and result.ended == "stopped"
