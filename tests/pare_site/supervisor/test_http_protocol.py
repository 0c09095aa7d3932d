"""Connections that do not send their headers are closed; all others have the time that they need."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from websockets.sync.client import connect

from tests.live_site import live_site
from tests.pare_site.raw_http import PATIENCE, answer, connected, head

LIMIT = 0.8
LONGER = 1.5 * LIMIT
GET = head("/", "GET")


async def slow_echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers after longer than headers may take: with the size of the body, or over a websocket with what it got."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        message = await receive()
        await send({"type": "websocket.send", "text": message["text"]})
        await send({"type": "websocket.close"})
        return
    size, has_more = 0, True
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, has_more = size + len(message["body"]), message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(LONGER)
    told = str(size).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(told))]})
    await send({"type": "http.response.body", "body": told})


@pytest.fixture
def host(settings: LazySettings) -> Iterator[str]:
    settings.HEADER_SECONDS = LIMIT
    with live_site(application=slow_echo) as address:
        yield urlsplit(address).netloc


@pytest.mark.parametrize("begun", [b"", b"\r\n", b"GET", GET[:-2], head("/", content_length=5)[:-1]])
def test_headers_that_do_not_come_end_the_connection(host: str, begun: bytes) -> None:
    began = time.monotonic()
    with connected(host) as connection:
        connection.sendall(begun)
        assert answer(connection) == b""
    assert LIMIT * 0.9 < time.monotonic() - began < PATIENCE


def trickle(connection: socket.socket, drop: bytes) -> float:
    """Send something again and again; return the seconds until the server closed the connection."""
    began = time.monotonic()
    try:
        while time.monotonic() < began + PATIENCE:
            connection.sendall(drop)
            time.sleep(LIMIT / 20)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return time.monotonic() - began


@pytest.mark.parametrize(("first", "drop"), [(GET[:-2], b"x"), (GET[:-2], b"x: y\r\n"), (b"", b"\r\n")])
def test_headers_piece_by_piece_are_cut_off(host: str, first: bytes, drop: bytes) -> None:
    with connected(host) as connection:
        connection.sendall(first)
        assert LIMIT / 3 < trickle(connection, drop) < PATIENCE


@pytest.mark.parametrize("is_early", [False, True])
def test_a_second_request_has_no_more_time_than_the_first(host: str, is_early: bool) -> None:
    with connected(host) as connection:
        connection.sendall(GET + GET[:-2] if is_early else GET)
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"" if is_early else GET[:-2])
        assert LIMIT / 3 < trickle(connection, b"x: y\r\n") < PATIENCE


def test_an_answer_may_take_longer_than_headers(host: str) -> None:
    with connected(host) as connection:
        connection.sendall(head("/slow", "GET", connection="close"))
        assert answer(connection).startswith(b"HTTP/1.1 200 ")


def test_a_body_may_take_longer_than_headers(host: str) -> None:
    with connected(host) as connection:
        connection.sendall(head("/", content_length=10, connection="close"))
        for _ in range(10):
            time.sleep(LONGER / 10)
            connection.sendall(b"x")
        assert answer(connection).endswith(b"\r\n\r\n10")


def test_a_connection_may_rest_between_requests(host: str) -> None:
    with connected(host) as connection:
        for _ in range(2):
            connection.sendall(GET)
            assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
            time.sleep(LONGER)


def test_a_websocket_may_be_silent(host: str) -> None:
    with connect(f"ws://{host}/", open_timeout=PATIENCE, close_timeout=PATIENCE) as websocket:
        time.sleep(LONGER)
        websocket.send("still here")
        assert websocket.recv(timeout=PATIENCE) == "still here"


def test_endless_headers_are_refused(host: str, settings: LazySettings) -> None:
    settings.HEADER_SECONDS = 60
    with connected(host) as connection:
        connection.sendall(GET[:-2] + b"x: " + b"y" * 50_000)
        time.sleep(0.1)
        connection.sendall(b"y" * 50_000)
        assert answer(connection).startswith(b"HTTP/1.1 400 ")


def test_endless_trailers_are_refused(host: str) -> None:
    with connected(host) as connection:
        connection.sendall(head("/", transfer_encoding="chunked") + b"1\r\nx\r\n0\r\n")
        time.sleep(0.1)
        connection.sendall(b"x: " + b"y" * 50_000)
        time.sleep(0.1)
        connection.sendall(b"y" * 50_000)
        assert answer(connection).startswith(b"HTTP/1.1 400 ")


def test_large_bodies_in_small_chunks_are_no_headers(host: str) -> None:
    with connected(host) as connection:
        connection.sendall(head("/", transfer_encoding="chunked", connection="close"))
        connection.sendall(b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n")
        assert answer(connection).endswith(b"\r\n\r\n100000")
