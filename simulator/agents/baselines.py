"""Simple assistants without a model, to compare other assistants with: silent, eager, random and parrot."""

from __future__ import annotations

import random

from simulator.agents.offer_words import question_about, question_for
from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.phone.keyed_random import keyed
from simulator.phone.perform import assistant_tools
from simulator.phone.plausible_arguments import plausible
from simulator.phone.state import Notice

# Kinds of notices about the user or the assistant itself, not about events.
_OWN = ("user_action", "user_message", "accepted", "rejected", "timeout")
_NOTHING_DONE = Decision(SAY, {"content": "I have looked into it."})
# Shares of waits and of offers among the random assistant's calls while it observes; all other calls read with any
# tool. A run has about 15 such calls.
_WAITS, _OFFERS = 0.5, 0.2
# Maximum number of tools that the random assistant tries in search of a write whose arguments the phone can fill.
_TRIES = 20
# The parrot's verbs: common verbs for actions of all apps, whether or not this phone has the app.
_VERBS = """
accept add answer apply approve archive arrange ask attach book buy call cancel change check clear compare compile
complete confirm contact correct create decline delete draft email exchange find fix forward invite join keep leave
mail mark message move note notify order pay postpone put remind remove rename reply reschedule reserve return save
schedule send share split tell update write
"""
VERBS = tuple(_VERBS.split())


class Silent:
    def decide(self, view: AssistantView) -> Decision:
        return Decision(WAIT)


class Eager:
    """Offers to answer every notification or to remind the user of it, and never carries out an offer."""

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return _NOTHING_DONE
        about = _next_news(view)
        return Decision(WAIT) if about is None else Decision(SAY, {"content": question_about(about, view.look)})


class Parrot:
    """Makes an offer from the text of every notification and a few verbs, and never carries out an offer.

    The offers make no sense as a whole, so a reader that accepts one of them has looked only at single words.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: AssistantView) -> Decision:
        if view.phase == "execute":
            return _NOTHING_DONE
        about = _next_news(view)
        if about is None:
            return Decision(WAIT)
        # One generator per notice, so that a resumed run makes the same offers.
        rng = keyed(self._seed, "parrot", f"{about.id} {about.title} {about.text}")
        return Decision(SAY, {"content": parroted(about, rng)})


class RandomAssistant:
    """Makes random offers and random calls of tools, always with legal arguments.

    Its random numbers depend only on the seed and on how many calls it has made so far.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: AssistantView) -> Decision:
        # One generator per call, so that a new instance in the middle of a run makes the same choices as the first one.
        rng = keyed(self._seed, "random assistant", len(view.own))
        if view.phase == "observe":
            return _observe(view, rng)
        name = rng.choice(list(view.tools))
        args = plausible(view.tools[name], view.look, rng)
        # None if an argument has no legal value, such as the id of a mail on a phone without mails.
        return Decision(WAIT_FOR_NOTIFICATION) if args is None else Decision(name, args)


def parroted(notice: Notice, rng: random.Random) -> str:
    """Return an offer: the text of a notice, with or without quotation marks, and some verbs before or after it."""
    seen = " ".join(part for part in (notice.title, notice.text) if part)
    if rng.random() < 0.5:
        seen = f"“{seen}”"
    verbs = rng.sample(VERBS, rng.randint(2, 8))
    listed = ", ".join(verbs)
    spoken = f"{', '.join(verbs[:-1])} and {verbs[-1]}"
    forms = (f"{listed}: {seen}", f"{seen} {listed}?", f"{seen} Shall I {spoken}?", f"Shall I {spoken} {seen}?")
    return rng.choice(forms)


def is_news(notice: Notice) -> bool:
    """Return whether a notice is about an event, and not about an offer or about what the user did or wrote."""
    return notice.kind not in _OWN and not notice.kind.startswith("offer_")


def _next_news(view: AssistantView) -> Notice | None:
    """Return the oldest notice of an event for which the assistant has made no offer yet; None if there is none."""
    news = [notice for notice in view.look.inbox("assistant") if is_news(notice)]
    # Offers are counted from the view: a resumed run gets a new instance, which must continue with the next notice.
    offers = [
        act for act in view.own if act.name == "send_message_to_user" and act.phase == "observe" and act.error is None
    ]
    return news[len(offers)] if len(offers) < len(news) else None


def _observe(view: AssistantView, rng: random.Random) -> Decision:
    """Return a random decision for an assistant without an accepted offer: wait, offer or read."""
    share = rng.random()
    if share < _WAITS:
        return Decision(WAIT)
    if share < _WAITS + _OFFERS:
        return _random_offer(view, rng)
    # A random text is not an offer, so the tool that speaks is used only in the branch above.
    name = rng.choice([name for name in view.tools if name != SAY])
    args = plausible(view.tools[name], view.look, rng)
    return Decision(WAIT) if args is None else Decision(name, args)


def _random_offer(view: AssistantView, rng: random.Random) -> Decision:
    """Return an offer to make a random legal write; a wait if no legal write is found."""
    writes = [tool for tool in assistant_tools(view.look).values() if tool.write]
    for _ in range(_TRIES if writes else 0):
        tool = rng.choice(writes)
        args = plausible(tool, view.look, rng)
        if args is not None:
            return Decision(SAY, {"content": question_for(tool, args, view.look)})
    return Decision(WAIT)
