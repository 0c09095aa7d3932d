"""Calls language models through litellm, which only this module imports: in `preload` or at the first call."""

from __future__ import annotations

import logging
import os
import threading
import time
import warnings
from typing import Any

from simulator.agents.llm import providers, wire_format
from simulator.agents.llm.deadline import within
from simulator.agents.llm.faults import Fault, fault_of, timed_out, wrong_with_loading
from simulator.agents.llm.model_list import BadModelsFile, is_listed
from simulator.agents.llm.model_names import why_not_sent
from simulator.agents.llm.parameters import wrong_with_parameters
from simulator.agents.llm.pricing import cost_of
from simulator.agents.llm.retrying import Pause, with_retries
from simulator.agents.llm.wire import Answer, Request
from simulator.agents.policy import PlayerFailed
from simulator.trace.exchange import Reply

# Without these, litellm connects to the network when it is imported, and asks a model hub to count some models' tokens.
_SURROUNDINGS = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "HF_HUB_OFFLINE": "1", "LITELLM_MODE": "PRODUCTION"}
_TALKATIVE = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "httpx", "httpcore")
_SILENT = logging.CRITICAL + 1
# The discard port: a client can be made for it, and nothing answers.
_NOWHERE = "http://127.0.0.1:9/"
_NO_TOOL = {"type": "function", "function": {"name": "none", "parameters": {"type": "object", "properties": {}}}}
Answered = tuple[Reply, tuple[int, int], float | None]
_loading = threading.Lock()
_loaded: list[Any] = []


def preload() -> Any:
    """Return litellm; the first call imports litellm and warms it up, which takes 8 to 10 seconds and 190 MB."""
    with _loading:
        if not _loaded:
            _loaded.append(_import())
        return _loaded[0]


class LiteLLMClient:
    """A ModelClient that many threads may use at once."""

    def __init__(self, pause: Pause = time.sleep) -> None:
        self._pause = pause

    def complete(self, request: Request) -> Answer:
        """Send a request, with retries, and return its answer. Raises PlayerFailed or TooLong."""
        if problem := _not_ready(request) or _wrong_with_litellm(request):
            raise PlayerFailed("setup", problem)
        (reply, tokens, cost), latency, tries = with_retries(request, lambda: _ask_in_time(request), self._pause)
        return Answer(reply, *tokens, cost, round(latency, 1), tries)


def _not_ready(request: Request) -> str:
    """Return why the model can't be asked and how to fix it; empty if the model is ready."""
    model, route = request.model, request.route
    who = _who_cannot(request)
    try:
        listed, unsound = is_listed(route), why_not_sent(route.provider, model.name)
    except BadModelsFile as error:
        return str(error)
    if not providers.keeps_its_key(route, listed):
        where = providers.shown(route.endpoint) if route.endpoint else route.provider
        return (
            f"{who} The key in {route.key_variable} is not sent to {where}. List the model with this provider, "
            f"endpoint and key_variable in PARE_MODELS_FILE, or put the key into {providers.ENDPOINT_KEY}."
        )
    if problem := wrong_with_parameters(model.parameters):
        return f"{who} {problem}."
    if unsound:
        return f"{who} {unsound}"
    missing = providers.missing(route)
    return f"{who} {missing}" if missing else ""


def _wrong_with_litellm(request: Request) -> str:
    try:
        preload()
    except Exception as error:
        return f"{_who_cannot(request)} Fix this first: {wrong_with_loading(error)}."
    return ""


def _who_cannot(request: Request) -> str:
    return f"The model '{request.model.alias}' ({request.route.provider}) can't be asked."


def _ask_in_time(request: Request) -> Answered | Fault:
    return within(request.timeout_seconds, lambda: _ask(request)) or timed_out(request)


def _ask(request: Request) -> Answered | Fault:
    """Send one request. Never raises: litellm's exceptions may contain the key, so they become a Fault."""
    try:
        litellm = preload()
        key = providers.key(request.route)
        response = litellm.completion(**_call(request, key), **_no_other_retries(litellm, request.route.provider))
        reply = wire_format.reply_of(response, key)
        tokens = wire_format.tokens(response)
        return reply, tokens, cost_of(request.route, *tokens, lambda: _public_price(litellm, request, response))
    except BaseException as error:
        # Catch everything: this thread has no caller that could, and modules in Rust panic with a BaseException.
        return fault_of(error, request)


def _call(request: Request, key: str) -> dict[str, Any]:
    route = request.route
    provider = providers.provider(route.provider)
    address = providers.address(route)
    call = wire_format.body(request) | {
        "model": f"{provider.speaks or route.provider}/{request.model.name}",
        "timeout": request.timeout_seconds,
        # `with_retries` retries and records each try. With litellm's default, a limit of 1 s became 4.3 s.
        "max_retries": 0,
        "num_retries": 0,
        # Parameters that a provider does not know are left out, instead of failing the request.
        "drop_params": True,
    }
    if address:
        call["api_base"] = address
    if key or address or provider.key:
        call["api_key"] = key or providers.NO_KEY
    return call


def _no_other_retries(litellm: Any, provider: str) -> dict[str, Any]:
    """Return arguments that turn off other libraries' retries, as litellm drops `max_retries` for some providers."""
    return {"allowed_openai_params": ["max_retries"]} if provider in litellm.openai_compatible_providers else {}


def _public_price(litellm: Any, request: Request, response: Any) -> float | None:
    hidden = getattr(response, "_hidden_params", None) or {}
    cost = hidden.get("response_cost")
    # Some of litellm's price lists say 0 for unknown models.
    return float(cost) if isinstance(cost, int | float) and cost > 0 else None


def _import() -> Any:
    os.environ.update(_SURROUNDINGS)
    _hush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm
        import openai

        litellm.suppress_debug_info = True
        litellm.telemetry = False
        _hush()
        # The first call imports much more and takes 1.2 to 2 seconds; neither this call nor this client sends anything.
        hello = {"messages": [{"role": "user", "content": "Hello"}], "tools": [_NO_TOOL]}
        litellm.completion("openai/gpt-4o", **hello, mock_response="Hello")
        with openai.OpenAI(api_key=providers.NO_KEY, base_url=_NOWHERE) as client:
            _ = client.chat.completions
    return litellm


def _hush() -> None:
    """Silence loggers that would log requests. Called before and after the import, which resets the log levels."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(_SILENT)
