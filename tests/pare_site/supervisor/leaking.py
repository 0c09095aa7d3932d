"""Two keys that must never be seen again, and a server of models that repeats them in everything that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulator.agents.llm.wire_format import LONGEST_TEXT
from simulator.agents.policy import SAY, WAIT
from tests.model_server import replies
from tests.model_server.replies import Reply
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked

# With characters that addresses and JSON spell differently; no shape gives them away, only their place does.
KEYS = {
    "KEY_TO_THE_MINE": "goldfinch7qz31wk/undertage5xv08hj",
    "OPENAI_API_KEY": "blackbird4rn77yt/ontheroof9lu20gm",
}
ALWAYS = ".always"
"""At the end of a model's name: it goes wrong whenever it is asked, and not only the first time."""
_MINE, _OPENAI = KEYS


def escaped(key: str) -> str:
    """As JSON may spell it: this is the key again once it is read."""
    return "".join(f"\\u{ord(letter):04x}" for letter in key)


def idle(asked: Asked) -> Reply:
    """A user who puts the phone down, an assistant who watches, and reports once it acts."""
    if WAIT in asked.tools:
        return replies.call(WAIT)
    return replies.call(SAY, {"content": "Done."}) if SAY in asked.tools else replies.call("put_phone_down")


def _talking(asked: Asked, told: str) -> Reply:
    """The same, but talking: whatever a side can say holds these words, which are JSON."""
    content = f'{{"content": "{told}"}}'
    said = next((name for name in (SAY, "accept_proposal") if name in asked.tools), "")
    return replies.call(said, content) if said else replies.call("open_app", f'{{"app_name": "{told}"}}')


def _rejecting(asked: Asked) -> Reply:
    told = {"content": f"No, {asked.key} is my key."}
    if "reject_proposal" in asked.tools:
        return replies.call("reject_proposal", told)
    return replies.call(SAY, told) if SAY in asked.tools else idle(asked)


def _text_of(asked: Asked, name: str) -> str:
    return replies.action_text(name, {"content": "KEY"}, thought=asked.key).replace("KEY", escaped(asked.key))


def _two_at_once(asked: Asked) -> Reply:
    return replies.calls([(SAY, {"content": asked.key}), ("open_app", {"app_name": asked.key})])


def _unreadable(asked: Asked, **more: Any) -> Reply:
    return Reply(body=f'{{"id": "{asked.key}", "choices": [{{"message": {{"role": "{asked.key}'.encode(), **more)


def _long(asked: Asked) -> Reply:
    """The key lies across the place where long texts are cut."""
    return replies.say("x" * (LONGEST_TEXT - 10) + asked.key + f" {asked.key} word" * 40_000)


FAULTS: Mapping[str, Callable[[Asked], Reply]] = {
    "rate_limit": lambda asked: replace(replies.leak(429), headers={"Retry-After": "0.1"}),
    "server_error": lambda asked: replies.leak(500),
    "page_of_error": lambda asked: Reply(status=502, body=f"<p>Authorization: Bearer {asked.key}</p>".encode()),
    "odd_headers": lambda asked: replace(replies.leak(503), headers={"Retry-After": asked.key, "X-Key": asked.key}),
    "refused": lambda asked: replies.leak(401),
    "too_long": lambda asked: replies.fail(400, "{key}: maximum context length", code="context_length_exceeded"),
    "hang": lambda asked: replies.hang(),
    "cut": lambda asked: replies.cut(400, asked.key * 100),
    "unreadable": _unreadable,
    "unreadable_error": lambda asked: _unreadable(asked, status=500),
    "wrong_shape": lambda asked: Reply(body=json.dumps({"choices": [], "authorization": asked.key}).encode()),
    "wrong_tool": lambda asked: replies.call(asked.key, {"key": asked.key}),
    "wrong_arguments": lambda asked: replies.call(asked.tools[0], {asked.key: asked.key}),
    "broken_arguments": lambda asked: replies.call(asked.tools[0], f'{{"content": "{asked.key}'),
    "two_at_once": _two_at_once,
    "empty": lambda asked: replace(replies.empty(), reasoning=f"I was given {asked.key}."),
    "huge": _long,
    "words": lambda asked: replies.say(f"My key is {asked.key}, Bearer {asked.key}."),
    "beside_a_call": lambda asked: replace(idle(asked), text=asked.key, reasoning=asked.key, finish=asked.key),
    "talking": lambda asked: _talking(asked, asked.key),
    "talking_in_escapes": lambda asked: _talking(asked, escaped(asked.key)),
    "rejecting": _rejecting,
    "text": lambda asked: replies.say(_text_of(asked, SAY)),
}


def leaking_server() -> ModelServer:
    """Each model is called after what goes wrong with it."""
    server = ModelServer()

    def play(asked: Asked) -> Reply:
        fault = FAULTS[asked.model.removesuffix(ALWAYS)]
        before = [(one.model, one.key) for one in server.requests[: asked.number]]
        again = (asked.model, asked.key) in before and not asked.model.endswith(ALWAYS)
        return idle(asked) if again and asked.tools else fault(asked)

    server.play(play)
    return server


def write_models(file: Path, server: ModelServer) -> None:
    """The list of models: each fault with either key, once and for ever."""
    ways = {"mine": ("openai_compatible", _MINE), "openai": ("openai", _OPENAI)}
    entries = {
        f"{way}-{name}": {
            "provider": provider,
            "name": name,
            "endpoint": server.url,
            "key_variable": variable,
            "reply_format": "text" if name.startswith("text") else "tools",
        }
        for way, (provider, variable) in ways.items()
        for fault in FAULTS
        for name in (fault, fault + ALWAYS)
    }
    file.write_text(json.dumps(entries), encoding="utf-8")
