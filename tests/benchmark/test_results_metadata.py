"""What a folder of results says of its sweep: all of it, some of it, or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.plan.plan_file import write_plan
from benchmark.report.data import About
from benchmark.results_files import json_of
from benchmark.results_metadata import MARK, PLAN, about_in, about_of
from tests.benchmark.plan.plans import plan

SAID = {"sweep": 3, "name": "night", "plan_hash": "abc"}


def test_it_is_what_the_sweep_itself_tells(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text(json_of(SAID))
    played = plan(split="all", prompts="mine", limit=3)
    (tmp_path / PLAN).write_text(write_plan(played))
    found = about_in(tmp_path)
    assert found == about_of("night", "abc", played)
    assert (found.name, found.plan_hash, found.split, found.prompts, found.limit) == ("night", "abc", "all", "mine", 3)


@pytest.mark.parametrize(
    ("chosen", "split"),
    [({"split": None, "scenarios": ["dentist"]}, "custom"), ({"split": None, "filter": {}}, "filter")],
)
def test_the_plan_says_how_scenarios_were_chosen(tmp_path: Path, chosen: dict[str, Any], split: str) -> None:
    (tmp_path / PLAN).write_text(write_plan(plan(experiment_name="night", **chosen)))
    found = about_in(tmp_path)
    assert (found.name, found.plan_hash, found.split) == ("night", "", split)


def test_a_folder_of_the_original_is_of_the_full_split(tmp_path: Path) -> None:
    assert about_in(tmp_path) == About(split="full")


@pytest.mark.parametrize("text", [b"split: [", b"\xff", b"splt: all"])
def test_a_plan_that_cannot_be_read_leaves_the_split_open(tmp_path: Path, text: bytes) -> None:
    (tmp_path / MARK).write_text(json_of(SAID))
    (tmp_path / PLAN).write_bytes(text)
    assert about_in(tmp_path) == About(name="night", plan_hash="abc")
    (tmp_path / MARK).write_text("[]")
    assert about_in(tmp_path) == About(split="full")
