"""Asks a language model for a decision: fits the request into the context, sends it, reads and records the reply."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from simulator.agents.llm.budget import estimate, fit, size
from simulator.agents.llm.conversation import FORMS, paragraphs
from simulator.agents.llm.replies import text
from simulator.agents.llm.replies.schemas import reply_schema, tool_schemas
from simulator.agents.llm.wire import Answer, Message, ModelClient, Request, Tool, TooLong
from simulator.agents.policy import Decision, PlayerFailed
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice
from simulator.phone.actions import Action
from simulator.trace.exchange import Exchange, Stage, Try
from simulator.trace.exchange_parts import part_hash
from simulator.trace.moments import Acted, Envelope

# Shares of the request's size to try in turn while the provider refuses it as too long.
SHRINKING = (1.0, 0.75, 0.5, 0.25, 0.125)
# Recorded with every try that was too long, and compared when a run is replayed: do not reword it.
TOO_LONG = "The request was too long for the model; it was asked again with less of the past."


class ModelQuestion(NamedTuple):
    """A question to a model, before the messages are shortened to fit the model's context."""

    stage: Stage
    model: ModelChoice
    limit: int
    """Maximum tokens of the request."""
    messages: tuple[Message, ...]
    tail: str
    """The current situation, at the end of the last message: never left out, and not repeated in later requests."""
    offered: Mapping[str, Action]


class FittedRequest(NamedTuple):
    request: Request
    shortened: int


class Asking:
    """Asks models for the decisions of one player. Each decision's envelope records the request and the reply."""

    def __init__(self, config: EpisodeConfig, client: ModelClient | None) -> None:
        self._config = config
        self._client = client
        self._hashes: dict[Message, str] = {}
        self._tool_hashes: dict[int, tuple[Tool, str]] = {}
        self._recorded: set[str] = set()
        # How often a request was too long, by stage and model. Sizes that failed are not tried again.
        self._refused: Counter[tuple[Stage, str]] = Counter()
        self._read = 0

    def decide(self, question: ModelQuestion, own: Sequence[Acted]) -> Decision:
        self._take_in(own)
        request, answer, shortened, tries = self._answered(question)
        said = FORMS[question.model.reply_format].read(answer.reply, question.offered)
        parts: dict[str, Any] = {}
        exchange = Exchange(
            stage=question.stage,
            alias=question.model.alias,
            model=question.model.name,
            format=question.model.reply_format,
            prompt_set=self._config.prompt_set,
            messages=tuple(self._message_part(message, parts) for message in request.messages),
            tools=tuple(self._tool_part(tool, parts) for tool in request.tools),
            parameters=question.model.parameters,
            reply=answer.reply,
            problem=said.problem,
            shortened=shortened,
            tries=tries,
        )
        envelope = Envelope(
            latency_ms=answer.latency_ms,
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            cost=answer.cost,
            attempt=len(tries) + 1,
            thought=said.thought,
            exchange=exchange,
            parts=parts,
        )
        seconds = math.ceil(answer.latency_ms / 1000)
        return Decision(said.name, said.args, said.problem, thinking_seconds=seconds, envelope=envelope)

    def _answered(self, question: ModelQuestion) -> tuple[Request, Answer, int, tuple[Try, ...]]:
        """Ask the model, with smaller and smaller requests until one fits, because a full context should not end a run.

        Return the request, its answer, the number of messages that were shortened or left out, and the failed tries.
        """
        tries: tuple[Try, ...] = ()
        refused = self._refused[question.stage, question.model.alias]
        for share in SHRINKING[refused:] or SHRINKING[-1:]:
            request, shortened = self._request(question, share)
            try:
                answer = self._the_client.complete(request)
            except TooLong:
                tries += (Try(problem=TOO_LONG),)
                continue
            return request, answer, shortened, tries + answer.tries
        raise PlayerFailed(
            "setup",
            f"The model '{question.model.alias}' refuses even the shortest request as too long: its context is too "
            "small for the tools of this phone. Choose a model with a longer context, or a scenario with fewer apps.",
        )

    def _request(self, question: ModelQuestion, share: float) -> FittedRequest:
        config, model = self._config, question.model
        native = model.reply_format == "tools"
        tools = tool_schemas(question.offered) if native else ()
        room = question.limit - estimate(question.tail)
        messages, shortened = fit(question.messages, tools, room)
        if share < 1:
            # A share of the size that was refused, not of the limit: the provider counts tokens differently.
            messages, shortened = fit(question.messages, tools, int(share * size(messages, tools)))
        request = Request(
            stage=question.stage,
            model=model,
            route=config.model_routes[model.alias],
            messages=_joined((*messages, Message("user", question.tail))),
            tools=tools,
            stop=() if native else text.STOP,
            schema=reply_schema(question.offered) if model.constrained and not native else None,
            timeout_seconds=config.call_timeout_seconds,
            retries=config.call_retries,
        )
        return FittedRequest(request, shortened)

    @property
    def _the_client(self) -> ModelClient:
        if self._client is None:
            from simulator.agents.llm.litellm_client import LiteLLMClient

            self._client = LiteLLMClient()
        return self._client

    # Parts of requests: a trace stores each message and tool once, under its hash.

    def _take_in(self, own: Sequence[Acted]) -> None:
        """Note which messages and tools earlier acts have recorded, and how many of their requests were too long."""
        for act in own[self._read :]:
            exchange = act.envelope.exchange if act.envelope is not None else None
            if exchange is not None:
                self._recorded.update(exchange.messages, exchange.tools)
                refused = sum(1 for one in exchange.tries if one.problem == TOO_LONG)
                self._refused[exchange.stage, exchange.alias] += refused
        self._read = len(own)

    def _message_part(self, message: Message, parts: dict[str, Any]) -> str:
        key = self._hashes.get(message)
        if key is None:
            key = self._hashes[message] = part_hash(_plain(message))
        if key not in self._recorded:
            parts[key] = _plain(message)
        return key

    def _tool_part(self, tool: Tool, parts: dict[str, Any]) -> str:
        known = self._tool_hashes.get(id(tool))
        if known is None:
            # The hash is kept with its tool: if the tool were freed, another object could get the same id().
            known = self._tool_hashes[id(tool)] = (tool, part_hash(msgspec.to_builtins(tool)))
        if known[1] not in self._recorded:
            parts[known[1]] = msgspec.to_builtins(tool)
        return known[1]


def model_for(stage: Stage, config: EpisodeConfig) -> ModelChoice:
    """Return the model of a stage. Raises PlayerFailed if no model is chosen or the model has no route."""
    choices = {"user": config.user_model, "observe": config.observe_model, "execute": config.execute_model}
    model = choices[stage]
    if model is None:
        raise PlayerFailed("setup", f"No language model is chosen. Set {stage}_model, or choose a different player.")
    if model.alias not in config.model_routes:
        raise PlayerFailed("setup", f"The model '{model.alias}' has no route. Add its route to model_routes.")
    return model


def _joined(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Join each user message to a user or tool message right before it, because some servers refuse two in a row."""
    joined: list[Message] = []
    for message in messages:
        if joined and message.role == "user" and joined[-1].role in ("user", "tool"):
            text = paragraphs(joined[-1].text, message.text)
            joined[-1] = msgspec.structs.replace(joined[-1], text=text)
        else:
            joined.append(message)
    return tuple(joined)


def _plain(message: Message) -> Any:
    return msgspec.to_builtins(msgspec.structs.replace(message, foldable=0))
