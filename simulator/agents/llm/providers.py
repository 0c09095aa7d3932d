"""Providers of models, and the environment variables that hold their addresses and keys."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from simulator.language_models import ModelRoute, can_be_reached

# The key for a server given by flag or form. A provider's key is never sent to an address that someone typed.
ENDPOINT_KEY = "PARE_ENDPOINT_API_KEY"
# Any server that speaks OpenAI's wire format.
COMPATIBLE = "openai_compatible"
# Sent as the key to servers that need none: otherwise litellm would send any key that it finds in the environment.
NO_KEY = "none"
# Refused: litellm would print a code, wait for someone to sign in with a browser, and store a token on disk.
WITH_A_BROWSER = frozenset({"chatgpt", "github_copilot"})
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Provider:
    key: str = ""
    """The variable that holds the key. Empty if litellm finds the credentials itself, or if none are needed."""
    addresses: tuple[str, ...] = ()
    """Variables that may hold an address to use instead of the provider's own; the first one that is set is used."""
    yours: bool = False
    """True for a server of your own: its address is required, its key optional."""
    example: str = ""
    speaks: str = ""
    """The provider name to give litellm instead, if another provider's wire format fits better."""


def _cloud(key: str, *addresses: str) -> Provider:
    return Provider(key, addresses)


def _compatible(name: str, example: str) -> Provider:
    # litellm has several clients for servers with this wire format; the one for vLLM is the fastest.
    return Provider(f"{name}_API_KEY", (f"{name}_API_BASE",), True, example, "hosted_vllm")


PROVIDERS: dict[str, Provider] = {
    "openai": _cloud("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "anthropic": _cloud("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_BASE"),
    "gemini": _cloud("GEMINI_API_KEY", "GEMINI_API_BASE"),
    "azure": _cloud("AZURE_API_KEY", "AZURE_API_BASE"),
    "bedrock": Provider(),
    "vertex_ai": Provider(),
    "cerebras": _cloud("CEREBRAS_API_KEY", "CEREBRAS_API_BASE"),
    "deepinfra": _cloud("DEEPINFRA_API_KEY", "DEEPINFRA_API_BASE"),
    "deepseek": _cloud("DEEPSEEK_API_KEY", "DEEPSEEK_API_BASE"),
    "fireworks_ai": _cloud("FIREWORKS_AI_API_KEY", "FIREWORKS_API_BASE"),
    "groq": _cloud("GROQ_API_KEY", "GROQ_API_BASE"),
    "huggingface": _cloud("HF_TOKEN", "HF_API_BASE"),
    "mistral": _cloud("MISTRAL_API_KEY", "MISTRAL_API_BASE"),
    "moonshot": _cloud("MOONSHOT_API_KEY", "MOONSHOT_API_BASE"),
    "openrouter": _cloud("OPENROUTER_API_KEY", "OPENROUTER_API_BASE"),
    "together_ai": _cloud("TOGETHERAI_API_KEY", "TOGETHER_AI_API_BASE"),
    "xai": _cloud("XAI_API_KEY", "XAI_API_BASE"),
    "hosted_vllm": Provider("HOSTED_VLLM_API_KEY", ("HOSTED_VLLM_API_BASE",), True, "http://127.0.0.1:8000/v1"),
    "lm_studio": _compatible("LM_STUDIO", "http://127.0.0.1:1234/v1"),
    "ollama": _compatible("OLLAMA", "http://127.0.0.1:11434"),
    COMPATIBLE: _compatible("OPENAI_COMPATIBLE", "http://127.0.0.1:8000/v1"),
}


def provider(name: str) -> Provider:
    """Return the provider with this name. For an unlisted provider, the key is expected in `<NAME>_API_KEY`."""
    return PROVIDERS.get(name) or Provider(f"{name.upper().replace('-', '_')}_API_KEY")


def address(route: ModelRoute) -> str:
    """Return the address for calls to the model; empty if the provider's own address is used."""
    found = route.endpoint or os.environ.get(_address_variable(provider(route.provider)), "").strip()
    # Ollama publishes its address without a path, but speaks this wire format under /v1.
    if route.provider == "ollama" and can_be_reached(found) and urlsplit(found).path in ("", "/"):
        return f"{found.rstrip('/')}/v1"
    return found


def key(route: ModelRoute) -> str:
    return os.environ.get(route.key_variable, "").strip() if route.key_variable else ""


def lacking(route: ModelRoute) -> str:
    """Return the variable that has to be set or fixed before the model can be used; empty if there is none."""
    known = provider(route.provider)
    if not route.endpoint and _wrong_with_address(known):
        return _address_variable(known)
    if known.yours and not address(route):
        return known.addresses[0]
    needs_key = route.key_variable and not known.yours and route.key_variable != ENDPOINT_KEY
    return route.key_variable if needs_key and not key(route) else ""


def missing(route: ModelRoute) -> str:
    """Return a sentence that says how to make the model usable; empty if the model is ready."""
    if route.provider in WITH_A_BROWSER:
        return f"{route.provider} needs a person to sign in with a browser. Choose a provider that accepts a key."
    variable, known = lacking(route), provider(route.provider)
    if not route.endpoint and (problem := _wrong_with_address(known)):
        return problem
    if variable and variable in known.addresses:
        return f"Set {variable} in .env to the address of the server, such as {known.example}."
    return f"Set {variable} in .env to your key for {route.provider}." if variable else ""


def wrong_addresses() -> list[str]:
    """Return a problem for each variable that should hold an address but does not, without quoting its value."""
    return [problem for known in PROVIDERS.values() if (problem := _wrong_with_address(known))]


def keeps_its_key(route: ModelRoute, listed: bool) -> bool:
    """Return whether the key may be sent to the route's address. `listed` is True if the list of models has this route.

    A route that is not listed may come from somebody else's trace, which could name any variable and any server.
    """
    if not route.key_variable or listed or route.key_variable == ENDPOINT_KEY:
        return True
    is_its_own = route.key_variable == provider(route.provider).key
    return is_its_own and (not route.endpoint or urlsplit(route.endpoint).hostname in _LOOPBACK)


def shown(address: str) -> str:
    """Return an address without user name and password, because an address from the environment may contain them."""
    if not can_be_reached(address):
        return "an address that can't be read"
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def _address_variable(known: Provider) -> str:
    """Return the provider's first address variable that is set; empty if none is."""
    return next((name for name in known.addresses if os.environ.get(name, "").strip()), "")


def _wrong_with_address(known: Provider) -> str:
    variable = _address_variable(known)
    held = os.environ.get(variable, "").strip()
    if not variable or ("#" not in held and can_be_reached(held)):
        return ""
    example = known.example or "https://gateway.example/v1"
    return f"{variable} in .env is not the address of a server. Write an address such as {example}."
