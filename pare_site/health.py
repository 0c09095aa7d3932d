"""The health page for people and monitoring: web server, database, Redis and workers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pare_site import valkey

OK = "ok"
_PATIENCE = 2.0
_SILENT = "does not answer"
_ALWAYS = ("live", "batch")
# The worker for language models is started when the first run needs it, so it may be missing for this long.
_TIME_TO_START = timedelta(seconds=15)

T = TypeVar("T")


@login_not_required
@never_cache
@require_safe
async def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 if database, Redis and workers answer, or else 503. The page is public, so it shows no addresses."""
    nobody = dict.fromkeys(settings.RQ_QUEUES, 0)
    database, redis, workers, missed = await asyncio.gather(
        _within_patience(_database, _SILENT),
        _within_patience(_redis, _SILENT),
        _within_patience(_workers, nobody),
        _within_patience(_is_models_worker_missed, True),
    )
    all_there = database == OK and redis == OK and not missed and all(workers[queue] for queue in _ALWAYS)
    about = {"web": OK, "database": database, "redis": redis, "workers": workers}
    return JsonResponse(about, status=200 if all_there else 503)


async def _within_patience(look: Callable[[], T], otherwise: T) -> T:
    """Run a check in a thread; return its result, or `otherwise` if the check fails or takes too long."""
    try:
        return await asyncio.wait_for(sync_to_async(look, thread_sensitive=False)(), _PATIENCE)
    except Exception:
        return otherwise


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            # A table of ours, not just SELECT 1: a database that was never migrated is not healthy.
            cursor.execute("SELECT 1 FROM simulator_episode WHERE id < 0")
    finally:
        connection.close()
    return OK


def _redis() -> str:
    return OK if not valkey.why_silent(settings.REDIS_URL, _PATIENCE) else _SILENT


def _is_models_worker_missed() -> bool:
    from simulator.jobs.worker_registry import is_unattended

    try:
        return is_unattended("models", _TIME_TO_START)
    finally:
        connection.close()


def _workers() -> dict[str, int]:
    from simulator.jobs.worker import workers_alive

    return workers_alive()
