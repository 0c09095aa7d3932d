"""`pare trace export`: runs of the studio and of files, written in any format."""

from __future__ import annotations

from pathlib import Path

import pytest

from pare_site.cli.main import main
from pare_site.cli.trace import EXPORTS
from replay.formats import FORMATS
from replay.jobs.importing import import_file
from tests.pare_site.cli.command import pare


def test_every_format_that_pages_offer_is_there() -> None:
    assert set(EXPORTS) == set(FORMATS)


def test_a_run_of_the_studio_is_written_as_it_came(
    db: None, trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = import_file(trace.read_bytes(), "a").row
    out = tmp_path / "out.jsonl"
    assert main(["trace", "export", str(row.pk), "--out", str(out)]) == 0
    assert out.read_bytes() == trace.read_bytes()
    said, remark = capsys.readouterr()
    assert said == "" and "Written to" in remark


def test_a_run_of_the_studio_becomes_a_web_page(db: None, trace: Path, tmp_path: Path) -> None:
    row = import_file(trace.read_bytes(), "a").row
    out = tmp_path / "run.html"
    assert main(["trace", "export", str(row.pk), "--to", "html", "--out", str(out)]) == 0
    assert out.read_bytes().lstrip().lower().startswith(b"<!doctype html>")


def test_a_web_page_of_a_file_wants_it_imported_first(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "export", str(trace), "--to", "html"]) == 1
    assert "pare trace import" in capsys.readouterr().err


def test_readings_of_a_file_want_it_imported_first(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "export", str(trace), "--to", "readings"]) == 1
    assert "Only stored runs have readings" in (told := capsys.readouterr().err) and "pare trace import" in told


def test_a_file_is_written_to_standard_output_byte_for_byte(trace: Path) -> None:
    done = pare("trace", "export", trace, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.encode() == trace.read_bytes()


def test_a_run_that_is_not_there_is_told(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("77", "9" * 30):
        assert main(["trace", "export", number]) == 2
    assert "The studio has no run 77." in capsys.readouterr().err


def test_a_file_that_is_no_trace_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n")
    assert main(["trace", "export", str(file), "--to", "hf"]) == 2
    assert "This is a PNG picture." in capsys.readouterr().err
    assert main(["trace", "export", str(tmp_path / "nowhere")]) == 2
    assert "The file does not exist." in capsys.readouterr().err


@pytest.mark.parametrize(("name", "says"), [("", "is a folder"), ("no/such/folder/a.json", "does not exist")])
def test_where_nothing_can_be_written_it_says_so(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    assert main(["trace", "export", str(trace), "--out", str(tmp_path / name)]) == 2
    assert says in capsys.readouterr().err


def test_an_unknown_format_is_refused_with_those_that_there_are(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "export", str(trace), "--to", "xls"]) == 2
    assert "{trace,readings,html,hf,lite}" in capsys.readouterr().err
