"""A single question: what fits, what is sent, what is recorded, and what stops it before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simulator.agents.llm.asking import SHRINKING, TOO_LONG
from simulator.agents.llm.budget import size
from simulator.agents.llm.wire import Answer, Request, TooLong
from simulator.agents.policy import PlayerFailed
from simulator.language_models import ModelChoice
from simulator.trace.exchange import Exchange
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.models import (
    FIND_BO,
    OFFER,
    READ_DAY,
    STAGES,
    Script,
    acts,
    asked_of,
    config,
    play,
    say,
    scripted,
)


class Narrow(Script):
    """A model whose context is smaller than anybody thought."""

    def __init__(self, holds: Callable[[Request], bool], **lines: Any) -> None:
        super().__init__(**lines)
        self._holds = holds
        self.refused: list[Request] = []

    def complete(self, request: Request) -> Answer:
        if not self._holds(request):
            self.refused.append(request)
            raise TooLong
        return super().complete(request)


def tokens(request: Request) -> int:
    return size(request.messages, request.tools)


def exchanges(script: Script, **options: Any) -> list[Exchange]:
    episode = scripted(script, config("text", **options)).run()
    found = [act.envelope.exchange for act in acts(episode, "assistant") if act.envelope is not None]
    return [exchange for exchange in found if exchange is not None]


def reads_much() -> dict[str, Any]:
    return {"observe": [READ_DAY, FIND_BO, READ_DAY, FIND_BO, READ_DAY] * 3}


def test_a_model_with_a_small_context_is_asked_with_less_and_remembered_as_such() -> None:
    whole = Script(**reads_much())
    scripted(whole, config("text")).run()
    longest = max(tokens(request) for request in whole.of("observe"))
    narrow = Narrow(lambda request: request.stage != "observe" or tokens(request) <= 0.8 * longest, **reads_much())
    found = exchanges(narrow)
    assert sum(len(one.tries) for one in found) == len(narrow.refused) == 1, "it is not found too long a second time"
    (refused,) = (one for one in found if one.tries)
    assert refused.tries[0].problem == TOO_LONG
    assert refused.shortened
    for request in narrow.of("observe"):
        assert tokens(request) <= 0.8 * longest


def test_a_context_that_does_not_even_hold_the_tools_is_a_matter_of_setting_up() -> None:
    narrow = Narrow(lambda request: False)
    episode = scripted(narrow, config("tools"))
    with pytest.raises(PlayerFailed, match="Choose a model with a longer context") as failed:
        episode.run()
    assert failed.value.kind == "setup"
    assert len(narrow.refused) == len(SHRINKING)
    assert episode.ended is None and len(episode.moments) == 1, "it can go on once that is mended"


def test_what_is_left_out_never_takes_the_task_or_the_offer_along() -> None:
    script = Script(user=[("open_app", {"app_name": "Emails"})] * 4, observe=[READ_DAY, say(OFFER)])
    scripted(script, config("text", user_context_tokens=1000)).run()
    waiting = [request for request in script.of("user") if "accept_proposal" in request.messages[-1].text]
    assert waiting
    for request in waiting:
        assert f'This offer waits for your answer: "{OFFER}"' in request.messages[-1].text


def test_what_was_asked_and_answered_is_recorded() -> None:
    (first, *_) = exchanges(Script(observe=[READ_DAY]))
    assert (first.stage, first.alias, first.model, first.format) == ("observe", "observe", "observe", "text")
    assert first.prompt_set == config("text").prompt_set
    assert READ_DAY[0] in first.reply.text


def test_tokens_cost_latency_and_the_thought_lie_beside_the_decision() -> None:
    episode = scripted(Script(), config("tools")).run()
    envelope = acts(episode, "user")[0].envelope
    assert envelope is not None
    assert (envelope.tokens_in, envelope.tokens_out, envelope.cost) == (10, 2, 0.001)
    assert (envelope.latency_ms, envelope.attempt, envelope.thought) == (1200.0, 1, "I see.")
    assert episode.spent.calls == len(acts(episode, "user")) + len(acts(episode, "assistant"))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"user_model": None}, "Set user_model"),
        ({"model_routes": {}}, "'user' has no route"),
        ({"prompt_set": "0" * 64}, "set 000000000000"),
        ({"prompt_set": ""}, "no set of prompts"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_asked(options: dict[str, Any], problem: str) -> None:
    script = Script()
    with pytest.raises(PlayerFailed, match=problem) as failed:
        scripted(script, config("tools", **options)).run()
    assert failed.value.kind == "setup"
    assert not script.requests


def test_a_missing_model_for_acting_is_found_before_anything_was_offered() -> None:
    script = Script()
    with pytest.raises(PlayerFailed, match="execute_model"):
        scripted(script, config("tools", execute_model=None)).run()
    assert not script.of("observe")


def test_other_prompts_are_used_and_told_by_their_hash() -> None:
    texts = {"user_strict.txt": "- You say yes to everything that rhymes."}
    options = config("tools", prompt_texts=texts)
    script = Script()
    scripted(script, options).run()
    assert texts["user_strict.txt"] in script.of("user")[0].messages[0].text
    assert options.prompt_set != config("tools").prompt_set


def test_strict_and_lenient_users_are_told_different_things() -> None:
    told = {}
    for style in ("strict", "lenient"):
        script = Script()
        scripted(script, config("tools", user_style=style, max_turns=1)).run()
        told[style] = script.of("user")[0].messages[0].text
    assert "You read offers closely." in told["strict"] and "glad of help" in told["lenient"]
    # What is on the user's mind holds only what the user knows.
    assert not any("have not noticed" in text for text in told.values())
    # Doubt by default would make every offer look worse than it is.
    assert not any(word in text.lower() for text in told.values() for word in ("in doubt", "hard to convince"))


def test_a_constrained_model_is_held_to_a_schema_and_told_of_tools_briefly(model_server: ModelServer) -> None:
    models = {
        f"{stage}_model": ModelChoice(alias=stage, name=stage, reply_format="text", constrained=True)
        for stage in STAGES
    }
    play(model_server, config("text", model_server.url, max_turns=1, **models))
    asked = asked_of(model_server, "observe")[0]
    assert "response_format" in asked.body and "json_schema" in asked.body["response_format"]
    assert '"thought"' in asked.system and "Calendar__read_today_calendar_events()" in asked.system
    assert "    event_id: Id of the event." not in asked.system
