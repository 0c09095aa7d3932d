"""Reads request bodies within limits of size, space and time.

Without these limits, Django writes a body of any size, from anyone, to the system's temporary folder before it looks at
the request. Django also waits forever for the rest of an incomplete body.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from io import BytesIO
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import Error, connection
from django.http import HttpRequest, parse_cookie

from pare_site.upload_spool import COPIES, NoSpace, UploadSpool, open_spool_file
from simulator.views.uploads import REFUSAL, BodyRefusal, is_upload_path

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# Bytes of a refused body that are read and thrown away: browsers show our response only after sending the whole body.
_MOST_DISCARDED = 1_000_000_000
_TOO_SLOW = b"The request was stopped because its body arrived too slowly. Send it again over a faster connection."


class BodyTooSlow(Exception):
    """Raised if a body arrives more slowly than settings.SLOWEST_BODY for settings.BODY_SECONDS."""


class _Refused(Exception):
    def __init__(self, reason: BodyRefusal) -> None:
        self.reason = reason


class PagesHandler(ASGIHandler):
    """Django's request handler, except that bodies are read by `RequestBody`."""

    def __init__(self) -> None:
        super().__init__()
        self.spool = UploadSpool()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        body = RequestBody(scope, receive, self.spool)
        try:
            await super().handle(scope, body, send)  # type: ignore[arg-type]
        except BodyTooSlow:
            await _cut_off(send)
        finally:
            body.close()

    async def read_body(self, receive: RequestBody) -> IO[bytes]:  # type: ignore[override]
        return await receive.read()


class RequestBody:
    """The body of one request. A small body is kept in memory, a large body on the disk if it is allowed."""

    def __init__(self, scope: Scope, receive: Receive, spool: UploadSpool) -> None:
        self._scope = scope
        self._receive = receive
        self._spool = spool
        self._headers: dict[bytes, bytes] = dict(scope["headers"])
        self._file: IO[bytes] = BytesIO()
        self._pace = _Pace()
        self._received = 0
        self._reserved = 0
        self._has_more = True

    async def __call__(self) -> Message:
        """Return the server's next message: Django asks for it after the body, to learn that the client disconnected.

        If the body was refused before its end, wait forever.
        """
        if self._has_more:
            # Asking uvicorn would invite a client that sent `Expect: 100-continue` to send the refused body.
            await asyncio.Future()
        return await self._receive()

    async def read(self) -> IO[bytes]:
        """Return the whole body. If the body is refused or can't be stored, return an empty file.

        The scope then contains the reason.
        """
        try:
            await self._make_room(_content_length(self._headers))
            while self._has_more:
                part = await self._next_part()
                await self._make_room(self._received)
                await self._write(part)
        except _Refused as refused:
            self._scope[REFUSAL] = refused.reason
        except (Error, OSError) as trouble:
            self._scope[REFUSAL] = trouble
        if REFUSAL in self._scope:
            await self._discard()
        self._file.seek(0)
        return self._file

    def close(self) -> None:
        """Delete the body and release its space."""
        self._file.close()
        self._spool.release(self._reserved)
        self._reserved = 0

    async def _next_part(self) -> bytes:
        message = await self._pace.receive(self._receive)
        if message["type"] == "http.disconnect":
            raise RequestAborted
        self._has_more = message.get("more_body", False)
        part: bytes = message.get("body", b"")
        self._received += len(part)
        return part

    async def _make_room(self, size: int) -> None:
        """Raise _Refused if a body of this size is not allowed, and move a body to the disk when it becomes large."""
        if size <= settings.MOST_BODY:
            return
        if not self._reserved:
            await self._check_sender()
        if size > settings.MOST_UPLOAD:
            raise _Refused(BodyRefusal.TOO_LARGE)
        is_first = not self._reserved
        missing = size * COPIES - self._reserved
        if missing > 0:
            try:
                self._spool.reserve(missing)
            except NoSpace:
                raise _Refused(BodyRefusal.NO_SPACE) from None
            self._reserved += missing
        if is_first:
            small, self._file = self._file, open_spool_file()
            small.seek(0)
            self._file.write(small.read())

    async def _check_sender(self) -> None:
        path = self._scope["path"].removeprefix(get_script_prefix(self._scope))
        if self._scope["method"] != "POST" or not is_upload_path(path):
            raise _Refused(BodyRefusal.NOT_AN_IMPORT)
        if not await sync_to_async(_is_signed_in)(self._headers):
            raise _Refused(BodyRefusal.SIGNED_OUT)

    async def _write(self, part: bytes) -> None:
        if self._reserved:
            # In a thread: a slow disk must not block the event loop for all other requests.
            await asyncio.to_thread(self._file.write, part)
        else:
            self._file.write(part)

    async def _discard(self) -> None:
        self.close()
        self._file = BytesIO()
        if not self._received and self._headers.get(b"expect", b"").lower() == b"100-continue":
            return
        while self._has_more and self._received < _MOST_DISCARDED:
            await self._next_part()


class _Pace:
    """Raises BodyTooSlow if a body arrives too slowly, measured only while the server waits for the sender."""

    def __init__(self) -> None:
        self._start_window()

    def _start_window(self) -> None:
        self._seconds_left: float = settings.BODY_SECONDS
        self._bytes_due: float = settings.SLOWEST_BODY * settings.BODY_SECONDS

    async def receive(self, receive: Receive) -> Message:
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(self._seconds_left):
                message = await receive()
        except TimeoutError:
            raise BodyTooSlow from None
        self._seconds_left -= clock() - began
        self._bytes_due -= len(message.get("body", b""))
        if self._bytes_due <= 0:
            self._start_window()
        return message


def _content_length(headers: dict[bytes, bytes]) -> int:
    """Return the size that the request announces; 0 if it announces none."""
    announced = headers.get(b"content-length", b"")
    return int(announced) if announced.isdigit() else 0


def _is_signed_in(headers: dict[bytes, bytes]) -> bool:
    """Return whether the cookie names a valid session: it has not expired, and its account is active.

    The password of the account must not have changed since the sign-in.
    """
    request = HttpRequest()
    key = parse_cookie(headers.get(b"cookie", b"").decode("latin1")).get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        return get_user(request).is_authenticated
    finally:
        # If the client leaves before the body is complete, no signal of Django closes the connection.
        connection.close()


async def _cut_off(send: Send) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(_TOO_SLOW)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": _TOO_SLOW})
