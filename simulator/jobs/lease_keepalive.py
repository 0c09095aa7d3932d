"""Renews leases while a single moment takes longer than a lease lasts."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import connection

from simulator.jobs.leases import Lease, beat

_log = logging.getLogger(__name__)
BEATS_PER_LEASE = 5
# A moment that takes more seconds than this counts as hung. Its heartbeats end, so other workers may take the runs.
LONGEST_MOMENT = 600.0
_PATIENCE = 1.0


def between_beats() -> float:
    return float(settings.LEASE_SECONDS) / BEATS_PER_LEASE


class LeaseKeepalive:
    """A thread that sends heartbeats while the playing thread is too busy to send them itself."""

    def __init__(self, held: Callable[[], Iterable[Lease]]) -> None:
        """Prepare the thread. The thread calls `held`, which returns the current leases."""
        self._held = held
        self._last_tick = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="pulse", daemon=True)

    def __enter__(self) -> None:
        self.tick()
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        # A database that hangs must not keep the process from exiting.
        self._thread.join(_PATIENCE)

    def tick(self) -> None:
        """Note that the playing thread is back and sends its own heartbeats."""
        self._last_tick = time.monotonic()

    def _go_on(self) -> None:
        while not self._ended.wait(between_beats()):
            silence = time.monotonic() - self._last_tick
            if between_beats() / 2 < silence < LONGEST_MOMENT:
                self._beat()

    def _beat(self) -> None:
        try:
            beat(self._held())
        except Exception as problem:
            _log.warning("Can't send a heartbeat for the held runs: %s", problem)
        finally:
            # Long moments are rare, so no connection is kept open for them.
            connection.close()
