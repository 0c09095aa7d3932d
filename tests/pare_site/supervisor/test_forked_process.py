"""A forked child: its exit is known, its output is in a file, and it hears nothing that is meant for the supervisor."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pare_site.cli.exits import Trouble
from pare_site.supervisor.child_task import ChildTask
from pare_site.supervisor.forked_process import ForkedProcess, Work
from tests.waiting import read_line, until


def ended(child: ForkedProcess) -> int:
    until(lambda: child.poll() is not None, "the child ends")
    assert child.status is not None
    return child.status


def leave(code: int) -> None:
    sys.exit(code)


def fail() -> None:
    raise ValueError("broken")


@pytest.mark.parametrize(("work", "status"), [(lambda: None, 0), (lambda: leave(7), 7), (fail, 1)])
def test_how_it_ended_is_known(tmp_path: Path, work: Work, status: int) -> None:
    assert ended(ForkedProcess("child", work, tmp_path / "log")) == status


def test_what_it_says_is_in_its_log_and_so_is_what_broke_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n")
    ended(ForkedProcess("child", lambda: os.write(1, b"hello\n"), log))
    ended(ForkedProcess("child", fail, log))
    text = log.read_text()
    assert text.startswith("before\nhello\n")
    assert "ValueError: broken" in text


def test_it_is_in_a_session_of_its_own_under_its_own_name(tmp_path: Path) -> None:
    child = ForkedProcess("teapot", lambda: time.sleep(60), tmp_path / "log")
    try:
        until(lambda: os.getsid(child.pid) == child.pid, "it has its own session")
        until(lambda: Path(f"/proc/{child.pid}/comm").read_text() == "pare teapot\n", "it has its name")
    finally:
        child.send(signal.SIGKILL)
    assert ended(child) == -signal.SIGKILL
    child.send(signal.SIGKILL)


def test_it_does_not_keep_what_is_the_supervisors_alone(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    child = ForkedProcess("child", lambda: time.sleep(60), tmp_path / "log", [reading, writing])
    os.close(writing)
    assert os.read(reading, 1) == b"", "the child still holds the other end"
    os.close(reading)
    child.send(signal.SIGKILL)
    ended(child)


PARENT = """
import os, sys, time
from pathlib import Path
from pare_site.supervisor.forked_process import ForkedProcess
child = ForkedProcess("child", lambda: time.sleep(60), Path(sys.argv[1]))
print(child.pid, flush=True)
time.sleep(60)
"""


def test_it_dies_with_its_parent_however_that_dies(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        child = int(read_line(parent.stdout, "the child's process id"))
        parent.kill()
    until(lambda: not Path(f"/proc/{child}").exists(), "the child is gone", patience=5)


def test_an_errand_brings_an_answer(tmp_path: Path) -> None:
    errand = ChildTask(lambda: ["tea", 2], tmp_path / "log")
    until(lambda: errand.is_over, "it comes back")
    assert errand.answer() == ["tea", 2]


def refuse() -> None:
    raise Trouble("There is no tea.", "Boil water.", code=3)


def test_an_errand_brings_the_reason_why_not(tmp_path: Path) -> None:
    errand = ChildTask(refuse, tmp_path / "log")
    with pytest.raises(Trouble) as trouble:
        errand.answer()
    assert trouble.value.lines == ("There is no tea.", "Boil water.")
    assert trouble.value.code == 3
    until(lambda: errand.is_over, "it comes back")


def test_an_errand_that_breaks_off_shows_its_last_words(tmp_path: Path) -> None:
    errand = ChildTask(fail, tmp_path / "log")
    with pytest.raises(Trouble, match="ValueError: broken"):
        errand.answer()
    until(lambda: errand.is_over, "it comes back")


def test_an_errand_may_bring_more_than_a_pipe_holds(tmp_path: Path) -> None:
    errand = ChildTask(lambda: "x" * 300_000, tmp_path / "log")
    until(lambda: errand.is_over, "it comes back", patience=10)
    assert errand.answer() == "x" * 300_000


def test_a_machine_without_room_for_another_process_leaves_us_able_to_hear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fork() -> int:
        raise BlockingIOError("no more processes")

    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    monkeypatch.setattr(os, "fork", fork)
    with pytest.raises(OSError, match="no more processes"):
        ForkedProcess("child", fail, tmp_path / "log")
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
