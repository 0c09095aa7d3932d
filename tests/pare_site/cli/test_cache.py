"""`pare cache`: what it holds, forgetting, and a folder by which stores share what they have finished."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pare_site.cli.sweeping import BASELINES, Bench

EVENING = ("--split", "evening", "--oracle", "--baselines", "none")


def taken(bench: Bench, *args: str, **more: str) -> tuple[int, int]:
    """How many episodes a sweep has, and how many of them it did not play itself."""
    done = bench.benchmark("sweep", *args, "--json", **more)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return told["episodes"], told["from_cache"]


@pytest.mark.all
def test_status_show_and_invalidate(bench: Bench) -> None:
    assert bench.pare("cache", "invalidate").stdout == "The cache is already empty.\n"
    assert taken(bench, *EVENING) == (1, 0)
    status = json.loads(bench.pare("cache", "status", "--json").stdout)
    assert (status["entries"], status["by_scenario"], status["folder"]) == (1, {"quiet_evening": 1}, None)
    lines = bench.pare("cache", "status").stdout.splitlines()
    assert [line[:15].rstrip() for line in lines] == [
        "database",
        "runs",
        "by engine",
        "by players",
        "by scenario",
        "shared folder",
    ]
    assert all(line[14] == " " != line[15] for line in lines), "the values are in one column"
    found = json.loads(bench.pare("cache", "show", "1", "--json").stdout)
    assert found["runs"] == [1] and found["is_current"] and found["material"]["engine"]
    assert found["key"] in bench.pare("cache", "show", found["key"][:10]).stdout
    assert bench.pare("cache", "show", "ffff").returncode == 2
    refused = bench.pare("cache", "invalidate")
    assert refused.returncode == 2 and "--yes" in refused.stderr
    assert bench.pare("cache", "invalidate", "-y").returncode == 0
    assert taken(bench, *EVENING) == (1, 0)


@pytest.mark.all
def test_a_folder_is_shared_between_stores(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    refused = bench.pare("cache", "set", folder)
    assert refused.returncode == 2 and "--create" in refused.stderr
    assert bench.pare("cache", "set", folder, "-c").returncode == 0
    assert taken(bench, *BASELINES) == (8, 0)
    files = sorted(folder.rglob("*.jsonl"))
    assert len(files) == 8
    other = Bench(tmp_path / "other", **{**bench.environment, "PARE_VAR_DIR": str(tmp_path / "other" / "var")})
    files[0].write_bytes(files[1].read_bytes())
    files[2].write_bytes(files[2].read_bytes()[:-40])
    assert taken(other, *BASELINES, PARE_CACHE_DIR=str(folder)) == (8, 6)
    assert other.report() == bench.report()
    status = other.pare("cache", "status", PARE_CACHE_DIR=str(folder)).stdout
    assert f"{folder} (set by PARE_CACHE_DIR): 8 files" in status
    assert bench.pare("cache", "reset").returncode == 0
    assert json.loads(bench.pare("cache", "status", "--json").stdout)["folder"] is None
    assert len(list(folder.rglob("*.jsonl"))) == 8
    assert other.left_behind() == []
