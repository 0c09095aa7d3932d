"""The feed of one run in one process: one subscription, one read and one rendering for all viewers."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from secrets import token_hex
from typing import Any, ClassVar

from channels.layers import channel_layers
from django.db import Error

from simulator.consumers import reading
from simulator.consumers.closing import BROKEN, NO_RIGHT, NO_RUN
from simulator.consumers.rounds import Round, look
from simulator.consumers.viewers import Viewer
from simulator.jobs.notify import group_of

_log = logging.getLogger(__name__)
# Seconds after which a feed reads the run even without a hint, because hints may be lost.
POLL = 2.0
# Minimum number of seconds between two reads, so that a run at full speed is sent in larger pieces.
_PACE = 0.02
_LONGEST_PAUSE = 10.0

_tasks: set[asyncio.Task[None]] = set()


def _in_one_line(record: logging.LogRecord) -> bool:
    """Shorten a traceback in the channel layer's log to one line: one comes every second while Redis is down."""
    if record.exc_info and record.exc_info[1]:
        record.msg, record.args, record.exc_info = "Redis: %s", (record.exc_info[1],), None
    return True


logging.getLogger("channels_redis.pubsub").addFilter(_in_one_line)


def _start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task and keep a reference to it: the event loop drops tasks that nobody holds."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


class Feed:
    """Sends one run to its viewers. A feed exists as long as its run has viewers.

    A feed needs no locks: only reads of the database happen outside the event loop.
    """

    _feeds: ClassVar[dict[tuple[asyncio.AbstractEventLoop, int], Feed]] = {}

    def __init__(self, episode_id: int) -> None:
        self._episode_id = episode_id
        self._key = (asyncio.get_running_loop(), episode_id)
        self._viewers: set[Viewer] = set()
        self._news = asyncio.Event()
        self._feeds[self._key] = self
        reading.keep_connection()
        self._work = [_start(self._go_on()), _start(self._listen())]

    @classmethod
    def join(cls, episode_id: int, viewer: Viewer) -> Feed:
        feed = cls._feeds.get((asyncio.get_running_loop(), episode_id)) or cls(episode_id)
        viewer.wants_more = feed._news
        feed._viewers.add(viewer)
        feed._news.set()
        return feed

    def leave(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)
        if not self._viewers and self._is_watched:
            del self._feeds[self._key]
            for task in self._work:
                task.cancel()
            reading.let_connection_go()

    @property
    def _is_watched(self) -> bool:
        return self._feeds.get(self._key) is self

    async def _go_on(self) -> None:
        pause = 0.5
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._news.wait()
            self._news.clear()
            try:
                await self._look()
                pause = 0.5
            except Error as problem:
                _log.warning("Run %s can't be read, trying again in %s s: %s", self._episode_id, pause, problem)
                self._news.set()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            except Exception:
                _log.exception("Run %s can't be shown.", self._episode_id)
                for viewer in self._viewers:
                    viewer.end(BROKEN)
            await asyncio.sleep(_PACE)

    async def _look(self) -> None:
        asked = [viewer for viewer in self._viewers if viewer.code is None]
        places = Counter(viewer.last for viewer in asked if viewer.is_ready)
        if not places:
            for viewer in asked:
                viewer.missed_a_round = True
            return
        # First the frame number that most viewers are at, usually the latest; then the other numbers, lowest first.
        first = places.most_common(1)[0][0]
        numbers = [first, *sorted(number for number in places if number != first)]
        found = await reading.read(look, self._episode_id, [viewer.holds for viewer in asked], numbers)
        self._hand_out(asked, found)

    def _hand_out(self, asked: list[Viewer], found: Round) -> None:
        """Give viewers their next message, or close their sockets if they may not see the run or it was deleted.

        `asked`: the viewers whose rights the read has checked; viewers who joined later wait for the next read.
        """
        for viewer in asked:
            if viewer.holds not in found.valid:
                # This code does not depend on whether the run exists, so that nobody can find runs by guessing.
                viewer.end(NO_RIGHT)
            elif not found.is_there:
                viewer.end(NO_RUN)
            elif not viewer.is_ready:
                viewer.missed_a_round = True
            elif viewer.last in found.slices:
                viewer.take(found.slices[viewer.last])
            else:
                self._news.set()

    async def _listen(self) -> None:
        """Wait for hints that the run has more to show. If Redis is down or another error occurs, try again."""
        pause = 1.0
        while self._is_watched:
            try:
                await self._hear_hints()
            except Exception as problem:  # the libraries below raise errors of many kinds
                _log.warning("Run %s is read every %s s, without hints: %s", self._episode_id, POLL, problem)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _hear_hints(self) -> None:
        layer: Any = channel_layers["default"]
        group = group_of(self._episode_id)
        mark = f"run{self._episode_id}.{token_hex(8)}."
        channel = ""
        try:
            channel = await layer.new_channel(mark)
            await layer.group_add(group, channel)
            # Checked here because the Redis client may have swallowed the cancellation.
            while self._is_watched:
                # Set before the first hint too, because a hint may have been sent before the subscription.
                self._news.set()
                await layer.receive(channel)
        finally:
            with suppress(Exception):
                await layer.group_discard(group, channel)
            with suppress(Exception):
                await _give_up_channels(layer, mark)


async def _give_up_channels(layer: Any, mark: str) -> None:
    """Unsubscribe the channels with `mark` in their names. The layer itself unsubscribes only channels being read."""
    for channel in [name for name in layer.channels if mark in name]:
        del layer.channels[channel]
        await layer._get_shard(channel).unsubscribe(channel)
