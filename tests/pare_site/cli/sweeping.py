"""Sweeps as people start them from the command line: each bench has a folder, scenarios and results of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.pare_site.cli.command import COMMAND, QUIET_ENVIRONMENT

BASELINES = ("--split", "all", "--baselines", "oracle,silent,eager,random")
FOLDER = "benchmark_all_user_scripted_mt_own_umi_1_omi_8_emi_15"
_WITH_RESULTS = ("sweep", "run", "resume", "retry")
_PATIENCE = 120.0


class Bench:
    def __init__(self, place: Path, **environment: str) -> None:
        self.var, self.results = place / "var", place / "results"
        self._begun: list[subprocess.Popen[str]] = []
        self.environment = {**QUIET_ENVIRONMENT, "PARE_VAR_DIR": str(self.var), **environment}

    def pare(self, *args: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Any command, to its end."""
        return subprocess.run(
            [*COMMAND, *map(str, args)],
            cwd=ROOT,
            env={**self.environment, **more},
            capture_output=True,
            encoding="utf-8",
            timeout=_PATIENCE,
            check=False,
        )

    def benchmark(self, verb: str, *args: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        return self.pare("benchmark", verb, *args, *self._files(verb), **more)

    def begin(self, verb: str, *args: str | Path, **more: str) -> subprocess.Popen[str]:
        """A command that is still at it."""
        process = subprocess.Popen(
            [*COMMAND, "benchmark", verb, *map(str, args), *map(str, self._files(verb))],
            cwd=ROOT,
            env={**self.environment, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._begun.append(process)
        return process

    def close(self) -> None:
        """Whatever a test that failed has left."""
        for process in self._begun:
            if process.poll() is None:
                process.kill()
                process.communicate(timeout=_PATIENCE)

    def sweeps(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.benchmark("list", "--json").stdout)["sweeps"]
        return found

    def rows(self, folder: str = FOLDER) -> list[dict[str, Any]]:
        files = sorted((self.results / folder).glob("obs_*_result.json"))
        return [row for file in files for row in json.loads(file.read_text(encoding="utf-8"))]

    def mark(self, folder: str = FOLDER) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.results / folder / "sweep.json").read_text())
        return found

    def report(self, folder: str = FOLDER) -> str:
        return (self.results / folder / "combined_report.txt").read_text(encoding="utf-8")

    def left_behind(self) -> list[str]:
        """Processes that belong to this bench."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                ours = f"PARE_VAR_DIR={self.var}\0".encode() in (process / "environ").read_bytes()
                # Valkey writes its title over its environment, but it sits in its folder.
                if ours or (process / "cwd").readlink().is_relative_to(self.var):
                    found.append((process / "comm").read_text().strip())
        return found

    def _files(self, verb: str) -> tuple[str | Path, ...]:
        return ("--results-dir", self.results) if verb in _WITH_RESULTS else ()


def without_the_clock(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows without the numbers and times that each sweep has for itself, in the order of their cells."""
    left_out = {"episode", "run_duration", "job_duration", "from_cache"}
    kept = [{name: value for name, value in row.items() if name not in left_out} for row in rows]
    return sorted(kept, key=lambda row: (row["configuration"], row["base_scenario_id"], row["seed"], row["run"]))
