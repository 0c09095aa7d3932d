"""The folder for running: made for our eyes, and refused with a remedy when it cannot be used."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pare_site.runtime import (
    UnusableFolder,
    check_writable,
    forget_running,
    redis_url,
    running,
    secret_key,
    tell_running,
    var_folder,
)


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARE_VAR_DIR", str(tmp_path / "var"))
    return var_folder()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_secret_is_made_once_and_for_us_alone(var: Path) -> None:
    with ThreadPoolExecutor(8) as people:
        keys = set(people.map(secret_key, [var] * 8))
    assert len(keys) == 1
    assert len(keys.pop()) > 40
    assert mode(var) == 0o700
    assert mode(var / "secret_key") == 0o600
    assert [file.name for file in var.iterdir()] == ["secret_key"]


def test_a_folder_that_cannot_be_made_is_refused_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for use in (check_writable, secret_key):
        with pytest.raises(UnusableFolder, match=r"cannot be written: Not a directory\. .* set PARE_VAR_DIR"):
            use(tmp_path / "file" / "var")


def test_what_runs_is_told_and_forgotten(var: Path) -> None:
    check_writable(var)
    assert running() == {}
    assert redis_url() == "redis://127.0.0.1:6379/0"
    tell_running(var, {"pid": "7", "redis_url": "redis://:secret@127.0.0.1:7/0"})
    assert running()["pid"] == "7"
    assert redis_url() == "redis://:secret@127.0.0.1:7/0"
    assert mode(var / "running.json") == 0o600
    forget_running(var)
    forget_running(var)
    assert running() == {}


def test_half_a_note_about_what_runs_is_none(var: Path) -> None:
    check_writable(var)
    for text in ("{", "[]", ""):
        (var / "running.json").write_text(text)
        assert running() == {}
