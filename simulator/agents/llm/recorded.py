"""Replays recorded replies of models, and recorded decisions of other outside players, without asking them again."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import NamedTuple

from simulator.agents.llm.asking import TOO_LONG
from simulator.agents.llm.assistant import LLMAssistant
from simulator.agents.llm.user import LLMUser
from simulator.agents.llm.wire import Answer, Request, TooLong
from simulator.agents.policy import AssistantPolicy, AssistantView, Decision, PlayerFailed, UserPolicy, UserView
from simulator.agents.recorded_decisions import RecordedDecisions
from simulator.agents.registry import ASSISTANTS, USERS, AssistantMaker, EvidenceNow, UserMaker
from simulator.config import EpisodeConfig
from simulator.phone.actions import Side
from simulator.scenario.story import Story
from simulator.trace.exchange import Stage
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import Trace


class _Recorded(NamedTuple):
    moment: int
    stage: Stage
    too_long: int
    """Number of times that the provider refused the request as too long before it answered a shorter request."""
    answer: Answer


class RecordedClient:
    """Returns replies in recorded order. Raises PlayerFailed if the run asks for a reply that was not recorded."""

    def __init__(self, trace: Trace, sides: Collection[Side]) -> None:
        """Read the exchanges of the `sides` that models play in this replay; the trace may have other exchanges too."""
        self._file = trace.file
        self._left = deque(_recorded(trace, sides))
        self._refused = 0

    def complete(self, request: Request) -> Answer:
        if not self._left:
            raise PlayerFailed(
                "setup",
                f"{self._file} has no further reply, but the run asks for one ({request.stage}). Either the run had "
                "not ended when the trace was written, or it differs here. Run `pare trace verify` to find out.",
            )
        due = self._left[0]
        if due.stage != request.stage:
            raise PlayerFailed(
                "setup",
                f"{self._file}, moment {due.moment}: the next reply belongs to the stage '{due.stage}', but the run "
                f"asks for '{request.stage}'. The run differs here; run `pare trace verify` to see where.",
            )
        # Requests are refused as often as in the original run, so that the same shorter request is built and answered.
        if self._refused < due.too_long:
            self._refused += 1
            raise TooLong
        self._left.popleft()
        self._refused = 0
        return due.answer


def recorded_players(trace: Trace, config: EpisodeConfig) -> tuple[UserMaker | None, AssistantMaker | None]:
    """Return functions that create both players with recorded replies or decisions; None for a built-in player."""
    players: dict[Side, str] = {"user": config.user, "assistant": config.assistant}
    client = RecordedClient(trace, [side for side, name in players.items() if name == "llm"])

    def user(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
        return LLMUser(story, config, client, evidence=evidence)

    def assistant(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
        return LLMAssistant(story, config, client)

    outsiders = _Outsider("user", trace), _Outsider("assistant", trace)
    users: dict[str, UserMaker | None] = {**dict.fromkeys(USERS), "llm": user}
    assistants: dict[str, AssistantMaker | None] = {**dict.fromkeys(ASSISTANTS), "llm": assistant}
    return (
        users.get(config.user, lambda *_: outsiders[0]),
        assistants.get(config.assistant, lambda *_: outsiders[1]),
    )


class _Outsider:
    """Repeats the recorded decisions of an outside player, which is not asked again."""

    def __init__(self, side: Side, trace: Trace) -> None:
        self._side, self._file = side, trace.file
        self._decisions = RecordedDecisions(side, trace.moments, with_envelopes=True)

    def decide(self, view: UserView | AssistantView) -> Decision:
        try:
            return self._decisions.decide(view)
        except LookupError:
            raise PlayerFailed(
                "setup",
                f"{self._file} has no further decision of the {self._side}, but the run asks for one. Either the run "
                "had not ended when the trace was written, or it differs here. Run `pare trace verify` to find out.",
            ) from None


def _recorded(trace: Trace, sides: Collection[Side]) -> Iterator[_Recorded]:
    for moment in trace.moments:
        envelope = moment.envelope
        if envelope is None or envelope.exchange is None or not isinstance(moment, Acted) or moment.actor not in sides:
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
