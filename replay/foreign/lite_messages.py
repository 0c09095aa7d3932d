"""The messages of a trace in the format “lite”: replies of each agent, messages to the agent, and results of calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from replay.foreign.node import SMALLER, Node, open_object
from simulator.phone.writable import writable, writable_text

HISTORIES = "per_agent_interaction_histories"
USAGE = "per_agent_llm_usage_stats"
MOST_MESSAGES = 20_000
SPOKEN, ANSWERED = "assistant", "tool-response"
_ANSWER = re.compile(r"\s*\[OUTPUT OF STEP \d+\] (Observation|ERROR):\s*\n")
_HEARD = re.compile(r"\s*(?:\[TASK\]|\[User Actions\]|[A-Z][A-Za-z ]{1,60} updates):\s*\n")
_FRAME = "***"
# A reply may contain "Action:" many times. Trying every place would be slow for hostile files.
_MOST_TRIES = 20
_EMPTY_LINE = re.compile(r"^\[[0-9 :-]+\] None\s*$", re.MULTILINE)
_ACTION = re.compile(r"\bAction:\s*")
_END = "<end_action>"
_THOUGHT = re.compile(r"^\s*Thought:\s*")


class LiteMessage(NamedTuple):
    """One entry of a history. `number`: its place in the file. `spoken`: number of earlier replies of the agent."""

    agent: str
    number: int
    spoken: int
    role: str
    text: str
    at: float | None
    raw: dict[str, Any]


class ReplyParts(NamedTuple):
    """The parts of a model's reply. If `name` is empty, the reply calls nothing."""

    thought: str
    name: str = ""
    args: dict[str, Any] = {}


def open_lite(data: bytes, file: str) -> Node:
    root = open_object(data, file)
    if root[HISTORIES].missing:
        root.refuse(f"The file has no field '{HISTORIES}'.", "Import an exported trace of the format “lite”.")
    return root


def messages_in(root: Node) -> list[LiteMessage]:
    """Return the messages of all agents, sorted by time. The messages of one agent keep their order."""
    found: list[LiteMessage] = []
    histories = root[HISTORIES]
    for agent in histories.fields():
        latest: float | None = None
        spoken = 0
        for node in Node(histories.value[agent], histories.file, f"{histories.place}.{agent}").items():
            message = _message(node, writable_text(agent), len(found), spoken, latest)
            latest = message.at
            spoken += message.role == SPOKEN
            found.append(message)
            if len(found) > MOST_MESSAGES:
                histories.refuse(f"The file has more than {MOST_MESSAGES} messages.", SMALLER)
    return sorted(found, key=lambda message: (message.at or 0.0, message.number))


def answers_in(messages: Iterable[LiteMessage]) -> dict[int, LiteMessage]:
    """Return the answers to calls, by the number of the message that contains the call."""
    calling: dict[str, int] = {}
    answers: dict[int, LiteMessage] = {}
    for message in messages:
        if message.role == SPOKEN:
            calling.pop(message.agent, None)
            if deed_in(message.text).name:
                calling[message.agent] = message.number
        elif message.role == ANSWERED and message.agent in calling:
            answers[calling.pop(message.agent)] = message
    return answers


def _message(node: Node, agent: str, number: int, spoken: int, latest: float | None) -> LiteMessage:
    fields = node.fields()
    at = node["timestamp"].time()
    # A time before that of the previous message would put the messages of an agent out of order.
    if at is None or (latest is not None and at < latest):
        at = latest
    return LiteMessage(
        agent, number, spoken, node["role"].text(), _content(fields.get("content")), at, writable(fields)
    )


def _content(value: Any) -> str:
    if value is None:
        return ""
    return writable_text(value) if isinstance(value, str) else json.dumps(writable(value), ensure_ascii=False)


def deed_in(text: str) -> ReplyParts:
    """Return the thought and the call of a reply in the form "Thought: … Action: {JSON}"."""
    # The last readable action counts, because models quote earlier ones while they think.
    said = text.partition(_END)[0]
    places = list(_ACTION.finditer(said))[-_MOST_TRIES:]
    for place in reversed(places):
        called = _called(said[place.end() :])
        if called is not None:
            return ReplyParts(_without_mark(said[: place.start()]), *called)
    return ReplyParts(_without_mark(said))


def _called(text: str) -> tuple[str, dict[str, Any]] | None:
    start = text.find("{")
    if start < 0:
        return None
    try:
        # Not strict, because models write line breaks inside JSON strings.
        value, _ = json.JSONDecoder(strict=False).raw_decode(text[start:])
    except (ValueError, RecursionError):
        return None
    name, args = value.get("action"), value.get("action_input")
    if not isinstance(name, str) or not name.strip():
        return None
    given = args if isinstance(args, dict) else {} if args in (None, "") else {"input": args}
    return writable_text(name.strip()), writable(given)


def _without_mark(text: str) -> str:
    return _THOUGHT.sub("", text).strip()


def answer_in(text: str) -> tuple[str, bool]:
    """Return the result of a call, and whether it is an error."""
    found = _ANSWER.match(text)
    return (text.strip(), False) if found is None else (_unframed(text[found.end() :]), found[1] == "ERROR")


def heard_in(text: str) -> str:
    """Return the text of a message to an agent, without the frame around the text; empty if there is no text."""
    found = _HEARD.match(text)
    return _EMPTY_LINE.sub("", text if found is None else _unframed(text[found.end() :])).strip()


def _unframed(text: str) -> str:
    """Return the text between two lines of stars; the original PARE may append advice after the second line."""
    if not text.startswith(_FRAME):
        return text.strip()
    inside, stars, _ = text.removeprefix(_FRAME).rpartition(_FRAME)
    return (inside if stars else text.removeprefix(_FRAME)).strip()
