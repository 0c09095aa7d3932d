"""Runs the proofs of many scenarios on several cores, and proof (j) in a process with a different hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from tempfile import TemporaryFile
from types import MappingProxyType

import msgspec

from benchmark.process_pool import run_in_processes
from benchmark.proofs.proof_results import (
    MOST_MISREAD,
    MadeAndKilled,
    ProofResult,
    StoryReport,
    most_texts_misread,
)
from benchmark.proofs.story_check import check_story
from benchmark.proofs.text_trials import TextCounts
from benchmark.reading.texts import TextLine
from benchmark.timeline_check import timeline_faults
from simulator.scenario.story import Story

# The probe gets the first of these hash seeds that this process does not have; an equal seed would prove nothing.
_HASH_SEEDS = ("1", "2")
_PROBE = "benchmark.proofs.hash_probe"


class Survey(msgspec.Struct):
    """The reports of all checked scenarios."""

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

    @property
    def words(self) -> MadeAndKilled:
        """Return the numbers of all mutants about words (proofs m and o), and of those read correctly."""
        return _total(report.words for report in self.reports)

    @property
    def texts(self) -> MadeAndKilled:
        """Return the numbers of all texts by people (proof p), and of those read correctly."""
        return _total(report.texts for report in self.reports)

    @property
    def reads_well(self) -> bool:
        """Return True if few enough mutants about words and few enough texts by people are misread."""
        few_mutants = self.words.misread <= MOST_MISREAD * self.words.made
        few_texts = self.texts.misread <= most_texts_misread(self.texts.made) * self.texts.made
        return few_mutants and few_texts

    @property
    def kinds(self) -> dict[str, MadeAndKilled]:
        """Return the numbers of mutants made and killed in all scenarios, by kind."""
        found: dict[str, MadeAndKilled] = {}
        for proof in (proof for report in self.reports for proof in report.proofs):
            for kind, count in proof.kinds.items():
                total = found.setdefault(kind, MadeAndKilled())
                total.made += count.made
                total.killed += count.killed
        return found

    @property
    def kept_aside(self) -> TextCounts:
        """Return the summed counts for the texts that are kept aside (see `is_kept_aside`)."""
        return sum((report.kept_aside for report in self.reports if report.kept_aside is not None), TextCounts())


def _total(counts: Iterable[MadeAndKilled]) -> MadeAndKilled:
    found = list(counts)
    return MadeAndKilled(sum(one.made for one in found), sum(one.killed for one in found))


def check_stories(
    stories: Sequence[Story],
    workers: int = 2,
    on_done: Callable[[StoryReport], None] = lambda report: None,
    texts: Mapping[str, Sequence[TextLine]] = MappingProxyType({}),
    kept_aside: bool = True,
) -> Survey:
    """Run all proofs on all stories, and return the reports in the order of `stories`.

    `on_done` is called with each report before proof (j) is added. `check_story` explains `texts` and `kept_aside`.
    """
    work = partial(_check, texts=dict(texts), kept_aside=kept_aside)
    probe = _start_probe(stories)
    try:
        reports = []
        for report in run_in_processes(work, stories, workers, _length):
            reports.append(report)
            on_done(report)
        _add_hash_proof(reports, _read_probe(probe))
    finally:
        with probe:
            probe.kill()
    return Survey(reports)


def _check(story: Story, texts: Mapping[str, Sequence[TextLine]], kept_aside: bool) -> StoryReport:
    report = check_story(story, texts, kept_aside)
    # Drafts may have faults in their timeline.
    if story.scenario.status == "ready":
        report.timeline = timeline_faults(story)
    return report


def _length(story: Story) -> int:
    """Return a number that grows with the time that the proofs of a story take."""
    others = len(story.scenario.alternatives) + len(story.scenario.near_misses)
    return len(story.solution) ** 2 + others


def _start_probe(stories: Sequence[Story]) -> subprocess.Popen[bytes]:
    seed = next(seed for seed in _HASH_SEEDS if seed != os.environ.get("PYTHONHASHSEED"))
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    # A file, not a pipe: this process would have to fill a pipe while it runs the proofs.
    with TemporaryFile() as given:
        given.write(msgspec.json.encode([dict(story.source) for story in stories]))
        given.seek(0)
        return subprocess.Popen(
            [sys.executable, "-m", _PROBE],
            env=environment,
            stdin=given,
            stdout=subprocess.PIPE,
            # A new session does not get Ctrl-C, so the probe prints no traceback. This process ends the probe.
            start_new_session=True,
        )


def _read_probe(probe: subprocess.Popen[bytes]) -> dict[str, str]:
    output, _ = probe.communicate()
    # Without hashes, proof (j) fails for every story with a message that the other process gave no hash.
    if probe.returncode:
        return {}
    return msgspec.json.decode(output, type=dict[str, str])


def _add_hash_proof(reports: list[StoryReport], hashes: dict[str, str]) -> None:
    """Add proof (j): this process and the probe have different hash seeds and must get equal hashes."""
    for report in reports:
        result = ProofResult("j", made=1)
        if hashes.get(report.scenario) == report.content_hash:
            result.killed = 1
        else:
            result.failures.append("a process with a different hash seed gave different content or none")
        report.proofs.append(result)
        report.proofs.sort(key=lambda proof: proof.proof)
