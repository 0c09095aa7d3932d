"""Runs that start from a trace: what was changed or cut in it, and what cannot be given along."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pare_site.cli.main import main
from simulator.agents.policy import WAIT
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_of, story_of
from simulator.episode.trace_lines import fork_after
from simulator.trace.trace_reader import read_trace
from simulator.trace.trace_writer import write_trace
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked


def idle(asked: Asked) -> replies.Reply:
    return replies.call(WAIT if WAIT in asked.tools else "put_phone_down", {})


@pytest.fixture
def whole(model_server: ModelServer, scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A run that models have played to its end."""
    file = tmp_path / "whole.jsonl"
    model_server.play(idle)
    models = ("--model", "tiny", "--endpoint", model_server.url)
    assert main(["run", "dentist_moved", *models, "--quiet", "--out", str(file)]) == 1
    capsys.readouterr()
    return file


@pytest.fixture
def begun(whole: Path) -> Path:
    return cut(whole, 4)


def cut(whole: Path, moments: int) -> Path:
    file = whole.with_name(f"cut_{moments}.jsonl")
    file.write_text("".join(whole.read_text(encoding="utf-8").splitlines(True)[: moments + 1]), encoding="utf-8")
    return file


def with_header(file: Path, change: Callable[[Any], None]) -> None:
    first, *rest = file.read_text(encoding="utf-8").splitlines(True)
    header = json.loads(first)
    change(header)
    file.write_text("".join([json.dumps(header) + "\n", *rest]), encoding="utf-8")


def refused(capsys: pytest.CaptureFixture[str], *args: str | Path) -> str:
    assert main(["run", *map(str, args)]) == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("flag", ["--resume", "--replay-models"])
def test_a_config_that_was_changed_is_noticed(begun: Path, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with_header(begun, lambda header: header["config"].update(max_turns=4))
    before = begun.read_bytes()
    said = refused(capsys, flag, begun)
    assert "The configuration is not the one that was played." in said and "pare trace verify" in said
    assert begun.read_bytes() == before


def test_another_engine_does_not_go_on_with_a_run(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_header(begun, lambda header: header.update(engine="0.0.1"))
    before = begun.read_bytes()
    said = refused(capsys, "--resume", begun)
    assert "started with engine 0.0.1" in said and "start a new run" in said
    assert begun.read_bytes() == before


@pytest.mark.parametrize("more", [(), ("--endpoint", "http://127.0.0.1:1/v1")])
def test_a_route_to_a_model_that_the_run_does_not_have_is_refused(
    begun: Path, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    routes = json.dumps({"other": {"provider": "hosted_vllm", "endpoint": "http://127.0.0.1:1/v1"}})
    said = refused(capsys, "--resume", begun, "--set", f"model_routes={routes}", *more)
    assert "the run has no model 'other'. Its models: tiny." in said


def test_a_trace_may_be_cut_anywhere_and_is_played_again_as_far_as_it_goes(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = whole.read_text(encoding="utf-8").splitlines()
    for moments in range(1, len(lines) - 1):
        assert main(["run", "--replay-models", str(cut(whole, moments)), "--quiet"]) == 0, moments
        assert f"is unfinished and has {moments} moment" in " ".join(capsys.readouterr().out.split())


def test_one_that_goes_another_way_is_told_of(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = begun.read_text(encoding="utf-8")
    begun.write_text(text.replace('"calls":[{"name":"put_phone_down"', '"calls":[{"name":"go_home"'), encoding="utf-8")
    assert begun.read_text(encoding="utf-8") != text
    assert main(["run", "--replay-models", str(begun), "--quiet"]) == 3
    assert "Same as" not in capsys.readouterr().out


def test_this_engine_may_show_that_it_plays_as_another_did(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_header(begun, lambda header: header.update(engine="0.0.1"))
    assert main(["run", "--replay-models", str(begun), "--quiet"]) == 0
    assert "is unfinished and has 4 moments" in " ".join(capsys.readouterr().out.split())


@pytest.fixture
def fork(whole: Path) -> Path:
    """A run that was forked from the other one and played on by the same models."""
    trace = read_trace(whole)
    config = config_of(trace)
    episode = Episode(story_of(trace), config)
    episode.replay(trace.moments[:5])
    episode.replay([fork_after(trace.moments[4], "run 1", config.model_copy(update={"max_turns": 5, "seed": 9}))])
    file = whole.with_name("fork.jsonl")
    write_trace(file, episode.run())
    return file


def test_a_fork_is_played_again_with_the_replies_that_came_after_it(
    fork: Path, model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = model_server.answered
    assert main(["run", "--replay-models", str(fork), "--quiet"]) == 0
    assert "the content hash is equal" in " ".join(capsys.readouterr().out.split())
    assert model_server.answered == asked
    assert main(["trace", "verify", str(fork)]) == 0


def test_a_fork_that_was_given_up_goes_on_with_its_own_settings(fork: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = cut(fork, 8)
    said = refused(capsys, "--resume", begun, "--endpoint", "http://127.0.0.1:1/v1")
    assert "is a fork and continues with its own settings. Leave out --set and --endpoint." in said
    assert main(["run", "--resume", str(begun), "--quiet"]) == 1
    assert read_trace(begun).marks == read_trace(fork).marks
