"""One real site for the tests of a file that do not end it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pare_site.supervisor.real_site import RealSite, real_site


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with real_site(tmp_path_factory.mktemp("var")) as site:
        yield site.ready()


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"
