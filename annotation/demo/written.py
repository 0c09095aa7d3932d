"""An assistant whose every word was written down beforehand, and how people are to judge some of what is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from simulator.agents.baselines import is_news
from simulator.agents.policy import SAY, WAIT, AssistantView, Decision

NAME = "hasty"
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Written:
    """Says what is written once so much news has come, and does nothing about it if it is accepted."""

    offers: Mapping[int, str]

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return Decision(SAY, {"content": "I have looked into it."})
        news = sum(1 for notice in view.look.inbox("assistant") if is_news(notice))
        text = self.offers.get(news)
        said = any(act.name == "send_message_to_user" and act.args.get("content") == text for act in view.own)
        return Decision(WAIT) if text is None or said else Decision(SAY, {"content": text})


class Judged(msgspec.Struct, frozen=True):
    """An offer of the demo that is for practice, or gold. `news` tells which one of the written assistant's it is; of
    the oracle's it is the first."""

    role: Literal["practice", "gold"]
    scenario: str
    answer: str
    news: int | None = None
    because: str = ""


def offers_by_scenario() -> dict[str, dict[int, str]]:
    return msgspec.yaml.decode(_text("offers.yaml"), type=dict[str, dict[int, str]])


def judged() -> list[Judged]:
    return msgspec.yaml.decode(_text("judged.yaml"), type=list[Judged])


def _text(name: str) -> str:
    return (_HERE / name).read_text("utf-8")
