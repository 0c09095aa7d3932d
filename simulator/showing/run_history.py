"""The history of a run, built from moments as they arrive: its story in words, and the phone at any step."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from simulator.agents.policy import Decision
from simulator.agents.registry import EvidenceNow
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.trace_lines import describe
from simulator.phone.state import INBOXES, Recipient
from simulator.phone.store import Change
from simulator.phone.world import World
from simulator.scenario.story import Story
from simulator.showing.assistant_card import CardCall
from simulator.showing.event_schedule import Schedule, people_of, schedule_of, titles_of
from simulator.showing.moment_context import MomentContext
from simulator.showing.outcome_words import OutcomeSummary, ReasonWords, outcome_summary
from simulator.showing.phone_picture import PhonePicture, picture_of
from simulator.showing.tell import card_call, tell
from simulator.showing.told_moment import ToldMoment
from simulator.trace.decisions import OfferTracker
from simulator.trace.fold import apply_moment
from simulator.trace.header import OutcomeNote
from simulator.trace.moments import Acted, Forked, Moment

# To show a step, moments are applied to the nearest earlier copy of the phone. Copies take memory, so the copies of a
# long run are further apart. Then more moments must be applied, at 80,000 or more a second (docs/performance.md).
# Number of moments between two copies of the phone, until `MOST_COPIES` is exceeded.
STRIDE = 32
MOST_COPIES = 12


class _Nobody:
    """A player that never decides. It replaces both players, so that a run can be shown without installing them."""

    def decide(self, view: object) -> Decision:
        raise AssertionError("A run that is only shown has no players, but the engine asked for a decision.")


def _nobody(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> _Nobody:
    return _Nobody()


class _CallUnderOffer(NamedTuple):
    n: int
    proposal: str
    call: CardCall


class _Decision(NamedTuple):
    n: int
    seen: int
    """Number of notices that the side had been shown at this decision."""


class RunHistory:
    """The story of a run so far. Call `feed` with every moment, in order.

    Threads that share a history need a lock, because lookups change the phone that was asked for last.
    """

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        self.story = story
        self.episode = Episode(story, config, _nobody, _nobody)
        self.told: list[ToldMoment] = []
        # The reason why later moments can't be shown; empty if all moments can be shown.
        self.broken = ""
        self.decisions = OfferTracker()
        self._start = story.fresh(config.rules)
        self._people = people_of(story)
        self._titles = titles_of(story)
        self._reasons = ReasonWords(story)
        self._carried: list[_CallUnderOffer] = []
        self._decided: dict[Recipient, list[_Decision]] = {side: [] for side in INBOXES}
        self._brought_by: dict[str, list[int]] = {inbox.table: [] for inbox in INBOXES.values()}
        self._stride = STRIDE
        self._copies: list[tuple[int, World]] = [(-1, self._start)]
        self._cursor: tuple[int, World] = (-1, self._start.copy())

    def __len__(self) -> int:
        return len(self.told)

    @property
    def moments(self) -> list[Moment]:
        """Return the moments so far."""
        return self.episode.moments

    @property
    def _tip(self) -> World:
        """Return the phone after all moments so far. Only the episode may change this phone."""
        return self.episode.world

    @property
    def turn_limit(self) -> int:
        return self.episode.turn_limit

    def feed(self, moments: Iterable[Moment]) -> None:
        """Add moments. If a moment does not fit the phone, set `broken` to the reason and ignore all later moments."""
        for moment in moments:
            if self.broken:
                return
            try:
                self._take(moment)
            except Exception as problem:
                self.broken = f"Step {moment.n} does not fit the steps before it. {describe(problem)}"

    def context(self, n: int) -> MomentContext:
        """Return a moment with the phone after it. Later calls change this phone, so use the result at once."""
        world = self._world(n - 1)
        changes = apply_moment(world, self.moments[n])
        self._cursor = (n, world)
        return self._context(world, self.moments[n], changes)

    def picture(self, n: int) -> PhonePicture:
        """Return the picture of the phone after moment `n`; for -1, of the phone at the start."""
        # Live viewers ask for the newest step, whose phone is known without applying moments.
        world = self._tip if n == len(self) - 1 else self._world(n)
        return picture_of(world, self.moments[n] if n >= 0 else None, self._calls(world, n))

    def brought_by(self, side: Recipient, number: int) -> int:
        """Return the number of the moment that put a notice into a side's inbox. Notices are numbered from 1."""
        return self._brought_by[INBOXES[side].table][number - 1]

    def seen_before(self, side: Recipient, n: int) -> int:
        """Return the number of notices that a side had been shown at its last decision before moment `n`; 0 if none."""
        decisions = self._decided[side]
        place = bisect_left(decisions, n, key=lambda decided: decided.n)
        return decisions[place - 1].seen if place else 0

    def schedule(self) -> Schedule:
        """Return the scenario's events and their state so far."""
        return schedule_of(self.episode.timeline.statuses(), self._titles, self._tip.show(self._tip.now))

    def outcome(self, so_far: bool, stopped: bool = False, stored: OutcomeNote | None = None) -> OutcomeSummary:
        """Return the outcome in words: the stored outcome if given, otherwise the outcome after the moments so far."""
        outcome = stored or self.episode.outcome()
        return outcome_summary(outcome, len(self.story.scenario.goals), so_far, stopped, self._readable)

    def _readable(self, reason: str) -> str:
        return self._reasons.readable(reason, self._tip, self.moments[-1]) if self.moments else reason

    def _take(self, moment: Moment) -> None:
        if moment.n != len(self):
            raise LookupError(f"step {len(self)} is missing")
        # Read the configuration first, because retelling a fork replaces it.
        config = self.episode.config.model_dump(mode="json") if isinstance(moment, Forked) else None
        changes = self.episode.retell(moment)
        context = MomentContext(self._tip, moment, changes, self._people, self._titles, config)
        self.told.append(tell(context))
        self.decisions.feed(moment)
        self._note(context, moment)
        if moment.n - self._copies[-1][0] >= self._stride:
            self._keep_copy(moment.n)

    def _note(self, context: MomentContext, moment: Moment) -> None:
        """Index the notices, calls and decisions of a moment, so that lookups need not search all moments."""
        for patch in moment.patches:
            if patch.op == "add" and patch.table in self._brought_by:
                self._brought_by[patch.table].append(moment.n)
        if not isinstance(moment, Acted):
            return
        if moment.proposal:
            self._carried.append(_CallUnderOffer(moment.n, moment.proposal, card_call(context, moment)))
        if moment.seen is not None and moment.actor != "environment":
            self._decided[moment.actor].append(_Decision(moment.n, moment.seen))

    def _keep_copy(self, n: int) -> None:
        self._copies.append((n, self._tip.copy()))
        if len(self._copies) > MOST_COPIES:
            # Drop every second copy, so that the number of copies stays bounded. The distance between copies doubles.
            self._copies = self._copies[::2]
            self._stride *= 2

    def _context(self, world: World, moment: Moment, changes: list[Change]) -> MomentContext:
        return MomentContext(world, moment, changes, self._people, self._titles)

    def _world(self, n: int) -> World:
        """Return the phone after moment `n`, computed from the nearest earlier copy or the last requested phone."""
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
