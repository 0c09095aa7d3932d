"""The reader that asks a language model: it sends one request for each text, with all claims about the text."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from simulator.agents.llm.budget import estimate, size
from simulator.agents.llm.judge_replies import UnreadableReply, names_of, read_reply, reply_schema
from simulator.agents.llm.public_prices import Price, price_of
from simulator.agents.llm.wire import Answer, Message, ModelClient, Request, TooLong
from simulator.agents.policy import PlayerFailed
from simulator.language_models import ModelChoice, ModelRoute
from simulator.reading.claims import Claim, Reading, RunText, text_hash
from simulator.reading.reading_lines import ReadingLine
from simulator.trace.hashing import json_hash
from simulator.words.english import counted
from simulator.words.money import dollars

PROMPT_FILE = Path(__file__).parent.parent / "judge_prompts" / "read_text.txt"
# Characters. A longer text is left unclear: cutting it could change what it says.
LONGEST_TEXT = 20_000
# Tokens of one answer, for the estimate of costs.
TOKENS_PER_CLAIM = 60
TIMEOUT_SECONDS = 60.0
RETRIES = 2
_HASH_LENGTH = 24


@cache
def prompt() -> str:
    return PROMPT_FILE.read_text(encoding="utf-8").strip()


def reader_version(choice: ModelChoice) -> str:
    """Return the version of a model reader: a hash of prompt, model and parameters."""
    return json_hash([prompt(), choice.name, choice.parameters])[:_HASH_LENGTH]


def claim_hash(text: RunText, claim: Claim) -> str:
    """Return the hash of everything that a judge is told except the text itself: the claim and the text's context."""
    return json_hash([text.where, text.to, text.written, text.done, claim.say])[:_HASH_LENGTH]


class JudgeSpending:
    """The budget of a judge, shared by all its requests; many threads may use it at once.

    `spent_elsewhere` returns the dollars that judges in other processes have spent from the same budget. If there
    is a limit, `spent_elsewhere` is called before every request, so parallel workers exceed the limit by at most the
    cost of their requests in progress.
    """

    def __init__(self, limit: float | None = None, spent_elsewhere: Callable[[], float] | None = None) -> None:
        self.limit = limit
        self._spent_elsewhere = spent_elsewhere or (lambda: 0.0)
        self.cost = 0.0
        self.tokens_in = self.tokens_out = self.requests = self.unpriced = 0
        self._reserved = 0.0
        self._lock = threading.Lock()

    def __str__(self) -> str:
        cost = "unknown price" if self.unpriced and not self.cost else dollars(self.cost)
        return f"{counted(self.requests, 'request')}, {cost}"

    def reserve(self, dollars_needed: float) -> bool:
        """Reserve this amount and return True; return False if the budget is used up or does not cover the amount."""
        elsewhere = 0.0 if self.limit is None else self._spent_elsewhere()
        with self._lock:
            spent = self.cost + self._reserved + elsewhere
            if self.limit is not None and (spent >= self.limit or spent + dollars_needed > self.limit):
                return False
            self._reserved += dollars_needed
            return True

    def settle(self, reserved: float, answer: Answer | None) -> None:
        """Replace a reserved amount with the real cost; `answer` is None if no answer came."""
        with self._lock:
            self._reserved -= reserved
            if answer is not None:
                self.requests += 1
                self.cost += answer.cost or 0.0
                self.unpriced += answer.cost is None
                self.tokens_in += answer.tokens_in
                self.tokens_out += answer.tokens_out


class JudgeModel(NamedTuple):
    """The model that reads texts, and the route to it."""

    choice: ModelChoice
    route: ModelRoute

    @property
    def name(self) -> str:
        return self.choice.alias


class ModelReader:
    """Reads texts of runs with a language model. If the model gives no usable answer, the readings are unclear."""

    def __init__(
        self,
        model: JudgeModel,
        spending: JudgeSpending | None = None,
        client: ModelClient | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
    ) -> None:
        self.model = model
        self.name = model.name
        self.version = reader_version(model.choice)
        self.spending = spending or JudgeSpending()
        self._client = client
        self._timeout_seconds = timeout_seconds
        self._retries = retries

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        """Return one reading for each claim about the text."""
        return [line.reading for line in self.read_lines(text, claims)]

    def read_lines(self, text: RunText, claims: Sequence[Claim]) -> list[ReadingLine]:
        """Return one reading for each claim about the text, in the form that is stored: with tokens and cost."""
        if len(text.text) > LONGEST_TEXT:
            return self._all_unclear(text, claims, f"the text is longer than {LONGEST_TEXT:,} characters")
        request = self._request(text, claims)
        reserved = expected_cost(request, len(claims), price_of(self.model.choice, self.model.route))
        if not self.spending.reserve(reserved):
            limit = dollars(self.spending.limit or 0)
            return self._all_unclear(text, claims, f"the judge's budget of {limit} is used up")
        answer, problem = self._ask(request)
        self.spending.settle(reserved, answer)
        if answer is None:
            return self._all_unclear(text, claims, problem)
        try:
            found = read_reply(answer.reply.text, text.text, claims, self.name, self.version)
        except UnreadableReply as error:
            return self._all_unclear(text, claims, f"the judge's answer can't be used: {error}", answer)
        return self._lines(text, claims, found, answer)

    def _request(self, text: RunText, claims: Sequence[Claim]) -> Request:
        names = names_of(claims)
        asked: dict[str, Any] = {"kind": text.where, "written": text.written, "to": list(text.to), "text": text.text}
        if text.done:
            asked["done"] = list(text.done)
        asked["claims"] = {name: claim.say for name, claim in names.items()}
        choice = self.model.choice
        # Temperature 0, whatever the list of models says: the same text should be read the same way.
        pinned = choice.model_copy(update={"parameters": {**choice.parameters, "temperature": 0}})
        return Request(
            stage="judge",
            model=pinned,
            route=self.model.route,
            messages=(Message("system", prompt()), Message("user", msgspec.json.encode(asked).decode())),
            schema=reply_schema(list(names)) if choice.constrained else None,
            timeout_seconds=self._timeout_seconds,
            retries=self._retries,
        )

    def _ask(self, request: Request) -> tuple[Answer | None, str]:
        try:
            return self._the_client.complete(request), ""
        except TooLong:
            return None, "the text is too long for the judge"
        except PlayerFailed as failed:
            return None, f"the judge gave no answer: {failed}"

    @property
    def _the_client(self) -> ModelClient:
        if self._client is None:
            from simulator.agents.llm.litellm_client import LiteLLMClient

            self._client = LiteLLMClient()
        return self._client

    def _all_unclear(
        self, text: RunText, claims: Sequence[Claim], problem: str, answer: Answer | None = None
    ) -> list[ReadingLine]:
        return self._lines(text, claims, {}, answer, problem)

    def _lines(
        self,
        text: RunText,
        claims: Sequence[Claim],
        found: Mapping[str, Reading],
        answer: Answer | None,
        problem: str = "the judge left this claim out",
    ) -> list[ReadingLine]:
        lines = []
        for number, claim in enumerate(claims):
            reading = found.get(claim.key)
            failed = Reading(claim.key, "unclear", "", problem)
            told = reading or failed
            lines.append(
                ReadingLine(
                    key=claim.key,
                    text_hash=text_hash(text.text),
                    value=told.value,
                    rater_kind="model",
                    rater=self.name,
                    moment=text.moment,
                    words=told.words,
                    reason=told.reason,
                    version=self.version,
                    claim_hash=claim_hash(text, claim),
                    is_failed=reading is None,
                    # One request answers all claims, so each bears its share.
                    cost=None if answer is None or answer.cost is None else answer.cost / len(claims),
                    tokens_in=0 if answer is None else _share(answer.tokens_in, len(claims), number),
                    tokens_out=0 if answer is None else _share(answer.tokens_out, len(claims), number),
                )
            )
        return lines


def expected_cost(request: Request, claims: int, price: Price | None) -> float:
    """Return the estimated cost of a request in US dollars; 0 if no price is known."""
    if price is None:
        return 0.0
    return price.of(size(request.messages, ()), claims * TOKENS_PER_CLAIM)


def expected_run_cost(price: Price | None, texts: int = 4, claims: int = 7, characters: int = 400) -> float | None:
    """Return the likely cost of judging one run in US dollars, before the run exists; None if no price is known."""
    if price is None:
        return None
    # Sentences of claims have about 20 tokens each.
    tokens_in = estimate(prompt()) + characters // 4 + claims * 20
    return texts * price.of(tokens_in, claims * TOKENS_PER_CLAIM)


def _share(whole: int, parts: int, number: int) -> int:
    """Split a whole number into nearly equal parts, which add up to it, and return part `number`, counted from 0."""
    return whole * (number + 1) // parts - whole * number // parts
