"""Writes a player's past as messages. New messages come at the end, so that providers can cache the beginning."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from simulator.agents.llm.prompting import PromptSet
from simulator.agents.llm.replies import text, tools
from simulator.agents.llm.replies.said import Said
from simulator.agents.llm.wire import Message
from simulator.language_models import ModelChoice
from simulator.phone.actions import Action
from simulator.phone.perform import BAD_REPLY
from simulator.phone.writable import shortened, writable_text
from simulator.trace.exchange import Reply, ReplyFormat, ToolCall
from simulator.trace.moments import Acted


class Form(Protocol):
    """The interface of both reply formats."""

    def read(self, reply: Reply, offered: Mapping[str, Action]) -> Said: ...

    def act_messages(
        self, name: str, args: Mapping[str, Any], thought: str, observation: str, call_id: str, foldable: int = 0
    ) -> tuple[Message, ...]: ...

    def misread_messages(self, reply: Reply, problem: str, foldable: int = 0) -> tuple[Message, ...]: ...


FORMS: dict[ReplyFormat, Form] = {"tools": tools, "text": text}
# Values of `foldable`: earlier messages are shortened before the one about the present.
SHOWN_ONCE = 2
THE_PRESENT = 1
# Characters. Longer thoughts and replies without an action are repeated in part only.
LONGEST_SAID = 2000
# Names that every provider accepts in a tool call; with any other name the whole request is refused.
_SENDABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class ShownAct(NamedTuple):
    """An act, the name that the player used for it, and the text that the player got before its next decision."""

    act: Acted
    name: str
    then: str


class MessageHistory:
    """Builds the messages of a request from a player's acts, and keeps the messages that later requests repeat."""

    def __init__(self, reply_format: ReplyFormat, prompts: PromptSet) -> None:
        self._format: ReplyFormat = reply_format
        self._prompts = prompts
        self._kept: list[Message] = []
        # Number of acts in the cached messages.
        self._told = 0

    def messages(self, system: str, opening: str, deeds: Sequence[ShownAct]) -> tuple[Message, ...]:
        """Return all messages of the next request.

        The last message has the result of the last act, and the text that the player gets before its next decision.
        """
        self._kept = self._kept or [Message("user", opening, foldable=SHOWN_ONCE)]
        for deed in deeds[self._told : -1]:
            self._kept += self._pair(deed)
            self._told += 1
        told = [Message("system", system), *self._kept]
        if deeds:
            told += self._pair(deeds[-1])
        return (*told[:-1], msgspec.structs.replace(told[-1], foldable=THE_PRESENT))

    def _pair(self, deed: ShownAct) -> tuple[Message, ...]:
        act, form = deed.act, FORMS[self._format]
        told = paragraphs(self._outcome(act), deed.then)
        if act.error is not None and act.error.code == BAD_REPLY:
            return form.misread_messages(_reply_of(act), told, SHOWN_ONCE)
        thought = shortened(act.envelope.thought, LONGEST_SAID) if act.envelope is not None else ""
        if self._format == "tools" and not _SENDABLE.fullmatch(deed.name):
            said = Reply(text=thought, calls=(ToolCall(deed.name, json_text(act.args)),))
            return form.misread_messages(said, told, SHOWN_ONCE)
        return form.act_messages(deed.name, act.args, thought, told, f"call{act.n:05}", SHOWN_ONCE)

    def _outcome(self, act: Acted) -> str:
        if act.error is None:
            return "Done." if act.result is None else json_text(act.result)
        if act.error.code == BAD_REPLY:
            return self._prompts.render("bad_reply.txt", problem=act.error.message)
        return f"This did not work. {act.error.message}"


def how_to_reply(prompts: PromptSet, model: ModelChoice, where: str, actions: str = "") -> str:
    """Return the instructions for a reply; in the text format they also say where actions are listed."""
    if model.reply_format == "tools":
        return prompts.render("reply_tools.txt")
    name = "reply_json.txt" if model.constrained else "reply_text.txt"
    return prompts.render(name, where=where, actions=actions).rstrip()


def json_text(value: Any) -> str:
    """Return a result as a model reads it: a sentence unchanged, data as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _reply_of(act: Acted) -> Reply:
    """Return a reply from which no action could be read, with its text cut to LONGEST_SAID characters."""
    exchange = act.envelope.exchange if act.envelope is not None else None
    reply = exchange.reply if exchange is not None else Reply()
    return msgspec.structs.replace(reply, text=shortened(writable_text(reply.text), LONGEST_SAID))
