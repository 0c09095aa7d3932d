"""Every option of an episode in one place, each declared as changing the outcome or not."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.people import Rules
from simulator.trace.hashing import json_hash

_OUTCOME = "changes_outcome"
_TEN_YEARS = 10 * 365 * 86_400
WriteNumber = Annotated[int, Field(ge=0, le=9999)]


def relevant(default: Any, about: str, **limits: Any) -> Any:
    """An option that can change what happens: part of the config hash."""
    return Field(default, description=about, json_schema_extra={_OUTCOME: True}, **limits)


def incidental(default: Any, about: str, **limits: Any) -> Any:
    """An option that cannot change what happens: not part of the hash."""
    return Field(default, description=about, json_schema_extra={_OUTCOME: False}, **limits)


class EpisodeConfig(BaseModel):
    """Who plays, how long, and under which rules."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user: str = relevant("scripted", "Who plays the user.")
    assistant: str = relevant("oracle", "Who plays the assistant.")
    seed: int = relevant(0, "Key of all randomness.", ge=-(2**63), le=2**63 - 1)
    max_turns: int | None = relevant(
        None, "Turns after which the episode ends; None takes the scenario's.", ge=1, le=10_000
    )
    user_iterations: int = relevant(1, "Actions of the user per turn.", ge=1, le=100)
    observe_iterations: int = relevant(5, "Calls of the watching assistant per turn.", ge=1, le=1000)
    execute_iterations: int = relevant(10, "Calls of the acting assistant per accepted offer.", ge=1, le=1000)
    user_action_seconds: int = relevant(10, "Simulated seconds that a user's action takes.", ge=0, le=86_400)
    assistant_call_seconds: int = relevant(0, "Simulated seconds that an assistant's call takes.", ge=0, le=86_400)
    thinking: Literal["none", "fixed", "measured"] = relevant("none", "What time the assistant's decisions take.")
    thinking_seconds: int = relevant(1, "With fixed thinking: seconds per decision.", ge=0, le=86_400)
    consent: Literal["proposal", "standing"] = relevant("proposal", "Whether writes need an accepted offer.")
    proposal_lifetime_seconds: int = relevant(3600, "An unanswered offer lapses after this.", ge=1, le=_TEN_YEARS)
    failing_writes: tuple[WriteNumber, ...] = relevant(
        (), "Which of the assistant's writes break down, counted from 0.", max_length=1000
    )
    experiment_name: str = incidental("default", "A name to find the episode by.")

    @property
    def rules(self) -> Rules:
        return Rules(standing_consent=self.consent == "standing", proposal_lifetime=self.proposal_lifetime_seconds)

    @property
    def config_hash(self) -> str:
        """Covers the options that can change the outcome, and only those."""
        return json_hash({name: getattr(self, name) for name in outcome_fields()})


def outcome_fields() -> list[str]:
    return sorted(name for name in EpisodeConfig.model_fields if changes_outcome(name))


def changes_outcome(name: str) -> bool:
    """Whether a field was declared relevant; a field declared neither way is a mistake."""
    extra = EpisodeConfig.model_fields[name].json_schema_extra
    if not isinstance(extra, dict) or _OUTCOME not in extra:
        raise TypeError(f"EpisodeConfig.{name} is declared neither relevant nor incidental")
    return bool(extra[_OUTCOME])
