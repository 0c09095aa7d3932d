"""Replies of language models taken from a trace, so that an episode can be played again without any model."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from simulator.agents.llm.asking import TOO_LONG
from simulator.agents.llm.assistant import LLMAssistant
from simulator.agents.llm.user import LLMUser
from simulator.agents.llm.wire import Answer, Request, TooLong
from simulator.agents.policy import AssistantPolicy, PlayerFailed, UserPolicy
from simulator.agents.registry import AssistantMaker, EvidenceNow, UserMaker
from simulator.config import EpisodeConfig
from simulator.scenario.story import Story
from simulator.trace.exchange import Stage
from simulator.trace.reading import Trace


class _Recorded(NamedTuple):
    moment: int
    stage: Stage
    too_long: int
    """How often the provider found the request too long before it answered a shorter one."""
    answer: Answer


class RecordedClient:
    """Gives the replies in the order in which they came; raises PlayerFailed where the run asks for something else."""

    def __init__(self, trace: Trace) -> None:
        self._file = trace.file
        self._left = deque(_recorded(trace))
        self._refused = 0

    def complete(self, request: Request) -> Answer:
        if not self._left:
            raise PlayerFailed(
                "setup",
                f"{self._file} holds no further reply, but the run asks for one ({request.stage}). It was not over "
                "when the trace was written, or it goes another way here; `pare trace verify` says more.",
            )
        due = self._left[0]
        if due.stage != request.stage:
            raise PlayerFailed(
                "setup",
                f"{self._file}, moment {due.moment}: the next reply was given to the stage '{due.stage}', but the run "
                f"asks for '{request.stage}'. It goes another way here; `pare trace verify` says more.",
            )
        if self._refused < due.too_long:
            self._refused += 1
            raise TooLong
        self._left.popleft()
        self._refused = 0
        return due.answer


def recorded_players(trace: Trace, config: EpisodeConfig) -> tuple[UserMaker | None, AssistantMaker | None]:
    """Those who play in place of the models that the config names; None where it names somebody else."""
    client = RecordedClient(trace)

    def user(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
        return LLMUser(story, config, client, evidence=evidence)

    def assistant(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
        return LLMAssistant(story, config, client)

    return user if config.user == "llm" else None, assistant if config.assistant == "llm" else None


def _recorded(trace: Trace) -> Iterator[_Recorded]:
    for moment in trace.moments:
        envelope = moment.envelope
        if envelope is None or envelope.exchange is None:
            continue
        said = envelope.exchange
        tries = tuple(one for one in said.tries if one.problem != TOO_LONG)
        answer = Answer(
            reply=said.reply,
            tokens_in=envelope.tokens_in or 0,
            tokens_out=envelope.tokens_out or 0,
            cost=envelope.cost,
            latency_ms=envelope.latency_ms or 0.0,
            tries=tries,
        )
        yield _Recorded(moment.n, said.stage, len(said.tries) - len(tries), answer)
