"""The HTTP part of the model server."""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from tests.model_server import replies
from tests.model_server.replies import Reply
from tests.model_server.wire import Asked, body_of, events_of

_PATIENCE = 30.0


class Listened(Protocol):
    """Whoever knows what to answer."""

    def receive(self, path: str, headers: Mapping[str, str], raw: bytes) -> Asked: ...

    def reply_to(self, asked: Asked) -> Reply: ...

    def wait(self, seconds: float) -> None: ...

    def done(self, asked: Asked, reply: Reply, arrived: bool) -> None: ...


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, models: Listened) -> None:
        self.models = models
        self._open: dict[socket.socket, threading.Thread] = {}
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        self._open[request] = threading.current_thread()
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._open.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that went away are part of many tests."""

    def close_all(self) -> None:
        """Clients keep connections open for further requests; without this their threads would outlive the test."""
        self.server_close()
        for connection, thread in list(self._open.items()):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            thread.join(_PATIENCE)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Listener

    def do_POST(self) -> None:
        models = self.server.models
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = models.receive(self.path, headers, self.rfile.read(int(headers.get("content-length", 0))))
        reply, arrived = replies.fail(500), False
        try:
            reply = models.reply_to(asked)
            models.wait(reply.delay)
            arrived = self._answer(asked, reply)
        finally:
            models.done(asked, reply, arrived)

    def do_GET(self) -> None:
        """The list of models, which some clients ask for."""
        self._send_head(200, {"Content-Type": "application/json", "Content-Length": "28"})
        self.wfile.write(b'{"object":"list","data": []}')

    def log_message(self, format: str, *args: object) -> None:
        """Tests look at what was recorded."""

    def _answer(self, asked: Asked, reply: Reply) -> bool:
        """Whether it went out whole."""
        if not asked.path.endswith("/chat/completions"):
            reply = replies.fail(404, f"There is nothing at {asked.path}.")
        if asked.streams and reply.status == 200 and reply.body is None:
            return self._stream(asked, reply)
        body = body_of(asked, reply)
        kept = body if reply.cut_at is None else body[: reply.cut_at]
        if not kept and reply.cut_at is not None:
            self.close_connection = True
            return False
        length = str(len(body) + reply.drips)
        self._send_head(reply.status, {"Content-Type": "application/json", "Content-Length": length, **reply.headers})
        self._drip(reply)
        self.wfile.write(kept)
        self.wfile.flush()
        self.close_connection = self.close_connection or kept is not body
        return kept is body

    def _drip(self, reply: Reply) -> None:
        for _ in range(reply.drips):
            self.wfile.write(b"\n")
            self.wfile.flush()
            self.server.models.wait(reply.every)

    def _stream(self, asked: Asked, reply: Reply) -> bool:
        self._send_head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked", **reply.headers})
        for place, event in enumerate(events_of(asked, reply)):
            if reply.cut_at is not None and place == 2:
                self.close_connection = True
                return False
            self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        return True

    def _send_head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
