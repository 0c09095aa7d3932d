"""The embedded Valkey: on the loopback, behind a password, with data that survives it."""

from __future__ import annotations

import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from pare_site import valkey
from tests.waiting import kill, until


@contextmanager
def started(port: int, folder: Path, password: str) -> Iterator[str]:
    arguments = valkey.command(port, folder, password)
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    try:
        until(lambda: valkey.answers(url) or process.poll() is not None, "Valkey answers")
        assert process.poll() is None
        yield url
    finally:
        kill(process)


def test_it_lets_in_whoever_has_the_password_and_nobody_else(tmp_path: Path) -> None:
    port = valkey.free_port()
    with started(port, tmp_path / "a folder", "secret"):
        for stranger in ("", ":wrong@"):
            assert valkey.why_silent(f"redis://{stranger}127.0.0.1:{port}/0") == "it needs another password"
    configuration = tmp_path / "a folder" / "valkey.conf"
    assert stat.S_IMODE(configuration.stat().st_mode) == 0o600


def test_what_was_written_is_there_again_after_a_crash(tmp_path: Path) -> None:
    port = valkey.free_port()
    with started(port, tmp_path, "secret") as url, redis.Redis.from_url(url) as client:
        client.set("a", "1")
        client.execute_command("WAITAOF", 1, 0, 5000)
    with started(port, tmp_path, "secret") as url, redis.Redis.from_url(url) as client:
        assert client.get("a") == b"1"


def test_data_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    data = tmp_path / "appendonlydir"
    data.mkdir()
    (data / "appendonly.aof.manifest").write_text("nonsense")
    with pytest.raises(valkey.ValkeyError, match=r"does not answer on port \d+\. See .*valkey.log"):
        valkey.start(valkey.free_port(), tmp_path)
    assert valkey.set_data_aside(tmp_path) == tmp_path / "appendonlydir.unreadable"
    assert valkey.set_data_aside(tmp_path) is None
    process = valkey.start(valkey.free_port(), tmp_path)
    kill(process)


def test_data_of_an_older_server_is_set_aside_too(tmp_path: Path) -> None:
    (tmp_path / "appendonly.aof").write_text("nonsense")
    assert valkey.set_data_aside(tmp_path) == tmp_path / "appendonly.aof.unreadable"


def test_an_older_server_understands_its_configuration(tmp_path: Path) -> None:
    valkey.command(valkey.free_port(), tmp_path)
    known_to_redis_6 = {"bind", "port", "dir", "appendonly", "save", "loglevel", "requirepass"}
    assert {line.split()[0] for line in (tmp_path / "valkey.conf").read_text().splitlines()} <= known_to_redis_6


def test_silence_has_a_reason() -> None:
    assert "refused" in valkey.why_silent(f"redis://127.0.0.1:{valkey.free_port()}/0")
    assert valkey.why_silent("nonsense")
