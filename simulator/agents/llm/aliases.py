"""Finds the model behind a short name, `provider/name`, or a name that a server of your own knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from simulator.agents.llm import providers
from simulator.agents.llm.model_list import Alias, BadModelsFile, UnknownModel, first_problem, known_models
from simulator.agents.llm.model_names import BadModelName, check_name
from simulator.agents.llm.parameters import wrong_with_parameters
from simulator.language_models import ModelChoice, ModelRoute
from simulator.trace.exchange import ReplyFormat
from simulator.words.english import close_to

__all__ = [
    "Alias",
    "BadModelName",
    "BadModelsFile",
    "UnknownModel",
    "choose",
    "is_listed_name",
    "known_models",
    "usable",
]


def choose(
    alias: str,
    *,
    endpoint: str = "",
    provider: str = "",
    reply_format: ReplyFormat | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> tuple[ModelChoice, ModelRoute]:
    """Return the model with this name and the route to it. Raises UnknownModel.

    The other arguments override the model's entry in the list.
    """
    entry = _entry(alias, endpoint, provider)
    check_name(alias, provider or entry.provider, entry.name)
    given = {**entry.parameters, **(parameters or {})}
    if problem := wrong_with_parameters(given):
        raise UnknownModel(f"{alias}: {problem}.")
    try:
        choice = ModelChoice(
            alias=alias,
            name=entry.name,
            parameters=given,
            reply_format=reply_format or entry.reply_format,
            constrained=entry.constrained,
        )
        return choice, _rerouted(entry.route, endpoint, provider)
    except ValidationError as error:
        raise UnknownModel(f"{alias[:100]}: {first_problem(error)}.") from None


def is_listed_name(alias: str, provider: str = "") -> bool:
    """Return whether the list has this short name, with this provider if `provider` is given. Raises BadModelsFile."""
    entry = known_models().get(alias)
    return entry is not None and provider in ("", entry.provider)


def usable(alias: str) -> str:
    """Return a sentence that says how to make a model usable; empty if the model is ready. Raises UnknownModel."""
    return providers.missing(choose(alias)[1])


def _entry(alias: str, endpoint: str, provider: str) -> Alias:
    known = known_models()
    if alias in known:
        return known[alias]
    prefix, slash, name = alias.partition("/")
    if provider or (endpoint and prefix not in providers.PROVIDERS):
        # On a server of your own a model may have any name, even one with a slash.
        return _ad_hoc(alias, provider or providers.COMPATIBLE, alias)
    if slash and prefix and name:
        return _ad_hoc(alias, prefix, name)
    raise UnknownModel(
        f"Unknown model '{alias}'{close_to(alias, known)}. `pare models list` shows the short names. For any other "
        "model write provider/name, such as hosted_vllm/qwen3, or the name that your server knows, with the server's "
        "address as endpoint."
    )


def _ad_hoc(alias: str, provider: str, name: str) -> Alias:
    # Small local models rarely support tool calls; the text format works with any server.
    formats: dict[str, ReplyFormat] = {"ollama": "text"}
    # Checked first: otherwise the error for a provider with odd characters would be about its key variable.
    check_name(alias, provider, name)
    key_variable = providers.provider(provider).key
    try:
        return Alias(
            provider=provider, name=name, key_variable=key_variable, reply_format=formats.get(provider, "tools")
        )
    except ValidationError as error:
        raise UnknownModel(f"{alias[:100]}: {first_problem(error)}.") from None


def _rerouted(route: ModelRoute, endpoint: str, provider: str) -> ModelRoute:
    changes: dict[str, Any] = {}
    if endpoint and endpoint != route.endpoint:
        # The key and the prices of the entry do not apply to another address: a typed address must never get the key.
        changes = {"endpoint": endpoint, "key_variable": providers.ENDPOINT_KEY}
        changes |= {"dollars_per_million_in": None, "dollars_per_million_out": None}
    if provider and provider != route.provider:
        changes["provider"] = provider
        changes.setdefault("key_variable", providers.provider(provider).key)
    return ModelRoute(**(route.model_dump() | changes))
