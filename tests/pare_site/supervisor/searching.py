"""All that a real site keeps and shows, to be searched for something that must not be there."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.pare_site.supervisor.real_site import RealSite

Places = Iterable[tuple[str, bytes]]
"""Names of places, and what is there."""
_PATIENCE = 30.0
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
_LISTS = ("episode", "moment", "decisionpoint", "scenarioversion")
_QUEUES = ("", "finished/", "failed/", "started/", "details/")
ERRORS = ("/runs/999999/", "/runs/1/999999/", "/nowhere/")


def leaks(places: Places, secrets: Iterable[str]) -> list[str]:
    """The places that hold a secret, or one half of it, or the whole in another spelling."""
    needles = [needle.lower() for secret in secrets for needle in _needles(secret)]
    return [place for place, held in places if any(needle in held.lower() for needle in needles)]


def _needles(secret: str) -> Iterator[bytes]:
    yield from (half.encode() for half in secret.split("/"))
    yield base64.b64encode(secret.encode()).rstrip(b"=")
    yield secret.encode().hex().encode()
    yield "".join(f"\\u{ord(letter):04x}" for letter in secret[:8]).encode()


def files(site: RealSite) -> Places:
    """The database with its log of changes, logs, what Valkey keeps, and what the site says of itself."""
    for path in site.var.rglob("*"):
        if path.is_file():
            # Files come and go while the site runs.
            with suppress(FileNotFoundError):
                yield str(path.relative_to(site.var)), path.read_bytes()


def rows(site: RealSite) -> Places:
    """Every value in the database: in its file a long one lies in pieces."""
    with closing(sqlite3.connect(site.var / "pare.sqlite3")) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for row in store.execute(f'SELECT * FROM "{table}"').fetchall():
                yield f"{table} {row[0]}", repr(row).encode()


def queue(site: RealSite) -> Places:
    """Every key and value in Redis; the data of jobs are packed there."""
    address = json.loads((site.var / "running.json").read_text())["redis_url"]
    with redis.Redis.from_url(address) as store:
        for name in store.scan_iter():
            for value in _values(store, name):
                yield name.decode(), name + b" " + value
                with suppress(zlib.error):
                    yield f"{name.decode()} unpacked", zlib.decompress(value)


def _values(store: Any, name: bytes) -> list[bytes]:
    kind = store.type(name).decode()
    if kind == "hash":
        return [part for pair in store.hgetall(name).items() for part in pair]
    reading: dict[str, Any] = {
        "string": lambda: [store.get(name) or b""],
        "list": lambda: store.lrange(name, 0, -1),
        "set": lambda: list(store.smembers(name)),
        "zset": lambda: store.zrange(name, 0, -1),
        "stream": lambda: [repr(store.xrange(name)).encode()],
    }
    # What went away since it was listed is of the kind `none`.
    return list(reading[kind]()) if kind != "none" else []


class Visitor:
    """A browser as far as this goes, signed in."""

    def __init__(self, site: RealSite) -> None:
        self._site = site
        self._cookies = CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self._cookies)).open
        assert self.get(site.link.removeprefix(site.url))[0] == 200

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            with self._open(self._site.url + path, timeout=_PATIENCE) as answer:
                return answer.status, answer.read()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read()

    def start(self, **choices: str) -> int:
        """A run by way of the form; gives its number."""
        token = _TOKEN.search(self.get("/runs/start/")[1].decode())
        assert token is not None
        filled = urlencode({"csrfmiddlewaretoken": token[1], **choices}).encode()
        with self._open(f"{self._site.url}/runs/start/", filled, timeout=_PATIENCE) as answer:
            return int(answer.url.rstrip("/").rpartition("/")[2])

    def frames(self, run: int) -> Places:
        """All that a viewer of a run is sent who comes when it is over."""
        cookie = "; ".join(f"{one.name}={one.value}" for one in self._cookies)
        address = f"{self._site.url.replace('http', 'ws', 1)}/ws/runs/{run}/?after=-1"
        site = Origin(self._site.url)
        with (
            connect(address, origin=site, additional_headers={"Cookie": cookie}, max_size=None) as socket,
            suppress(ConnectionClosed),
        ):
            while True:
                yield f"frames of {run}", str(socket.recv(_PATIENCE)).encode()


def pages_of_run(run: int, steps: int) -> list[str]:
    row = f"/admin/simulator/episode/{run}/change/"
    whole = [f"/runs/{run}/", f"/runs/{run}/{max(0, steps - 1)}/", f"/runs/{run}/controls/", row]
    each = [f"/runs/{run}/{step}/{part}/" for step in range(steps) for part in ("parts", "exchange")]
    return [*whole, *each]


def common_pages() -> list[str]:
    """Lists, the administration with the queues, and pages of errors."""
    lists = [f"/admin/simulator/{name}/" for name in _LISTS]
    queues = [f"/admin/queues/queues/{number}/{part}" for number in range(3) for part in _QUEUES]
    return ["/", "/now/", "/runs/", "/runs/start/", "/models/", "/admin/", *lists, "/admin/queues/", *queues, *ERRORS]
