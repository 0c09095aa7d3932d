"""Episodes played again with the replies of a trace: no model is asked, and the file comes out the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simulator.agents.llm.recorded import recorded_players
from simulator.agents.llm.wire import Answer, Request, TooLong
from simulator.agents.policy import AssistantView, Decision, PlayerFailed, UserView
from simulator.agents.registry import ASSISTANTS
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.exchange import Exchange, Reply, ReplyFormat, Try
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import trace_bytes
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.models import (
    ACCEPT,
    OFFER,
    PUT_DOWN,
    READ_DAY,
    Script,
    config,
    late_bus,
    move_review,
    play,
    say,
    scripted,
    tell_bo,
    user_with,
)

LINES: dict[str, Any] = {
    "user": [PUT_DOWN, ACCEPT],
    "observe": [READ_DAY, Reply(text="I think so."), say(OFFER)],
    "execute": [tell_bo(), move_review(), say("Done.")],
}

OWN_EXCHANGE = Exchange(stage="observe", alias="a", model="m", format="text", prompt_set="p")


class Slow(Script):
    """Takes ever longer, is asked again, and finds the third request too long twice."""

    def complete(self, request: Request) -> Answer:
        answer = super().complete(request)
        if len(self.requests) in (3, 4):
            self._lines.setdefault(request.stage, []).insert(0, answer.reply)
            raise TooLong
        late = Answer(answer.reply, 10, 2, 0.001, 700.0 * len(self.requests), (Try("Busy.", 429, 3.0, 9.0),))
        return late


def trace_of(episode: Episode) -> Trace:
    return parse_trace(trace_bytes(episode), "before.jsonl")


def again(trace: Trace, options: EpisodeConfig) -> Episode:
    return Episode(late_bus(), options, *recorded_players(trace, options))


@pytest.mark.parametrize("reply_format", ["tools", "text"])
@pytest.mark.parametrize("thinking", ["none", "measured"])
def test_the_same_file_comes_out(reply_format: ReplyFormat, thinking: str) -> None:
    options = config(reply_format, thinking=thinking)
    episode = scripted(Slow(**LINES), options).run()
    assert any(moment.envelope and moment.envelope.exchange.tries for moment in episode.moments)  # type: ignore[union-attr]
    assert trace_bytes(again(trace_of(episode), options).run()) == trace_bytes(episode)


def test_what_a_real_client_brought_back_comes_out_the_same(model_server: ModelServer) -> None:
    options = config("tools", model_server.url, call_retries=1)
    model_server.fail(429, retry_after=0.01, to="user")
    lines = {**LINES, "observe": [READ_DAY, say(OFFER)]}
    episode = play(model_server, options, **lines)
    asked = model_server.count
    assert trace_bytes(again(trace_of(episode), options).run()) == trace_bytes(episode)
    assert model_server.count == asked


def test_replies_that_run_out_are_told_of() -> None:
    options = config()
    whole = trace_of(scripted(Script(**LINES), options).run())
    beginning = whole._replace(moments=whole.moments[:6], result=None)
    episode = again(beginning, options)
    with pytest.raises(PlayerFailed, match=r"before\.jsonl has no further reply") as failed:
        episode.run()
    assert failed.value.kind == "setup"
    assert [moment.n for moment in episode.moments] == list(range(6))


def test_a_run_that_goes_another_way_is_told_of() -> None:
    options = config()
    trace = trace_of(scripted(Script(**LINES), options).run())
    other = again(trace, config(observe_iterations=1))
    with pytest.raises(PlayerFailed, match=r"the next reply belongs to the stage '[a-z]+', but the run asks for"):
        other.run()


def test_players_who_are_no_models_play_themselves() -> None:
    options = config(user="scripted")
    user, assistant = recorded_players(trace_of(scripted(Script(**LINES), config()).run()), options)
    assert user is None
    assert assistant is not None


class Elsewhere:
    """Plays as somebody of ours does, and says that it asked a model of its own."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def decide(self, view: UserView | AssistantView) -> Decision:
        decision: Decision = self._inner.decide(view)
        envelope = Envelope(latency_ms=12.5, tokens_in=3, thought="Hm.", exchange=OWN_EXCHANGE)
        return replace(decision, thinking_seconds=4, envelope=envelope)


@pytest.mark.parametrize("name", ["http://10.0.0.7:8765/", "no_longer_installed"])
def test_players_outside_this_program_are_not_asked_again(name: str) -> None:
    options = config(assistant=name, thinking="measured")

    def elsewhere(*given: Any) -> Elsewhere:
        return Elsewhere(ASSISTANTS["eager"](*given))

    episode = Episode(late_bus(), options, user_with(Script(**LINES)), elsewhere).run()
    assert episode.ledger.assistant_acts[0].thinking == 4
    assert trace_bytes(again(trace_of(episode), options).run()) == trace_bytes(episode)


def test_decisions_that_run_out_are_told_of() -> None:
    whole = trace_of(scripted(Script(**LINES), config()).run())
    beginning = whole._replace(moments=whole.moments[:4], result=None)
    with pytest.raises(PlayerFailed, match=r"before\.jsonl has no further decision of the assistant") as failed:
        again(beginning, config(assistant="http://10.0.0.7:8765/")).run()
    assert failed.value.kind == "setup"
