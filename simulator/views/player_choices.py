"""The choices of players in forms: scripted players, usable language models, and installed policies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from simulator.agents.entry_points import installed_names
from simulator.agents.llm.aliases import UnknownModel, known_models, usable
from simulator.agents.registry import OUTSIDE
from simulator.config import EpisodeConfig

Choice = tuple[str, str]
Group = tuple[str, list[Choice]]
# Prefix of an alias in form values, because a model and a player may have the same name.
_MODEL = "model:"


class Models(NamedTuple):
    """The models that are ready to use, or the error in the list of models."""

    ready: list[str]
    problem: str = ""


def models_now() -> Models:
    try:
        return Models([alias for alias in known_models() if not usable(alias)])
    except UnknownModel as error:
        return Models([], str(error))


def player_groups(names: Iterable[str], models: Models) -> list[Group]:
    """Return the choices in groups. The player `llm` is replaced by the models that can play for it."""
    own = installed_names()
    scripted = [(name, name) for name in names if name not in OUTSIDE and name not in own]
    installed = [(name, name) for name in names if name in own]
    groups = [("Scripted", scripted), ("Language models", model_choices(models)), ("Your own", installed)]
    return [(title, choices) for title, choices in groups if choices]


def model_choices(models: Models) -> list[Choice]:
    return [(f"{_MODEL}{alias}", alias) for alias in models.ready]


def alias_in(choice: str) -> str | None:
    """Return the alias of the chosen model; None if a player without a model was chosen."""
    return choice.removeprefix(_MODEL) if choice.startswith(_MODEL) else None


def players_in(config: EpisodeConfig) -> dict[str, str]:
    """Return the players of a config as form choices: both sides, and the execute model if it differs."""
    user, observe, execute = config.user_model, config.observe_model, config.execute_model
    is_other = execute is not None and observe is not None and execute.alias != observe.alias
    return {
        "user": config.user if config.user != "llm" or user is None else f"{_MODEL}{user.alias}",
        "assistant": config.assistant if config.assistant != "llm" or observe is None else f"{_MODEL}{observe.alias}",
        "execute_model": f"{_MODEL}{execute.alias}" if execute is not None and is_other else "",
    }
