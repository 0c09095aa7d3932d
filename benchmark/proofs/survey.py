"""Checking many scenarios at once, on several cores, and in processes with different hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from tempfile import TemporaryFile

import msgspec

from benchmark.proofs.check import ProofResult, StoryReport, check_story
from simulator.scenario.story import Story

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


def check_stories(
    stories: Sequence[Story], workers: int = 2, on_done: Callable[[StoryReport], None] = lambda report: None
) -> Survey:
    """All proofs of all stories; reports come in their order."""
    probes = [_start_probe(stories, seed) for seed in HASH_SEEDS]
    try:
        reports = _check_all(stories, workers, on_done)
        _add_hash_proof(reports, [_read_probe(probe) for probe in probes])
    finally:
        for probe in probes:
            with probe:
                probe.kill()
    return Survey(reports)


def _check_all(stories: Sequence[Story], workers: int, on_done: Callable[[StoryReport], None]) -> list[StoryReport]:
    reports = []
    if workers > 1 and len(stories) > 1:
        # Forked workers have the stories already: only numbers go to them.
        _forked[:] = stories
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            for report in pool.map(_check_forked, range(len(stories))):
                reports.append(report)
                on_done(report)
        return reports
    for story in stories:
        reports.append(check_story(story))
        on_done(reports[-1])
    return reports


_forked: list[Story] = []


def _check_forked(number: int) -> StoryReport:
    return check_story(_forked[number])


def _start_probe(stories: Sequence[Story], seed: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    # In a session of its own: an interrupted check ends its probes itself instead of letting each of them complain.
    with TemporaryFile() as given:
        given.write(msgspec.json.encode([dict(story.source) for story in stories]))
        given.seek(0)
        return subprocess.Popen(
            [sys.executable, "-m", _PROBE],
            env=environment,
            stdin=given,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )


def _read_probe(probe: subprocess.Popen[bytes]) -> dict[str, str]:
    output, _ = probe.communicate()
    if probe.returncode:
        return {}
    return msgspec.json.decode(output, type=dict[str, str])


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
