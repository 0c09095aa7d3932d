"""The position of a run within its turn: which side acts next, computed from the moments alone."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.agents.policy import TURN_ENDING, WAITING
from simulator.config import EpisodeConfig
from simulator.phone.perform import BAD_REPLY
from simulator.trace.moments import Acted, Moment

_PUT_DOWN = "put_phone_down"
_ACCEPT = "accept_proposal"
# Error codes of writes that were refused before they were tried; `failing_writes` does not count these writes.
_NOT_TRIED = ("no_consent", "unknown_tool", "bad_argument", BAD_REPLY)
# Error codes after which the user may try again: unknown action, bad arguments, or unreadable reply.
_MISSED = ("not_available", "bad_argument", BAD_REPLY)


@dataclass
class Position:
    """The clock, the turn, and the number of calls of each side in this turn. Call `feed` with every moment."""

    config: EpisodeConfig
    clock: int
    """Simulated time at which the next player decides."""
    turn: int = 1
    user_calls: int = 0
    user_misses: int = 0
    assistant_calls: int = 0
    assistant_over: bool = False
    executed: int = 0
    """Calls in the execute phase since the user last accepted an offer, not counting calls that only waited."""
    writes: int = 0
    """Writes that the assistant tried with consent and valid arguments, whether they succeeded or failed."""
    jumping: bool = False
    """True from the moment when the phone is put down until something ends the wait or the assistant acts."""
    user_rests: bool = False
    """True if only the assistant was woken, by its own timeout; nothing has happened for the user since."""

    def feed(self, moment: Moment) -> None:
        self.clock = max(self.clock, moment.at)
        if not isinstance(moment, Acted):
            return
        # The loop begins a turn without a moment of its own, so the first stored moment of a turn begins it here.
        if moment.turn != self.turn:
            self.begin_turn(moment.turn)
            if moment.actor != "user":
                self.rest()
        if moment.actor == "user":
            self._user_acted(moment)
        elif moment.actor == "assistant":
            self._assistant_acted(moment)

    @property
    def user_over(self) -> bool:
        return self.jumping or self.user_calls >= self.config.user_iterations

    @property
    def idle(self) -> bool:
        """Return True while the phone is down and the user waits for an event."""
        return self.jumping or self.user_rests

    def woken(self, at: int) -> None:
        """End the wait, because something happened while the phone was down."""
        self.jumping = self.user_rests = False
        self.clock = max(self.clock, at)

    def assistant_woken(self, at: int) -> None:
        """Give the assistant its part of the turn, because its wait timed out; the user keeps waiting."""
        self.woken(at)
        self.user_rests = True

    def rest(self) -> None:
        """Skip the user's part of a new turn: the phone is still down, and the user has no news."""
        self.user_calls = self.config.user_iterations
        self.jumping = True

    def begin_turn(self, turn: int) -> None:
        self.turn = turn
        self.user_calls = self.user_misses = self.assistant_calls = 0
        self.assistant_over = False
        self.jumping = self.user_rests = False

    def _user_acted(self, moment: Acted) -> None:
        if moment.error is not None and moment.error.code in _MISSED and self.user_misses < self.config.user_retries:
            self.user_misses += 1
        else:
            self.user_calls += 1
        unread = moment.error is not None and moment.error.code == BAD_REPLY
        # A reply without an action changed nothing on the phone, so it takes no simulated time.
        self.clock = moment.at + moment.thinking + (0 if unread else self.config.user_action_seconds)
        if moment.error is None and moment.name == _PUT_DOWN:
            # Nobody taps a phone that has been put down, so the user's part of the turn is over.
            self.user_calls = self.config.user_iterations
            self.jumping = True
        if moment.error is None and moment.name == _ACCEPT:
            self.executed = 0

    def _assistant_acted(self, moment: Acted) -> None:
        # The assistant acts only after something has ended the wait, or if nothing will: the wait is over either way.
        self.jumping = False
        self.assistant_calls += 1
        self.clock = moment.at + moment.thinking + self.config.assistant_call_seconds
        if moment.phase == "execute" and not _only_waited(moment):
            self.executed += 1
        if moment.write and (moment.error is None or moment.error.code not in _NOT_TRIED):
            self.writes += 1
        if moment.error is None and moment.name in _ENDING:
            self.assistant_over = True


def _only_waited(moment: Acted) -> bool:
    # A wait that failed counts: it does not end the turn, so uncounted waits could be repeated without end. A wait that
    # succeeded ends the turn, and the turns of a run are limited.
    return moment.error is None and moment.name in _WAITING


_ENDING = frozenset(name.partition("__")[2] for name in TURN_ENDING)
_WAITING = frozenset(name.partition("__")[2] for name in WAITING)
