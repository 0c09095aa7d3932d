"""Every fault of a provider, over real HTTP: asked again or not, told in plain words, and the key nowhere."""

from __future__ import annotations

import logging
import socket
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate

import msgspec
import pytest

from simulator.agents.llm.faults import fault_of
from simulator.agents.llm.wire import TooLong
from simulator.agents.policy import PlayerFailed
from tests.model_server import replies
from tests.model_server.replies import Reply
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.calls import CANARY, KEY_VARIABLE, failing, patient_client, request_to

WAYS = ["openai", "hosted_vllm", "deepinfra"]
PASSING = {
    "a rate limit": (replies.fail(429, retry_after=0.1), 429, "The server answers 429"),
    "a rate limit that repeats the key": (replies.leak(429), 429, "Incorrect API key provided: [secret]"),
    "an error of the server": (replies.fail(500), 500, "The server answers 500"),
    "an error that repeats the key": (replies.leak(503), 503, "[secret]"),
    "an overloaded server": (replies.fail(529), 529, "The server answers 529"),
    "a server that gave up": (replies.fail(408), 408, "The server answers 408"),
    "a cut body": (replies.cut(), None, "the connection failed: peer closed connection"),
    "a connection closed at once": (replies.cut(0), None, "the connection failed"),
    "half of JSON": (replies.garbled(), None, "the reply cannot be read"),
    "a page for people": (Reply(body=b"<html>Welcome</html>"), None, "the reply cannot be read"),
    "JSON of another shape": (Reply(body=b'"hello"'), None, "the reply cannot be read"),
    "no choices": (Reply(body=b'{"choices": []}'), None, "the reply cannot be read"),
    "no message": (Reply(body=b'{"choices": [{"message": null}]}'), None, "the reply cannot be read"),
}
LASTING = {
    "a wrong key": (replies.leak(401), 401, f"Check the key in {KEY_VARIABLE}."),
    "a key without rights": (replies.leak(403), 403, f"Check the key in {KEY_VARIABLE}."),
    "an unknown model": (replies.fail(404), 404, "Check that 'm1' is a model of http://127.0.0.1:"),
    "a refused request": (replies.fail(400), 400, "try the reply format text"),
    "a request that makes no sense": (replies.fail(422), 422, "Check the parameters of the model"),
    "no money": (replies.fail(429, "You exceeded your current quota"), 429, "Add credit to your account"),
}


class _Odd(Exception):
    status_code = 503

    def __init__(self, retry_after: str) -> None:
        super().__init__("odd")
        self.message = "odd"
        self.litellm_response_headers = {"retry-after": retry_after}


class _Unreadable(Exception):
    def __str__(self) -> str:
        raise LookupError(CANARY)


@pytest.fixture(autouse=True)
def canary(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv(KEY_VARIABLE, CANARY)
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "asyncio")


@pytest.fixture(autouse=True)
def nothing_leaks(canary: None, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    assert CANARY not in caplog.text
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("provider", WAYS)
@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_is_asked_again_and_kept_as_a_try(
    model_server: ModelServer, provider: str, fault: str
) -> None:
    scripted, status, problem = PASSING[fault]
    model_server.add(scripted, scripted)
    model_server.say("Here.")
    pauses: list[float] = []
    answer = patient_client(pauses).complete(request_to(model_server, provider, retries=2))
    assert answer.reply.text == "Here."
    assert [one.status for one in answer.tries] == [status, status]
    assert all(problem in one.problem and one.latency_ms > 0 for one in answer.tries)
    assert (model_server.count, len(pauses)) == (3, 2)
    assert model_server.last.key == CANARY
    assert CANARY not in repr(answer) and CANARY.encode() not in msgspec.json.encode(answer)


@pytest.mark.parametrize("provider", WAYS)
@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_does_not_pass_fails_the_player_in_the_end(
    model_server: ModelServer, provider: str, fault: str
) -> None:
    scripted, _status, problem = PASSING[fault]
    model_server.add(scripted, scripted)
    with failing() as told:
        patient_client().complete(request_to(model_server, provider, retries=1))
    assert told[0].startswith(f"The model 'mine' ({provider}) gave no answer after 2 requests: ")
    assert problem in told[0]
    assert told[0].endswith(".")
    assert model_server.count == 2


@pytest.mark.parametrize("provider", WAYS)
@pytest.mark.parametrize("fault", LASTING)
def test_a_fault_that_lasts_ends_it_at_once_with_a_remedy(model_server: ModelServer, provider: str, fault: str) -> None:
    scripted, status, remedy = LASTING[fault]
    model_server.add(scripted)
    with failing() as told:
        patient_client().complete(request_to(model_server, provider, retries=5))
    assert f"(status {status})" in told[0]
    assert remedy in told[0]
    assert model_server.count == 1


@pytest.mark.parametrize("provider", WAYS)
def test_a_server_that_hangs_is_given_up_on_time_and_asked_again(model_server: ModelServer, provider: str) -> None:
    model_server.hang()
    model_server.say("Awake.")
    began = time.monotonic()
    answer = patient_client().complete(request_to(model_server, provider, retries=1, timeout_seconds=0.6))
    assert answer.reply.text == "Awake."
    assert [one.problem for one in answer.tries] == ["no answer within 0.6 seconds"]
    assert 600 <= answer.tries[0].latency_ms < 1000 * (time.monotonic() - began)


@pytest.mark.parametrize("provider", WAYS)
def test_a_server_that_sends_a_little_now_and_then_is_given_up_on_time_too(
    model_server: ModelServer, provider: str
) -> None:
    model_server.drip(every=0.05)
    model_server.say("Awake.")
    answer = patient_client().complete(request_to(model_server, provider, retries=1, timeout_seconds=0.6))
    assert answer.reply.text == "Awake."
    assert [one.problem for one in answer.tries] == ["no answer within 0.6 seconds"]
    assert 600 <= answer.tries[0].latency_ms < 5000


def test_empty_lines_before_a_reply_in_time_do_no_harm(model_server: ModelServer) -> None:
    model_server.drip("Here.", lines=5, every=0.01)
    assert patient_client().complete(request_to(model_server)).reply.text == "Here."


@pytest.mark.parametrize("provider", WAYS)
def test_a_server_that_is_away_is_named(provider: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        with failing() as told:
            patient_client().complete(request_to(url, provider, retries=1))
    assert "Connection refused" in told[0]
    assert f"Check that {url} runs and can be reached from here." in told[0]


@pytest.mark.parametrize(("asked_for", "least", "most"), [("0.5", 0.5, 0.7), ("17", 17, 17.2)])
def test_the_pause_that_a_server_asks_for_is_kept(
    model_server: ModelServer, asked_for: str, least: float, most: float
) -> None:
    model_server.fail(429, retry_after=float(asked_for))
    model_server.say("Again.")
    pauses: list[float] = []
    answer = patient_client(pauses).complete(request_to(model_server, retries=1))
    assert least <= pauses[0] <= most
    assert answer.tries[0].problem == "The server answers 429"


def test_the_pause_may_be_asked_for_as_a_date(model_server: ModelServer) -> None:
    model_server.add(replace(replies.fail(503), headers={"Retry-After": formatdate(time.time() + 20, usegmt=True)}))
    model_server.say("Again.")
    pauses: list[float] = []
    patient_client(pauses).complete(request_to(model_server, retries=1))
    assert 15 < pauses[0] < 21


@pytest.mark.parametrize(
    "asked_for", ["Fri, 31 Feb 2025 10:00:00 GMT", "Mon, 01 Jan 0000 00:00:00 GMT", "soon", "nan", "-5", "9" * 5000]
)
def test_a_pause_that_makes_no_sense_is_none_that_was_asked_for(asked_for: str) -> None:
    told = fault_of(_Odd(asked_for), request_to("http://127.0.0.1:9/v1"))
    assert (told.verdict, told.status) == ("again", 503)
    assert told.wait in (None, 0.0, float("inf"))


def test_an_error_that_cannot_even_be_read_is_a_fault() -> None:
    told = fault_of(_Unreadable(), request_to("http://127.0.0.1:9/v1"))
    assert (told.verdict, told.problem) == ("again", "an unexpected error")


@pytest.mark.parametrize(
    "part", [" ", "sk-", "Expecting ", "Expecting x (char 1", "\\", "AError: ", "AError", "-", "["]
)
def test_a_long_error_takes_no_time(part: str) -> None:
    error = _Odd("")
    error.message = f"AError {part * (2_000_000 // len(part))}"
    began = time.process_time()
    told = fault_of(error, request_to("http://127.0.0.1:9/v1"))
    assert time.process_time() - began < 2
    assert len(told.problem) <= 350


def test_a_server_that_asks_for_hours_is_not_waited_for(model_server: ModelServer) -> None:
    model_server.fail(429, retry_after=7200)
    with failing() as told:
        patient_client().complete(request_to(model_server, retries=4))
    assert "The server asks to wait 7200 seconds." in told[0]
    assert model_server.count == 1


def test_a_fault_before_a_request_that_is_too_long_changes_nothing(model_server: ModelServer) -> None:
    model_server.fail(500)
    model_server.too_long()
    with pytest.raises(TooLong) as caught:
        patient_client().complete(request_to(model_server, retries=2))
    assert caught.value.__context__ is None


@pytest.mark.parametrize("provider", WAYS)
def test_a_traceback_does_not_show_the_key(model_server: ModelServer, provider: str) -> None:
    model_server.leak()
    with pytest.raises(PlayerFailed) as caught:
        patient_client().complete(request_to(model_server, provider))
    shown = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    assert "[secret]" in shown
    assert CANARY not in shown


def test_a_provider_that_nobody_knows_is_a_fault_with_a_name() -> None:
    with failing() as told:
        patient_client().complete(request_to("http://127.0.0.1:9/v1", "nobody_at_all"))
    assert told[0].startswith("The model 'mine' (nobody_at_all) gave no answer")


def test_an_overlong_error_is_shortened(model_server: ModelServer) -> None:
    model_server.fail(400, "blah " * 2000 + CANARY)
    with failing() as told:
        patient_client().complete(request_to(model_server))
    assert len(told[0]) < 700
