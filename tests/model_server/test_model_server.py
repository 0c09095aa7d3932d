"""The model server keeps to the wire format and to its script."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse, IncompleteRead, RemoteDisconnected
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.model_server import replies
from tests.model_server.server import ModelServer

HELLO = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"}]


def ask(server: ModelServer, **more: Any) -> tuple[HTTPResponse, bytes]:
    parts = urlsplit(server.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    body = json.dumps({"model": "tiny", "messages": HELLO, **more})
    try:
        connection.request("POST", f"{parts.path}/chat/completions", body, {"Authorization": "Bearer canary"})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def message(server: ModelServer, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(server, **more)[1])["choices"][0]
    return found


def test_replies_come_in_the_order_of_the_script(model_server: ModelServer) -> None:
    model_server.say("One.")
    model_server.call("open_app", {"app_name": "Emails"})
    model_server.action("go_home", thought="Enough.")
    assert message(model_server)["message"]["content"] == "One."
    called = message(model_server)
    assert called["finish_reason"] == "tool_calls"
    assert called["message"]["tool_calls"][0]["function"] == {
        "name": "open_app",
        "arguments": '{"app_name": "Emails"}',
    }
    assert message(model_server)["message"]["content"].startswith("Thought: Enough.\nAction:\n{")


def test_a_reply_can_wait_for_its_model(model_server: ModelServer) -> None:
    model_server.say("For the watcher.", to="watcher")
    model_server.say("For anybody.")
    assert message(model_server)["message"]["content"] == "For anybody."
    assert message(model_server, model="watcher")["message"]["content"] == "For the watcher."


def test_requests_and_keys_are_recorded_and_tokens_counted(model_server: ModelServer) -> None:
    model_server.add(replies.say("Yes.", tokens_in=7, tokens_out=2), replies.fail(500))
    ask(model_server, tools=[{"type": "function", "function": {"name": "open_app"}}])
    ask(model_server)
    first = model_server.requests[0]
    assert (first.model, first.key, first.system, first.last) == ("tiny", "canary", "Be brief.", "Hello?")
    assert first.tools == ["open_app"]
    assert (model_server.count, model_server.answered) == (2, 1)
    assert (model_server.tokens_in, model_server.tokens_out) == (7, 2)
    assert model_server.has_seen("canary") and not model_server.has_seen("nightingale")


def test_a_function_can_play(model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.say(f"You are number {asked.number}."))
    assert [message(model_server)["message"]["content"] for _ in range(2)] == [
        "You are number 0.",
        "You are number 1.",
    ]


def test_errors_have_status_headers_and_words(model_server: ModelServer) -> None:
    model_server.fail(429, "Slowly.", retry_after=0.1)
    model_server.leak()
    model_server.too_long(100)
    answer, body = ask(model_server)
    assert (answer.status, answer.headers["Retry-After"]) == (429, "0.1")
    assert json.loads(body)["error"]["message"] == "Slowly."
    assert b"provided: canary." in ask(model_server)[1]
    assert json.loads(ask(model_server)[1])["error"]["code"] == "context_length_exceeded"


def test_replies_can_be_odd(model_server: ModelServer) -> None:
    model_server.empty()
    model_server.huge()
    model_server.calls([("a", {}), ("b", "not JSON")])
    model_server.add(replies.say("So.", reasoning="Hm."))
    assert message(model_server)["message"]["content"] == ""
    assert len(message(model_server)["message"]["content"]) == 2_000_000
    assert [one["function"]["arguments"] for one in message(model_server)["message"]["tool_calls"]] == [
        "{}",
        "not JSON",
    ]
    assert message(model_server)["message"]["reasoning_content"] == "Hm."


def test_bodies_can_be_cut_or_no_json(model_server: ModelServer) -> None:
    model_server.cut(after=10)
    model_server.garbled()
    with pytest.raises(IncompleteRead):
        ask(model_server)
    with pytest.raises(ValueError, match="delimiter"):
        json.loads(ask(model_server)[1])
    assert model_server.answered == 0


def test_empty_lines_can_come_before_the_reply(model_server: ModelServer) -> None:
    model_server.drip("Here.", lines=3, every=0.01)
    _, body = ask(model_server)
    assert body.startswith(b"\n\n\n{")
    assert json.loads(body)["choices"][0]["message"]["content"] == "Here."
    assert model_server.answered == 1


def test_what_hangs_can_be_waited_for_and_let_go(model_server: ModelServer) -> None:
    model_server.hang()
    outcome: list[BaseException] = []

    def wait() -> None:
        try:
            ask(model_server)
        except RemoteDisconnected as problem:
            outcome.append(problem)

    asking = threading.Thread(target=wait)
    asking.start()
    model_server.wait_for(1)
    assert asking.is_alive()
    model_server.release()
    asking.join(10)
    assert outcome


def events(body: bytes) -> list[Any]:
    return [json.loads(line[6:]) for line in body.decode().split("\n\n") if line and line != "data: [DONE]"]


def test_streams_carry_the_same_replies(model_server: ModelServer) -> None:
    model_server.add(replies.say("x" * 9000, reasoning="Hm.", tokens_in=3))
    model_server.call("open_app", {"app_name": "Emails"})
    answer, body = ask(model_server, stream=True, stream_options={"include_usage": True})
    assert answer.headers["Content-Type"] == "text/event-stream" and body.endswith(b"data: [DONE]\n\n")
    found = events(body)
    deltas = [event["choices"][0]["delta"] for event in found if event["choices"]]
    assert "".join(delta.get("content", "") for delta in deltas) == "x" * 9000
    assert "".join(delta.get("reasoning_content", "") for delta in deltas) == "Hm."
    assert found[-1]["usage"]["prompt_tokens"] == 3
    (called,) = [
        event
        for event in events(ask(model_server, stream=True)[1])
        if "tool_calls" in str(event["choices"][0]["delta"])
    ]
    assert called["choices"][0]["delta"]["tool_calls"][0]["function"]["name"] == "open_app"


def test_streams_can_be_cut(model_server: ModelServer) -> None:
    model_server.cut()
    with pytest.raises(IncompleteRead):
        ask(model_server, stream=True)


def test_many_are_answered_side_by_side(model_server: ModelServer) -> None:
    model_server.play(lambda asked: replace(replies.say("Late."), delay=1))
    began = time.monotonic()
    with ThreadPoolExecutor(32) as pool:
        found = list(pool.map(lambda _: ask(model_server)[0].status, range(32)))
    assert found == [200] * 32 and model_server.most_at_once == 32
    assert time.monotonic() - began < 10


def test_what_is_not_scripted_is_noted() -> None:
    with ModelServer() as server:
        assert ask(server)[0].status == 400
        assert len(server.unexpected) == 1
