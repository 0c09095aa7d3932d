"""The players of a foreign trace as options of our config."""

from __future__ import annotations

from typing import Any

from replay.foreign.exchanges import NamedModel
from simulator.language_models import ModelChoice
from simulator.phone.writable import shortened, writable_text
from simulator.trace.exchange import Stage

# Stands for an engine or a player that the file does not name.
UNKNOWN = "unknown"
_TEN_YEARS = 10 * 365 * 86_400
_LONGEST_NAME = 100


def players_of(models: dict[Stage, NamedModel], agent_id: str) -> dict[str, Any]:
    """Return the players as options of a config: a player by its model, or without a model by its name in `agent_id`.

    `agent_id` is a text such as `user:a|proactive:b`.
    """
    named = dict(part.partition(":")[::2] for part in writable_text(agent_id).split("|") if ":" in part)
    chosen = {
        f"{stage}_model": ModelChoice(alias=model.alias, name=model.name, reply_format="text")
        for stage, model in models.items()
    }
    return {
        "user": "llm" if "user" in models else _player(named.get("user", "")),
        "assistant": "llm" if "observe" in models else _player(named.get("proactive", "")),
        # Offers do not expire in the original PARE.
        "proposal_lifetime_seconds": _TEN_YEARS,
        **chosen,
    }


def _player(name: str) -> str:
    return shortened(name.strip(), _LONGEST_NAME) or UNKNOWN
