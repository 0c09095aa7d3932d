"""A player on a server: the server gets the player's view as JSON and answers with a decision."""

from __future__ import annotations

import math
import uuid
from typing import Literal

import msgspec

from simulator.agents.addresses import address_of
from simulator.agents.outside_types import PolicyReply
from simulator.agents.policy import AssistantView, Decision, PlayerFailed, UserView
from simulator.agents.posting import LONGEST_REPLY, NoAnswer, post
from simulator.agents.view_json import facts_of
from simulator.config import EpisodeConfig
from simulator.phone.writable import shortened
from simulator.trace.moments import Envelope

_FORM = 'Answer with JSON such as {"name": "...", "args": {...}, "thought": "..."}.'
_decoder = msgspec.json.Decoder(PolicyReply)


class HttpPolicy:
    """Asks a server for decisions. The server needs no memory of the run: every question contains the whole view."""

    def __init__(self, name: str, role: Literal["user", "assistant"], config: EpisodeConfig) -> None:
        self._address = address_of(name)
        self._role = role
        self._seconds, self._retries = config.call_timeout_seconds, config.call_retries
        self._session = uuid.uuid4().hex

    def decide(self, view: UserView | AssistantView) -> Decision:
        question = msgspec.json.encode(facts_of(view, self._session))
        try:
            posted = post(self._address, question, self._seconds, self._retries)
        except NoAnswer as problem:
            raise PlayerFailed(
                "provider",
                f"The {self._role} at {self._address} gave no decision: {problem}. "
                "Check that the server runs there and answers, then resume the run.",
            ) from None
        said = reply_in(posted.body)
        thought = said.thought if isinstance(said, PolicyReply) else ""
        envelope = Envelope(latency_ms=round(posted.seconds * 1000, 1), attempt=posted.attempt, thought=thought)
        thinking = math.ceil(posted.seconds)
        if isinstance(said, str):
            return Decision("", problem=said, thinking_seconds=thinking, envelope=envelope)
        return Decision(said.name, said.args, thinking_seconds=thinking, envelope=envelope)


def reply_in(body: bytes) -> PolicyReply | str:
    """Return the decision in a server's answer, or a sentence that says why no decision can be read."""
    # These sentences are recorded with the moment and sent with the next question: do not reword them.
    if len(body) > LONGEST_REPLY:
        return f"The reply is longer than {LONGEST_REPLY} bytes. Answer more briefly."
    if not body.strip():
        return f"The reply is empty. {_FORM}"
    try:
        reply = _decoder.decode(body)
    except msgspec.ValidationError as problem:
        return f"The reply does not have the right form: {_plainly(problem)}. {_FORM}"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        begins = shortened(body[:200].decode("utf-8", "replace"), 60)
        return f"The reply is not JSON ({_plainly(problem)}). It begins with {begins!r}. {_FORM}"
    return reply if reply.name else f"The reply names no action: its name is empty. {_FORM}"


def _plainly(problem: Exception) -> str:
    text = str(problem).replace("`", "'").rstrip(".")
    return text if text.startswith("JSON") else text[:1].lower() + text[1:]
