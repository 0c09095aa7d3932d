"""The examples of docs/own_agents.md: short, and played as they stand."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pare_site.cli.scenario_lookup import find_story
from simulator.agents import posting
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.hashing import content_hash
from tests.simulator.agents.installing import Shelf
from tests.simulator.scenario.stories import sound
from tests.waiting import kill

SCENARIO = "email_notification"
LONGEST = 40


def played(assistant: str, **options: object) -> Episode:
    config = EpisodeConfig(assistant=assistant, **options)
    return sound(Episode(find_story(SCENARIO), config).run())


def check(episode: Episode) -> None:
    """It offered, was accepted, wrote under the offer and reported."""
    first = episode.ledger.offers["proposal_1"].proposal
    assert first.text == "Shall I reply to Ngozi Eze's mail “I am in Lagos!”?"
    assert first.state == "done"
    assert first.carried_out == ("Emails__reply_to_email",)
    assert not episode.ledger.failed


@pytest.fixture
def address(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the example server listens, started as the docs say."""
    monkeypatch.setattr(posting, "FIRST_PAUSE", 0.1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(root / "docs/examples/http_policy.py"), str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    yield f"http://127.0.0.1:{port}/"
    kill(process)


def test_the_examples_are_short(root: Path) -> None:
    for example in ("http_policy.py", "polite_policy/polite_policy.py", "polite_policy/pyproject.toml"):
        assert len((root / "docs/examples" / example).read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_the_package_and_the_server_play_alike(
    root: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shelf(tmp_path, monkeypatch).install_project(root / "docs/examples/polite_policy")
    installed = played("polite")
    check(installed)
    # The server may still be starting; a player who is asked again covers that.
    served = played(address, call_retries=10)
    check(served)
    assert content_hash(served.moments) == content_hash(installed.moments)
    assert "This mail wants an answer." in {
        act.envelope.thought for act in served.ledger.assistant_acts if act.envelope
    }


def test_the_examples_stand_in_the_docs_as_they_are(root: Path) -> None:
    page = (root / "docs" / "own_agents.md").read_text(encoding="utf-8")
    names = ("http_policy.py", "polite_policy/polite_policy.py", "polite_policy/pyproject.toml")
    code = [(root / "docs/examples" / name).read_text(encoding="utf-8") for name in names]
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert len(shown) >= 2
    assert [block for block in shown if not any(block in one for one in code)] == []


@pytest.mark.all
def test_the_package_can_be_installed_and_played_from_the_command_line(root: Path, tmp_path: Path) -> None:
    project, place = tmp_path / "project", tmp_path / "place"
    project.mkdir()
    for file in sorted((root / "docs/examples/polite_policy").glob("p*.*")):
        (project / file.name).write_bytes(file.read_bytes())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", place, project], check=True, timeout=120)
    run = [sys.executable, "-m", "pare_site.cli.main", "run", SCENARIO, "--assistant", "polite", "--quiet"]
    path = os.pathsep.join([str(root), str(place)])
    played = subprocess.run(
        run, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=120
    )
    assert played.returncode == 1, played.stderr
    assert "✓ consented" in played.stdout
