"""The socket of one viewer of one run, which only sends the messages of the run's feed."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error

from simulator.consumers import reading
from simulator.consumers.closing import BROKEN, LATER, NOT_UNDERSTOOD, OTHER_ORIGIN
from simulator.consumers.feed import Feed
from simulator.consumers.origins import is_own_origin
from simulator.consumers.rights import pass_of
from simulator.consumers.viewers import Viewer

_log = logging.getLogger(__name__)
_NUMBER = re.compile(r"-1|[0-9]{1,9}")


def last_number(query: bytes) -> int | None:
    """Return the number of the client's last frame, -1 if it has none, or None if the query is invalid."""
    found = parse_qs(query.decode("latin-1")).get("after", [])
    return int(found[0]) if len(found) == 1 and _NUMBER.fullmatch(found[0]) else None


class RunConsumer(AsyncWebsocketConsumer):
    # The feed listens for all viewers, so a viewer needs no subscription.
    channel_layer_alias = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._feed: Feed | None = None
        self._sender: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the viewer, then leave the feed, even after an error, when `disconnect` is not called."""
        try:
            await super().__call__(scope, receive, send)
        except OSError as problem:
            _log.debug("A viewer disconnected while a message was being sent: %s", problem)
        finally:
            self._leave()

    async def connect(self) -> None:
        # A browser learns the code of a refusal only if the socket was opened first.
        await self.accept()
        let_in = await self._let_in(dict(self.scope))
        if isinstance(let_in, int):
            await self.close(let_in)
            return
        self._viewer = let_in
        self._feed = Feed.join(self._episode_id(), let_in)
        self._sender = asyncio.create_task(self._pass_on())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._sender is not None and not self._sender.done():
            self._leave()
            await self.close(NOT_UNDERSTOOD)

    def _leave(self) -> None:
        if self._feed is not None:
            self._feed.leave(self._viewer)
        if self._sender is not None:
            self._sender.cancel()

    def _episode_id(self) -> int:
        return int(self.scope["url_route"]["kwargs"]["episode_id"])

    async def _let_in(self, scope: dict[str, Any]) -> Viewer | int:
        """Return a viewer, or the code to close the socket with. The feed checks rights before it sends anything."""
        if not is_own_origin(scope["scheme"], scope["headers"]):
            return OTHER_ORIGIN
        after = last_number(scope["query_string"])
        if after is None:
            return NOT_UNDERSTOOD
        session_key = scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        try:
            holds = await reading.read(pass_of, session_key)
        except Error as problem:
            _log.warning("Viewers can't connect to run %s: %s", self._episode_id(), problem)
            return LATER
        return Viewer(holds, after)

    async def _pass_on(self) -> None:
        try:
            await self.close(await self._viewer.be_served(self.base_send))
        except OSError:
            pass  # the viewer has gone
        except Exception:
            _log.exception("A viewer of run %s was disconnected by an error.", self._episode_id())
            with suppress(OSError):
                await self.close(BROKEN)
