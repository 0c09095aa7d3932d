"""The policy “hasty”: an assistant with offers written in advance, and the right answers to some of them."""

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
class HastyPolicy:
    """Makes a prepared offer after a given number of notifications, and never carries out an accepted offer."""

    offers: Mapping[int, str]

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return Decision(SAY, {"content": "I have looked into it."})
        news = sum(1 for notice in view.look.inbox("assistant") if is_news(notice))
        text = self.offers.get(news)
        # The number of notifications stays the same for several turns; each offer is made once.
        said = any(act.name == "send_message_to_user" and act.args.get("content") == text for act in view.own)
        return Decision(WAIT) if text is None or said else Decision(SAY, {"content": text})


class DemoAnswer(msgspec.Struct, frozen=True):
    """The right answer to an offer of the demo study, which becomes a practice or gold item.

    `news` is the number of notifications after which the policy makes the offer; None means the oracle's first offer.
    """

    role: Literal["practice", "gold"]
    scenario: str
    answer: str
    news: int | None = None
    because: str = ""


def offers_by_scenario() -> dict[str, dict[int, str]]:
    return msgspec.yaml.decode(_text("offers.yaml"), type=dict[str, dict[int, str]])


def demo_answers() -> list[DemoAnswer]:
    return msgspec.yaml.decode(_text("judged.yaml"), type=list[DemoAnswer])


def _text(name: str) -> str:
    return (_HERE / name).read_text("utf-8")
