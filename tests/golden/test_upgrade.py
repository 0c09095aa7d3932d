"""A store made by version 0.1.0, with runs, a sweep and a study that three people answered, works after an upgrade."""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.all

STORE = Path(__file__).parent / "database_0_1_0.sqlite3.xz"


@pytest.fixture(scope="module")
def upgraded(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Migrate a copy, and return what today's code finds in it."""
    var = tmp_path_factory.mktemp("var")
    (var / "pare.sqlite3").write_bytes(lzma.decompress(STORE.read_bytes()))
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("PARE_", "DATABASE_URL"))}
    environ |= {"PARE_VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "pare_site.settings", "PYTHONPATH": str(root)}
    for command in (["manage.py", "migrate", "--verbosity=0"], ["-m", "tests.golden.read_store"]):
        done = subprocess.run(
            [sys.executable, *command], cwd=root, env=environ, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_nothing_is_lost(upgraded: dict[str, Any]) -> None:
    kept = {name: upgraded[name] for name in ("runs", "cells", "raters", "answers")}
    assert kept == {"runs": 32, "cells": 8, "raters": 3, "answers": 25}


def test_stored_runs_still_verify(upgraded: dict[str, Any]) -> None:
    assert upgraded["finished"] == 31
    assert upgraded["unsound"] == []


def test_their_pages_open(upgraded: dict[str, Any]) -> None:
    assert set(upgraded["pages"].values()) == {200}, upgraded["pages"]
