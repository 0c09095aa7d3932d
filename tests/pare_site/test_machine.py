"""What this machine is called and where it is reached."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from pare_site import machine


def test_names_are_those_that_others_use() -> None:
    names = machine.names()
    assert socket.gethostname().lower() in names
    assert any(name.endswith(".local") for name in names)


def test_addresses_are_ours_and_lead_here_from_outside() -> None:
    for address in machine.addresses():
        assert not address.startswith("127.")
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as probe:
            probe.bind((address, 0))


@pytest.mark.parametrize(
    ("address", "host"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("lab", "lab"), ("", "")]
)
def test_an_address_stands_in_a_url_as_it_must(address: str, host: str) -> None:
    assert machine.as_host(address) == host


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST", "localhost.", "pare.localhost", ".localhost"),
        *("127.0.0.1", "127.1", "127.8.9.10"),
        *("::1", "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"),
    ],
)
def test_loopback_hosts_are_reached_from_this_machine_only(host: str) -> None:
    assert machine.is_loopback(host)
    assert not machine.is_open(host)


@pytest.mark.parametrize(
    "host",
    [
        *("0.0.0.0", "::", "[::]", "*", "192.168.1.7", "1.127.0.0", "127", "[fe80::1]", "::ffff:192.168.1.7"),
        *("lab", ".lab.example", "127.lab.example", "127.0.0.1.lab.example", "localhost.lab.example", "notlocalhost"),
    ],
)
def test_every_other_host_is_open_to_others(host: str) -> None:
    assert not machine.is_loopback(host)
    assert machine.is_open(host)


def test_no_host_is_not_open() -> None:
    assert not machine.is_open("")


def test_a_command_is_typed_with_the_folder_of_this_very_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARE_VAR_DIR", raising=False)
    assert machine.to_type("sign-in") == f"{machine.own_command()} sign-in"
    monkeypatch.setenv("PARE_VAR_DIR", str(tmp_path / "my var"))
    assert machine.to_type("sign-in") == f"PARE_VAR_DIR='{tmp_path / 'my var'}' {machine.own_command()} sign-in"
    monkeypatch.setenv("PARE_VAR_DIR", "var2")
    assert machine.to_type("sign-in").startswith("PARE_VAR_DIR=var2 ")
