"""Computes when the noise of a run arrives.

While the phone is down, at most `MOST_WHILE_DOWN` noise events come, not counting events that only prepare others.
The remaining noise is delayed until the phone is used again.
"""

from __future__ import annotations

from simulator.config import EpisodeConfig
from simulator.phone.state import INBOXES
from simulator.scenario.noise.noise_schedule import NoiseEvent, noise_of
from simulator.scenario.story import Story
from simulator.trace.metrics import SETTING, is_noise
from simulator.trace.moments import Acted, Moment

# Maximum number of noise events while the phone is down; later events wait until the phone is in use again.
MOST_WHILE_DOWN = 3


class Interruptions:
    """The next noise event and its simulated time, computed from the moments so far.

    The schedule is computed on first use, so that a run can be viewed without its noise file.
    """

    def __init__(self, story: Story, config: EpisodeConfig) -> None:
        # The number of notices from noise since the user's last action.
        self.unseen = 0
        self._story = story
        self._config = config
        self._plan: list[NoiseEvent] | None = None
        self._next = 0
        self._come: set[str] = set()
        # The time on the noise's own clock at which the configuration changed; noise that began by then is left out.
        self._holds_after = -1
        # The simulated time of 0 on the noise's own clock. It moves forward by the time for which that clock stops.
        self._zero = story.start
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
        """Add one moment. `is_down`: True if the phone is down after the moment and the user waits for an event."""
        if isinstance(moment, Acted) and moment.actor == "user":
            self.unseen = 0
        if isinstance(moment, Acted) and is_noise(moment):
            self._has_come(moment)
        if is_down == self._is_down:
            return
        if self._is_full:
            # The noise's clock stood still while the limit was reached.
            self._zero += max(0, moment.at - self._last)
        self._is_down = is_down
        self._gathered = 0

    def adopt(self, config: EpisodeConfig, at: int) -> None:
        """Switch to another configuration's noise from time `at`; leave out noise that would have begun by then."""
        before, self._config = self._config, config
        # With the same options the schedule is the same, and continues where it was.
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
