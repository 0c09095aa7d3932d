"""The tables of docs/library.md match the scenario files and the splits."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark import original_library as original
from pare_site.cli.library_tables import first_sentence, tables
from pare_site.cli.markdown_tables import block_in
from simulator.scenario.library import Library

REMEDY = "run: pare scenarios list --table docs/library.md"


def test_tables_in_the_docs_are_up_to_date(root: Path) -> None:
    library = Library()
    text = (root / "docs" / "library.md").read_text(encoding="utf-8")
    for name, table in tables(library.stories(), library.splits.readable(), root / "docs").items():
        assert block_in(text, name) == table, REMEDY


@pytest.mark.parametrize(
    "counts", [original.APPS_PER_SCENARIO, original.CATEGORIES, original.DIFFICULTIES, original.PATTERNS]
)
def test_counts_of_the_original_add_up_to_its_scenarios(counts: dict[str, int]) -> None:
    assert sum(counts.values()) == original.SCENARIOS


def test_apps_of_the_original_add_up_over_its_scenarios() -> None:
    assert sum(original.APPS.values()) == sum(int(apps) * count for apps, count in original.APPS_PER_SCENARIO.items())


@pytest.mark.parametrize(
    ("about", "first"),
    [
        ("Two  mails\narrive. One is false.", "Two mails arrive."),
        ("Mrs. Okabe waits for St. Jude. Nobody comes.", "Mrs. Okabe waits for St. Jude."),
        ("Is it late? No.", "Is it late?"),
        ("No full stop", "No full stop"),
        ("", ""),
    ],
)
def test_first_sentence_ends_at_its_full_stop(about: str, first: str) -> None:
    assert first_sentence(about) == first
