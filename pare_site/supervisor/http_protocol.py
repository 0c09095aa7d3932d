"""Uvicorn's HTTP protocol with a time limit and a size limit for request headers.

Uvicorn has neither limit: its keep-alive timer starts only after a response, and every received byte stops the timer.
So a client that connects and stays silent, or sends its headers byte by byte, would hold a connection forever.
"""

from __future__ import annotations

import asyncio

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Bytes of headers. The parser keeps headers in memory until they are complete and has no limit of its own.
_MOST_UNPARSED = 64 * 1024


class LimitedHttpProtocol(HttpToolsProtocol):
    """Closes a connection if the headers of a request are too large or take longer than settings.HEADER_SECONDS."""

    _header_timer: asyncio.TimerHandle | None = None
    _unparsed = 0
    """Bytes received since the parser last finished headers, a part of a body or a whole request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_header_timer()

    def data_received(self, data: bytes) -> None:
        # Uvicorn's types say that there is always a cycle; there is none before the first request.
        is_answering = self.cycle is not None and not self.cycle.response_complete  # type: ignore[redundant-expr]
        if self._header_timer is None and not is_answering:
            self._start_header_timer()
        self._unparsed += len(data)
        super().data_received(data)
        if self._unparsed > _MOST_UNPARSED and not self.transport.is_closing():
            self.send_400_response("The headers of the request are too large.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_header_timer()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        self._stop_header_timer()
        self._unparsed = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unparsed = 0
        super().on_message_complete()

    def _start_header_timer(self) -> None:
        # No 408 response: a browser that has opened a connection in advance would show it instead of the next page.
        self._header_timer = self.loop.call_later(settings.HEADER_SECONDS, self.transport.close)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None
