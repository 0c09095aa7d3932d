"""Fits requests into a model's context: shortens the least needed and oldest messages first, and marks every cut."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from simulator.agents.llm.wire import Message, Tool

# Tokens that a wire format needs around each message.
PER_MESSAGE = 4
# Tokens that a wire format needs around each tool.
PER_TOOL = 8
# Characters. A message is not shortened further than this; the next step replaces its whole text by a mark.
SHORTEST_HEAD = 240
_DIGITS = string.digits.encode()
_SIGNS = string.punctuation.encode()
# Tokens. An upper limit for the mark that replaces whole messages, whatever numbers it contains.
_LONGEST_MARK = 40


def estimate(text: str) -> int:
    """Estimate the tokens of a text from its characters alone, so the result is the same for all models and machines.

    A letter or space counts as 0.25 tokens, a punctuation mark as 0.5, a digit as 0.7, and every byte of a non-ASCII
    character as 0.5. For screens and tool results, the estimate is close to the count of real tokenizers; where it
    differs, it is more often too high than too low.
    """
    raw = text.encode("utf-8", "surrogatepass")
    plain = raw if text.isascii() else text.encode("ascii", "ignore")
    digits = len(plain) - len(plain.translate(None, _DIGITS))
    signs = len(plain) - len(plain.translate(None, _SIGNS))
    letters = len(plain) - digits - signs
    return -((5 * letters + 14 * digits + 10 * signs + 10 * (len(raw) - len(plain))) // -20)


def size(messages: Sequence[Message], tools: Sequence[Tool]) -> int:
    """Return the estimated tokens of a whole request."""
    return sum(map(_message_size, messages)) + sum(map(_tool_size, tools))


def fit(messages: Sequence[Message], tools: Sequence[Tool], limit: int) -> tuple[tuple[Message, ...], int]:
    """Return the messages, shortened to fit the limit, and how many messages were shortened or left out.

    Messages with the highest `foldable` are shortened first, and among these the oldest. Incoming messages are cut to
    their beginning, then replaced by a mark; then whole steps (an action with its answer) are left out. Shortening
    stops as soon as the request fits. Messages whose `foldable` is 0 stay whole, even if the request is still too long.
    """
    over = size(messages, tools) - limit
    if over <= 0:
        return tuple(messages), 0
    fitting = _Fitting(messages, over)
    for level in sorted({message.foldable for message in messages if message.foldable > 0}, reverse=True):
        fitting.shorten(level)
        fitting.empty(level)
        fitting.leave_out(level)
    return fitting.messages(), fitting.changed


class _Fitting:
    """Messages that are being fitted; `over` is the number of tokens above the limit."""

    def __init__(self, messages: Sequence[Message], over: int) -> None:
        self._originals = messages
        self._kept: list[Message | None] = list(messages)
        self.over = over

    @property
    def changed(self) -> int:
        return sum(kept is not original for kept, original in zip(self._kept, self._originals, strict=True))

    def shorten(self, level: int) -> None:
        for index in self._shortenable(level):
            for length in _lengths(len(self._originals[index].text)):
                if self.over <= 0:
                    return
                self._put(index, _head(self._originals[index].text, length))

    def empty(self, level: int) -> None:
        for index in self._shortenable(level):
            if self.over <= 0:
                return
            self._put(index, _mark(len(self._originals[index].text)))

    def leave_out(self, level: int) -> None:
        for run in self._runs(level):
            # Leaving out steps that are shorter than their mark would make the request longer.
            if sum(self._sizes(step) for step in run) <= self._mark_before(run[0]):
                continue
            for step in run:
                if self.over <= 0:
                    return
                self.over += self._mark_before(step) - self._sizes(step)
                for index in step:
                    self._kept[index] = None

    def messages(self) -> tuple[Message, ...]:
        found: list[Message] = []
        gone: list[Message] = []
        for original, kept in zip(self._originals, self._kept, strict=True):
            if kept is None:
                gone.append(original)
                continue
            found += _told_of(gone)
            gone = []
            found.append(kept)
        return (*found, *_told_of(gone))

    def _shortenable(self, level: int) -> list[int]:
        """Return the indexes of messages to shorten, but not of the model's own: half an action is a bad example."""
        found = enumerate(self._originals)
        return [index for index, message in found if message.foldable == level and message.role != "assistant"]

    def _put(self, index: int, text: str) -> None:
        kept = self._kept[index]
        assert kept is not None, "steps are left out last"
        saved = estimate(kept.text) - estimate(text)
        # The mark may be longer than a short text.
        if saved > 0:
            self._kept[index] = msgspec.structs.replace(kept, text=text)
            self.over -= saved

    def _runs(self, level: int) -> list[list[range]]:
        """Return the steps with this `foldable`, in groups of adjacent steps: one mark can replace each group."""
        runs: list[list[range]] = []
        end = -1
        for step in _steps(self._originals):
            if min(self._originals[index].foldable for index in step) != level:
                continue
            if step.start != end:
                runs.append([])
            runs[-1].append(step)
            end = step.stop
        return runs

    def _sizes(self, step: range) -> int:
        kept = (self._kept[index] for index in step)
        return sum(_message_size(message) for message in kept if message is not None)

    def _mark_before(self, step: range) -> int:
        """Return how many tokens the mark in place of a step may take; 0 if the previous step's mark covers both."""
        return 0 if step.start and self._kept[step.start - 1] is None else PER_MESSAGE + _LONGEST_MARK


def _steps(messages: Sequence[Message]) -> Iterator[range]:
    """Yield the indexes of messages that belong together: an action with its answer, or a single message."""
    start = 0
    while start < len(messages):
        end = start + 1
        if messages[start].role == "assistant":
            while end < len(messages) and _answers(messages[end], messages[start], end - start):
                end += 1
        yield range(start, end)
        start = end


def _answers(message: Message, act: Message, distance: int) -> bool:
    if act.call is not None:
        return message.role == "tool" and message.call_id == act.call_id
    return distance == 1 and message.role == "user"


def _lengths(whole: int) -> Iterator[int]:
    """Yield half of this length, a quarter of it and so on, and `SHORTEST_HEAD` at the end."""
    # With only a few possible lengths, most requests begin like earlier requests, which providers have cached.
    length = whole // 2
    while length > SHORTEST_HEAD:
        yield length
        length //= 2
    if whole > SHORTEST_HEAD:
        yield SHORTEST_HEAD


def _head(text: str, length: int) -> str:
    """Return the beginning of a text, cut at the end of a line if one is near, with a mark after it."""
    end = text.rfind("\n", length * 3 // 4, length)
    end = length if end < 0 else end
    return f"{text[:end]}\n[{len(text) - end:,} more characters were left out here to save room.]"


def _mark(length: int) -> str:
    return f"[{length:,} characters were left out here to save room.]"


def _told_of(gone: Sequence[Message]) -> Iterator[Message]:
    if gone:
        length = sum(len(one.text) + (len(one.call.arguments) if one.call else 0) for one in gone)
        noun = "message" if len(gone) == 1 else "messages"
        yield Message("user", f"[{len(gone):,} earlier {noun} with {length:,} characters left out here to save room.]")


@lru_cache(2048)
def _message_size(message: Message) -> int:
    call = message.call
    called = 0 if call is None else estimate(call.name) + estimate(call.arguments) + PER_TOOL
    return PER_MESSAGE + estimate(message.text) + called


def _tool_size(tool: Tool) -> int:
    return PER_TOOL + estimate(msgspec.json.encode(tool).decode())
