"""Stored reports of checked scenarios count only while nothing that they depend on has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.proofs import report_store
from benchmark.proofs.proof_results import ProofResult, StoryReport
from benchmark.proofs.report_store import ReportStore
from benchmark.reading.texts import TextLine
from simulator.scenario.load import ScenarioFault, load_file
from simulator.scenario.story import Story
from tests.pare_site.cli.command import DENTIST, write_stories

REPORT = StoryReport(
    "dentist_moved",
    [ProofResult("a", made=1, killed=1)],
    timeline=[ScenarioFault("x.yaml", 3, "timeline.late", "comes too late")],
)


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return load_file(write_stories(tmp_path, DENTIST)[0])


@pytest.fixture
def store(tmp_path: Path) -> ReportStore:
    return ReportStore(tmp_path / "checked")


def line(text: str) -> TextLine:
    return TextLine(scenario="dentist_moved", where="report", text=text, expected="yes")


def test_a_report_comes_back_whole_for_an_unchanged_scenario(store: ReportStore, story: Story) -> None:
    store.put(story, [], True, REPORT)
    assert store.get(story, [], True) == REPORT


def test_nothing_is_known_of_a_scenario_that_was_never_checked(store: ReportStore, story: Story) -> None:
    assert store.get(story, [], True) is None


def test_a_changed_scenario_is_checked_again(store: ReportStore, story: Story, tmp_path: Path) -> None:
    store.put(story, [], True, REPORT)
    file = Path(story.file)
    file.write_text(file.read_text(encoding="utf-8").replace("turns:", "seed: 5\nturns:"), encoding="utf-8")
    assert store.get(load_file(file), [], True) is None


def test_a_new_text_or_another_choice_of_texts_asks_for_a_new_check(store: ReportStore, story: Story) -> None:
    store.put(story, [line("Moved.")], True, REPORT)
    assert store.get(story, [line("Moved.")], True) == REPORT
    assert store.get(story, [line("Moved!")], True) is None
    assert store.get(story, [], True) is None
    assert store.get(story, [line("Moved.")], False) is None


def test_changed_code_asks_for_a_new_check(store: ReportStore, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put(story, [], True, REPORT)
    monkeypatch.setattr(report_store, "code_hash", lambda: "other")
    assert store.get(story, [], True) is None


@pytest.mark.parametrize("broken", [b"", b"{", b"\xff", b'{"key": 1}'])
def test_a_broken_file_counts_as_no_report(store: ReportStore, story: Story, tmp_path: Path, broken: bytes) -> None:
    store.put(story, [], True, REPORT)
    (tmp_path / "checked" / "dentist_moved.json").write_bytes(broken)
    assert store.get(story, [], True) is None


def test_a_folder_that_cannot_be_written_costs_only_time(story: Story, tmp_path: Path) -> None:
    (tmp_path / "checked").write_text("a file, not a folder", encoding="utf-8")
    store = ReportStore(tmp_path / "checked")
    store.put(story, [], True, REPORT)
    assert store.get(story, [], True) is None
