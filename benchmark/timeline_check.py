"""Plays a scenario with help as early and as late as possible, and without help, to find events that make no sense.

The author writes the messages of events with one time of help in mind, but an assistant may help earlier or later.
Someone who has been answered must not ask again, and nobody may give thanks for help that has not come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from simulator.agents.oracle import Oracle
from simulator.agents.registry import AssistantMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.reading.facts.folding import fold
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.load import ScenarioFault
from simulator.scenario.outcome import counted_findings
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import BoundStep, Scheduled, Story
from simulator.trace.ledger import Fired

# Words of someone who has just been helped or answered.
_HELPED = re.compile(
    r"\b(?:thank(?:s| you)(?: \w+){0,3} for (?:the|your) (?:quick |kind )?(?:answer|reply|message|mail|note|word"
    r"|number)|(?:got|received|read) your (?:answer|reply|message|mail|note)|as you (?:wrote|answered|asked))\b"
)
_RECENT = 7 * 86400
# Tag of an event that makes sense whatever the assistant has done.
REGARDLESS = "regardless"


def timeline_faults(story: Story) -> list[ScenarioFault]:
    """Return a fault for each event that fails or makes no sense if help comes very early, very late or never."""
    if not story.solution:
        return []
    silent = Episode(story, EpisodeConfig(assistant="silent")).run()
    early = _early(story)
    late = _played(story, _late(story, silent.ledger.fired))
    found = [*_after_help(story, early), *_before_help(story, silent)]
    for episode, when in ((early, "early"), (late, "late")):
        found += _failed(story, episode, when)
    # The same event may be wrong in both runs.
    return list(dict.fromkeys(found))


def _early(story: Story) -> Episode:
    """Return a run of the solution without its waits or, if that run does not succeed, of the whole solution."""
    episode = _played(story, [step for step in story.solution if step.part.wait is None])
    return episode if episode.outcome().success else _played(story, story.solution)


def _played(story: Story, steps: Sequence[BoundStep]) -> Episode:
    make: AssistantMaker = lambda known, config, evidence: Oracle(known, steps, evidence)  # noqa: E731
    return Episode(story, EpisodeConfig(), assistant=make).run()


def _late(story: Story, fired: dict[str, Fired]) -> list[BoundStep]:
    """Return the solution with a wait before each offer, until the last event after which help is still in time."""
    steps: list[BoundStep] = []
    needs = iter(story.scenario.needs)
    for step in story.solution:
        if step.part.offer is not None and (need := next(needs, None)) is not None:
            last = _last_before(story, need.too_late_after, fired)
            steps += [BoundStep(SolutionStep(wait=last), None, {})] if last else []
        steps.append(step)
    return steps


def _last_before(story: Story, end: str | None, fired: dict[str, Fired]) -> str | None:
    known = [(event.at, label) for label, event in fired.items() if event.ok]
    if end is None:
        return max(known, default=(0, None))[1]
    limit = fired[end].at if end in fired else None
    if limit is None and not end.isidentifier():
        limit = story.evidence(story.blank, Episode(story, EpisodeConfig()).ledger).time(end)
    return max(((at, label) for at, label in known if limit is None or at < limit), default=(0, None))[1]


def _failed(story: Story, episode: Episode, when: str) -> Iterator[ScenarioFault]:
    for index, event in enumerate(story.events):
        fired = episode.ledger.fired.get(event.part.label)
        if fired is not None and not fired.ok:
            yield _fault(story, index, f"this event fails if help comes {when}; add unless: the deed that prevents it")


def _after_help(story: Story, episode: Episode) -> Iterator[ScenarioFault]:
    """Yield a fault for each event that happens after help has reached its sender or changed its record."""
    evidence = episode.evidence()
    told, changed = dict(_told(story, evidence)), dict(_changed(story, evidence))
    for index, event in enumerate(story.events):
        moment = _moment(event, episode)
        # An event with `when` answers the help itself. An event with `unless` says which help prevents it.
        if moment is None or event.part.when or event.part.unless or REGARDLESS in event.part.tags:
            continue
        heard = [who for who in _people(event, evidence) if told.get(who, moment) < moment]
        records = [label for label in _texts(event.part.args) if changed.get(label, moment) < moment]
        if heard or records:
            known = f"{evidence.people[heard[0]].name} has been told" if heard else f"'{records[0]}' has been changed"
            text = f"if help comes early, {known} before this happens; add unless: the deed that makes it pointless"
            yield _fault(story, index, f"{text}, or tags: [{REGARDLESS}] if it makes sense anyway")


def _moment(event: Scheduled, episode: Episode) -> int | None:
    """Return the moment of an event; if the run ended before the event was due, the number after the last moment.

    Return None for an event that did not happen although it was due, or has no fixed time.
    """
    fired = episode.ledger.fired.get(event.part.label)
    if fired is not None:
        return fired.moment
    return len(episode.moments) if event.at is not None and event.at > episode.evidence().world.now else None


def _told(story: Story, evidence: Evidence) -> Iterator[tuple[str, int]]:
    """Yield each person who got a message that counts for a goal, with the moment of the message."""
    for _, finding in counted_findings(story, evidence):
        covered = {record for _, record, _ in finding.covers}
        for message in evidence.messages(evidence.ledger.by("assistant")):
            if message.effect.id in covered:
                yield from ((evidence.person_at(address), message.effect.moment) for address in message.sent.to)


def _changed(story: Story, evidence: Evidence) -> Iterator[tuple[str, int]]:
    """Yield the label of each record that counts for a goal, with the moment at which the goal was met."""
    for _, finding in counted_findings(story, evidence):
        yield from ((evidence.record_label(record), finding.moment) for _, record, _ in finding.covers)


def _before_help(story: Story, silent: Episode) -> Iterator[ScenarioFault]:
    """Yield a fault for each event that gives thanks for a message which nobody sends if no help comes."""
    evidence = silent.evidence()
    for index, event in enumerate(story.events):
        fired = silent.ledger.fired.get(event.part.label)
        helped = _HELPED.search(_words(event))
        if fired is None or helped is None or event.part.when is not None:
            continue
        if not any(_was_written(who, fired.at, evidence) for who in _people(event, evidence)):
            text = f"if no help comes, this says '{helped[0]}' although nobody has written"
            yield _fault(story, index, f"{text}; add when: the message that it answers")


def _was_written(who: str, at: int, evidence: Evidence) -> bool:
    """Return True if a message went to this person in the week before this time, or at an unknown time."""
    aliases = {alias.casefold() for alias in evidence.aliases(who)}
    for app in evidence.world.apps.values():
        for cls in app.records:
            for record in evidence.world.store.tables()[cls.table].values():
                sent = app.outgoing(evidence.world.store, record)
                if sent is not None and aliases & {address.casefold() for address in sent.to}:
                    times = [getattr(record, name) for name in ("sent_at", "at", "timestamp") if hasattr(record, name)]
                    if not times or any(at - _RECENT <= time <= at for time in times):
                        return True
    return False


def _people(event: Scheduled, evidence: Evidence) -> list[str]:
    return [who for sender in sorted(event.senders) if (who := evidence.person_at(sender)) in evidence.people]


def _words(event: Scheduled) -> str:
    return fold(" ".join(_texts(event.part.args)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def _fault(story: Story, index: int, text: str) -> ScenarioFault:
    return ScenarioFault(story.file, None, f"timeline.{index}", text)
