"""What went wrong with a request: whether it is worth asking again, and what a person can do about it."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from simulator.agents.llm import providers
from simulator.agents.llm.secrets import masked
from simulator.agents.llm.wire import Request
from simulator.phone.writable import writable_text

Verdict = Literal["again", "over", "too_long"]
_LONGEST_PROBLEM = 300
_DEEPEST_CAUSE = 8
_PREFIXES = re.compile(r"\A(?:(?:litellm\.)?[A-Z]\w*(?:Error|Exception|Timeout)\b(?: Error)?\s*[:-]+\s*)+|\Aerror - ")
_AFTERTHOUGHT = re.compile(
    r"\s*(?:Traceback \(most recent call last\)|This looks like a bug in LiteLLM|Error_str:).*", re.S
)
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|context_length|prompt is too long|too many (?:input )?tokens"
    r"|input (?:is too long|token count .{0,40}exceeds)|exceeds? the (?:maximum|given) (?:number of tokens|context)"
    r"|reduce the length",
    re.IGNORECASE,
)
_UNREADABLE = re.compile(
    r"Expecting .* \(char \d+\)|Unable to get json response|Invalid response object|Empty or invalid response"
)
_NO_MONEY = re.compile(r"insufficient_quota|exceeded your current quota|credit balance|billing", re.IGNORECASE)


class Fault(msgspec.Struct, frozen=True):
    """Only texts and numbers: whatever a library raised, and whatever secrets that held, is forgotten."""

    verdict: Verdict
    problem: str
    status: int | None = None
    wait: float | None = None
    """Seconds after which the server wants to be asked again."""
    remedy: str = ""


def fault_of(error: Exception, request: Request) -> Fault:
    """What litellm raised, in our terms."""
    told = masked(_told(error), providers.key(request.route))
    status = getattr(error, "status_code", None)
    status = status if isinstance(status, int) else None
    kind = type(error).__name__
    if kind == "ContextWindowExceededError" or (status in (400, 413, 422) and _TOO_LONG.search(told)):
        return Fault("too_long", _short(told), status)
    if kind == "Timeout" and "timed out" in told:
        return _timed_out(request)
    broken = _broken_connection(error)
    if broken is not None:
        problem = _short(masked(f"the connection failed: {broken}", providers.key(request.route)))
        return Fault("again", problem, remedy=f"See whether {_server(request)} runs and can be reached from here.")
    return _answered(told, status, error, request)


def _answered(told: str, status: int | None, error: Exception, request: Request) -> Fault:
    said = _short(told) or "it gave no reason"
    if status == 429 and _NO_MONEY.search(told):
        return Fault("over", said, status, remedy=f"Add credit to your account with {request.route.provider}.")
    if status == 429:
        remedy = "Wait a while or play fewer runs at once, then resume."
        return Fault("again", said, status, _retry_after(error), remedy)
    if status is None or status < 400 or _UNREADABLE.search(told):
        problem = _short(f"the reply cannot be read: {said}")
        return Fault("again", problem, remedy=f"See whether {_server(request)} is a server of models that works.")
    if status >= 500 or status in (408, 409, 425):
        return Fault("again", said, status, _retry_after(error), "Resume once the provider has recovered.")
    return Fault("over", said, status, remedy=_remedy(status, request))


def _remedy(status: int, request: Request) -> str:
    route, model = request.route, request.model
    if status in (401, 403):
        return f"Check the key in {route.key_variable}." if route.key_variable else "Check your credentials."
    if status == 404:
        return f"Check that '{model.name}' is a model of {_server(request)}."
    named = f" ({', '.join(sorted(model.parameters))})" if model.parameters else ""
    other = "text" if model.reply_format == "tools" else "tools"
    return f"Check the parameters of the model{named}, or try the reply format {other}."


def _timed_out(request: Request) -> Fault:
    problem = f"no answer within {request.timeout_seconds:g} seconds"
    return Fault("again", problem, remedy="Give it longer with call_timeout_seconds, or use a faster model.")


def _server(request: Request) -> str:
    address = providers.address(request.route)
    return providers.shown(address) if address else request.route.provider


def _told(error: Exception) -> str:
    """What the server said, without what the libraries between wrote around it."""
    text = _AFTERTHOUGHT.sub("", str(getattr(error, "message", "") or error))
    text = _PREFIXES.sub("", _PREFIXES.sub("", text)).partition(", Received response - ")[0]
    start = text.find("{")
    if start >= 0:
        try:
            return _message_in(json.loads(text[start:])) or text
        except (ValueError, RecursionError):
            pass
    return text


def _message_in(answer: Any) -> str:
    inner = answer.get("error", answer) if isinstance(answer, Mapping) else None
    if isinstance(inner, Mapping):
        code = inner.get("code")
        said = str(inner.get("message") or "")
        return f"{said} ({code})" if said and code and isinstance(code, str) else said
    return inner if isinstance(inner, str) else ""


def _broken_connection(error: Exception) -> str | None:
    """What the network said, if it is the network that failed and not the server that answered."""
    cause: BaseException | None = error
    for _ in range(_DEEPEST_CAUSE):
        cause = cause and (cause.__cause__ or cause.__context__)
        if cause is None:
            return None
        if type(cause).__module__.partition(".")[0] in ("httpx", "httpcore") and not hasattr(cause, "response"):
            return str(cause) or type(cause).__name__
    return None


def _retry_after(error: Exception) -> float | None:
    headers = getattr(error, "litellm_response_headers", None) or getattr(
        getattr(error, "response", None), "headers", None
    )
    if not isinstance(headers, Mapping):
        return None
    text = str(headers.get("retry-after") or "").strip()
    try:
        return max(0.0, float(text))
    except ValueError:
        parsed = email.utils.parsedate_to_datetime(text) if _is_date(text) else None
        return None if parsed is None else max(0.0, parsed.timestamp() - time.time())


def _is_date(text: str) -> bool:
    return email.utils.parsedate_tz(text) is not None


def _short(text: str) -> str:
    line = writable_text(" ".join(text.split())).rstrip(".")
    return line if len(line) <= _LONGEST_PROBLEM else f"{line[: _LONGEST_PROBLEM - 1]}…"
