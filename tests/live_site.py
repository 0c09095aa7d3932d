"""A real web server in a thread, for tests that speak to it over HTTP and websockets."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

_PATIENCE = 30.0


@contextmanager
def live_site(port: int = 0, application: Any = None) -> Iterator[str]:
    """Serves the site on a port of the loopback, any by default; gives its address without a slash at the end."""
    from pare_site.supervisor.http_protocol import LimitedHttpProtocol

    if application is None:
        from pare_site.asgi import application

    config = uvicorn.Config(
        application, host="127.0.0.1", port=port, http=LimitedHttpProtocol, lifespan="off", log_level="warning"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + _PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end, "the web server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)
