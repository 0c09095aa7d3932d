"""An exchange as people read it: also one whose messages are gone, or whose arguments are no JSON."""

from __future__ import annotations

from typing import Any

from simulator.showing.model_exchange import ShownExchange, shown_exchange
from simulator.trace.exchange import Exchange, Reply, ToolCall, Try
from simulator.trace.moments import Acted, Envelope

PARTS: dict[str, Any] = {
    "a": {"role": "system", "text": "Be kind.\nBe brief."},
    "b": {"role": "assistant", "text": "", "call": {"name": "open_app", "arguments": '{"app_name": "Emails"}'}},
    "c": {"role": "tool", "text": "Email is open.", "call_id": "1"},
    "t": {"name": "open_app", "description": "Opens an app.", "parameters": {"type": "object"}},
}


def talk(parts: dict[str, Any] | None = None, **fields: Any) -> ShownExchange:
    said = {"stage": "user", "alias": "small", "model": "acme/small-1", "format": "tools", "prompt_set": "f" * 64}
    exchange = Exchange(**{"messages": ("a", "b", "c"), "tools": ("t",), **said, **fields})
    envelope = Envelope(latency_ms=61.4, tokens_in=12_345, tokens_out=6, exchange=exchange)
    moment = Acted(n=1, at=0, local="", actor="user", app="home", name="go_home", envelope=envelope)
    found = shown_exchange(moment, PARTS if parts is None else parts)
    assert found is not None
    return found


def test_messages_are_told_by_whose_they_are_and_how_they_begin() -> None:
    system, call, result = talk().messages
    assert (system.title, system.tone, system.opening) == ("Instructions", "to-model", "Be kind. Be brief.")
    assert (call.title, call.tone) == ("Model", "from-model")
    assert call.call == 'open_app {\n  "app_name": "Emails"\n}'
    assert (result.title, result.text) == ("Result of its call", "Email is open.")


def test_tokens_time_and_money_stand_beside_it() -> None:
    assert talk().used == ("12,345 tokens in, 6 out", "took 61 ms", "price unknown")


def test_what_came_to_nothing_is_told_with_its_status_and_the_wait() -> None:
    tries = (Try("Too many requests.", 429, 1250.0, 2000.0), Try("No answer", None, 30_000.0))
    assert talk(tries=tries).tries == (
        "Too many requests (status 429) after 1.2 s, then waited 2.0 s.",
        "No answer after 30.0 s.",
    )


def test_what_is_gone_is_told_as_gone() -> None:
    found = talk({})
    assert [message.tone for message in found.messages] == ["lost"] * 3
    assert "missing" in found.tools[0].name


def test_arguments_that_are_no_json_are_shown_as_they_are() -> None:
    reply = Reply(calls=(ToolCall("open_app", '{"app_name": '), ToolCall("go_home")))
    assert talk(reply=reply).reply.call == 'open_app {"app_name":\ngo_home'


def test_a_moment_without_a_model_has_none() -> None:
    assert shown_exchange(Acted(n=1, at=0, local="", actor="user", app="home", name="go_home"), {}) is None


def test_arguments_that_go_too_deep_stay_as_they_are() -> None:
    deep = "[" * 60_000
    parts = {**PARTS, "b": {"role": "assistant", "text": "", "call": {"name": "open_app", "arguments": deep}}}
    assert talk(parts).messages[1].call == f"open_app {deep}"
