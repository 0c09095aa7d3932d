"""One read of the database for all viewers of a run: their rights, and the frames that each viewer lacks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from asgiref.typing import WebSocketSendEvent

from simulator.consumers.rights import Pass, valid_passes, without_players
from simulator.models import Episode
from simulator.rendering import frames

# Frames in one message. A viewer who lacks more gets several messages.
LIMIT = 50
# Seconds that a read may take. After that, viewers whose frames have not been read yet wait for the next read.
_BUDGET = 0.05


def _plain(value: object) -> str:
    """Return rendered HTML as a plain string: msgspec does not know Django's SafeString."""
    if isinstance(value, str):
        return value[:]
    raise TypeError(f"{type(value)} can't be part of a frame")


_encode = msgspec.json.Encoder(enc_hook=_plain).encode


class Slice(NamedTuple):
    """One message, for all viewers whose last frame has the same number."""

    message: WebSocketSendEvent
    last: int
    status: bytes
    """The status in the message, to detect whether the status has changed since."""
    is_full: bool
    """True if there may be more frames."""
    is_end: bool
    """True if the run is over and no message follows."""


class Round(NamedTuple):
    valid: set[Pass]
    slices: dict[int, Slice]
    is_there: bool = True


def look(episode_id: int, passes: Iterable[Pass], numbers: Sequence[int]) -> Round:
    """Return the valid passes, the message after each of these frame numbers, and whether the run exists.

    If reading takes too long, the messages after the remaining numbers are left for the next read.
    """
    began = time.monotonic()
    # Read the state before the moments: if the run is over by now, no moment can be missing.
    episode = Episode.objects.only("state", "user_player", "assistant_player").filter(pk=episode_id).first()
    valid = valid_passes(passes)
    if episode is None:
        return Round(valid, {}, is_there=False)
    valid = without_players(valid, episode)
    slices: dict[int, Slice] = {}
    for after in numbers if valid else ():
        try:
            slices[after] = _slice_after(after, episode)
        except Episode.DoesNotExist:
            return Round(valid, {}, is_there=False)
        if len(slices) > 1 and time.monotonic() - began > _BUDGET:
            break
    return Round(valid, slices)


def _slice_after(after: int, episode: Episode) -> Slice:
    batch = frames.batch_after(episode.pk, after, LIMIT)
    status = _encode(batch.status)
    text = b'{"frames":%b,"status":%b}' % (_encode(batch.frames), status)
    is_full = len(batch.frames) >= LIMIT
    message = WebSocketSendEvent(type="websocket.send", bytes=None, text=text.decode())
    return Slice(message, after + len(batch.frames), status, is_full, episode.is_over and not is_full)
