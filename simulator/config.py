"""The configuration of a run. Each option declares whether it can change the course of the run."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from simulator.language_models import ModelChoice, ModelRoute
from simulator.phone.people import Rules
from simulator.phone.tool_names import AS_PUBLISHED, Naming, wrong_with_descriptions, wrong_with_names
from simulator.trace.hashing import json_hash

# `relevant` and `incidental` set this mark on every field; the config hash covers the fields marked True.
_OUTCOME = "changes_outcome"
_TEN_YEARS = 10 * 365 * 86_400
# The options that decide which noise events arrive, and when. Failing and renamed tools do not affect these events.
_NOISE_EVENTS = (
    "env_events_per_minute",
    "env_events_seed",
    "env_events_horizon_seconds",
    "env_events_weights",
    "messages_per_conversation",
    "items_per_product",
    "noise_content",
)
Weight = Annotated[float, Field(ge=0, le=1_000_000)]
WriteNumber = Annotated[int, Field(ge=0, le=9999)]


def relevant(default: Any, about: str, **limits: Any) -> Any:
    """Declare an option that can change the course of a run: it is part of the config hash."""
    return Field(default, description=about, json_schema_extra={_OUTCOME: True}, **limits)


def incidental(default: Any, about: str, **limits: Any) -> Any:
    """Declare an option that cannot change the course of a run: it is not part of the config hash."""
    return Field(default, description=about, json_schema_extra={_OUTCOME: False}, **limits)


class EpisodeConfig(BaseModel):
    """The options of a run: players, models, limits, rules and noise."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user: str = relevant("scripted", "Name of the player that plays the user.")
    assistant: str = relevant("oracle", "Name of the player that plays the assistant.")
    seed: int = relevant(0, "Seed of all randomness except noise.", ge=-(2**63), le=2**63 - 1)
    max_turns: int | None = relevant(
        None, "Maximum turns of the run; none: the number that the scenario sets.", ge=1, le=10_000
    )
    user_model: ModelChoice | None = relevant(None, "The language model that plays the user, if `user` is `llm`.")
    observe_model: ModelChoice | None = relevant(
        None, "The language model that observes and makes offers, if `assistant` is `llm`."
    )
    execute_model: ModelChoice | None = relevant(
        None, "The language model that carries out accepted offers, if `assistant` is `llm`."
    )
    user_style: Literal["strict", "lenient"] = relevant(
        "strict", "How readily the player `llm` accepts offers as the user."
    )
    prompt_set: str = relevant("", "Hash of the prompts; empty if no language model plays.", max_length=64)
    user_context_tokens: int = relevant(
        24_000,
        "Maximum tokens in a request to the user's model; older observations are shortened to fit.",
        ge=1000,
        le=2_000_000,
    )
    observe_context_tokens: int = relevant(
        32_000, "Maximum tokens in a request to the observing assistant's model.", ge=1000, le=2_000_000
    )
    execute_context_tokens: int = relevant(
        48_000, "Maximum tokens in a request to the executing assistant's model.", ge=1000, le=2_000_000
    )
    max_tokens: int | None = relevant(
        None, "Maximum tokens of all models together, after which the run fails; none: no limit.", ge=1, le=10**12
    )
    max_cost: float | None = relevant(
        None, "Maximum cost in US dollars, after which the run fails; none: no limit.", gt=0, le=1_000_000
    )
    user_iterations: int = relevant(1, "Maximum actions of the user per turn.", ge=1, le=100)
    user_retries: int = relevant(
        2,
        "Maximum retries of the user per turn after an unknown action, bad arguments or an unreadable reply.",
        ge=0,
        le=100,
    )
    observe_iterations: int = relevant(8, "Maximum calls of the observing assistant per turn.", ge=1, le=1000)
    execute_iterations: int = relevant(
        15,
        "Maximum calls of the executing assistant per accepted offer; calls that only wait are not counted.",
        ge=1,
        le=1000,
    )
    user_action_seconds: int = relevant(10, "Simulated seconds that a user's action takes.", ge=0, le=86_400)
    assistant_call_seconds: int = relevant(0, "Simulated seconds that an assistant's call takes.", ge=0, le=86_400)
    thinking: Literal["none", "fixed", "measured"] = relevant(
        "none", "Simulated time that the assistant's decisions take: none, a fixed time, or the measured time."
    )
    thinking_seconds: int = relevant(1, "Simulated seconds per decision if `thinking` is fixed.", ge=0, le=86_400)
    consent: Literal["proposal", "standing"] = relevant(
        "proposal", "Consent that the assistant's writes need: an accepted offer (`proposal`), or none (`standing`)."
    )
    proposal_lifetime_seconds: int = relevant(
        3600, "Simulated seconds after which an unanswered offer expires.", ge=1, le=_TEN_YEARS
    )
    failing_writes: tuple[WriteNumber, ...] = relevant(
        (), "Which of the assistant's writes fail, as numbers counted from 0.", max_length=1000
    )
    tool_failure_probability: float = relevant(
        0.0,
        "Noise: the probability that a tool call fails; tools of home and of the assistant's card never fail.",
        ge=0,
        le=1,
    )
    env_events_per_minute: float = relevant(
        0.0, "Noise: average number of unrelated mails, messages and shop news per minute.", ge=0, le=600
    )
    env_events_seed: int = relevant(
        42, "Noise: the seed of all noise; `seed` does not affect noise.", ge=-(2**63), le=2**63 - 1
    )
    env_events_horizon_seconds: int = relevant(
        360,
        "Noise: seconds after which unrelated events stop, not counting time in which noise waits for the user.",
        ge=1,
        le=86_400,
    )
    env_events_weights: dict[Literal["email", "messaging", "shopping"], Weight] = relevant(
        {"email": 1.0, "messaging": 1.0, "shopping": 1.0}, "Noise: relative frequency of the events of each app."
    )
    messages_per_conversation: int = relevant(4, "Noise: maximum number of messages in one chat.", ge=1, le=100)
    items_per_product: int = relevant(2, "Noise: maximum number of variants of a new product.", ge=1, le=100)
    noise_content: str = relevant(
        "",
        "Noise: hash of the file that ENV_AUGMENTATION_DATA_PATH names; empty for the built-in texts.",
        max_length=64,
    )
    tool_names: dict[str, str] = relevant(
        {}, "Noise: different names for tools, from the file given with --tool-mapping."
    )
    tool_descriptions: dict[str, str] = relevant(
        {}, "Noise: different descriptions of tools, from the file given with --tool-mapping."
    )
    # The options below cannot change the course of a run, so the config hash leaves them out.
    experiment_name: str = incidental("default", "A name to find the run by.")
    model_routes: dict[str, ModelRoute] = incidental({}, "For each model: provider, address, key variable and prices.")
    prompt_texts: dict[str, str] = incidental(
        {}, "Prompts that differ from the built-in ones; the hash in `prompt_set` includes them."
    )
    call_timeout_seconds: float = incidental(
        120.0, "Seconds to wait for each answer of a model or of a policy's server.", gt=0, le=3600
    )
    call_retries: int = incidental(
        4,
        "Maximum number of retries per request when a model's provider or a policy's server fails.",
        ge=0,
        le=20,
    )

    @field_validator("env_events_weights")
    @classmethod
    def _weighs_something(cls, weights: dict[str, float]) -> dict[str, float]:
        if not any(weights.values()):
            raise ValueError("at least one app needs a weight above 0; for no events set env_events_per_minute=0")
        return weights

    @field_validator("tool_names")
    @classmethod
    def _can_be_called_so(cls, names: dict[str, str]) -> dict[str, str]:
        return _sound(names, wrong_with_names(names))

    @field_validator("tool_descriptions")
    @classmethod
    def _can_be_described_so(cls, descriptions: dict[str, str]) -> dict[str, str]:
        return _sound(descriptions, wrong_with_descriptions(descriptions))

    @property
    def rules(self) -> Rules:
        return Rules(standing_consent=self.consent == "standing", proposal_lifetime=self.proposal_lifetime_seconds)

    @property
    def naming(self) -> Naming:
        if not self.tool_names and not self.tool_descriptions:
            return AS_PUBLISHED
        return _naming(tuple(self.tool_names.items()), tuple(self.tool_descriptions.items()))

    @property
    def noise_events(self) -> dict[str, Any]:
        """Return the options that determine which noise events arrive, and when."""
        return {name: getattr(self, name) for name in _NOISE_EVENTS}

    @property
    def config_hash(self) -> str:
        """Return the hash of the options that can change the outcome, without the incidental options."""
        return json_hash(self.model_dump(mode="json", include=set(outcome_fields())))


# Cached, because every action asks for the naming, and it stays the same within a configuration.
@lru_cache(maxsize=8)
def _naming(names: tuple[tuple[str, str], ...], descriptions: tuple[tuple[str, str], ...]) -> Naming:
    return Naming(dict(names), dict(descriptions))


def _sound(mapping: dict[str, str], problem: str) -> dict[str, str]:
    if problem:
        raise ValueError(problem)
    return mapping


def outcome_fields() -> list[str]:
    return sorted(name for name in EpisodeConfig.model_fields if changes_outcome(name))


def changes_outcome(name: str) -> bool:
    """Return True if a field was declared `relevant`. Raise TypeError for a field without a declaration."""
    extra = EpisodeConfig.model_fields[name].json_schema_extra
    if not isinstance(extra, dict) or _OUTCOME not in extra:
        raise TypeError(f"EpisodeConfig.{name} is declared neither relevant nor incidental")
    return bool(extra[_OUTCOME])
