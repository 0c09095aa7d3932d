"""A folder with two small scenarios that the command finds, and a trace of one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.pare_site.cli.command import DENTIST, QUIET_EVENING, write_stories
from tests.pare_site.cli.sweeping import Bench


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "PARE_DEBUG", "PARE_SCENARIOS_DIR", "PARE_BENCHMARK_SPLITS_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that PARE_SCENARIOS_DIR names."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    write_stories(folder, DENTIST, QUIET_EVENING)
    splits = tmp_path / "splits"
    splits.mkdir()
    (splits / "evening.txt").write_text("quiet_evening\n", encoding="utf-8")
    monkeypatch.setenv("PARE_SCENARIOS_DIR", str(folder))
    monkeypatch.setenv("PARE_BENCHMARK_SPLITS_DIR", str(splits))
    return folder


@pytest.fixture
def bench(scenarios: Path, tmp_path: Path) -> Iterator[Bench]:
    """For sweeps over the two small scenarios; afterwards nothing may be left of it."""
    bench = Bench(tmp_path, PARE_SCENARIOS_DIR=str(scenarios), PARE_BENCHMARK_SPLITS_DIR=str(tmp_path / "splits"))
    yield bench
    bench.close()
    assert bench.left_behind() == []


@pytest.fixture
def trace(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A recorded episode of the dentist's scenario, played by the oracle."""
    file = tmp_path / "run.jsonl"
    assert main(["run", "dentist_moved", "--quiet", "--out", str(file)]) == 0
    capsys.readouterr()
    return file
