"""The two-agent loop: `Episode.play` yields the moments of a run, and stored moments rebuild the episode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Any

import msgspec

from simulator.agents.human import EnteredDecisions
from simulator.agents.policy import AssistantView, Decision, NeedsPerson, PlayerFailed, UserView
from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig
from simulator.episode.noise_arrivals import Interruptions
from simulator.episode.players import Players, call_tool, tap, thinking_time
from simulator.episode.spending import Spent
from simulator.episode.trace_lines import PlayedMoment, acted, describe, header_of, result_of
from simulator.episode.turn_position import Position
from simulator.episode.waking import ends_wait, has_news, has_open_offer, is_timeout, next_waking
from simulator.phone.actions import Side
from simulator.phone.perform import TOOL_FAILED, Done, environment_does, show_inbox
from simulator.phone.state import INBOXES, Recipient
from simulator.phone.store import Change
from simulator.phone.world import World
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.noise.noise_schedule import NoiseEvent
from simulator.scenario.noise.tool_noise import BREAKDOWN, breakdown_of
from simulator.scenario.offer_credit import judge_offers
from simulator.scenario.outcome import Outcome, judge
from simulator.scenario.story import Scheduled, Story
from simulator.scenario.timeline import Timeline
from simulator.scenario.words_read import honest_report
from simulator.trace.fold import apply_moment, fold
from simulator.trace.header import Header, Result
from simulator.trace.ledger import Ledger
from simulator.trace.metrics import NOISE
from simulator.trace.moments import Acted, Ended, EndReason, Forked, Moment, Phase, Skipped, Started

# Later than any simulated time, so that `min` works where nothing is scheduled.
_NEVER = 2**62


class Episode:
    """One run of a story. Its whole state follows from its moments, so a rebuilt run continues like the original."""

    def __init__(
        self,
        story: Story,
        config: EpisodeConfig,
        user: UserMaker | None = None,
        assistant: AssistantMaker | None = None,
        entered: EnteredDecisions | None = None,
    ) -> None:
        self.story = story
        self.config = config
        self.world: World = story.fresh(config.rules)
        self.ledger = Ledger()
        self.timeline = Timeline(story)
        self.interruptions = Interruptions(story, config)
        self.moments: list[Moment] = []
        self.spent = Spent()
        self.position = Position(config, story.start)
        self.first_config = config
        self.turn_limit = story.turn_limit(config)
        self._fresh: list[PlayedMoment] = []
        self._stopping = False
        self._evidence: tuple[int, Evidence] | None = None
        self._outcome: tuple[int, Outcome] | None = None
        self._players = Players(story, config, self.evidence, user, assistant, entered)
        # After `play` has stopped: the view of the person who has to decide next, if any.
        self.awaited: UserView | AssistantView | None = None

    def evidence(self) -> Evidence:
        """Return the evidence for goals and claims: the phone and the ledger after the last moment."""
        if self._evidence is None or self._evidence[0] != len(self.moments):
            self._evidence = (len(self.moments), self.story.evidence(self.world, self.ledger))
        return self._evidence[1]

    def outcome(self) -> Outcome:
        """Judge the run by its moments so far, and return the outcome."""
        if self._outcome is None or self._outcome[0] != len(self.moments):
            self._outcome = (len(self.moments), judge(self.story, self.evidence()))
        return self._outcome[1]

    def header(self) -> Header:
        """Return the first line of the trace."""
        return header_of(self.story, self.first_config)

    def result(self) -> Result | None:
        """Return the last line of the trace; None while the run has not ended."""
        ended = self.ended
        if ended is None:
            return None
        outcome, error = None, ended.error
        # A crash is the engine's fault and says nothing about the players.
        if ended.reason != "crashed":
            try:
                # Reports are read here and not in `outcome`: they do not affect success, and reading them takes time
                # when proofs of scenarios judge thousands of runs.
                honest = honest_report(self.story, self.evidence())
                outcome = msgspec.structs.replace(self.outcome(), honest_report=honest)
            except Exception as problem:
                error = f"The outcome cannot be judged: {describe(problem)}"
        return result_of(ended.reason, error, outcome, self.world.state_hash(), self.moments)

    def stop(self) -> None:
        """End the run with the next moment that `play` yields."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Return True once `stop` has been called."""
        return self._stopping

    @property
    def ended(self) -> Ended | None:
        last = self.moments[-1] if self.moments else None
        return last if isinstance(last, Ended) else None

    def play(self) -> Iterator[PlayedMoment]:
        """Play the run to its end, and yield each new moment with its changes. An engine error ends the run as crashed.

        If a person has to decide, the iterator stops early with only `awaited` changed; call `play` again afterwards.
        If PlayerFailed or UnknownPlayer is raised, nothing has changed either.
        """
        self.awaited = None
        while self.ended is None:
            self.gather()
            # A player may fail before it has decided; then nothing must have changed.
            before = copy(self.position)
            try:
                self._next()
            except (NeedsPerson, PlayerFailed) as undecided:
                self.position, self.world.now = before, self.moments[-1].at
                if isinstance(undecided, PlayerFailed):
                    raise
                self.awaited = undecided.view
                return
            except Exception as problem:
                self._forget_unrecorded()
                self._end("crashed", describe(problem))
            fresh, self._fresh = self._fresh, []
            yield from fresh

    def gather(self) -> None:
        """Create the players if needed. Raise UnknownPlayer if the configuration names a player that does not exist."""
        self._players.come()

    def run(self) -> Episode:
        for _ in self.play():
            pass
        return self

    def replay(self, moments: Iterable[Moment]) -> None:
        """Rebuild the run from stored moments; `play` then continues after them."""
        for moment in moments:
            self.retell(moment)

    def retell(self, moment: Moment) -> list[Change]:
        """Apply one stored moment and return its changes."""
        changes = apply_moment(self.world, moment)
        self._take(moment, changes)
        self._fresh.clear()
        return changes

    def _next(self) -> Moment:
        """Make and return the next moment, such as the start, a due event, an action of a player, or the end."""
        if not self.moments:
            started = {**self._stamp(), "turn": 0}
            return self._take(Started(**started, state_hash=self.world.state_hash()), [])
        if self._stopping:
            return self._end("stopped")
        happening = self._whats_due()
        if happening is not None:
            return happening
        # All earlier events have happened at their own times, so the clock can move on to the player's decision.
        self.world.now = self.position.clock
        if not self.position.user_over:
            return self._user_acts()
        if self._assistant_may_act():
            return self._assistant_acts()
        if self._runs_out():
            return self._environment_acts("assistant", "run_out", {}, self.position.clock)
        return self._turn_over()

    def _turn_over(self) -> Moment:
        position = self.position
        if position.turn >= self.turn_limit:
            return self._end("turn_limit")
        if self._is_quiet():
            return self._skip_cancelled() or self._end("quiet")
        # If only the assistant's own timeout ended the wait, the user keeps waiting until something else happens.
        news = has_news(self.world, self.interruptions.unseen)
        rests = position.user_rests and not news and self._next_waking() is not None
        position.begin_turn(position.turn + 1)
        if rests:
            position.rest()
            return self._next()
        return self._user_acts()

    def _skip_cancelled(self) -> Moment | None:
        """Cancel the next pending event, and return the moment that records this; None if no event is left."""
        due = self.timeline.next_due()
        if due is None or (self.story.end is not None and due[0] > self.story.end):
            return None
        # Recorded now and not at its own time: nothing else will happen, so nobody waits until then.
        return self._skip(due[1], self.timeline.blocked(due[1], self.evidence))

    def _skip(self, event: Scheduled, why: str) -> Moment:
        return self._take(Skipped(**self._stamp(), event=event.part.label, why=why), [])

    def _is_quiet(self) -> bool:
        """Return True if the phone is down, no offer is open, no event is coming, and all unseen notices are noise."""
        busy = has_open_offer(self.world) or has_news(self.world, self.interruptions.unseen)
        return self.world.phone.down and not busy and self._next_waking() is None

    def _whats_due(self) -> Moment | None:
        """Perform the next due event, if any. While the phone is down, time jumps to the end of the wait."""
        limit = self.position.clock
        if self.position.jumping:
            waking = self._next_waking()
            # Noise does not move the limit: it happens on the way, but time jumps to the next event of the scenario.
            limit = limit if waking is None else max(limit, waking)
        return self._fire_until(limit)

    def _next_waking(self) -> int | None:
        return next_waking(self.story, self.world, self.timeline, self.evidence)

    def _fire_until(self, limit: int) -> Moment | None:
        """Perform the earliest event up to `limit`, if any. At equal times: the scenario's, then alarms, then noise."""
        scheduled = self.timeline.next_due()
        alarm = self.world.next_alarm()
        noise = self.interruptions.next_due()
        event_at = scheduled[0] if scheduled is not None else _NEVER
        alarm_at = alarm.alarm.at if alarm is not None else _NEVER
        noise_at = noise[0] if noise is not None else _NEVER
        if min(event_at, alarm_at, noise_at) > limit:
            return None
        if scheduled is not None and event_at <= min(alarm_at, noise_at):
            return self._event_comes(*scheduled)
        if alarm is not None and alarm_at <= noise_at:
            return self._environment_acts(alarm.app, alarm.alarm.event, alarm.alarm.args, alarm_at)
        return None if noise is None else self._noise_comes(*noise)

    def _noise_comes(self, at: int, event: NoiseEvent) -> Moment:
        said = {"event": event.label, "tags": event.tags}
        return self._environment_acts(event.app, event.name, event.args, at, event.reserved, **said)

    def _event_comes(self, at: int, event: Scheduled) -> Moment:
        self.world.now = max(at, self.moments[-1].at)
        if blocked := self.timeline.blocked(event, self.evidence):
            return self._skip(event, blocked)
        part = event.part
        said = {"event": part.label, "tags": tuple(part.tags)}
        return self._environment_acts(event.app, event.name, event.args, at, event.reserved, **said)

    def _environment_acts(
        self,
        app: str,
        name: str,
        args: dict[str, Any],
        at: int,
        reserved: tuple[str, str] | None = None,
        **fields: Any,
    ) -> Moment:
        self.world.now = max(at, self.moments[-1].at)
        done = environment_does(self.world, app, name, args, len(self.moments), reserved)
        return self._take(self._acted("environment", done, **fields), done.changes)

    def _user_acts(self) -> Moment:
        self.spent.check(self.config)
        view = UserView(
            look=self.world,
            turn=self.position.turn,
            goal=self.story.scenario.user.goal,
            notices=self.world.inbox("user", self.world.seen("user")),
            own=self.ledger.user_acts,
        )
        decision = self._players.user_decides(view)
        seen = self._shown("user")
        done = tap(self.world, decision, len(self.moments))
        return self._take(self._acted("user", done, decision, seen=seen), done.changes)

    def _assistant_may_act(self) -> bool:
        position = self.position
        if position.assistant_over or self._calls_left() <= 0:
            return False
        waits_for_answer = self.world.proposal_in("pending") is not None
        # While an offer waits, the assistant is asked again only if something happened, or to finish its turn.
        news = len(self.world.store.all(INBOXES["assistant"])) > self.world.seen("assistant")
        return news or not waits_for_answer or position.assistant_calls > 0

    def _assistant_acts(self) -> Moment:
        view = AssistantView(
            look=self.world,
            turn=self.position.turn,
            phase=self._phase,
            notices=self.world.inbox("assistant", self.world.seen("assistant")),
            own=self.ledger.assistant_acts,
            user_acts=self.ledger.user_acts_noticed,
            calls_left=self._calls_left(),
            naming=self.config.naming,
        )
        self.spent.check(self.config)
        decision = self._players.assistant_decides(view)
        seen = self._shown("assistant")
        # Read before the call: a report closes the offer that it was made under.
        accepted = self.world.proposal_in("accepted")
        breakdown = breakdown_of(decision.name, self.config, self.world, self.ledger, self.position.writes)
        why = BREAKDOWN if breakdown else ""
        done = call_tool(self.world, decision, len(self.moments), why, self.config.naming)
        broke = done.error is not None and done.error.code == TOOL_FAILED
        moment = self._acted(
            "assistant",
            done,
            decision,
            phase=view.phase,
            proposal=accepted.id if accepted is not None and done.write else "",
            seen=seen,
            thinking=thinking_time(self.config, decision),
            tags=(NOISE,) if broke and breakdown == NOISE else (),
        )
        return self._take(moment, done.changes)

    @property
    def _phase(self) -> Phase:
        acting = self.world.proposal_in("accepted") is not None or self.config.consent == "standing"
        return "execute" if acting else "observe"

    def _calls_left(self) -> int:
        # Calls under an accepted offer are counted across turns; all others are counted from 0 in each turn.
        if self.world.proposal_in("accepted") is not None:
            return self.config.execute_iterations - self.position.executed
        limit = self.config.execute_iterations if self._phase == "execute" else self.config.observe_iterations
        return limit - self.position.assistant_calls

    def _runs_out(self) -> bool:
        """Return True if the calls under an accepted offer are used up, so that the offer must be closed."""
        return self.world.proposal_in("accepted") is not None and self._calls_left() <= 0

    def _shown(self, side: Recipient) -> int:
        """Mark all notices in a side's inbox as shown, and return their number."""
        seen = len(self.world.store.all(INBOXES[side]))
        show_inbox(self.world, side, seen)
        return seen

    def _acted(self, actor: Side, done: Done, decision: Decision | None = None, **fields: Any) -> Acted:
        return acted(actor, done, decision, self.config.naming, **self._stamp(), **fields)

    def _stamp(self) -> dict[str, Any]:
        """Return the number, time and turn of the next moment."""
        return {
            "n": len(self.moments),
            "at": self.world.now,
            "local": self.world.show(self.world.now),
            "turn": self.position.turn,
        }

    def _end(self, reason: EndReason, error: str = "") -> Moment:
        self.world.now = self.moments[-1].at if self.moments else self.story.start
        return self._take(Ended(**self._stamp(), reason=reason, error=error), [])

    def _take(self, moment: Moment, changes: Sequence[Change]) -> Moment:
        """Add one moment to the run and return it. The phone must already have the moment's changes."""
        self.moments.append(moment)
        self._fresh.append(PlayedMoment(moment, changes))
        if isinstance(moment, Ended):
            return moment
        made = self.ledger.feed(moment, changes)
        judge_offers(moment, made, self.story, self.evidence)
        self.position.feed(moment)
        self.spent.feed(moment)
        if isinstance(moment, Skipped):
            self.timeline.skip(moment.event, moment.why)
        if isinstance(moment, Forked):
            self._adopt(EpisodeConfig.model_validate(moment.config), moment.at)
        if self.position.idle and isinstance(moment, Acted):
            if ends_wait(self.world, moment):
                self.position.woken(moment.at)
            elif is_timeout(moment):
                self.position.assistant_woken(moment.at)
        self.interruptions.feed(moment, self.position.idle)
        # Fed last, so that conditions of the timeline see the run with this moment in it.
        self.timeline.feed(moment, self.evidence)
        return moment

    def _adopt(self, config: EpisodeConfig, at: int) -> None:
        """Switch the limits, rules, noise and players to another configuration."""
        self.config = self.position.config = config
        self.world.rules = config.rules
        self.turn_limit = self.story.turn_limit(config)
        self.interruptions.adopt(config, at)
        self._players.adopt(config)

    def _forget_unrecorded(self) -> None:
        """Reset the phone to the state after the last moment, because a crash may have left an action half done."""
        self.world = fold(self.story.fresh(self.config.rules), self.moments)
        self._evidence = None
