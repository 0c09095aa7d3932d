"""Runs whose assistant's replies are stored: replayed from the start, up to the first turn without a reply."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from simulator.agents.llm.assistant import LLMAssistant
from simulator.agents.llm.choosing import Chosen, with_chosen
from simulator.agents.llm.wire import Answer, Request
from simulator.agents.policy import NeedsPerson
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.language_models import ModelChoice, ModelRoute
from simulator.scenario.library import Library
from simulator.trace.exchange import Reply

FOLDER = Path(__file__).parent / "solutions"
SUCCESSES = Path(__file__).parent / "successes.txt"
SEED = 1
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
# The text format, because it shows the tools in the prompt and people can write its replies by hand.
_PERSON = ModelChoice(alias="person", name="person", reply_format="text")


class BadName(ValueError):
    """A solution can't have this name."""


class Replies:
    """A model client that answers with stored replies, and stops the run at the first request after them."""

    def __init__(self, replies: Sequence[str]) -> None:
        self._replies = replies
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Answer:
        self.requests.append(request)
        if len(self.requests) > len(self._replies):
            raise NeedsPerson
        return Answer(Reply(text=self._replies[len(self.requests) - 1], finish="stop"))


class Replay(NamedTuple):
    """A run after its stored replies. It waits for a reply unless it has ended."""

    episode: Episode
    requests: list[Request]
    """All requests so far; the last one waits for its reply unless the run has ended."""
    unused: int
    """Replies after the end of the run, which nobody asked for."""


def replay(scenario: str, replies: Sequence[str]) -> Replay:
    """Play a scenario from the start with these replies of the assistant."""
    model: Chosen = (_PERSON, ModelRoute(provider="person"))
    config = with_chosen(EpisodeConfig(seed=SEED), {"observe": model, "execute": model})
    client = Replies(replies)
    story = Library.standard({}).get(scenario)
    episode = Episode(story, config, assistant=lambda story, config, evidence: LLMAssistant(story, config, client))
    episode.run()
    unused = len(replies) - len(client.requests) if episode.ended is not None else 0
    return Replay(episode, client.requests, unused)


def solution_file(scenario: str, name: str) -> Path:
    """Return the file of a solution. Raises BadName."""
    if not _NAME.fullmatch(name):
        raise BadName(f"'{name}' can't be the name of a solution. Use lower-case letters, digits, _ and -.")
    return FOLDER / f"{scenario}.{name}.jsonl"


def read_replies(file: Path) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line)["reply"] for line in lines]


def add_reply(file: Path, reply: str) -> None:
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"reply": reply}, ensure_ascii=False) + "\n")


def stored_solutions() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def scenario_of(file: Path) -> str:
    return file.name.partition(".")[0]


def outcome_of(file: Path) -> str:
    """Return the outcome of a stored solution, with reasons unless it is a success; or why it has none."""
    found = replay(scenario_of(file), read_replies(file))
    if found.episode.ended is None:
        return f"not over: it waits for reply {len(found.requests)}"
    if found.unused:
        return f"over before its last reply: {found.unused} were not asked for"
    outcome = found.episode.outcome()
    if outcome.success:
        return outcome.verdict
    doubts = [doubt for part in outcome.parts.values() for doubt in part.doubts]
    return f"{outcome.verdict}: {' '.join((*outcome.reasons, *doubts))}"


def listed_successes() -> list[str]:
    """Return the solutions, as SCENARIO.NAME, that must succeed."""
    return SUCCESSES.read_text(encoding="utf-8").split()
