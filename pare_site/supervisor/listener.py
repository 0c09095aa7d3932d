"""The listening socket of the web server. The supervisor holds it, so connections wait while the server restarts."""

from __future__ import annotations

import errno
import socket
import time

from pare_site import machine
from pare_site.cli.exits import Trouble
from pare_site.valkey import free_port

_QUEUE = 2048
# Seconds for a server that is just stopping to release its port.
_GRACE = 0.7
_OTHER_PORT = 8123


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises Trouble with a remedy if the port or address cannot be used."""
    end = time.monotonic() + _GRACE
    while True:
        try:
            return _bound(host, port)
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise _explained(host, port, problem) from None
        time.sleep(0.1)


def local_url(listener: socket.socket) -> str:
    """Return the address at which this machine reaches the socket."""
    host, port = listener.getsockname()[:2]
    nearby = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{machine.as_host(nearby)}:{port}"


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # `localhost` has two addresses; every client tries the IPv4 one.
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_QUEUE)
    except OSError:
        listener.close()
        raise
    return listener


def _explained(host: str, port: int, problem: OSError) -> Trouble:
    if problem.errno == errno.EADDRINUSE:
        other = _OTHER_PORT if _is_free(host, _OTHER_PORT) else free_port()
        return Trouble(f"Port {port} is used by another program.", f"Use a different port: make run PORT={other}")
    if problem.errno == errno.EACCES:
        return Trouble(f"Port {port} needs special rights: {problem.strerror}.", "Use a port above 1023.")
    if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
        known = ", ".join(["127.0.0.1", *machine.addresses()])
        return Trouble(
            f"'{host}' is not an address of this machine.",
            f"The machine's addresses: {known}. Use 0.0.0.0 for all of them.",
        )
    return Trouble(f"Cannot listen on {host}, port {port}: {problem.strerror or problem}.")


def _is_free(host: str, port: int) -> bool:
    try:
        _bound(host, port).close()
    except OSError:
        return False
    return True
