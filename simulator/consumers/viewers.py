"""A viewer as the feed sees it: the number of the last frame sent, and the message that is being sent."""

from __future__ import annotations

import asyncio

from asgiref.typing import ASGISendCallable

from simulator.consumers.closing import OVER
from simulator.consumers.rights import Pass
from simulator.consumers.rounds import Slice


class Viewer:
    """A viewer of a run, who gets a message only after the previous message is sent, so that nothing piles up."""

    def __init__(self, holds: Pass, after: int) -> None:
        self.holds = holds
        self.last = after
        self.missed_a_round = False
        self.wants_more = asyncio.Event()
        self.code: int | None = None
        self._status = b""
        self._under_way: Slice | None = None
        self._woken = asyncio.Event()

    @property
    def is_ready(self) -> bool:
        return self._under_way is None and self.code is None

    def take(self, piece: Slice) -> None:
        """Queue the next message, unless it contains nothing new. After the last message of a run, close the socket."""
        if piece.last > self.last or piece.status != self._status:
            self._under_way = piece
            self._woken.set()
        if piece.is_end:
            self.end(OVER)

    def end(self, code: int) -> None:
        """Close the socket with this code, after the current message is sent."""
        if self.code is None:
            self.code = code
            self._woken.set()

    async def be_served(self, send: ASGISendCallable) -> int:
        """Send the feed's messages until `end` is called, and return the code to close the socket with."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            if self._under_way is not None:
                await send(self._under_way.message)
                self._sent(self._under_way)
            if self.code is not None:
                return self.code

    def _sent(self, piece: Slice) -> None:
        self.last, self._status, self._under_way = piece.last, piece.status, None
        if piece.is_full or self.missed_a_round:
            self.missed_a_round = False
            self.wants_more.set()
