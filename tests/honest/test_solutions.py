"""Honest solutions that succeeded once must still succeed; and the tool that plays them shows what a model is sent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from tests.honest import play, replayed
from tests.honest.replayed import FOLDER, listed_successes, outcome_of, read_replies, replay, stored_solutions

SCENARIO = "email_notification"
WAIT = json.dumps({"action": "PAREAgentUserInterface__wait", "action_input": {}})


def oracle_replies(scenario: str) -> list[str]:
    """Return the oracle's calls in a scenario, as a person would type them."""
    episode = Episode(Library.standard({}).get(scenario), EpisodeConfig(seed=replayed.SEED)).run()
    apps = episode.world.apps
    return [
        json.dumps({"action": act.asked or f"{apps[act.app].prefix}__{act.name}", "action_input": act.args})
        for act in episode.ledger.assistant_acts
    ]


def test_typed_replies_lead_to_the_same_run_as_the_same_calls() -> None:
    found = replay(SCENARIO, oracle_replies(SCENARIO))
    assert found.episode.ended is not None and found.unused == 0
    assert found.episode.outcome().success


def test_each_reply_shows_the_next_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replayed, "FOLDER", tmp_path)
    assert play.main([SCENARIO, "test"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("You are the assistant") and "Emails__list_emails" in first
    assert not list(tmp_path.iterdir()), "looking stores nothing"
    for reply in oracle_replies(SCENARIO):
        assert play.main([SCENARIO, "test", "--reply", reply]) == 0
        shown = capsys.readouterr().out
        # The tools are shown again when they change: after the acceptance, and when watching begins again.
        assert ("You are the assistant" in shown) == ("From here on" in shown)
    assert shown == "The run is over.\n"
    assert read_replies(tmp_path / f"{SCENARIO}.test.jsonl") == oracle_replies(SCENARIO)
    assert play.main([SCENARIO, "test", "--verdict"]) == 0
    assert "Outcome: success" in capsys.readouterr().out
    assert play.main([SCENARIO, "test", "--reply", WAIT]) == 1, "nothing can be added to a run that is over"


def test_whole_conversation_has_all_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replayed, "FOLDER", tmp_path)
    for _ in range(2):
        play.main([SCENARIO, "test", "--reply", WAIT])
    capsys.readouterr()
    play.main([SCENARIO, "test", "--whole"])
    shown = capsys.readouterr().out
    assert shown.startswith("[system]\nYou are the assistant")
    assert shown.count('PAREAgentUserInterface__wait"') == 2


@pytest.mark.parametrize("arguments", [[SCENARIO, "../x"], ["no_such_scenario", "test"]])
def test_wrong_names_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(arguments) == 2
    assert arguments[0 if arguments[1] == "test" else 1] in capsys.readouterr().err


def test_listed_successes_are_stored() -> None:
    assert set(listed_successes()) <= {file.stem for file in stored_solutions()}


@pytest.mark.all
@pytest.mark.parametrize("solution", listed_successes())
def test_honest_solutions_still_succeed(solution: str) -> None:
    assert outcome_of(FOLDER / f"{solution}.jsonl") == "success"
