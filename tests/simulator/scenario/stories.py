"""A small story with all four apps to build others from, and ways to play it."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantPolicy, AssistantView, Decision, UserPolicy, UserView
from simulator.agents.registry import AssistantMaker, EvidenceNow, UserMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.build import bind_steps, build
from simulator.scenario.goals.evidence import Evidence, Finding
from simulator.scenario.goals.goal import Goal
from simulator.scenario.outcome import Outcome
from simulator.scenario.problems import ScenarioProblem
from simulator.scenario.schema import Scenario, SolutionStep
from simulator.scenario.story import BoundStep, Story
from simulator.scenario.yaml12 import load_yaml
from simulator.trace.ledger import Ledger

BASE = """
id: small_story
title: A small story
status: draft
category: communication
difficulty: {rating: 1, because: it is small}
owner: {name: Leila Haddad, email: leila@orchard.example, time_zone: Europe/Luxembourg}
start: Thu 2026-03-05 08:00
apps: [calendar, email, messaging, reminder]
end: +1d 20:00
turns: 14
people:
  - {label: tomas, name: Tomáš Novák, email: t.novak@orchard.example, phone: "+352 621 555 014"}
  - {label: wanjiru, name: Wanjiru Kamau, email: wanjiru@kamau.example, phone: "+352 621 555 020"}
  - {label: odile, name: Odile Marchand, email: odile@marchand.example, phone: "+352 621 555 090"}
files:
  - {label: lease, path: Documents/lease.pdf, text: Rent 1200 EUR}
  - {label: plan, path: Documents/plan.pdf, text: Ground floor}
world:
  email:
    - {label: hello, from: tomas, at: -1d 09:00, subject: Hello, body: Good morning., attachments: [plan]}
    - {label: sent_note, from: owner, to: odile, at: -2d 09:00, subject: Note, body: As discussed.}
    - {label: binned, from: wanjiru, at: -3d 09:00, subject: Old, body: Forget it., folder: TRASH}
  messaging:
    - {label: chat, with: [odile], messages: [{label: asked, from: odile, at: -3h, text: Have you read it?}]}
    - {label: trio, with: [tomas, wanjiru], title: Trio, messages: [{from: tomas, at: -4h, text: Who brings tea?}]}
  calendar:
    - {label: budget, title: Budget, start: "09:00", end: "10:00", attendees: [owner, tomas]}
    - {label: dinner, title: Dinner, start: +3d 19:00, end: +3d 21:00}
  reminder:
    - {label: ferns, title: Water the ferns, due: +2d 16:00, description: The big ones}
    - {label: rent, title: Pay the rent, due: +20d 08:00}
    - {label: bins, title: Put out the bins, due: +1d 07:00}
user: {goal: Be helped.}
timeline:
  - label: call
    after: start + 40s
    do: email.send_email_to_user_only
    with: {sender: tomas, subject: Please, content: Can you help me?}
needs:
  - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes, please."}}
offers: {at_most: 3}
"""
OFFER = "Shall I help?"


def parsed(text: str) -> Any:
    return load_yaml(dedent(text), "it.yaml").data


def tale(changes: str = "") -> Story:
    """The small story with some of its sections written anew."""
    source = {**parsed(BASE), **(parsed(changes) if changes else {})}
    return build(Scenario.model_validate(source), source, "it.yaml")


def goal(text: str) -> Goal:
    return Goal.model_validate(parsed(text))


def steps_of(story: Story, text: str) -> list[BoundStep]:
    """Calls as a solution writes them; without an offer of their own they come after one and before a report."""
    items = parsed(text) if text.strip() else []
    if not any("offer" in item for item in items):
        items = [{"offer": OFFER}, *items, {"report": "It is done."}]
    problems: list[ScenarioProblem] = []
    steps = [SolutionStep.model_validate(item) for item in items]
    bound = bind_steps(steps, story.blank.apps, story.names, problems, ())
    assert not problems, problems
    return bound


def played(story: Story, steps: str | None = None, user: UserMaker | None = None, **options: Any) -> Episode:
    """The episode with an assistant who does these steps, or the one that the options name."""
    config = EpisodeConfig(**options)
    if steps is None:
        return sound(Episode(story, config, user=user).run())
    bound = steps_of(story, steps)
    return sound(Episode(story, config, user=user, assistant=lambda *given: Oracle(given[0], bound, given[2])).run())


def sound(episode: Episode) -> Episode:
    assert episode.ended is not None
    assert episode.ended.reason != "crashed", episode.ended.error
    return episode


def after(steps: str, changes: str = "", **options: Any) -> Evidence:
    """What there is to judge by once the assistant has done these steps."""
    return played(tale(changes), steps, **options).evidence()


def before_all(changes: str = "") -> Evidence:
    """What there is to judge by before anything happens."""
    story = tale(changes)
    return story.evidence(story.blank.copy(), Ledger())


def judged(text: str, steps: str, changes: str = "", **options: Any) -> Finding:
    """The finding on one goal after the assistant has done these steps."""
    return goal(text).judge(after(steps, changes, **options))


def outcome(changes: str, steps: str, **options: Any) -> Outcome:
    return played(tale(changes), steps, **options).outcome()


def path(*steps: str) -> str:
    """A user section with these steps of the path."""
    return "user: {goal: Do it alone., path: [" + ", ".join(steps) + "]}"


class Listed:
    """A player who makes the listed decisions one after the other, and then waits."""

    def __init__(self, decisions: list[Decision], rest: Decision) -> None:
        self._decisions = decisions
        self._rest = rest

    def decide(self, view: UserView | AssistantView) -> Decision:
        return self._decisions[len(view.own)] if len(view.own) < len(self._decisions) else self._rest


def user_who(*decisions: tuple[str, Mapping[str, Any]]) -> UserMaker:
    def make(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
        return Listed([Decision(name, args) for name, args in decisions], Decision("put_phone_down"))

    return make


def assistant_who(*decisions: tuple[str, Mapping[str, Any]]) -> AssistantMaker:
    def make(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
        return Listed([Decision(name, args) for name, args in decisions], Decision("PAREAgentUserInterface__wait"))

    return make


def taps(episode: Episode) -> list[str]:
    """What the user tapped, without answers and put-downs at the end."""
    names = [act.name for act in episode.ledger.user_acts]
    while names and names[-1] == "put_phone_down":
        names.pop()
    return names
