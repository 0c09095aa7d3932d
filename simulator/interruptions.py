"""Noise as an episode meets it: by the time that the phone is in use, and few at once after it lay down."""

from __future__ import annotations

from simulator.config import EpisodeConfig
from simulator.phone.state import INBOXES
from simulator.scenario.noise.schedule import NoiseEvent, noise_of
from simulator.scenario.story import Story
from simulator.trace.metrics import SETTING, is_noise
from simulator.trace.moments import Acted, Moment

MOST_WHILE_DOWN = 3
"""So many interruptions gather while the phone lies down; the others come when it is in use again."""


class Interruptions:
    """Which noise comes next, and when on the simulated clock. Everything follows from the moments it is fed with.

    What may come is worked out when somebody asks: to look at an episode, its file of noise need not be at hand.
    """

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        self.unseen = 0
        """How many notices the user has got from noise since their last action."""
        self._story = story
        self._config = config
        self._plan: list[NoiseEvent] | None = None
        self._next = 0
        self._come: set[str] = set()
        self._holds_after = -1
        """The time on the noise's own clock at which the config took over; what began before stays away."""
        self._zero = story.start
        """The simulated time at which the noise's own clock would have begun, had the phone always been in use."""
        self._is_down = False
        self._gathered = 0
        self._last = story.start

    def next_due(self) -> tuple[int, NoiseEvent] | None:
        if self._is_full:
            return None
        if self._plan is None:
            plan = noise_of(self._story, self._config)
            self._plan = [event for event in plan if event.begins > self._holds_after]
        while self._next < len(self._plan):
            event = self._plan[self._next]
            if event.label not in self._come:
                return self._zero + event.after, event
            self._next += 1
        return None

    def feed(self, moment: Moment, is_down: bool) -> None:
        """Told of every moment, and whether the phone lies down and waits for something after it."""
        if isinstance(moment, Acted) and moment.actor == "user":
            self.unseen = 0
        if isinstance(moment, Acted) and is_noise(moment):
            self._has_come(moment)
        if is_down == self._is_down:
            return
        if self._is_full:
            # Since so many had gathered, the noise's clock stood still.
            self._zero += max(0, moment.at - self._last)
        self._is_down = is_down
        self._gathered = 0

    def adopt(self, config: EpisodeConfig, at: int) -> None:
        """From now on the noise of another configuration comes, without the chats and products that began before."""
        before, self._config = self._config, config
        if config.noise_events == before.noise_events:
            return
        self._holds_after = (self._last if self._is_full else at) - self._zero
        self._plan, self._next = None, 0
        self._come.clear()

    def _has_come(self, moment: Acted) -> None:
        self._come.add(moment.event)
        self.unseen += sum(1 for patch in moment.patches if patch.table == INBOXES["user"].table)
        if SETTING not in moment.tags:
            self._gathered += 1
        self._last = moment.at

    @property
    def _is_full(self) -> bool:
        return self._is_down and self._gathered >= MOST_WHILE_DOWN
