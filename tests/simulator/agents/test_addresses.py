"""Addresses as names of players."""

from __future__ import annotations

import pytest

from simulator.agents.addresses import LONGEST_ADDRESS, address_of, is_address, wrong_with
from simulator.agents.registry import UnknownPlayer, assistant_maker, user_maker
from simulator.models import Episode

SECRET = "hunter2hunter2"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("http://127.0.0.1:8765/", "http://127.0.0.1:8765/"),
        ("http:http://127.0.0.1:8765/decide", "http://127.0.0.1:8765/decide"),
        ("http:https://agents.example/a", "https://agents.example/a"),
        ("https://agents.example", "https://agents.example"),
        ("http://[::1]:8765/", "http://[::1]:8765/"),
        ("HTTP://127.0.0.1/", "HTTP://127.0.0.1/"),
    ],
)
def test_a_player_may_be_named_by_its_address(name: str, address: str) -> None:
    assert is_address(name)
    assert address_of(name) == address
    assert wrong_with(name) == ""


@pytest.mark.parametrize("name", ["oracle", "ftp://host/", "httpd", "mine", ""])
def test_other_names_are_no_addresses(name: str) -> None:
    assert not is_address(name)


@pytest.mark.parametrize(
    "name",
    [
        f"http://ada:{SECRET}@host/",
        f"http:http://ada:{SECRET}@host/",
        f"https://{SECRET}@host/",
        f"http:ada:{SECRET}@host",
        f"http://host/?key={SECRET}",
        f"http://host/#{SECRET}",
        f"HTTP://ada:{SECRET}@host/",
    ],
)
def test_an_address_with_a_secret_is_refused_and_not_repeated(name: str) -> None:
    for maker in (user_maker, assistant_maker):
        with pytest.raises(UnknownPlayer, match="may hold a secret") as caught:
            maker(name)
        assert SECRET not in str(caught.value)
        assert "http://127.0.0.1:8765/" in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        *("http:", "http://", "http:host", "http://:80/", "http://host:port/", "http://host:99999/", "http://host:0/"),
        *("http://a b/", "http://host/\n", "http://host/ü", "http://[::1/", "https:x"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused(name: str) -> None:
    assert wrong_with(name) == "This is not the address of a server. Write an address such as http://127.0.0.1:8765/."


def test_an_address_fits_where_names_of_players_are_kept() -> None:
    longest = "http://host/".ljust(LONGEST_ADDRESS, "a")
    assert wrong_with(f"http:{longest}") == ""
    assert wrong_with(f"{longest}a") == "The address has 296 characters; at most 295 are allowed. Shorten its path."
    assert len(f"http:{longest}") == Episode._meta.get_field("assistant_player").max_length
