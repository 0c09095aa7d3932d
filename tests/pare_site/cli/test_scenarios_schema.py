"""`pare scenarios schema`: schemas for editors, printed or written."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from pare_site.cli.main import main
from tests.pare_site.cli.command import BROKEN, DENTIST


def test_all_schemas_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "schema"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"scenario", "trace", "policy", "sweep", "study"}


def test_the_written_schema_accepts_a_good_file_and_refuses_a_bad_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from simulator.scenario.yaml12 import load_yaml

    assert main(["scenarios", "schema", "--write", str(tmp_path / "new" / "folder")]) == 0
    schema = json.loads((tmp_path / "new" / "folder" / "scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(load_yaml(DENTIST, "good").data, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(load_yaml(BROKEN, "bad").data, schema)


def test_the_written_trace_schema_accepts_every_line_of_a_trace(
    tmp_path: Path, trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["scenarios", "schema", "--write", str(tmp_path)])
    schema = json.loads((tmp_path / "trace.schema.json").read_text(encoding="utf-8"))
    for line in trace.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), schema)


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["scenarios", "schema", "--write", str(tmp_path / "file" / "below")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("sign", ["pyproject.toml", "docs/schemas"])
def test_without_a_path_the_projects_folder_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: str
) -> None:
    if sign == "pyproject.toml":
        (tmp_path / sign).write_text('[project]\nname = "pare-studio"\n', encoding="utf-8")
    else:
        (tmp_path / sign).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert main(["scenarios", "schema", "--write"]) == 0
    assert (tmp_path / "docs" / "schemas" / "scenario.schema.json").is_file()


def test_without_a_path_nothing_is_written_into_a_strange_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["scenarios", "schema", "--write"]) == 2
    assert "--write my_folder" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["pyproject.toml"]
