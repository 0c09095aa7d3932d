"""Checking many scenarios at once, on several cores, and in processes with different hash seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from benchmark.proofs.check import ProofResult, StoryReport, check_story
from simulator.scenario.load import load_file

HASH_SEEDS = ("1", "2")
_PROBE = "benchmark.proofs.hash_probe"


class Survey(msgspec.Struct):
    """What the proofs found over all scenarios checked."""

    reports: list[StoryReport]

    @property
    def mutants(self) -> int:
        return sum(report.made for report in self.reports)

    @property
    def killed(self) -> int:
        return sum(report.killed for report in self.reports)

    @property
    def failed(self) -> list[str]:
        return [report.scenario for report in self.reports if not report.ok]


def check_files(
    files: Sequence[Path], workers: int = 2, on_done: Callable[[StoryReport], None] = lambda report: None
) -> Survey:
    """All proofs of all files; reports come in the files' order."""
    probes = [_start_probe(files, seed) for seed in HASH_SEEDS]
    try:
        reports = _check_all(files, workers, on_done)
        _add_hash_proof(reports, [_read_probe(probe) for probe in probes])
    finally:
        for probe in probes:
            with probe:
                probe.kill()
    return Survey(reports)


def _check_all(files: Sequence[Path], workers: int, on_done: Callable[[StoryReport], None]) -> list[StoryReport]:
    reports = []
    if workers > 1 and len(files) > 1:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            for report in pool.map(_check_file, files):
                reports.append(report)
                on_done(report)
        return reports
    for file in files:
        reports.append(_check_file(file))
        on_done(reports[-1])
    return reports


def _check_file(file: Path) -> StoryReport:
    return check_story(load_file(file))


def _start_probe(files: Sequence[Path], seed: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", _PROBE, *(str(file) for file in files)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    # In a session of its own: an interrupted check ends its probes itself instead of letting each of them complain.
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)


def _read_probe(probe: subprocess.Popen[str]) -> dict[str, str]:
    output, _ = probe.communicate()
    if probe.returncode:
        return {}
    hashes: dict[str, str] = json.loads(output)
    return hashes


def _add_hash_proof(reports: list[StoryReport], probes: list[dict[str, str]]) -> None:
    for report in reports:
        result = ProofResult("j")
        for seed, hashes in zip(HASH_SEEDS, probes, strict=True):
            result.made += 1
            if hashes.get(report.scenario) == report.content_hash:
                result.killed += 1
            else:
                result.failures.append(f"a process with hash seed {seed} gave another content or none")
        report.proofs.append(result)
        report.proofs.sort(key=lambda proof: proof.proof)
