"""Checking many scenarios at once, on several cores, and in processes with different hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from tempfile import TemporaryFile

import msgspec

from benchmark.forked import results_of
from benchmark.proofs.check import ProofResult, StoryReport, check_story
from simulator.scenario.story import Story

_HASH_SEEDS = ("1", "2")
"""The other process takes the first that is not this one's."""
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
    probe = _start_probe(stories)
    try:
        reports = []
        for report in results_of(check_story, stories, workers, _length):
            reports.append(report)
            on_done(report)
        _add_hash_proof(reports, _read_probe(probe))
    finally:
        with probe:
            probe.kill()
    return Survey(reports)


def _length(story: Story) -> int:
    """About how much there is to play."""
    others = len(story.scenario.alternatives) + len(story.scenario.near_misses)
    return len(story.solution) ** 2 + others


def _start_probe(stories: Sequence[Story]) -> subprocess.Popen[bytes]:
    seed = next(seed for seed in _HASH_SEEDS if seed != os.environ.get("PYTHONHASHSEED"))
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    # In a session of its own: an interrupted check ends its probe itself instead of letting it complain.
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


def _add_hash_proof(reports: list[StoryReport], hashes: dict[str, str]) -> None:
    """Those who checked and the probe are two processes with different hash seeds."""
    for report in reports:
        result = ProofResult("j", made=1)
        if hashes.get(report.scenario) == report.content_hash:
            result.killed = 1
        else:
            result.failures.append("a process with another hash seed gave another content or none")
        report.proofs.append(result)
        report.proofs.sort(key=lambda proof: proof.proof)
