"""Who plays a run: the two players, with the language models behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.agents.addresses import is_address

SERVER = "http"
MODEL_ROLES = ("user_model", "observe_model", "execute_model")


class Cast(NamedTuple):
    user: str
    assistant: str


def cast_of(config: Mapping[str, Any]) -> Cast:
    """From a config as plain data, also of an older version: `llm (gpt-5)`, `llm (gpt-5 and gpt-5-mini)`."""
    return Cast(
        _named(config.get("user", ""), config.get("user_model")),
        _named(config.get("assistant", ""), config.get("observe_model"), config.get("execute_model")),
    )


def publicly(player: str) -> str:
    """The name of a player for everybody: where a server stands is private."""
    return SERVER if is_address(player) else player


def _named(player: str, *models: Any) -> str:
    aliases = dict.fromkeys(str(model["alias"]) for model in models if model)
    return f"{player} ({' and '.join(aliases)})" if aliases else player
