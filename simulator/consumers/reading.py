"""The thread in which all feeds of a process read the database and render HTML, over a single connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import Error, connections

P = ParamSpec("P")
T = TypeVar("T")
# Rendering holds the interpreter's lock, so more threads would only take turns, each with a connection of its own.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="feeds")
_readers = 0


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in the thread of the feeds, and return the function's result."""
    call = partial(_with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_thread, call)


def keep_connection() -> None:
    """Keep the connection open between reads: opening a connection for each read would cost more than the read."""
    global _readers
    _readers += 1


def let_connection_go() -> None:
    global _readers
    _readers -= 1
    _thread.submit(_with_connection, lambda: None)


def _with_connection(function: Callable[[], T]) -> T:
    try:
        return function()
    except Error:
        # The connection may be broken; the next read opens a new one.
        connections.close_all()
        raise
    finally:
        if not _readers:
            connections.close_all()
