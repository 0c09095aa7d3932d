"""What some tests here have besides a site."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmark.faults.ground import Redis
from tests.postgres import Postgres


@pytest.fixture
def database_server() -> Iterator[Postgres]:
    """A PostgreSQL that the test may kill; it must be readable for whom it runs as, so it lies in no folder of ours."""
    with tempfile.TemporaryDirectory(prefix="pare-pg-") as folder:
        # As others run theirs: what was told to be stored is stored.
        server = Postgres(Path(folder), synchronous_commit="on")
        server.start()
        try:
            yield server
        finally:
            server.end()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """One that the test may kill."""
    server = Redis(tmp_path / "redis")
    server.start()
    yield server
    server.kill()
