"""`pare trace import`: files become runs of the studio, and those that cannot are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import LazySettings

from pare_site.cli.main import main
from simulator.models import Episode
from tests.pare_site.cli.command import pare


def _damaged(trace: Path) -> Path:
    bad = trace.with_name("bad.jsonl")
    bad.write_bytes(trace.read_bytes().replace(b"Dentist", b"Dentiss"))
    return bad


def test_a_trace_becomes_a_run_whose_number_is_told(db: None, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "import", str(trace)]) == 0
    row = Episode.objects.get()
    assert capsys.readouterr().out == f"{trace}: stored as run {row.pk}\n"
    assert row.imported is not None and row.imported["file"] == "run.jsonl"


def test_the_same_file_again_is_no_trouble(db: None, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["trace", "import", str(trace)])
    capsys.readouterr()
    assert main(["trace", "import", str(trace), str(trace)]) == 0
    assert capsys.readouterr().out.count("already stored as run") == 2
    assert Episode.objects.count() == 1


def test_of_several_files_the_good_ones_are_stored(
    db: None, trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "import", str(_damaged(trace)), str(tmp_path / "missing.json"), str(trace)]) == 1
    out, err = capsys.readouterr()
    assert f"{trace}: stored as run" in out
    assert "bad.jsonl: The file was changed after it was written." in err
    assert "missing.json: The file does not exist." in err
    assert Episode.objects.count() == 1


def test_json_tells_each_file(db: None, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "import", str(trace), str(_damaged(trace)), "--json"]) == 1
    good, bad = json.loads(capsys.readouterr().out)["files"]
    run = Episode.objects.get().pk
    assert good == {"file": str(trace), "run": run, "new": True, "format": "pare.trace", "warnings": []}
    assert bad["file"].endswith("bad.jsonl") and "changed after it was written" in bad["error"]


def test_a_file_above_the_limit_is_refused(
    db: None, trace: Path, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.MOST_UPLOAD = 1000
    assert main(["trace", "import", str(trace)]) == 1
    assert "PARE_MOST_UPLOAD_MB" in capsys.readouterr().err
    assert not Episode.objects.exists()


def test_without_a_database_the_site_must_be_started_first(trace: Path, tmp_path: Path) -> None:
    done = pare("trace", "import", trace, PARE_VAR_DIR=str(tmp_path / "var"))
    assert done.returncode == 2
    assert "Start the site first: make run" in done.stderr


def test_without_a_file_the_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "import"]) == 2
    assert "usage: pare trace import" in capsys.readouterr().err
