"""Trivial assistants to compare with: one that never speaks, one that always does, one that acts by chance."""

from __future__ import annotations

from simulator.agents.policy import SAY, WAIT, AssistantView, Decision
from simulator.phone.arguments import plausible
from simulator.phone.keyed import keyed
from simulator.phone.state import Notice

_NEWS = ("user_action", "accepted", "rejected", "timeout")
"""Kinds of notices that tell of the user or of the assistant itself, not of the world."""


class Silent:
    def decide(self, view: AssistantView) -> Decision:
        return Decision(WAIT)


class Eager:
    """Offers on every notification and carries nothing out."""

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return Decision(SAY, {"content": "I have looked into it."})
        news = [notice for notice in view.notices if _is_news(notice)]
        if not news:
            return Decision(WAIT)
        latest = news[-1]
        return Decision(SAY, {"content": f"I saw this: {latest.title}. {latest.text} Shall I take care of it?"})


class RandomAssistant:
    """Any tool of its phase with legal arguments; the choice is keyed by seed and number of calls."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: AssistantView) -> Decision:
        rng = keyed(self._seed, "random assistant", len(view.own))
        if view.phase == "observe" and rng.random() < 0.5:
            return Decision(WAIT)
        name = rng.choice(list(view.tools))
        args = plausible(view.tools[name], view.look, rng)
        return Decision(WAIT if view.phase == "observe" else SAY, {}) if args is None else Decision(name, args)


def _is_news(notice: Notice) -> bool:
    return notice.kind not in _NEWS and not notice.kind.startswith("offer_")
