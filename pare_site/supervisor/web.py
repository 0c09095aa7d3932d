"""The web server: uvicorn, configured for many viewers who mostly receive data."""

from __future__ import annotations

import gc
import resource
import socket
from importlib import import_module
from pathlib import Path
from typing import Any

_HEAVY = (
    "pare_site.asgi",
    "simulator.jobs.worker",
    "pare_site.supervisor.http_protocol",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
)

# Bytes. Browsers only receive over websockets, so any large message is abuse.
_LARGEST_MESSAGE = 64 * 1024


def preload() -> None:
    """Import the children's modules in the supervisor, so that forked children start faster and share memory."""
    from django.urls import get_resolver

    from simulator.type_warmup import make_types_ready

    for name in _HEAVY:
        import_module(name)
    _ = get_resolver().url_patterns
    make_types_ready()
    # The garbage collector never touches frozen objects, so their memory pages stay shared with the children.
    gc.collect()
    gc.freeze()
    gc.enable()


def serve(listener: socket.socket) -> None:
    """Serve the site on a socket until the process is asked to stop."""
    import uvicorn
    from django.conf import settings

    from pare_site.asgi import application
    from pare_site.supervisor.http_protocol import LimitedHttpProtocol
    from pare_site.upload_spool import sweep

    sweep(Path(settings.FILE_UPLOAD_TEMP_DIR))
    _allow_many_connections()
    config = uvicorn.Config(
        under(settings.FORCE_SCRIPT_NAME or "", application),
        loop="uvloop",
        http=LimitedHttpProtocol,
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        # Frames are small and go to many viewers: compressing each one costs more than it saves.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="off",
        proxy_headers=True,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listener])


def under(prefix: str, application: Any) -> Any:
    """Return the application, served under a path prefix. It does not matter whether the proxy strips the prefix."""
    if not prefix:
        return application

    async def below(scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if path != prefix and not path.startswith(f"{prefix}/"):
            path = prefix + path
        await application({**scope, "path": path, "root_path": prefix}, receive, send)

    return below


def _allow_many_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
