"""Small requests to the model server, each with a key that must never be seen again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simulator.agents.llm.litellm_client import LiteLLMClient
from simulator.agents.llm.wire import Message, Request, Tool
from simulator.agents.policy import PlayerFailed
from simulator.language_models import ModelChoice, ModelRoute
from tests.model_server.server import ModelServer

CANARY = "canary-4711-of-the-mine"
KEY_VARIABLE = "PARE_ENDPOINT_API_KEY"
TOOL = Tool("look", "Look around.", {"type": "object", "properties": {"where": {"type": "string"}}})


def request_to(server: ModelServer | str, provider: str = "hosted_vllm", **changes: Any) -> Request:
    """A question with one tool; the caller sets KEY_VARIABLE to the canary."""
    url = server if isinstance(server, str) else server.url
    choice: dict[str, Any] = {"name": "m1", "parameters": {}, "reply_format": "tools"}
    route: dict[str, Any] = {"provider": provider, "endpoint": url, "key_variable": KEY_VARIABLE}
    asked: dict[str, Any] = {"messages": (Message("user", "Where am I?"),), "tools": (TOOL,)}
    asked |= {"timeout_seconds": 10.0, "retries": 0}
    for part in (choice, route, asked):
        part.update({name: changes.pop(name) for name in list(changes) if name in part})
    model = ModelChoice.model_validate({"alias": "mine", **choice})
    return Request(stage="user", model=model, route=ModelRoute.model_validate(route), **asked, **changes)


def patient_client(pauses: list[float] | None = None) -> LiteLLMClient:
    """Notes how long it was to wait, and does not."""
    return LiteLLMClient(pause=(pauses if pauses is not None else []).append)


@contextmanager
def failing(kind: str = "provider") -> Iterator[list[str]]:
    """Expects the player to fail; its message is in the list afterwards, and the canary is nowhere."""
    told: list[str] = []
    try:
        yield told
    except PlayerFailed as failure:
        assert failure.kind == kind, str(failure)
        assert failure.__cause__ is None and failure.__context__ is None
        assert CANARY not in repr(failure) + str(failure)
        told.append(str(failure))
        return
    raise AssertionError("the player did not fail")
