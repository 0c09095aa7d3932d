"""The server of the demo: found, stopped, and told about when it fails. A small program stands for the model."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from pare_site.cli.exits import Trouble
from pare_site.demo_llm.serving import served

PYTHON = Path(sys.executable)
UP = "import os, sys; print('http://127.0.0.1:1', os.getpid(), flush=True); sys.stdin.read()"


def _program(folder: Path, code: str) -> Path:
    file = folder / "server.py"
    file.write_text(code)
    return file


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_runs_for_as_long_as_it_is_needed(tmp_path: Path) -> None:
    with served(PYTHON, _program(tmp_path, UP)) as said:
        address, pid = said.split()
        assert address == "http://127.0.0.1:1" and _is_there(int(pid))
    assert not _is_there(int(pid))


def test_it_is_stopped_when_the_play_breaks_off(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), served(PYTHON, _program(tmp_path, UP)) as said:
        pid = int(said.split()[1])
        raise KeyboardInterrupt
    assert not _is_there(pid)


def test_a_server_that_ends_at_once_is_told_with_its_reason_and_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as caught, served(PYTHON, _program(tmp_path, "raise SystemExit('no memory left')")):
        pass
    assert "no memory left" in str(caught.value) and "Free some memory" in str(caught.value)


def test_a_server_that_says_nothing_is_not_waited_for_forever(tmp_path: Path) -> None:
    began = time.monotonic()
    with (
        pytest.raises(Trouble, match="did not start"),
        served(PYTHON, _program(tmp_path, "import sys; sys.stdin.read()"), patience=0.2),
    ):
        pass
    assert time.monotonic() - began < 10
