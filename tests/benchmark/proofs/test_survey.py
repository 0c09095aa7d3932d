"""Checking many files: in several processes, with the hash-seed proof, and totals that add up."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from benchmark.proofs.check import StoryReport
from benchmark.proofs.survey import check_files
from tests.benchmark.proofs.story import SILENT, SOUND, proof


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = []
    for source in (SOUND, SILENT):
        path = tmp_path / f"{source['id']}.yaml"
        path.write_text(yaml.safe_dump(source, allow_unicode=True, sort_keys=False))
        paths.append(path)
    return paths


@pytest.mark.parametrize("workers", [1, 2])
def test_a_survey_reports_every_file_in_order(files: list[Path], workers: int) -> None:
    seen: list[StoryReport] = []
    survey = check_files(files, workers, seen.append)
    assert [report.scenario for report in survey.reports] == ["dentist_moves", "nothing_to_do"]
    assert [report.scenario for report in seen] == ["dentist_moves", "nothing_to_do"]
    assert survey.failed == []
    assert survey.mutants == survey.killed == sum(report.made for report in survey.reports)


def test_two_processes_with_other_hash_seeds_agree(files: list[Path]) -> None:
    survey = check_files(files[:1], workers=1)
    result = proof(survey.reports[0], "j")
    assert (result.made, result.killed) == (2, 2)
