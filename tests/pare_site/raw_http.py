"""HTTP over bare sockets, for clients that stop in the middle, and the space that their uploads take."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG

from django.conf import settings
from django.test import Client

PATIENCE = 15.0
"""Seconds until a test gives up waiting."""


@contextmanager
def connected(site: str) -> Iterator[socket.socket]:
    """A connection to `host:port` on which every wait ends."""
    host, _, port = site.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        yield connection


def head(path: str, method: str = "POST", **headers: object) -> bytes:
    """The first lines of a request; `content_length=5` becomes `content-length: 5`."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def answer(connection: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass  # closed while something that we sent was still unread
    return b"".join(parts)


def status_of(received: bytes) -> int:
    return int(received.split(b" ", 2)[1])


def send(site: str, path: str, body: bytes | Iterable[bytes], headers: Mapping[str, str]) -> tuple[int, str]:
    """Send a whole request, in chunks unless the body is bytes; return the status and the page."""
    told = {name.replace("-", "_"): value for name, value in headers.items()}
    size = {"Content_Length": len(body)} if isinstance(body, bytes) else {"Transfer_Encoding": "chunked"}
    with connected(site) as connection:
        connection.sendall(head(path, Connection="close", **size, **told))
        if isinstance(body, bytes):
            connection.sendall(body)
        else:
            for part in body:
                connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
            connection.sendall(b"0\r\n\r\n")
        received = answer(connection)
    return status_of(received), received.partition(b"\r\n\r\n")[2].decode(errors="replace")


def session_headers(client: Client) -> dict[str, str]:
    """The headers that a signed-in browser sends with a form."""
    client.get("/runs/import/")
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    return {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": cookies.get(settings.CSRF_COOKIE_NAME, ""),
        "Content-Type": "multipart/form-data; boundary=limit",
        "Accept": "text/html",
    }


def form(**files: bytes) -> bytes:
    """A form with files, all of them in the field `files`."""
    parts = [
        b'--limit\r\nContent-Disposition: form-data; name="files"; filename="%s.jsonl"\r\n\r\n%s\r\n'
        % (name.encode(), content)
        for name, content in files.items()
    ]
    return b"".join([*parts, b"--limit--\r\n"])


def spooled() -> int:
    """Bytes in temporary files that this process has open, also in those without a name."""
    total = 0
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            target, found = str(descriptor.readlink()), descriptor.stat()
        except OSError:
            continue  # it was that of the listing itself
        if S_ISREG(found.st_mode) and (target.endswith(" (deleted)") or ".upload" in target):
            total += found.st_size
    return total
