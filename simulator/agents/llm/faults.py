"""Translates errors of requests into faults, which say whether to retry and how a person can fix the problem."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from simulator.agents.llm import providers
from simulator.agents.llm.secrets import masked
from simulator.agents.llm.wire import Request
from simulator.phone.writable import writable_text
from simulator.words.english import cut

Verdict = Literal["again", "over", "too_long"]
# Characters of a problem that are recorded, and characters of an error text that are searched.
_LONGEST_PROBLEM = 300
_LONGEST_TOLD = 20_000
_DEEPEST_CAUSE = 8
_PREFIXES = re.compile(r"\A(?:(?:litellm\.)?[A-Z]\w*(?:Error|Exception|Timeout)\b(?: Error)?\s*[:-]+\s*)+|\Aerror - ")
_AFTERTHOUGHT = re.compile(
    r"(?:Traceback \(most recent call last\)|This looks like a bug in LiteLLM|Error_str:).*", re.S
)
# Providers have no common code for a request that is too long, so their error messages are matched.
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|context_length|prompt is too long|too many (?:input )?tokens"
    r"|input (?:is too long|token count .{0,40}exceeds)|exceeds? the (?:maximum|given) (?:number of tokens|context)"
    r"|reduce the length",
    re.IGNORECASE,
)
_UNREADABLE = re.compile(
    r"Expecting .{0,200} \(char \d{1,12}\)|Unable to get json response|Invalid response object"
    r"|Empty or invalid response"
)
# Errors with these words also have status 429, but waiting does not help.
_NO_MONEY = re.compile(r"insufficient_quota|exceeded your current quota|credit balance|billing", re.IGNORECASE)
_BAD_ADDRESS = "a proxy address in the environment (HTTP_PROXY, HTTPS_PROXY or ALL_PROXY) is not a valid address"


class Fault(msgspec.Struct, frozen=True):
    """A failed request as texts and numbers; the exception itself is dropped, because it may contain the API key."""

    verdict: Verdict
    problem: str
    status: int | None = None
    wait: float | None = None
    """Seconds that the server asks us to wait."""
    remedy: str = ""


def fault_of(error: BaseException, request: Request) -> Fault:
    """Return the fault for an error that a request raised. Never raises."""
    try:
        return _fault_of(error, request)
    except Exception:
        remedy = "Resume the run, or use a different model."
        return Fault("again", "an unexpected error", remedy=remedy)


def timed_out(request: Request) -> Fault:
    problem = f"no answer within {request.timeout_seconds:g} seconds"
    return Fault("again", problem, remedy="Raise call_timeout_seconds, or use a faster model.")


def wrong_with_loading(error: BaseException) -> str:
    """Return a clause that says why litellm can't be used at all."""
    if any(map(_is_bad_address, _with_causes(error))):
        return _BAD_ADDRESS
    return f"litellm can't be loaded ({_short(masked(f'{type(error).__name__}: {error}'))})"


def _fault_of(error: BaseException, request: Request) -> Fault:
    if any(map(_is_bad_address, _with_causes(error))):
        return Fault("over", _BAD_ADDRESS, remedy="Fix or unset these variables, then resume the run.")
    told = _told(error, providers.key(request.route))
    status = getattr(error, "status_code", None)
    status = status if isinstance(status, int) else None
    kind = type(error).__name__
    if kind == "ContextWindowExceededError" or (status in (400, 413, 422) and _TOO_LONG.search(told)):
        return Fault("too_long", _short(told), status)
    if kind == "Timeout" and "timed out" in told:
        return timed_out(request)
    broken = _broken_connection(error)
    if broken is not None:
        problem = _short(masked(f"the connection failed: {broken}", providers.key(request.route)))
        return Fault("again", problem, remedy=f"Check that {_server(request)} runs and can be reached from here.")
    return _answered(told, status, error, request)


def _answered(told: str, status: int | None, error: BaseException, request: Request) -> Fault:
    said = _short(told) or "it gave no reason"
    if status == 429 and _NO_MONEY.search(told):
        return Fault("over", said, status, remedy=f"Add credit to your account with {request.route.provider}.")
    if status == 429:
        remedy = "Wait a while or play fewer runs at once, then resume the run."
        return Fault("again", said, status, _retry_after(error), remedy)
    if status is None or status < 400 or _UNREADABLE.search(told):
        problem = _short(f"the reply cannot be read: {said}")
        return Fault("again", problem, remedy=f"Check that {_server(request)} is a working model server.")
    # 408 (timeout), 409 (conflict) and 425 (too early) are temporary, like errors of the server itself.
    if status >= 500 or status in (408, 409, 425):
        return Fault("again", said, status, _retry_after(error), "Resume the run when the provider has recovered.")
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


def _server(request: Request) -> str:
    address = providers.address(request.route)
    return providers.shown(address) if address else request.route.provider


def _told(error: BaseException, key: str) -> str:
    """Return the server's own message, without the text that libraries add."""
    # Masked before the cut, which could leave half of a key, and again after JSON is decoded, which may reveal one.
    text = masked(str(getattr(error, "message", "") or error), key)[:_LONGEST_TOLD]
    return masked(_unwrapped(_AFTERTHOUGHT.sub("", text)), key)


def _unwrapped(text: str) -> str:
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


def _broken_connection(error: BaseException) -> str | None:
    """Return the error of the network connection; None if the server answered."""
    # litellm reports a refused connection as an internal server error; only its cause shows the difference.
    for cause in list(_with_causes(error))[1:]:
        if type(cause).__module__.partition(".")[0] in ("httpx", "httpcore") and not hasattr(cause, "response"):
            return str(cause) or type(cause).__name__
    return None


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(_DEEPEST_CAUSE + 1):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__


def _is_bad_address(error: BaseException) -> bool:
    """Return whether the error is about an invalid address. The error's text may contain half of a password."""
    return type(error).__name__ == "InvalidURL"


def _retry_after(error: BaseException) -> float | None:
    headers = getattr(error, "litellm_response_headers", None) or getattr(
        getattr(error, "response", None), "headers", None
    )
    if not isinstance(headers, Mapping):
        return None
    text = str(headers.get("retry-after") or "").strip()
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    # The header may also hold a date.
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _short(text: str) -> str:
    line = writable_text(" ".join(text.split())).rstrip(".")
    return cut(line, _LONGEST_PROBLEM)
