"""Plays runs in bulk, one after the other, with few transactions per run."""

from __future__ import annotations

import time
from functools import partial

from simulator.jobs.driver import TROUBLE, Driver
from simulator.jobs.leases import Claimed, Lease, claim_next
from simulator.jobs.runner import Runner

# Maximum number of moments between two stores; a transaction costs far more than a moment.
AT_ONCE = 500
# Maximum number of seconds between two stores. Nobody watches these runs, but a request to stop should not wait longer.
LONGEST = 0.25


class BatchDriver(Driver):
    """A driver that holds one run at a time, so that the death of its process is blamed on that run."""

    def __init__(self, queue: str, worker: str) -> None:
        super().__init__(queue, 1, worker)

    def _adopt(self) -> None:
        while not self._held and time.monotonic() >= self._calm_from:
            try:
                claimed = claim_next(self._queue, self._worker)
                if claimed is None and not self._feed(1):
                    return
            except TROUBLE as problem:
                self._note_trouble(problem)
                return
            if claimed is not None:
                self._try(claimed.lease, partial(self._hold, claimed))

    def _build(self, lease: Lease) -> bool:
        self._held[lease] = Runner(lease, at_once=AT_ONCE, longest=LONGEST, is_alone=True)
        return True

    def _hold(self, claimed: Claimed) -> bool:
        self._held[claimed.lease] = Runner(*claimed, at_once=AT_ONCE, longest=LONGEST, is_alone=True)
        return True
