"""The web server that `pare up` starts has the limits that are set."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.pare_site.raw_http import PATIENCE, answer, connected, head
from tests.pare_site.supervisor.real_site import real_site


@pytest.mark.all
def test_slow_clients_are_cut_off_and_leftovers_are_gone(var: Path) -> None:
    leftover = var / "uploads" / "tmpabc.upload.jsonl"
    leftover.parent.mkdir(parents=True)
    leftover.write_bytes(b"x")
    with real_site(var, PARE_HEADER_SECONDS="1", PARE_BODY_SECONDS="1") as site:
        host = urlsplit(site.ready().url).netloc
        assert not leftover.exists()
        began = time.monotonic()
        with connected(host) as silent, connected(host) as unfinished:
            unfinished.sendall(head("/runs/import/", content_length=10) + b"x")
            assert answer(silent) == b""
            assert answer(unfinished).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began < PATIENCE
