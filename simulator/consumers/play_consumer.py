"""The socket of a person who plays a run. It only says that the run has changed; the page then asks for its content."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error

from simulator.consumers import reading
from simulator.consumers.closing import LATER, NO_RIGHT, NOT_UNDERSTOOD, OTHER_ORIGIN
from simulator.consumers.origins import is_own_origin
from simulator.consumers.rights import Pass, holds_seat, pass_of
from simulator.jobs.notify import group_of
from simulator.models import Episode

_log = logging.getLogger(__name__)
# Seconds after which the socket reads the run even without a hint, because hints may be lost.
POLL = 2.0


class Standing(NamedTuple):
    """The progress of a run. The browser gets only `state` and `yours`: the number tells what the other side does."""

    state: str
    yours: bool
    moments: int


def standing_of(pass_: Pass, episode_id: int) -> Standing | None:
    """Return the progress of the run; None if the person does not play in it any more."""
    seat = holds_seat(pass_, episode_id)
    if seat is None:
        return None
    found = Episode.objects.filter(pk=episode_id).values_list("state", "awaits", "moment_count").first()
    return None if found is None else Standing(found[0], found[1] == seat.side, found[2])


class PlayConsumer(AsyncWebsocketConsumer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._news = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._group = ""

    async def connect(self) -> None:
        # A browser learns the code of a refusal only if the socket was opened first.
        await self.accept()
        scope: dict[str, Any] = dict(self.scope)
        if not is_own_origin(scope["scheme"], scope["headers"]):
            await self.close(OTHER_ORIGIN)
            return
        self._episode_id = int(scope["url_route"]["kwargs"]["episode_id"])
        session_key = scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        try:
            pass_ = await reading.read(pass_of, session_key)
            standing = await reading.read(standing_of, pass_, self._episode_id)
        except Error as problem:
            _log.warning("A player can't connect to run %s: %s", self._episode_id, problem)
            await self.close(LATER)
            return
        if standing is None:
            await self.close(NO_RIGHT)
            return
        self._group = group_of(self._episode_id)
        with suppress(Exception):  # if Redis goes away now, the socket only polls
            await self.channel_layer.group_add(self._group, self.channel_name)
        reading.keep_connection()
        self._watching = asyncio.create_task(self._watch(pass_))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NOT_UNDERSTOOD)

    async def more(self, event: Any) -> None:
        self._news.set()

    async def disconnect(self, code: int) -> None:
        if self._watching is not None:
            self._watching.cancel()
            reading.let_connection_go()
        if self._group:
            with suppress(Exception):
                await self.channel_layer.group_discard(self._group, self.channel_name)

    async def _watch(self, pass_: Pass) -> None:
        said: Standing | None = None
        while True:
            try:
                now = await reading.read(standing_of, pass_, self._episode_id)
            except Error as problem:
                _log.warning("Run %s can't be read for its players: %s", self._episode_id, problem)
                await asyncio.sleep(POLL)
                continue
            if now is None:
                await self.close(NO_RIGHT)
                return
            if now != said:
                said = now
                message = {"state": now.state, "yours": now.yours}
                await self.send(text_data=msgspec.json.encode(message).decode())
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._news.wait()
            self._news.clear()
