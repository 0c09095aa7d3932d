"""A real server for tests of players behind an address: each request is answered as the test says."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.waiting import join


class Said(NamedTuple):
    """What goes over the wire: a body that may be cut, drip byte by byte, or never come."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    promised: int | None = None
    """Length that is announced, if another than that of the body."""
    hangs: bool = False
    drips: bool = False


def decision(name: str, args: dict[str, Any] | None = None, **more: Any) -> Said:
    return Said(json.dumps({"name": name, "args": args or {}, **more}).encode())


class Answering(ThreadingHTTPServer):
    """Answers by the list, and with its last entry from then on; or as a function of the view says."""

    daemon_threads = True

    def __init__(self, answers: list[Said] | Callable[[Any], Said]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self._answers = answers
        self.asked: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/decide"

    def answer_to(self, view: Any) -> Said:
        self.asked.append(view)
        if callable(self._answers):
            return self._answers(view)
        return self._answers[min(len(self.asked), len(self._answers)) - 1]


class _Handler(BaseHTTPRequestHandler):
    server: Answering

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.headers.append(dict(self.headers))
        said = self.server.answer_to(json.loads(body))
        if said.hangs:
            self.server.over.wait(30)
            return
        with suppress(OSError):
            self._send(said)

    def _send(self, said: Said) -> None:
        self.send_response(said.status)
        for name, value in said.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said.body) if said.promised is None else said.promised))
        self.end_headers()
        pieces = [bytes([byte]) for byte in said.body] if said.drips else [said.body]
        for piece in pieces:
            self.wfile.write(piece)
            self.wfile.flush()
            if said.drips and self.server.over.wait(0.05):
                return

    def log_message(self, *ignored: Any) -> None:
        """Quietly."""


@contextmanager
def answering(answers: list[Said] | Callable[[Any], Said]) -> Iterator[Answering]:
    with Answering(answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            join(thread)


def nobody() -> str:
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/"
