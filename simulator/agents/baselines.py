"""Simple assistants to compare others with: one makes no offers, one makes many, one acts at random."""

from __future__ import annotations

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.phone.keyed_random import keyed
from simulator.phone.plausible_arguments import plausible
from simulator.phone.state import Notice

# Kinds of notices about the user or the assistant itself, not about the world.
_OWN = ("user_action", "accepted", "rejected", "timeout")


class Silent:
    def decide(self, view: AssistantView) -> Decision:
        return Decision(WAIT)


class Eager:
    """Makes an offer about every notification, one after the other, and never carries out an offer."""

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return Decision(SAY, {"content": "I have looked into it."})
        news = [notice for notice in view.look.inbox("assistant") if is_news(notice)]
        # Offers are counted from the view: a resumed run gets a new instance, which must continue with the next notice.
        offers = [act for act in view.own if act.name == "send_message_to_user" and act.phase == "observe"]
        if len(offers) >= len(news):
            return Decision(WAIT)
        about = news[len(offers)]
        seen = ". ".join(part for part in (about.title, about.text) if part)
        return Decision(SAY, {"content": f"I saw this: {seen} Shall I take care of it?"})


class RandomAssistant:
    """Waits, or calls a random tool of its phase with legal arguments.

    The seed and the number of earlier calls determine the choice.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: AssistantView) -> Decision:
        # One generator per call, so that a new instance in the middle of a run makes the same choices as the first one.
        rng = keyed(self._seed, "random assistant", len(view.own))
        if view.phase == "observe" and rng.random() < 0.5:
            return Decision(WAIT)
        name = rng.choice(list(view.tools))
        args = plausible(view.tools[name], view.look, rng)
        if args is None:
            # No legal value exists, such as the id of a mail on a phone without mails.
            return Decision(WAIT if view.phase == "observe" else WAIT_FOR_NOTIFICATION)
        return Decision(name, args)


def is_news(notice: Notice) -> bool:
    """Return whether a notice is about an event, not about an action of the user or an offer."""
    return notice.kind not in _OWN and not notice.kind.startswith("offer_")
