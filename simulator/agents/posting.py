"""Sends a question to a server over HTTP, with retries and a hard time limit per attempt."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import NamedTuple
from urllib.parse import urlsplit

from simulator.agents.backoff import LONGEST_PAUSE, growing_pause

# Maximum number of bytes of a reply that are read.
LONGEST_REPLY = 65_536
# Seconds before the first retry; later pauses are longer.
FIRST_PAUSE = 0.5
# Besides 5xx, the statuses that promise a different answer later: timeout, too early, too many requests.
_AGAIN = (408, 425, 429)
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}


class Posted(NamedTuple):
    """An answer with status 200. If the answer is too long, `body` has only its beginning."""

    body: bytes
    seconds: float
    attempt: int


class NoAnswer(Exception):
    """Raised if a server gave no usable answer. The message is a clause that can follow a colon."""


class _Fault(Exception):
    def __init__(self, what: str, again: bool = True, pause: float | None = None) -> None:
        super().__init__(what)
        self.again = again
        self.pause = pause


def post(address: str, body: bytes, seconds: float, retries: int) -> Posted:
    """Send a request body to a server, and return its reply. `seconds`: the limit per attempt.

    Raises NoAnswer if the server can't be reached, is late or answers with an error, and retries do not help.
    """
    for attempt in range(1, retries + 2):
        began = time.monotonic()
        try:
            reply = _asked_once(address, body, seconds)
        except _Fault as fault:
            if not fault.again or attempt > retries:
                tries = f" (asked {attempt} times)" if attempt > 1 else ""
                raise NoAnswer(f"{fault}{tries}") from None
            time.sleep(growing_pause(attempt - 1, FIRST_PAUSE) if fault.pause is None else fault.pause)
        else:
            return Posted(reply, time.monotonic() - began, attempt)
    raise AssertionError("the last attempt either answers or raises")


def _asked_once(address: str, body: bytes, seconds: float) -> bytes:
    parts = urlsplit(address)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=seconds)
    ends = time.monotonic() + seconds
    try:
        connection.connect()
        with _cut_off_at(ends, connection.sock):
            connection.request("POST", parts.path or "/", body, _HEADERS)
            with connection.getresponse() as response:
                return _read(response)
    except ssl.SSLCertVerificationError as problem:
        raise _Fault(f"its certificate is not trusted ({problem.verify_message})", again=False) from None
    except (OSError, HTTPException, ValueError) as problem:
        # When `_cut_off_at` closes the socket, this side sees a broken connection; the reason is the time limit.
        if isinstance(problem, TimeoutError) or time.monotonic() >= ends:
            raise _Fault(f"it did not answer within {seconds:g} seconds") from None
        raise _Fault(_told(problem)) from None
    finally:
        connection.close()


@contextmanager
def _cut_off_at(ends: float, sock: socket.socket) -> Iterator[None]:
    """Close the socket at `ends`. A socket's own limit restarts with every byte, so slow senders never reach it."""

    def cut_off() -> None:
        # Not `sock.shutdown`: a TLS socket would drop its TLS layer, from which the other thread is reading.
        try:
            socket.socket.shutdown(sock, socket.SHUT_RDWR)
        except OSError:
            return

    timer = threading.Timer(max(0.0, ends - time.monotonic()), cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(response: HTTPResponse) -> bytes:
    if response.status != 200:
        again = response.status >= 500 or response.status in _AGAIN
        moved = "; it redirects, so give the address that it redirects to" if 300 <= response.status < 400 else ""
        what = f"it answered with status {response.status} {response.reason}".rstrip()
        raise _Fault(f"{what}{moved}", again, _asked_to_wait(response))
    body = response.read(LONGEST_REPLY + 1)
    # `read` with a size does not complain about a connection that ended early.
    if len(body) <= LONGEST_REPLY and response.length:
        raise IncompleteRead(body, response.length)
    return body


def _asked_to_wait(response: HTTPResponse) -> float | None:
    wanted = response.headers.get("Retry-After", "")
    return min(LONGEST_PAUSE, float(wanted)) if wanted.isascii() and wanted.isdigit() else None


def _told(problem: Exception) -> str:
    if isinstance(problem, ConnectionRefusedError):
        return "no server listens there"
    if isinstance(problem, socket.gaierror):
        return "the host is unknown"
    if isinstance(problem, IncompleteRead):
        return "its answer is incomplete"
    if isinstance(problem, HTTPException):
        return f"its answer is not valid HTTP ({type(problem).__name__})"
    return f"the connection failed ({getattr(problem, 'strerror', None) or type(problem).__name__})"
