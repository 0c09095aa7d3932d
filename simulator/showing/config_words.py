"""The configuration of a run in words: its players, and the options that differ from another configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from simulator.agents.addresses import is_address
from simulator.config import EpisodeConfig, outcome_fields
from simulator.words.money import dollars

# An EpisodeConfig as plain data. Stored runs of older versions lack newer options.
Config = Mapping[str, Any]
SERVER = "http"
MODEL_ROLES = ("user_model", "observe_model", "execute_model")
_PLAYERS = ("user", "assistant")
_OPTIONS: Mapping[str, Callable[[Any], str]] = {
    "seed": lambda seed: f"seed {seed}",
    "max_turns": lambda turns: "the scenario’s turns" if turns is None else f"{turns} turns",
    "env_events_per_minute": lambda rate: f"noise {rate:g} a minute" if rate else "no noise",
    "tool_failure_probability": lambda share: f"{100 * share:.0f} % of calls fail" if share else "no call fails",
    "user_style": lambda style: f"{style} user",
    "max_tokens": lambda most: "no token limit" if most is None else f"at most {most:,} tokens",
    "max_cost": lambda most: "no cost limit" if most is None else f"at most {dollars(most)}",
    "prompt_set": lambda _: "different prompts",
}


class Cast(NamedTuple):
    """The names of the two players, with the models behind them."""

    user: str
    assistant: str


def cast_of(config: Config) -> Cast:
    """Return the names of both players, with models in brackets: `llm (gpt-5)`, `llm (gpt-5 and gpt-5-mini)`."""
    return Cast(
        _player_name(config.get("user", ""), config.get("user_model")),
        _player_name(config.get("assistant", ""), config.get("observe_model"), config.get("execute_model")),
    )


def publicly(player: str) -> str:
    """Return `http` if the player is a server address, because addresses are private; return other names unchanged."""
    return SERVER if is_address(player) else player


def config_changes(before: Config, after: Config, private: bool) -> tuple[str, ...]:
    """Return words for the options that differ and can affect the outcome. `private`: True to show server addresses."""
    changed = [name for name in _ordered_options() if _value(before, name) != _value(after, name)]
    words = _player_changes(before, after, private, changed)
    # If a player becomes a language model or stops being one, the prompt set always changes, so it is not named.
    with_models = any(_is_model(before, side) != _is_model(after, side) for side in _PLAYERS)
    for name in changed:
        if name not in (*_PLAYERS, *MODEL_ROLES) and not (name == "prompt_set" and with_models):
            words.append(
                _OPTIONS[name](_value(after, name)) if name in _OPTIONS else f"different {name.replace('_', ' ')}"
            )
    return tuple(words)


def _player_name(player: str, *models: Any) -> str:
    aliases = dict.fromkeys(str(model["alias"]) for model in models if model)
    return f"{player} ({' and '.join(aliases)})" if aliases else player


def _player_changes(before: Config, after: Config, private: bool, changed: list[str]) -> list[str]:
    words = []
    options = {"user": ("user", "user_model"), "assistant": ("assistant", "observe_model", "execute_model")}
    for side, names in options.items():
        if not any(name in changed for name in names):
            continue
        cast = cast_of({**after, side: _value(after, side) if private else publicly(_value(after, side))})
        name = cast.user if side == "user" else cast.assistant
        # The alias may be the same although parameters of the model, such as the temperature, are different.
        is_same = name == getattr(cast_of(before), side)
        words.append(f"{side} {name}, different model settings" if is_same else f"{side} {name}")
    return words


def _ordered_options() -> list[str]:
    relevant = set(outcome_fields())
    return [name for name in EpisodeConfig.model_fields if name in relevant]


def _value(config: Config, name: str) -> Any:
    value = config.get(name, EpisodeConfig.model_fields[name].get_default(call_default_factory=True))
    # JSON turns a tuple into a list.
    return list(value) if isinstance(value, tuple) else value


def _is_model(config: Config, side: str) -> bool:
    return bool(_value(config, side) == "llm")
