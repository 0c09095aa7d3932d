"""Commands that go on with a sweep are told with the places that its results go to."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from benchmark.models import Sweep
from pare_site.cli.benchmark_results import places


@pytest.mark.parametrize(
    ("output", "flags"),
    [
        ({}, []),
        ({"results_dir": "results", "output_dir": "elsewhere", "export": False}, []),
        ({"results_dir": "of the night"}, ["--results-dir", "of the night"]),
        ({"export": True}, ["--export"]),
        (
            {"results_dir": "r", "export": True, "output_dir": "t", "export_format": "lite"},
            ["--results-dir", "r", "--export", "--output-dir", "t", "--export-format", "lite"],
        ),
    ],
)
def test_what_differs_from_the_defaults_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: dict[str, object], flags: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found = places(output)
    assert found.flags == flags
    told = found.to_type("resume", Sweep(pk=3))
    assert shlex.split(told)[-len(flags) - 3 :] == ["benchmark", "resume", "3", *flags]
