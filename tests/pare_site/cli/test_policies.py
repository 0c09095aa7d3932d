"""`pare policies`: who can play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.simulator.agents.installing import Shelf


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


def test_all_players_are_listed(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    shelf.install("def mine(story, config, evidence): pass", {"mine": "own_agent:mine"})
    assert main(["policies", "list"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["scripted", "user", "built", "in"] in lines
    assert ["llm", "user", "and", "assistant", "built", "in"] in lines
    assert ["mine", "assistant", "own_agent:mine"] in lines


def test_a_broken_one_is_told_and_the_others_listed(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    shelf.install("1 / 0", {"broken": "own_agent:mine"})
    assert main(["policies", "list"]) == 1
    said = capsys.readouterr()
    assert "The policy 'broken' (own_agent:mine) can't be loaded: ZeroDivisionError" in said.err
    assert "oracle" in said.out


def test_the_list_for_programs_has_the_faults_too(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    shelf.install("1 / 0", {"broken": "own_agent:mine"})
    assert main(["policies", "list", "--json"]) == 1
    found = {one["name"]: one for one in json.loads(capsys.readouterr().out)["policies"]}
    assert found["oracle"] == {"name": "oracle", "value": "built in", "roles": ["assistant"], "fault": ""}
    assert "ZeroDivisionError" in found["broken"]["fault"]


def test_installed_players_stand_in_the_help_of_run(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    shelf.install("", {"mine": "own_agent:mine"})
    assert main(["run", "--help"]) == 0
    assert "random, parrot, llm, mine, or the address of a server" in " ".join(capsys.readouterr().out.split())
