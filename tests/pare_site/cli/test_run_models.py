"""`pare run` with language models: choosing them, what is kept when one fails, going on, and playing it again."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pare_site.cli.main import main
from simulator.agents.policy import WAIT
from simulator.trace.trace_reader import read_trace
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.pare_site.supervisor.leaking import FAULTS
from tests.simulator.talking import NAME, talkers
from tests.waiting import join, until

KEY = "canary-4d1f0c9e7b"
TALKERS = ("--user", NAME, "--assistant", NAME)


def idle(asked: Asked) -> replies.Reply:
    """A user who puts the phone down, an assistant who watches."""
    return replies.call(WAIT if WAIT in asked.tools else "put_phone_down", {})


def idle_user() -> replies.Reply:
    return replies.call("put_phone_down", {})


@pytest.fixture
def idler(model_server: ModelServer, scenarios: Path, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    monkeypatch.setenv("PARE_ENDPOINT_API_KEY", KEY)
    model_server.play(idle)
    return model_server


@pytest.fixture
def given_up(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Path]:
    """The trace of a run whose provider failed."""
    file = tmp_path / "run.jsonl"
    with talkers(fails_at=1):
        assert main(["run", "dentist_moved", *TALKERS, "--quiet", "--out", str(file)]) == 3
    capsys.readouterr()
    yield file


def run(*args: str | Path, code: int = 0) -> None:
    assert main(["run", *map(str, args)]) == code


def test_models_play_and_what_they_used_is_summed_up(
    idler: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    run("dentist_moved", "--model", "tiny", "--endpoint", idler.url, "--out", file, code=1)
    out = capsys.readouterr().out
    assert "user llm (tiny), assistant llm (tiny), seed" in out
    assert f"models: {idler.count} calls, {idler.tokens_in:,} tokens in, {idler.tokens_out:,} out" in out
    assert KEY not in out + file.read_text() and idler.requests[0].key == KEY


@pytest.mark.parametrize("fault", ["server_error", "refused", "unreadable", "words", "talking_in_escapes"])
def test_a_key_that_the_server_repeats_is_neither_told_nor_kept(
    idler: ModelServer, tmp_path: Path, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    idler.play(FAULTS[fault])
    limits = ("--set", "call_retries=0", "--set", "max_turns=2")
    main(["run", "dentist_moved", "--model", "tiny", "--endpoint", idler.url, "--out", str(file), *limits])
    main(["trace", "show", str(file)])
    said = "".join(capfd.readouterr())
    assert idler.last.key == KEY
    assert fault == "unreadable" or "[secret]" in said + file.read_text()
    assert KEY not in said + file.read_text()


def test_each_side_may_have_models_of_its_own(
    idler: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    names = ("--observe-model", "watcher", "--execute-model", "doer")
    run(
        "dentist_moved",
        *names,
        "--endpoint",
        idler.url,
        "--reply-format",
        "tools",
        "--seed",
        "9",
        "--out",
        file,
        code=1,
    )
    config = read_trace(file).header.config
    assert (config["user"], config["assistant"], config["seed"]) == ("scripted", "llm", 9)
    assert (config["observe_model"]["alias"], config["execute_model"]["alias"]) == ("watcher", "doer")
    assert config["user_model"] is None
    assert "assistant llm (watcher and doer)" in capsys.readouterr().out


def test_played_again_with_the_recorded_replies_it_comes_out_the_same_without_any_model(
    idler: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    idler.say("I had better think about it.")
    run("dentist_moved", "--model", "tiny", "--endpoint", idler.url, "--quiet", "--out", first, code=1)
    asked = idler.count
    run("--replay-models", first, "--out", second)
    assert "the content hash is equal" in " ".join(capsys.readouterr().out.split())
    assert second.read_bytes() == first.read_bytes()
    run("dentist_moved", "--replay-models", first, "--json")
    assert json.loads(capsys.readouterr().out)["same_as_before"] is True
    assert idler.count == asked


def test_a_run_that_was_given_up_is_played_again_as_far_as_it_goes(
    idler: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    limit = ("--set", "max_tokens=1")
    run("dentist_moved", "--model", "tiny", "--endpoint", idler.url, "--quiet", "--out", file, *limit, code=3)
    assert "(budget)" in capsys.readouterr().err
    run("--replay-models", file, "--quiet")
    assert "is unfinished and has 3 moments" in " ".join(capsys.readouterr().out.split())
    run("--replay-models", file, "--json")
    assert json.loads(capsys.readouterr().out) == {"same_as_before": True, "whole": False, "moments": 3}


def test_a_failed_provider_ends_with_3_and_leaves_the_trace_without_a_result(
    given_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = read_trace(given_up, partial=True)
    assert trace.result is None
    assert trace.moments


def test_the_message_says_why_and_how_to_go_on(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    with talkers(fails_at=1):
        run("dentist_moved", *TALKERS, "--quiet", "--out", file, code=3)
    said = " ".join(capsys.readouterr().err.split())
    assert "The run stopped after moment" in said and "(provider)" in said and "answered 503 five times" in said
    assert f"pare run --resume {file}" in said


def test_a_run_that_was_given_up_goes_on_and_comes_to_what_it_would_have_come_to(
    given_up: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "whole.jsonl"
    with talkers():
        run("--resume", given_up)
        assert "continues after moment" in capsys.readouterr().out
        run("dentist_moved", *TALKERS, "--quiet", "--out", whole)
    assert given_up.read_bytes() == whole.read_bytes()


def test_what_was_paid_for_is_kept_though_nobody_asked_for_a_trace(
    scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with talkers(fails_at=1):
        for _ in range(2):
            run("dentist_moved", *TALKERS, "--quiet", code=3)
    assert "dentist_moved.unfinished.jsonl" in capsys.readouterr().err
    found = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert found == ["dentist_moved.unfinished-1.jsonl", "dentist_moved.unfinished.jsonl"]


def test_a_trace_that_cannot_be_written_does_not_hide_why_the_run_was_given_up(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with talkers(fails_at=1):
        run("dentist_moved", *TALKERS, "--quiet", "--out", "/dev/full", code=3)
    said = capsys.readouterr().err
    assert "answered 503 five times" in said and "cannot be written" in said


def test_whoever_does_not_wait_for_a_model_that_hangs_keeps_the_trace_too(idler: ModelServer, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    idler.add(idle_user())
    idler.hang()

    def press_twice() -> None:
        idler.wait_for(2, patience=120)
        usual, main = signal.default_int_handler, threading.main_thread().ident or 0
        signal.pthread_kill(main, signal.SIGINT)
        until(lambda: signal.getsignal(signal.SIGINT) is usual, "the first Ctrl-C is noticed")
        signal.pthread_kill(main, signal.SIGINT)

    hand = threading.Thread(target=press_twice)
    hand.start()
    run("dentist_moved", "--model", "tiny", "--endpoint", idler.url, "--quiet", "--out", file, code=130)
    join(hand)
    assert len(read_trace(file, partial=True).moments) >= 2


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "SCENARIO is missing"),
        (("dentist_moved", "--endpoint", "http://127.0.0.1:1/v1"), "--endpoint applies to language models"),
        (("dentist_moved", "--prompts", "nowhere"), "--prompts applies to language models"),
        (("dentist_moved", "--model", "gtp-5"), "Unknown model 'gtp-5'"),
        (("dentist_moved", "--model", "bedrock/agentcore/arn:aws:x:y@evil.example/#"), "it contains 'arn:'"),
        (("dentist_moved", "--model", "a#b", "--endpoint", "http://127.0.0.1:1/v1"), "it contains '#'"),
        (("dentist_moved", "--model", "gpt-5", "--user", "scripted"), "cannot both play the user"),
        (("dentist_moved", "--model", "gpt-5", "--prompts", "/nowhere"), "/nowhere is not a folder"),
        (("--resume", "{file}", "--seed", "3"), "Leave out --seed"),
        (("--resume", "{file}", "--model", "gpt-5"), "Leave out --model"),
        (("--resume", "{file}", "--set", "max_turns=3"), "would change how the run plays"),
        (("--resume", "{file}", "--replay-models", "{file}"), "Give only one of the two flags"),
        (("quiet_evening", "--resume", "{file}"), "is a run of dentist_moved"),
        (("--resume", "/nowhere.jsonl"), "The file does not exist"),
        (("--replay-models", "{file}"), "no language model played"),
        (("--replay-models", "{file}", "--set", "call_retries=1"), "Leave out --set"),
    ],
)
def test_what_does_not_fit_together_is_refused_with_a_remedy(
    given_up: Path, args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with talkers():
        run(*(arg.format(file=given_up) for arg in args), code=2)
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_run_that_is_over_cannot_be_resumed(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("--resume", trace, code=2)
    assert "there is nothing to resume" in capsys.readouterr().err


def test_a_trace_that_was_changed_is_not_resumed(given_up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given_up.write_text(given_up.read_text().replace("Rue Erasme", "Rue Orange"), encoding="utf-8")
    with talkers():
        run("--resume", given_up, code=2)
    assert "pare trace verify" in capsys.readouterr().err


def test_the_exchange_of_a_moment_can_be_looked_at(given_up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = next(moment.n for moment in read_trace(given_up, partial=True).moments if moment.envelope)
    with talkers():
        main(["trace", "show", str(given_up), "--moment", str(step)])
        out = capsys.readouterr().out
        assert "small plays the user" in out and "Instructions: You are a person with a phone." in out
        assert "Reply: So be it." in out
        main(["trace", "show", str(given_up), "--moment", str(step), "--json"])
        shown = json.loads(capsys.readouterr().out)["exchange"]
    assert shown["messages"][0]["role"] == "system"
    assert shown["tools"][0]["name"]
