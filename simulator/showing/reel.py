"""A run told from its moments as they come in: its story, and the phone at any step. Follows at a fold a moment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from simulator.agents.policy import Decision
from simulator.agents.registry import EvidenceNow
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.phone.state import INBOXES, Recipient
from simulator.phone.store import Change
from simulator.phone.world import World
from simulator.scenario.story import Story
from simulator.showing.assistant_card import CardCall
from simulator.showing.fork_words import what_differs
from simulator.showing.parts import Told, plain
from simulator.showing.reasons import Reasons
from simulator.showing.scene import Scene
from simulator.showing.schedule import Schedule, people_of, schedule_of, titles_of
from simulator.showing.shot import Shot, shot_of
from simulator.showing.telling import card_call, tell
from simulator.showing.verdict import Verdict, verdict_of
from simulator.summary import describe
from simulator.trace.fold import apply_moment
from simulator.trace.following import Following
from simulator.trace.header import OutcomeNote
from simulator.trace.moments import Acted, Forked, Moment

STRIDE = 32
"""So many moments lie between two kept copies of the phone; more in a long run."""
MOST_COPIES = 12


class _Nobody:
    """Watching needs no players, so that a run can be shown whoever played it."""

    def decide(self, view: object) -> Decision:
        raise AssertionError("a run that is only shown was asked to go on")


def _nobody(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> _Nobody:
    return _Nobody()


def _with_changes(told: Told, before: EpisodeConfig, fork: Forked) -> Told:
    """The story is open to more people than may know where a server stands."""
    changes = what_differs(before.model_dump(mode="json"), fork.config, private=False)
    words = f"From here on: {', '.join(changes)}." if changes else "Nothing was changed."
    return msgspec.structs.replace(told, notes=((plain(words),),))


class _Carried(NamedTuple):
    """A call under an accepted offer."""

    n: int
    proposal: str
    call: CardCall


class _Decided(NamedTuple):
    """A decision, and how much of its inbox the side had been shown."""

    n: int
    seen: int


class Reel:
    """Feed it every moment in order. Not for several threads at once: whoever shares one holds a lock."""

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        self.story = story
        self.episode = Episode(story, config, _nobody, _nobody)
        self.told: list[Told] = []
        self.broken = ""
        """Why the moments from here on cannot be shown."""
        self.decisions = Following()
        self._start = story.fresh(config.rules)
        self._people = people_of(story)
        self._titles = titles_of(story)
        self._reasons = Reasons(story)
        self._carried: list[_Carried] = []
        self._decided: dict[Recipient, list[_Decided]] = {side: [] for side in INBOXES}
        self._brought_by: dict[str, list[int]] = {inbox.table: [] for inbox in INBOXES.values()}
        self._stride = STRIDE
        self._copies: list[tuple[int, World]] = [(-1, self._start)]
        self._cursor: tuple[int, World] = (-1, self._start.copy())

    def __len__(self) -> int:
        return len(self.told)

    @property
    def moments(self) -> list[Moment]:
        return self.episode.moments

    @property
    def _tip(self) -> World:
        """The phone after all moments so far. Only the episode may change it."""
        return self.episode.world

    @property
    def turn_limit(self) -> int:
        return self.episode.config.max_turns or self.story.scenario.turns

    def feed(self, moments: Iterable[Moment]) -> None:
        """Take more moments in. One that does not fit the phone ends the story here, and `broken` says so."""
        for moment in moments:
            if self.broken:
                return
            try:
                self._take(moment)
            except Exception as problem:
                self.broken = f"Moment {moment.n} does not fit what came before it. {describe(problem)}"

    def scene(self, n: int) -> Scene:
        """The phone after a moment with what it changed. Good until the next question."""
        world = self._world(n - 1)
        changes = apply_moment(world, self.moments[n])
        self._cursor = (n, world)
        return self._scene(world, self.moments[n], changes)

    def shot(self, n: int) -> Shot:
        """The phone's picture after a moment; -1 is the phone before anything happened."""
        world = self._tip if n == len(self) - 1 else self._world(n)
        return shot_of(world, self.moments[n] if n >= 0 else None, self._calls(world, n))

    def brought_by(self, side: Recipient, number: int) -> int:
        """The moment that put a notice into an inbox; notices count from 1."""
        return self._brought_by[INBOXES[side].table][number - 1]

    def seen_before(self, side: Recipient, n: int) -> int:
        """How much of its inbox a side had been shown when it decided the time before a moment."""
        decisions = self._decided[side]
        place = bisect_left(decisions, n, key=lambda decided: decided.n)
        return decisions[place - 1].seen if place else 0

    def schedule(self) -> Schedule:
        return schedule_of(self.episode.timeline.statuses(), self._titles, self._tip.show(self._tip.now))

    def verdict(self, so_far: bool, stopped: bool = False, stored: OutcomeNote | None = None) -> Verdict:
        """Of the outcome that was stored, or else of the one that the moments come to."""
        outcome = stored or self.episode.outcome()
        return verdict_of(outcome, len(self.story.scenario.goals), so_far, stopped, self._readable)

    def _readable(self, reason: str) -> str:
        return self._reasons.readable(reason, self._tip, self.moments[-1]) if self.moments else reason

    def _take(self, moment: Moment) -> None:
        if moment.n != len(self):
            raise LookupError(f"moment {len(self)} is missing")
        before = self.episode.config
        scene = self._scene(self._tip, moment, self.episode.retell(moment))
        told = tell(scene)
        self.told.append(_with_changes(told, before, moment) if isinstance(moment, Forked) else told)
        self.decisions.feed(moment)
        self._note(scene, moment)
        if moment.n - self._copies[-1][0] >= self._stride:
            self._keep_copy(moment.n)

    def _note(self, scene: Scene, moment: Moment) -> None:
        """What later questions about a step would else have to look for."""
        for patch in moment.patches:
            if patch.op == "add" and patch.table in self._brought_by:
                self._brought_by[patch.table].append(moment.n)
        if not isinstance(moment, Acted):
            return
        if moment.proposal:
            self._carried.append(_Carried(moment.n, moment.proposal, card_call(scene, moment)))
        if moment.seen is not None and moment.actor != "environment":
            self._decided[moment.actor].append(_Decided(moment.n, moment.seen))

    def _keep_copy(self, n: int) -> None:
        self._copies.append((n, self._tip.copy()))
        if len(self._copies) > MOST_COPIES:
            self._copies = self._copies[::2]
            self._stride *= 2

    def _scene(self, world: World, moment: Moment, changes: list[Change]) -> Scene:
        return Scene(world, moment, changes, self._people, self._titles)

    def _world(self, n: int) -> World:
        """The phone after a moment, folded from the nearest copy before it."""
        at, world = self._copies[bisect_right(self._copies, n, key=lambda kept: kept[0]) - 1]
        if at <= self._cursor[0] <= n:
            at, world = self._cursor
        else:
            world = world.copy()
        for moment in self.moments[at + 1 : n + 1]:
            apply_moment(world, moment)
        self._cursor = (n, world)
        return world

    def _calls(self, world: World, n: int) -> list[CardCall]:
        latest = world.latest_proposal()
        if latest is None:
            return []
        return [one.call for one in self._carried if one.proposal == latest.id and one.n <= n]
