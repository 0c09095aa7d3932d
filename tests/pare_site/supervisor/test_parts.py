"""Small parts of the supervisor: the lock, the port, the logs, the path below which the site lies."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from pare_site.cli.exits import Trouble
from pare_site.machine import own_command
from pare_site.runtime import tell_running
from pare_site.supervisor.greeting import greeting
from pare_site.supervisor.listener import listen, local_url
from pare_site.supervisor.lock import take_lock
from pare_site.supervisor.logs import keep_small, last_lines
from pare_site.supervisor.web import under


def test_a_folder_has_one_supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARE_VAR_DIR", str(tmp_path))
    first = take_lock(tmp_path)
    tell_running(tmp_path, {"pid": "77", "url": "http://127.0.0.1:8000"})
    with pytest.raises(Trouble, match=r"already running at http://127\.0\.0\.1:8000 \(pid 77\)") as refusal:
        take_lock(tmp_path)
    assert f"PARE_VAR_DIR={tmp_path} {own_command()} sign-in" in str(refusal.value)
    os.close(first)
    os.close(take_lock(tmp_path))


def test_a_free_port_is_taken_and_known() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert local_url(listener) == f"http://127.0.0.1:{port}"
        socket.create_connection(("127.0.0.1", port), timeout=30).close()


def test_all_addresses_are_reached_from_here_by_the_loopback() -> None:
    with listen("0.0.0.0", 0) as listener:
        assert local_url(listener).startswith("http://127.0.0.1:")


def test_localhost_is_the_address_that_everything_finds() -> None:
    with listen("localhost", 0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_refused_with_one_that_is_free() -> None:
    with listen("127.0.0.1", 0) as listener, pytest.raises(Trouble) as trouble:
        listen("127.0.0.1", listener.getsockname()[1])
    assert "is used by another program" in trouble.value.lines[0]
    other = int(trouble.value.lines[1].rpartition("=")[2])
    listen("127.0.0.1", other).close()


def test_logs_stay_small_under_the_hands_of_those_who_write(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"x" * 100)
        keep_small(tmp_path, largest=99)
        assert log.stat().st_size == 0
        assert (tmp_path / "web.log.1").stat().st_size == 100
        writer.write(b"more")
    assert log.read_bytes() == b"more"
    keep_small(tmp_path, largest=99)
    assert log.read_bytes() == b"more"


def test_the_last_lines_of_a_log_are_shown(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("".join(f"line {number}\n\n" for number in range(5000)))
    assert last_lines(tmp_path / "log", 2) == ["line 4998", "line 4999"]
    assert last_lines(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("/pare/runs/", "/pare/runs/"),
        ("/runs/", "/pare/runs/"),
        ("/pare", "/pare"),
        ("/paregoric/", "/pare/paregoric/"),
        ("/", "/pare/"),
    ],
)
def test_below_a_path_it_does_not_matter_whether_the_proxy_takes_it_off(asked: str, path: str) -> None:
    seen: dict[str, Any] = {}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    asyncio.run(under("/pare", application)({"type": "http", "path": asked}, None, None))
    assert (seen["path"], seen["root_path"]) == (path, "/pare")
    assert under("", application) is application


def test_the_greeting_has_the_link_on_a_line_of_its_own(tmp_path: Path) -> None:
    lines = list(greeting("http://127.0.0.1:8000", "abc", ("127.0.0.1", 8000), tmp_path))
    assert "    http://127.0.0.1:8000/enter/abc/" in lines
    assert any("sign-in" in line for line in lines)
    assert not any("other machines" in line for line in lines)


def test_the_greeting_tells_where_to_judge_while_the_demo_can_be_judged(tmp_path: Path) -> None:
    place = ("http://127.0.0.1:8000", "abc", ("127.0.0.1", 8000), tmp_path)
    assert any("http://127.0.0.1:8000/join/n.s/" in line for line in greeting(*place, invitation="n.s"))
    assert not any("/join/" in line for line in greeting(*place))


def test_without_a_link_the_greeting_leads_to_the_front_door(tmp_path: Path) -> None:
    lines = list(greeting("http://127.0.0.1:8000", "", ("127.0.0.1", 8000), tmp_path))
    assert "    http://127.0.0.1:8000/" in lines


@pytest.mark.parametrize(
    ("home", "place"),
    [
        ("http://127.0.0.1:8123", "http://192.0.2.7:8123/"),
        ("http://lab.example/pare", "http://192.0.2.7:8123/pare/"),
        ("https://lab.example/pare", ""),
    ],
)
def test_other_machines_are_told_the_port_that_it_listens_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, place: str
) -> None:
    monkeypatch.setattr("pare_site.machine.addresses", lambda: ["192.0.2.7"])
    told = [line for line in greeting(home, "abc", ("0.0.0.0", 8123), tmp_path) if "other machines" in line]
    assert told == ([f"  From other machines: {place}"] if place else [])
