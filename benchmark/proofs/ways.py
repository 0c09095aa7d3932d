"""The good solutions of a story: its worked solution and its alternatives, each with its run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from benchmark.proofs.kinds import KINDS
from benchmark.proofs.trials import Trial, is_write, oracle, own_calls
from simulator.episode.loop import Episode
from simulator.phone.registry import phone_with
from simulator.phone.roles import Text
from simulator.scenario.alternatives import alternative_steps
from simulator.scenario.build import bind_steps
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.problems import ScenarioProblem
from simulator.scenario.schema import Alternative
from simulator.scenario.story import BoundStep, Story
from simulator.trace.ledger import Effect
from simulator.trace.moments import Acted


@dataclass(frozen=True)
class Way:
    """A good solution of a story: its steps, and the run in which they were played."""

    story: Story
    say: str
    """The alternative in its author's words; empty for the worked solution."""
    steps: Sequence[BoundStep]
    episode: Episode

    @cached_property
    def evidence(self) -> Evidence:
        return self.episode.evidence()

    @cached_property
    def acts(self) -> list[Acted | None]:
        """Return the recorded call of each step; None for steps that only wait or were not played."""
        calls = iter(own_calls(self.episode))
        return [None if step.part.wait is not None else next(calls, None) for step in self.steps]

    @cached_property
    def served(self) -> list[list[int]]:
        """Return for each step the indexes of the goals that it helps to meet."""
        goals = self.story.scenario.goals
        covers = [{(table, key) for table, key, _ in goal.judge(self.evidence).covers} for goal in goals]
        return [
            [number for number, covered in enumerate(covers) if covered & {(one.table, one.id) for one in effects}]
            for effects in map(self.effects, range(len(self.steps)))
        ]

    @cached_property
    def writes(self) -> list[int]:
        """Return the indexes of the steps that write, without those that are declared to fail."""
        return [index for index, step in enumerate(self.steps) if is_write(step) and not step.part.fails]

    @cached_property
    def offers(self) -> list[int]:
        return [index for index, step in enumerate(self.steps) if step.part.offer is not None]

    @cached_property
    def reports(self) -> list[int]:
        return [index for index, step in enumerate(self.steps) if step.part.report is not None]

    @cached_property
    def messages(self) -> dict[int, SentMessage]:
        """Return the message that each sending step sent, by step index, except messages without a text."""
        found = {}
        for index in self.writes:
            sent = self.evidence.messages(self.effects(index))
            if sent and text_names(self.steps[index]):
                found[index] = sent[0]
        return found

    def effects(self, index: int) -> list[Effect]:
        act = self.acts[index]
        return [] if act is None else [effect for effect in self.evidence.ledger.effects if effect.moment == act.n]

    def is_accepted(self, offer: int) -> bool:
        """Return whether the user accepted the offer that a step makes."""
        act = self.acts[offer]
        made = self.evidence.ledger.offers.values()
        return any(act is not None and one.moment == act.n and one.accepted for one in made)

    def some(self, index: int, phrases: Sequence[str]) -> Sequence[str]:
        """Return all phrases for the worked solution, but only one of them for an alternative, to save time."""
        return [phrases[(index + len(self.say)) % len(phrases)]] if self.say else phrases

    def needs(self, index: int) -> tuple[str, ...]:
        """Return the labels of the needs that the offer of this step meets; empty if the step makes no offer."""
        act = self.acts[index]
        offers = self.evidence.ledger.offers.values()
        return next((offer.needs for offer in offers if act is not None and offer.moment == act.n), ())

    def under(self, offer: int) -> range:
        """Return the indexes of the steps after an offer, up to the next offer or the end."""
        following = [index for index in self.offers if index > offer]
        return range(offer + 1, following[0] if following else len(self.steps))

    def now(self, index: int) -> datetime:
        """Return the local time at which a step was done; the start of the story for a step without a call."""
        act = self.acts[index]
        at = self.story.start if act is None else act.at
        return datetime.fromtimestamp(at, UTC).astimezone(self.story.tz)

    def trial(self, kind: str, what: str, index: int, *steps: BoundStep) -> Trial:
        """Return a trial that has `steps` in place of the step at `index`."""
        return self.rewritten(kind, what, [*self.steps[:index], *steps, *self.steps[index + 1 :]], index)

    def rewritten(self, kind: str, what: str, steps: Sequence[BoundStep], first: int) -> Trial:
        """Return a trial of `steps`; `first` is the index of the first step that differs from this solution."""
        named = f"{what} (in “{self.say}”)" if self.say else what
        return Trial(KINDS[kind].proof, named, oracle(steps), kind=kind, same_steps=first)


def solution_way(story: Story, worked: Episode) -> Way:
    return Way(story, "", story.solution, worked)


def alternative_step_list(story: Story, way: Alternative) -> list[BoundStep]:
    """Return the steps of an alternative, bound to tools and arguments."""
    problems: list[ScenarioProblem] = []
    steps = alternative_steps(story.scenario, way)
    return bind_steps(steps, phone_with(tuple(story.scenario.apps)), story.names, problems, ())


def text_names(step: BoundStep) -> list[str]:
    """Return the names of the arguments of a step that hold free text."""
    if step.action is None:
        return []
    return [
        name
        for name, value in step.args.items()
        if isinstance(value, str) and isinstance(step.action.params[name].role, Text)
    ]


def with_args(step: BoundStep, **args: Any) -> BoundStep:
    return step._replace(args={**step.args, **args})


def with_offer(step: BoundStep, text: str) -> BoundStep:
    return step._replace(part=step.part.model_copy(update={"offer": text}))


def with_report(step: BoundStep, text: str) -> BoundStep:
    return step._replace(part=step.part.model_copy(update={"report": text}))


def body_name(step: BoundStep) -> str:
    """Return the name of the argument that holds the text of a message: `content`, or else the longest text."""
    return max(text_names(step), key=lambda name: (name == "content", len(step.args[name])))


def with_message(step: BoundStep, text: str) -> BoundStep:
    """Return a sending step with another text. Its other texts, such as the subject of a mail, become empty."""
    empty = dict.fromkeys(text_names(step), "")
    return with_args(step, **{**empty, body_name(step): text})


def people_of(message: SentMessage, evidence: Evidence) -> Iterator[str]:
    """Yield the labels of the people whom a message reaches."""
    for address in message.sent.to:
        yield evidence.person_at(address)
