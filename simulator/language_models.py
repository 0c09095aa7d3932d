"""Types for language models: the choice of a model, which can change an outcome, and the route to it, which cannot."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from simulator.trace.exchange import ReplyFormat

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def can_be_reached(address: str) -> bool:
    """Return True if the text has the form of a server's address; no request is made."""
    if not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        # Reading `port` raises ValueError for a port that is not a number up to 65535.
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class ModelChoice(BaseModel):
    """A language model with its parameters; every field can change the course of a run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    alias: str = Field(min_length=1, max_length=100, description="The model's name in the list of models.")
    name: str = Field(min_length=1, max_length=200, description="The model's name as its provider knows it.")
    parameters: dict[str, Any] = Field({}, description="Sampling parameters, such as temperature.")
    reply_format: ReplyFormat = Field(
        "tools", description="Native tool calls (`tools`), or Thought/Action text with JSON (`text`)."
    )
    constrained: bool = Field(
        False, description="For `text`: the server enforces a JSON schema for replies, and tools are listed briefly."
    )


class ModelRoute(BaseModel):
    """How to reach a model: provider, server, key and prices; no field changes the course of a run.

    Secrets stay in the environment: a route only names the variable that holds the key.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    provider: str = Field(
        min_length=1, max_length=100, description="The provider's name in litellm, such as openai or hosted_vllm."
    )
    endpoint: str = Field("", max_length=500, description="Address of the server; empty for the provider's own server.")
    key_variable: str = Field("", max_length=100, description="Environment variable that holds the key.")
    dollars_per_million_in: float | None = Field(
        None, ge=0, description="Price in US dollars per million prompt tokens."
    )
    dollars_per_million_out: float | None = Field(
        None, ge=0, description="Price in US dollars per million reply tokens."
    )

    @field_validator("endpoint")
    @classmethod
    def _is_an_address_without_secrets(cls, endpoint: str) -> str:
        if not endpoint:
            return endpoint
        # Configurations are stored, exported and shown, so they must not contain secrets.
        if any(sign in endpoint for sign in "@?#"):
            raise ValueError(
                "an address with a user name, password, query or fragment may contain a secret; use key_variable"
            )
        if not can_be_reached(endpoint):
            raise ValueError("write an address such as http://127.0.0.1:8000/v1")
        return endpoint

    @field_validator("key_variable")
    @classmethod
    def _is_a_variable_name(cls, name: str) -> str:
        # The message leaves out the value: if someone pasted the key itself, it must not appear here or in a log.
        if name and not _VARIABLE.fullmatch(name):
            raise ValueError("write the name of an environment variable, not the key itself")
        return name
