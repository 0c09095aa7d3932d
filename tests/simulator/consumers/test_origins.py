"""Which pages may open a socket: on this machine, on a network, and behind a proxy."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from simulator.consumers.origins import is_own_origin


@pytest.fixture(autouse=True)
def known(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "10.0.0.7", ".lab.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://pare.example", "https://*.trusted.example", "http://other.example:8080"]


def asks(origin: str | None, host: str, scheme: str = "ws") -> bool:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode("latin-1")))
    return is_own_origin(scheme, headers)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://127.0.0.1:8123", "127.0.0.1:8123"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://10.0.0.7:8000", "10.0.0.7:8000"),
        ("HTTP://LocalHost:8000", "LOCALHOST:8000"),
        ("http://lab.example", "lab.example"),
        ("http://lab.example", "lab.example:80"),
        ("https://studio.lab.example", "studio.lab.example"),
        ("https://studio.lab.example", "studio.lab.example:443"),
    ],
)
def test_pages_of_the_same_host_are_welcome(origin: str, host: str) -> None:
    assert asks(origin, host)


@pytest.mark.parametrize("origin", ["https://pare.example", "https://a.trusted.example", "http://other.example:8080"])
def test_trusted_origins_are_welcome_whatever_host_the_proxy_names(origin: str) -> None:
    assert asks(origin, "127.0.0.1:8000")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "localhost:8000"),
        ("", "localhost:8000"),
        ("null", "localhost:8000"),
        ("file://", "localhost:8000"),
        ("http://", "localhost:8000"),
        ("http://[::1", "[::1"),
        ("http://localhost:port", "localhost:port"),
        ("http://localhost:9000", "localhost:8000"),
        ("http://localhost", "localhost:8000"),
        ("http://localhost:8000.evil.example", "localhost:8000"),
        ("http://evil.example", "localhost:8000"),
        ("http://evil.example", "evil.example"),
        ("https://trusted.example.evil.example", "localhost:8000"),
        ("https://eviltrusted.example", "localhost:8000"),
        ("http://pare.example", "localhost:8000"),
        ("https://pare.example:444", "localhost:8000"),
        ("http://user@localhost:8000", "localhost:8000"),
        ("http://\xff\xfe", "localhost:8000"),
    ],
)
def test_everybody_else_is_not(origin: str | None, host: str) -> None:
    assert not asks(origin, host)


def test_a_page_without_tls_may_not_use_a_socket_with_it() -> None:
    assert asks("https://lab.example", "lab.example", "wss")
    assert not asks("http://lab.example", "lab.example", "wss")
