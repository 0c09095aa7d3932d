"""A viewer that costs next to nothing, so that two hundred of them measure the server and not themselves."""

from __future__ import annotations

import asyncio
import selectors
import struct
import time
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec

_END_OF_HEAD = b"\r\n\r\n"
_GATHERING = 0.002
"""Seconds, which count as delay."""
Ready = list[tuple[selectors.SelectorKey, int]]
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class _Frame(msgspec.Struct):
    n: int


class _Batch(msgspec.Struct):
    frames: list[_Frame]


@lru_cache(maxsize=256)
def _numbers(payload: bytes) -> tuple[int, ...]:
    """All viewers get the same bytes, so they are read once."""
    return tuple(frame.n for frame in msgspec.json.decode(payload, type=_Batch).frames)


class Patient(selectors.DefaultSelector):
    """Lets what arrives at about the same time gather, and hands it over at once.

    Two hundred viewers have machines of their own; here each message would wake the one process of all of them,
    which takes the core from the server two hundred times for every moment.
    """

    def select(self, timeout: float | None = None) -> Ready:
        if super().select(timeout):
            time.sleep(_GATHERING)
        return super().select(0)


def patient_loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(Patient())


class LeanViewer(asyncio.Protocol):
    """Speaks just enough of the websocket protocol to listen."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url = urlsplit(url)
        self._cookie = cookie
        self._buffer = bytearray()
        self._head_is_done = False
        self.got: list[tuple[int, float]] = []
        """Each number with the time of its receipt."""
        self.code = 0
        self.messages = 0
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done with the first message, which comes at once."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host = self._url.netloc
        lines = (
            f"GET {self._url.path}?{self._url.query} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            f"Cookie: {self._cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        transport.write("\r\n".join(lines).encode() + _END_OF_HEAD)

    def data_received(self, data: bytes) -> None:
        now = time.time()
        self._buffer += data
        if not self._head_is_done:
            head, found, rest = bytes(self._buffer).partition(_END_OF_HEAD)
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer, self._head_is_done = bytearray(rest), True
        while self._take_message(now):
            pass

    def _take_message(self, now: float) -> bool:
        if len(self._buffer) < 2:
            return False
        start, length = 2, self._buffer[1]
        if length == 126 and len(self._buffer) >= 4:
            start, length = 4, struct.unpack_from("!H", self._buffer, 2)[0]
        elif length == 127 and len(self._buffer) >= 10:
            start, length = 10, struct.unpack_from("!Q", self._buffer, 2)[0]
        if len(self._buffer) < start + length or (start == 2 and length > 125):
            return False
        kind, payload = self._buffer[0] & 15, bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        self._understand(kind, payload, now)
        return True

    def _understand(self, kind: int, payload: bytes, now: float) -> None:
        if kind == _TEXT:
            self.messages += 1
            self.got.extend((number, now) for number in _numbers(payload))
            if not self.connected.done():
                self.connected.set_result(None)
        elif kind == _PING:
            # Masked with zeros, which leaves the payload as it is.
            self._transport.write(bytes([128 | _PONG, 128 | len(payload)]) + bytes(4) + payload)
        elif kind == _CLOSE:
            self.code = int.from_bytes(payload[:2], "big")
            self._transport.close()

    def connection_lost(self, problem: Exception | None) -> None:
        for future in (self.connected, self.ended):
            if not future.done():
                future.set_result(None)
