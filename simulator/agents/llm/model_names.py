"""Checks the names of language models that are not in the list of models.

For some providers litellm builds the address of a request out of the model's name: `bedrock/agentcore/a:b:c:HOST/x:d`
goes to `bedrock-agentcore.HOST`, and `huggingface/https://HOST` goes to `HOST`. So a name that is not in the list may
contain only characters of ordinary model names. Entries of the list may contain anything: their author may name any
server.
"""

from __future__ import annotations

import re

from simulator.agents.llm import providers
from simulator.agents.llm.model_list import UnknownModel, lists_model
from simulator.agents.llm.secrets import masked

REMEDY = (
    "Write provider/name with letters, digits and . _ + - : / only, or list the model under a short name in "
    "PARE_MODELS_FILE."
)
_NOT_IN_PROVIDER = re.compile(r"[^A-Za-z0-9_-]")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9._+:/-]")
_LONGEST_SHOWN = 100


class BadModelName(UnknownModel):
    """Raised if a name could send a request to a different server. The message says why, and what to write."""

    def __init__(self, alias: str, found: str) -> None:
        # An address in place of a name may hold a password.
        shown = masked(alias if alias.isprintable() else ascii(alias)[1:-1])[:_LONGEST_SHOWN]
        why = f"it could send the request to a different server: {found}"
        self.problem = f"The model name '{shown}' cannot be used, because {why}."
        super().__init__(f"{self.problem} {REMEDY}")


def check_name(alias: str, provider: str, name: str) -> None:
    """Raise BadModelName if the name could send a request to a different server. `alias` is the name as typed."""
    if found := wrong_with_name(provider, name):
        raise BadModelName(alias, found)


def why_not_sent(provider: str, name: str) -> str:
    """Return why a stored name is not sent, with the remedy; empty if the name can be sent. Raises BadModelsFile."""
    found = wrong_with_name(provider, name)
    return f"The model's name could send the request to a different server: {found}. {REMEDY}" if found else ""


def wrong_with_name(provider: str, name: str) -> str:
    """Return what is not allowed in a name, such as "it contains '@'"; empty if the name can be sent.

    Raises BadModelsFile.
    """
    found = wrong_with_provider(provider) or _wrong_part(provider, name)
    return "" if not found or lists_model(provider, name) else found


def wrong_with_provider(provider: str) -> str:
    """Return what is not allowed in a provider's name, such as "its provider contains '@'"; empty if it can be sent."""
    odd = _NOT_IN_PROVIDER.search(provider)
    return f"its provider contains {odd[0]!a}" if odd else ""


def _wrong_part(provider: str, name: str) -> str:
    # Resource names of AWS hold a region, which becomes part of the host.
    if "arn:" in name.lower():
        return "it contains 'arn:'"
    if odd := _NOT_IN_NAME.search(name):
        return f"it contains {odd[0]!a}"
    if "//" in name:
        return "it contains '//'"
    if dots := next((part for part in name.split("/") if part in (".", "..")), ""):
        return f"it contains '{dots}' between slashes"
    # litellm uses the fourth part between colons as a region without checking it; a slash there ends the host.
    if "/" in name.partition(":")[2]:
        return "it contains '/' after ':'"
    # vLLM names a model by the path it was loaded from. Such servers get the name only in the body of the request.
    if name.startswith("/") and not providers.provider(provider).yours:
        return "it contains '/' at its start"
    return ""
