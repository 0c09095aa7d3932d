"""What a fork changes, in a few words: who plays, by which seed, under which noise and limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simulator.config import EpisodeConfig, outcome_fields
from simulator.showing.cast import cast_of, publicly

Config = Mapping[str, Any]
"""An EpisodeConfig as plain data, also of an older version that has fewer options."""
_PLAYERS = ("user", "assistant")
_MODELS = ("user_model", "observe_model", "execute_model")
_SAID: Mapping[str, Callable[[Any], str]] = {
    "seed": lambda seed: f"seed {seed}",
    "max_turns": lambda turns: "the scenario’s turns" if turns is None else f"{turns} turns",
    "env_events_per_minute": lambda rate: f"noise {rate:g} a minute" if rate else "no noise",
    "tool_failure_probability": lambda share: f"{share:.0%} of calls fail" if share else "no call fails",
    "user_style": lambda style: f"{style} user",
    "max_tokens": lambda most: "no ceiling in tokens" if most is None else f"at most {most:,} tokens",
    "max_cost": lambda most: "no ceiling in dollars" if most is None else f"at most ${most:g}",
    "prompt_set": lambda _: "other prompts",
}


def what_differs(before: Config, after: Config, private: bool) -> tuple[str, ...]:
    """The options that can change what happens and that changed; `private`: where a server stands may be told."""
    changed = [name for name in _in_order() if _value(before, name) != _value(after, name)]
    told = [*_players(before, after, private, changed)]
    # Whoever begins or leaves off playing with a model has other prompts in any case.
    with_models = any(_plays(before, side) != _plays(after, side) for side in _PLAYERS)
    for name in changed:
        if name not in (*_PLAYERS, *_MODELS) and not (name == "prompt_set" and with_models):
            told.append(_SAID[name](_value(after, name)) if name in _SAID else f"other {name.replace('_', ' ')}")
    return tuple(told)


def _players(before: Config, after: Config, private: bool, changed: list[str]) -> list[str]:
    told = []
    concerned = {"user": ("user", "user_model"), "assistant": ("assistant", "observe_model", "execute_model")}
    for side, names in concerned.items():
        if not any(name in changed for name in names):
            continue
        cast = cast_of({**after, side: _value(after, side) if private else publicly(_value(after, side))})
        name = cast.user if side == "user" else cast.assistant
        is_same = name == getattr(cast_of(before), side)
        told.append(f"{side} {name}, asked otherwise" if is_same else f"{side} {name}")
    return told


def _in_order() -> list[str]:
    relevant = set(outcome_fields())
    return [name for name in EpisodeConfig.model_fields if name in relevant]


def _value(config: Config, name: str) -> Any:
    value = config.get(name, EpisodeConfig.model_fields[name].get_default(call_default_factory=True))
    return list(value) if isinstance(value, tuple) else value


def _plays(config: Config, side: str) -> bool:
    return bool(_value(config, side) == "llm")
