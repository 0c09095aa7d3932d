"""A language model for tests: speaks the OpenAI wire format over real HTTP on the loopback and plays a script.

    from tests.model_server.server import ModelServer            # the fixture `model_server` gives one

    def test_something(model_server: ModelServer) -> None:
        model_server.say("Hello.")                                # replies are given in this order, one to a request
        model_server.call("Emails__list_emails", {"offset": 0})   # a native tool call
        model_server.action("open_app", {"app_name": "Emails"}, thought="New mail.")  # Thought/Action text format
        model_server.say("Only for this one.", to="watcher")      # the next request whose model is `watcher`
        model_server.fail(429, retry_after=0.1)                   # error statuses; also fail(500), leak(), too_long()
        model_server.hang(); model_server.cut(); model_server.garbled(); model_server.empty(); model_server.huge()
        model_server.drip("At last.")                             # an empty line now and then, long before the reply
        model_server.calls([("a", {}), ("b", "not JSON")])        # two calls at once; arguments as they are
        model_server.add(replace(replies.say("Slow."), delay=1, reasoning="Hm.", tokens_in=10, tokens_out=3))
        model_server.play(lambda asked: replies.call(asked.tools[0]))  # whenever nothing else is scripted

        route = ModelRoute(provider="openai", endpoint=model_server.url, key_variable="...")

        assert model_server.count == 2                            # requests that came in, also those that failed
        assert model_server.answered == 1                         # replies that went out whole with status 200
        first = model_server.requests[0]                          # .body .headers .key .system .last .tools .raw ...
        assert not model_server.has_seen("a secret")              # nowhere in any request's headers or body
        model_server.wait_for(3)                                  # until three requests have come in
        model_server.release()                                    # whatever hangs or is delayed goes on at once

Streams (`"stream": true`) get the same replies as events. A request that nothing is scripted for gets status 400 and is
noted in `unexpected`, which is checked when the fixture ends. Without the fixture: `with ModelServer() as server:`.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, Self

from tests.model_server import replies
from tests.model_server.listening import Listener
from tests.model_server.replies import Reply
from tests.model_server.wire import Asked, usage
from tests.waiting import join

Play = Callable[[Asked], Reply]
_PATIENCE = 30.0
_MOMENT = 0.5
_ANYBODY = ""


class ModelServer:
    """Listens from its making until it is closed. All of it may be used from any thread."""

    def __init__(self, play: Play | None = None) -> None:
        self.requests: list[Asked] = []
        self._answered = self._tokens_in = self._tokens_out = 0
        self._used = Counter[tuple[str, str]]()
        self.unexpected: list[Asked] = []
        self.most_at_once = 0
        self._at_once = 0
        self._play = play
        self._script: dict[str, deque[Reply]] = {}
        self._changed = threading.Condition()
        self._released = threading.Event()
        self._http = Listener(self)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), name="models", daemon=True)
        self._thread.start()

    @property
    def answered(self) -> int:
        """Replies that went out whole: what a provider would charge for."""
        self._settle()
        return self._answered

    @property
    def tokens_in(self) -> int:
        self._settle()
        return self._tokens_in

    @property
    def tokens_out(self) -> int:
        self._settle()
        return self._tokens_out

    def tokens_of(self, model: str) -> tuple[int, int]:
        """In and out, of the replies of one model that went out whole."""
        self._settle()
        return self._used[model, "in"], self._used[model, "out"]

    def _settle(self) -> None:
        """A client may have its reply before it is counted. What hangs is not waited for."""
        with self._changed:
            self._changed.wait_for(lambda: not self._at_once, _MOMENT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.release()
        self._http.shutdown()
        join(self._thread)
        self._http.close_all()

    def add(self, *scripted: Reply, to: str = _ANYBODY) -> None:
        """Further replies, in order; `to`: for requests to this model only, which come before those for anybody."""
        with self._changed:
            self._script.setdefault(to, deque()).extend(scripted)

    def say(self, text: str, *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.say(text, **more), to=to)

    def call(self, name: str, args: Mapping[str, Any] | str | None = None, *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.call(name, args, **more), to=to)

    def calls(self, several: list[tuple[str, Mapping[str, Any] | str]], *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.calls(several, **more), to=to)

    def action(self, name: str, args: Mapping[str, Any] | None = None, *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.action(name, args, **more), to=to)

    def empty(self, *, to: str = _ANYBODY) -> None:
        self.add(replies.empty(), to=to)

    def huge(self, size: int = 2_000_000, *, to: str = _ANYBODY) -> None:
        self.add(replies.huge(size), to=to)

    def fail(self, status: int, message: str = "", *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.fail(status, message, **more), to=to)

    def leak(self, status: int = 401, *, to: str = _ANYBODY) -> None:
        self.add(replies.leak(status), to=to)

    def too_long(self, limit: int = 8192, *, to: str = _ANYBODY) -> None:
        self.add(replies.too_long(limit), to=to)

    def hang(self, seconds: float = replies.FOR_EVER, *, to: str = _ANYBODY) -> None:
        self.add(replies.hang(seconds), to=to)

    def drip(self, text: str = "At last.", *, to: str = _ANYBODY, **more: Any) -> None:
        self.add(replies.drip(text, **more), to=to)

    def cut(self, after: int = 20, *, to: str = _ANYBODY) -> None:
        self.add(replies.cut(after), to=to)

    def garbled(self, *, to: str = _ANYBODY) -> None:
        self.add(replies.garbled(), to=to)

    def play(self, function: Play) -> None:
        """What to answer when nothing is scripted; called in the thread of the request."""
        self._play = function

    def release(self) -> None:
        """Delays end now, and there are none from now on."""
        self._released.set()

    @property
    def count(self) -> int:
        return len(self.requests)

    @property
    def last(self) -> Asked:
        return self.requests[-1]

    def wait_for(self, count: int, patience: float = _PATIENCE) -> None:
        with self._changed:
            there = self._changed.wait_for(lambda: self.count >= count, patience)
        assert there, f"{self.count} requests came in, {count} were waited for"

    def has_seen(self, text: str) -> bool:
        found = (asked.raw.decode("utf-8", "replace") + str(dict(asked.headers)) for asked in self.requests)
        return any(text in one for one in found)

    def receive(self, path: str, headers: Mapping[str, str], raw: bytes) -> Asked:
        with self._changed:
            asked = Asked(len(self.requests), path, headers, raw, _body(raw))
            self.requests.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            self._changed.notify_all()
        return asked

    def reply_to(self, asked: Asked) -> Reply:
        with self._changed:
            for line in (self._script.get(asked.model), self._script.get(_ANYBODY)):
                if line:
                    return line.popleft()
        if self._play is not None:
            return self._play(asked)
        self.unexpected.append(asked)
        return replies.fail(400, "The script of the model server has no reply to this request.")

    def wait(self, seconds: float) -> None:
        if seconds:
            self._released.wait(seconds)

    def done(self, asked: Asked, reply: Reply, arrived: bool) -> None:
        with self._changed:
            self._at_once -= 1
            if arrived and reply.status == 200 and reply.body is None:
                used = usage(asked, reply)
                self._answered += 1
                self._tokens_in += used["prompt_tokens"]
                self._tokens_out += used["completion_tokens"]
                self._used[asked.model, "in"] += used["prompt_tokens"]
                self._used[asked.model, "out"] += used["completion_tokens"]
            self._changed.notify_all()


def _body(raw: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
