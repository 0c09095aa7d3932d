"""Checking many stories: in several processes, with the hash-seed proof, and totals that add up."""

from __future__ import annotations

import pytest

from benchmark.proofs.parallel_check import check_stories
from benchmark.proofs.proof_results import StoryReport
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from tests.benchmark.proofs.story import SILENT, SOUND, proof


@pytest.fixture
def stories() -> list[Story]:
    return [from_source(source) for source in (SOUND, SILENT)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_survey_reports_every_story_in_order(stories: list[Story], workers: int) -> None:
    seen: list[StoryReport] = []
    survey = check_stories(stories, workers, seen.append)
    assert [report.scenario for report in survey.reports] == ["dentist_moves", "nothing_to_do"]
    assert [report.scenario for report in seen] == ["dentist_moves", "nothing_to_do"]
    assert survey.failed == []
    assert survey.mutants == survey.killed == sum(report.made for report in survey.reports)


def test_two_processes_with_other_hash_seeds_agree(stories: list[Story]) -> None:
    survey = check_stories(stories[:1], workers=1)
    result = proof(survey.reports[0], "j")
    assert (result.made, result.killed) == (1, 1)


def test_content_that_differs_in_the_other_process_fails(stories: list[Story], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmark.proofs.parallel_check._read_probe", lambda probe: {"dentist_moves": "another"})
    survey = check_stories(stories[:1], workers=1)
    assert "a different hash seed" in proof(survey.reports[0], "j").failures[0]
