"""The tables about readings in the docs are what the texts and the pinned readings give."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.reading.score import Score, ScoredText, score
from benchmark.reading.texts import FOLDER, is_kept_aside, read_texts
from pare_site.cli.markdown_tables import block_in
from pare_site.cli.reading_tables import DEVELOPMENT, KEPT_ASIDE, score_blocks
from simulator.reading.claims import Reading
from simulator.scenario.library import Library
from tests.golden.readings import ANSWERS, scenarios_with_texts, stored

REMEDY = "run: pare reading score --table docs/reading.md"


def pinned() -> Score:
    """The score of the texts that the rules were written with, from the pinned readings: reading anew takes seconds."""
    letters = stored()
    texts = [
        ScoredText(line, Reading("pinned", ANSWERS[letter], "", ""))
        for scenario in scenarios_with_texts()
        if not is_kept_aside(scenario)
        for line, letter in zip(read_texts([FOLDER / f"{scenario}.jsonl"]), letters[scenario], strict=True)
    ]
    return Score({}, {}, texts)


def test_the_docs_count_the_readings_that_are_pinned(root: Path) -> None:
    shown = block_in((root / "docs" / "reading.md").read_text(encoding="utf-8"), DEVELOPMENT)
    assert shown == score_blocks(pinned())[DEVELOPMENT], REMEDY


@pytest.mark.all
def test_the_docs_count_the_readings_of_texts_that_are_kept_aside(root: Path) -> None:
    lines = read_texts(FOLDER / f"{scenario}.jsonl" for scenario in scenarios_with_texts() if is_kept_aside(scenario))
    shown = block_in((root / "docs" / "reading.md").read_text(encoding="utf-8"), KEPT_ASIDE)
    # Compared here, so that pytest does not print what differs.
    is_current = shown == score_blocks(score(lines, Library()))[KEPT_ASIDE]
    assert is_current, REMEDY
