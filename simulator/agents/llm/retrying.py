"""Retries requests after temporary faults, and reports the last fault if no retry succeeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from simulator.agents.backoff import growing_pause
from simulator.agents.llm.faults import Fault
from simulator.agents.llm.wire import Request, TooLong
from simulator.agents.policy import PlayerFailed
from simulator.trace.exchange import Try

T = TypeVar("T")
FIRST_PAUSE = 1.0
# Seconds. If a server asks for more, the run fails and can be resumed later.
LONGEST_ASKED_PAUSE = 120.0
Pause = Callable[[float], None]
Attempt = Callable[[], T | Fault]


def with_retries(request: Request, attempt: Attempt[T], pause: Pause) -> tuple[T, float, tuple[Try, ...]]:
    """Call `attempt` until it succeeds; return its result, the milliseconds of the last attempt, and the failed tries.

    Raises TooLong if the request is too long, and PlayerFailed if retrying does not help or no retries are left.
    """
    tries: list[Try] = []
    while True:
        began = time.perf_counter()
        outcome = attempt()
        latency = (time.perf_counter() - began) * 1000
        if not isinstance(outcome, Fault):
            return outcome, latency, tuple(tries)
        if outcome.verdict == "too_long":
            raise TooLong(outcome.problem)
        wait = pause_before_next(outcome, len(tries)) if _is_worth_it(outcome, request, len(tries)) else None
        if wait is None:
            raise PlayerFailed("provider", _sentence(outcome, request, len(tries) + 1))
        waiting = time.perf_counter()
        pause(wait)
        waited = (time.perf_counter() - waiting) * 1000
        tries.append(Try(outcome.problem, outcome.status, round(latency, 1), round(waited, 1)))


def pause_before_next(fault: Fault, failed_before: int) -> float:
    """Return a pause in seconds that grows with each failure, or slightly more than the server asks for."""
    planned = growing_pause(failed_before, FIRST_PAUSE)
    if fault.wait is None:
        return planned
    # The server may ask all refused clients to wait equally long; a tenth of the usual pause spreads their retries.
    return fault.wait + planned * 0.1


def _is_worth_it(fault: Fault, request: Request, failed_before: int) -> bool:
    patient = fault.wait is None or fault.wait <= LONGEST_ASKED_PAUSE
    return fault.verdict == "again" and patient and failed_before < request.retries


def _sentence(fault: Fault, request: Request, asked: int) -> str:
    who = f"The model '{request.model.alias}' ({request.route.provider})"
    times = f" after {asked} requests" if asked > 1 else ""
    status = f" (status {fault.status})" if fault.status else ""
    wants = f" The server asks to wait {fault.wait:.0f} seconds." if (fault.wait or 0) > LONGEST_ASKED_PAUSE else ""
    return f"{who} gave no answer{times}: {fault.problem}{status}.{wants} {fault.remedy}".rstrip()
