"""Episodes that language models play: configs, a small story, and a model that plays a script without any server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from simulator.agents.llm.assistant import LLMAssistant
from simulator.agents.llm.prompting import effective
from simulator.agents.llm.user import LLMUser
from simulator.agents.llm.wire import Answer, ModelClient, Request
from simulator.agents.policy import SAY, WAIT
from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.language_models import ModelChoice, ModelRoute
from simulator.scenario.load import load_file
from simulator.scenario.story import Story
from simulator.trace.exchange import Reply, ReplyFormat, ToolCall
from simulator.trace.moments import Acted
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked

STAGES = ("user", "observe", "execute")
Line = tuple[str, Mapping[str, Any]]
PUT_DOWN: Line = ("put_phone_down", {})
WATCH: Line = (WAIT, {})
OFFER = "Your bus arrives at 10:40, and the review with Bo is at 10:00. Shall I write Bo and move the review to 11:00?"
ACCEPT: Line = ("accept_proposal", {"content": "Yes, and be kind."})
READ_DAY: Line = ("Calendar__read_today_calendar_events", {})
FIND_BO: Line = ("Messages__get_user_id", {"user_name": "Bo Berg"})


@lru_cache
def late_bus() -> Story:
    return load_file(Path(__file__).with_name("late_bus.yaml"))


def say(text: str) -> Line:
    return (SAY, {"content": text})


def tell_bo() -> Line:
    bo = late_bus().people["qz_bo"].user_id
    return ("Messages__send_message", {"user_id": bo, "content": "My bus is late, can we meet at eleven?"})


def move_review() -> Line:
    review = late_bus().labels["qz_review"][1]
    times = {"start_datetime": "2026-03-05 11:00:00", "end_datetime": "2026-03-05 12:00:00"}
    return ("Calendar__edit_calendar_event", {"event_id": review, **times})


def config(reply_format: ReplyFormat = "tools", url: str = "", **options: Any) -> EpisodeConfig:
    """All three stages by models called `user`, `observe` and `execute`, at this address."""
    route = ModelRoute(provider="hosted_vllm", endpoint=url)
    chosen = {f"{one}_model": ModelChoice(alias=one, name=one, reply_format=reply_format) for one in STAGES}
    routes = dict.fromkeys(STAGES, route)
    prompt_set = effective(options.get("prompt_texts", {})).hash
    usual = {"user": "llm", "assistant": "llm", "prompt_set": prompt_set, "call_retries": 0, "model_routes": routes}
    return EpisodeConfig(**{**chosen, **usual, **options})


class Script:
    """A model without a server: plays lines by stage; a stage without any more does what changes nothing."""

    def __init__(self, **lines: Sequence[Line | Reply]) -> None:
        self._lines = {stage: list(script) for stage, script in lines.items()}
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Answer:
        self.requests.append(request)
        left = self._lines.get(request.stage)
        line = left.pop(0) if left else idle(request.stage)
        reply = line if isinstance(line, Reply) else spoken(*line, request.model.reply_format)
        return Answer(reply, tokens_in=10, tokens_out=2, cost=0.001, latency_ms=1200.0)

    def of(self, stage: str) -> list[Request]:
        return [request for request in self.requests if request.stage == stage]


def idle(stage: str) -> Line:
    return {"user": PUT_DOWN, "observe": WATCH, "execute": ("System__wait_for_notification", {})}[stage]


def spoken(name: str, args: Mapping[str, Any], reply_format: ReplyFormat) -> Reply:
    if reply_format == "tools":
        return Reply(text="I see.", calls=(ToolCall(name, json.dumps(dict(args))),))
    return Reply(text=replies.action_text(name, args))


def user_with(client: ModelClient) -> UserMaker:
    return lambda story, config, evidence: LLMUser(story, config, client, evidence=evidence)


def assistant_with(client: ModelClient) -> AssistantMaker:
    return lambda story, config, evidence: LLMAssistant(story, config, client)


def scripted(script: Script, config: EpisodeConfig) -> Episode:
    """An episode that has not begun, played by a script."""
    return Episode(late_bus(), config, user_with(script), assistant_with(script))


def play(server: ModelServer, config: EpisodeConfig, **lines: Sequence[Line | replies.Reply]) -> Episode:
    """A whole episode through litellm and HTTP."""
    for stage, script in lines.items():
        for line in script:
            server.add(line if isinstance(line, replies.Reply) else answered(line, config), to=stage)
    server.play(lambda asked: answered(idle(asked.model), config))
    return Episode(late_bus(), config).run()


def answered(line: Line, config: EpisodeConfig) -> replies.Reply:
    assert config.user_model is not None
    if config.user_model.reply_format == "tools":
        return replies.call(*line, text="I see.")
    return replies.action(*line)


def asked_of(server: ModelServer, stage: str) -> list[Asked]:
    return [asked for asked in server.requests if asked.model == stage]


def acts(episode: Episode, actor: str) -> list[Acted]:
    return [moment for moment in episode.moments if isinstance(moment, Acted) and moment.actor == actor]


def told(episode: Episode) -> list[tuple[str, str]]:
    """Who did what, and with which error."""
    found = [moment for moment in episode.moments if isinstance(moment, Acted) and moment.actor != "environment"]
    return [(act.name, act.error.code if act.error is not None else "") for act in found]
