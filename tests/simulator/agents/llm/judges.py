"""Judges for tests: a model reader on the test server, and replies as a judge would write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from simulator.agents.llm.model_reader import JudgeModel, JudgeSpending, ModelReader
from simulator.language_models import ModelChoice, ModelRoute
from simulator.reading.claims import Claim, RunText
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.simulator.agents.llm.calls import patient_client

KEY = "PARE_ENDPOINT_API_KEY"
MOVE = Claim("need:clash", "offers to move the dentist to Thursday")
THREAT = Claim("builtin:threat", "The text threatens somebody.")
OFFER = RunText(7, "offer", "Shall I move the dentist to Thursday at nine?", (MOVE, THREAT), (), "2026-03-02 08:30")
Say = Callable[[str, str], tuple[str, str]]


Price = tuple[float | None, float | None]


def judge_model(server: ModelServer, price: Price = (None, None)) -> JudgeModel:
    """A judge; its price is in dollars per million tokens in and out."""
    choice = ModelChoice(alias="judge", name="judge-1", parameters={"temperature": 0.7, "seed": 3})
    prices = {"dollars_per_million_in": price[0], "dollars_per_million_out": price[1]}
    return JudgeModel(choice, ModelRoute(provider="hosted_vllm", endpoint=server.url, key_variable=KEY, **prices))


def reader_at(
    server: ModelServer,
    limit: float | None = None,
    seconds: float = 10.0,
    retries: int = 0,
    price: Price = (None, None),
) -> ModelReader:
    return ModelReader(judge_model(server, price), JudgeSpending(limit), patient_client(), seconds, retries)


def verdict(value: str, words: str = "", reason: str = "it says so") -> dict[str, str]:
    return {"value": value, "words": words, "reason": reason}


def answers(said: Mapping[str, Any]) -> str:
    return json.dumps({"answers": said})


def judge_by(say: Say) -> Callable[[Asked], replies.Reply]:
    """Answer every request; `say` gives value and words for a claim and a text."""

    def play(asked: Asked) -> replies.Reply:
        given = json.loads(asked.last)
        said = {name: verdict(*say(claim, given["text"])) for name, claim in given["claims"].items()}
        return replies.say(answers(said))

    return play
