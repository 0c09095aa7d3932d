"""What the demo installs: pinned, into a place of its own, and with a word on what to do if that fails."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.demo_llm import installing


def test_what_cannot_be_fetched_is_told_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "demo.lock"
    lock.write_text(f"no-such-model==1 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setattr(installing, "LOCK", lock)
    for name, value in {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "/dev/null", "PIP_FIND_LINKS": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    out = io.StringIO()
    with pytest.raises(Trouble) as caught:
        installing.installed(tmp_path / "venv", Console(out))
    assert "This happens once" in " ".join(out.getvalue().split())
    assert "no-such-model" in str(caught.value) and "docs/models.md" in str(caught.value)
    assert not (tmp_path / "venv" / "installed.sha256").exists()


def test_what_is_there_already_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "demo.lock"
    lock.write_text("")
    monkeypatch.setattr(installing, "LOCK", lock)
    python = installing.installed(tmp_path / "venv", Console(io.StringIO()))
    out = io.StringIO()
    assert installing.installed(tmp_path / "venv", Console(out)) == python and not out.getvalue()


def test_every_package_is_pinned_by_hash() -> None:
    lock = installing.LOCK.read_text()
    wanted = [line for line in installing.LOCK.with_suffix(".in").read_text().splitlines() if not line.startswith("#")]
    assert wanted and all(f"{line} \\\n    --hash=sha256:" in lock for line in wanted)
