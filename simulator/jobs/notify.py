"""Sends hints to web servers that a run has more to show. Hints may be lost, so the servers also poll."""

from __future__ import annotations

import asyncio
import logging
import os
import threading

from channels.layers import channel_layers

_log = logging.getLogger(__name__)
# Seconds after which sending a hint is given up. If Redis is away, waiting longer would not help.
_PATIENCE = 2.0


def group_of(episode_id: int) -> str:
    return f"run.{episode_id}"


def tell(episode_id: int) -> None:
    """Send a hint about a run in the background; call this function after the commit, from any thread or process."""
    # The call takes microseconds, and a hint that can't be sent is only logged: viewers poll as well.
    try:
        _the_teller().tell(episode_id)
    except RuntimeError as problem:
        _log.warning("The hint for run %s can't be sent: %s", episode_id, problem)


class _Teller:
    """Sends hints from one thread over one connection; `async_to_sync` would open a connection for every hint."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[int] = set()
        self._loop = asyncio.new_event_loop()
        self._news = asyncio.Event()
        self._redis_is_away = False
        threading.Thread(target=self._run, name="hints", daemon=True).start()

    def tell(self, episode_id: int) -> None:
        with self._lock:
            # One waiting hint covers all that follow, so that hints do not pile up.
            if episode_id in self._waiting:
                return
            self._waiting.add(episode_id)
        self._loop.call_soon_threadsafe(self._news.set)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._pass_on())

    async def _pass_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            with self._lock:
                waiting, self._waiting = self._waiting, set()
            for episode_id in waiting:
                await self._send(episode_id)

    async def _send(self, episode_id: int) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await channel_layers["default"].group_send(group_of(episode_id), {"type": "more"})
        except Exception as problem:  # whatever goes wrong here, the run itself must not notice
            if not self._redis_is_away:
                _log.warning("Hints can't be sent, so viewers see new steps only every few seconds: %s", problem)
            self._redis_is_away = True
        else:
            self._redis_is_away = False


_teller: _Teller | None = None
_lock = threading.Lock()


def _the_teller() -> _Teller:
    global _teller
    with _lock:
        if _teller is None:
            _teller = _Teller()
        return _teller


def _forget() -> None:
    """Forget the thread in a child process: threads do not survive `os.fork`."""
    global _teller, _lock
    _teller, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)
