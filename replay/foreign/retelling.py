"""Performs a foreign run on our phone, event by event, and counts the events that can't be shown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from replay.foreign.acting import Act
from replay.foreign.events import ForeignEvent
from replay.foreign.exchanges import NamedModel, envelope_of
from replay.foreign.ids import Ids
from replay.foreign.performing import Shown, abandon, by_tool, call_tool, speak, tap
from replay.foreign.rides import is_estimated, with_figures
from replay.foreign.roles import ANSWERS, SPEAK
from replay.foreign.states import Built
from replay.foreign.states.classes import app_of
from simulator.config import EpisodeConfig
from simulator.episode.trace_lines import describe
from simulator.phone.actions import Action
from simulator.phone.apps.assistant import NAME as CARD
from simulator.phone.perform import Done, Refusal, environment_does, show_inbox
from simulator.phone.screens import taps_of
from simulator.phone.state import HOME, INBOXES, Recipient
from simulator.phone.writable import shortened
from simulator.trace.exchange import Stage
from simulator.trace.exchange_parts import FirstUses
from simulator.trace.moments import (
    ESTIMATED,
    FAILED_THERE,
    FITTED,
    UNTOLD,
    Acted,
    Ended,
    EndReason,
    Envelope,
    Moment,
    Started,
    patches_of,
    plain,
)

_FRONT = re.compile(r"active app: *([^\n]+)(?:\n[^\n]*active state: *(\w+))?")
_LONGEST_ERROR, _LONGEST_REASON = 4000, 200
# Codes of errors that are ignored if the assistant only reads: such a call changes nothing on the phone anyway.
_NO_EFFECT = ("bad_argument",)


class _Told(NamedTuple):
    """The result of an event on our phone. `why`: the reason if the event could not be shown."""

    done: Done
    why: str = ""
    fitted: bool = False


class Retelling:
    """Performs the acts of a foreign run on our phone, and collects the moments."""

    def __init__(self, built: Built, config: EpisodeConfig, models: Mapping[Stage, NamedModel]) -> None:
        self.world = built.story.fresh(config.rules)
        self.moments: list[Moment] = []
        # Reasons why events could not be shown, with counts.
        self.untold: Counter[str] = Counter()
        self._apps = built.apps
        self._ids = Ids(built.ids)
        self._models = models
        self._shown = Shown()
        self._parts = FirstUses()
        self._turn = 0
        self._times: list[float] = []
        # For each side, the number of its notices after each moment.
        self._notices: dict[Recipient, list[int]] = {"user": [], "assistant": []}
        # How often the original phone showed a different screen than our phone when its user decided.
        self.astray = 0
        self._add(Started(**self._stamp(), state_hash=self.world.state_hash()), float(self.world.now))

    @property
    def fitted(self) -> int:
        return sum(isinstance(moment, Acted) and FITTED in moment.tags for moment in self.moments)

    def tell(self, act: Act) -> None:
        event = act.event
        if act.actor == "assistant" and act.phase is None:
            act = act._replace(phase="observe" if self.world.proposal_in("accepted") is None else "execute")
        self._begin(event.time, event.turn)
        seen = self._shown_before(act)
        self.astray += self._is_astray(act)
        told = self._perform(act) if event.error is None else _Told(self._attempted(act, event.error))
        if told.done.changes:
            told = told._replace(done=with_figures(self.world, told.done, act.output))
            self._ids.link(self.world.apps[told.done.app], event.result, told.done.changes)
        self._keep(act, told, seen)

    def end(self, reason: EndReason, error: str) -> None:
        self._add(Ended(**self._stamp(), reason=reason, error=error), self._times[-1])

    # Performing events on our phone

    def _perform(self, act: Act) -> _Told:
        try:
            if act.actor == "user":
                return self._user_does(act)
            return self._assistant_does(act) if act.actor == "assistant" else self._world_does(act)
        except Exception as problem:
            # A foreign file may hold anything; one event that breaks a screen must not make the whole import fail.
            return self._not_shown(act, describe(problem))

    def _user_does(self, act: Act) -> _Told:
        event, app = act.event, self._app(act.event)
        if app == CARD and event.function in ANSWERS and self.world.proposal_in("pending") is None:
            return self._not_shown(act, "no offer was open")
        action = self._tap_action(app, event.function)
        why = f"the phone has no such action ({event.called})"
        if action is not None:
            args = self._ids.arguments(action, self._opened(event), self._n)
            tapped = tap(self.world, action, args, self._n, self._shown)
            if tapped.done.error is None:
                return _Told(tapped.done, fitted=tapped.fitted)
            # Our phone refuses to go back from the first screen of an app. The original PARE answers with a sentence.
            if action.name == "go_back" and self._is_where_it_leads(event.result):
                return _Told(tapped.done._replace(error=None))
            why = tapped.done.error.message
        done = self._behind(act)
        return self._not_shown(act, why) if done is None else _Told(done, fitted=True)

    def _is_where_it_leads(self, result: str | None) -> bool:
        """Return whether going back changed nothing in the original PARE, or led to the screen that is shown here."""
        return not result or "already" in result.lower() or type(self.world.screen).__name__ in result

    def _behind(self, act: Act) -> Done | None:
        """Perform the app's internal call for a tap that the current screen does not allow; None if no call works."""
        for event in (act.inner, act.event):
            app = self.world.apps.get(self._app(event)) if event is not None else None
            action = app.tools.get(event.function) if app is not None and event is not None else None
            if event is None or action is None or not action.write:
                continue
            done = by_tool(self.world, "user", action, self._ids.arguments(action, event.args, self._n), self._n)
            if done.error is None:
                return done
        return None

    def _assistant_does(self, act: Act) -> _Told:
        event, app = act.event, self.world.apps.get(self._app(act.event))
        action = app.tools.get(event.function) if app is not None else None
        if action is None:
            return self._not_shown(act, f"the phone has no such tool ({event.called})")
        args = self._ids.arguments(action, event.args, self._n)
        if event.function == SPEAK and action.app == CARD:
            done = speak(self.world, str(event.args.get("content") or ""), self._n, act.phase == "execute")
            return _Told(done) if done.error is None else self._not_shown(act, done.error.message)
        if act.phase == "observe" and self.world.proposal_in("accepted") is not None:
            done = by_tool(self.world, "assistant", action, args, self._n, abandon)
        else:
            done = call_tool(self.world, action, args, self._n)
        if done.error is None:
            return _Told(done)
        if not action.write and done.error.code in _NO_EFFECT:
            return _Told(done._replace(error=None))
        return self._not_shown(act, done.error.message)

    def _world_does(self, act: Act) -> _Told:
        event, app = act.event, self.world.apps.get(self._app(act.event))
        if app is None:
            return self._not_shown(act, f"the phone has no app {event.app}")
        action = app.events.get(event.function)
        if action is not None:
            args = self._ids.arguments(action, event.args, self._n)
            done = environment_does(self.world, app.name, event.function, args, self._n)
        elif event.function in app.tools:
            action = app.tools[event.function]
            done = by_tool(self.world, "environment", action, self._ids.arguments(action, event.args, self._n), self._n)
        else:
            return self._not_shown(act, f"the phone has no such event ({event.called})")
        return _Told(done) if done.error is None else self._not_shown(act, done.error.message)

    def _not_shown(self, act: Act, why: str) -> _Told:
        event = act.event
        app = self._app_told(event)
        done = Done(app, event.function, self._ids.anything(event.args), event.write, None, None, [])
        # The first sentence of `why` says what is wrong; the rest is advice for players.
        return _Told(done, shortened(why.partition(". ")[0].rstrip("."), _LONGEST_REASON))

    def _attempted(self, act: Act, error: str) -> Done:
        event = act.event
        app = self._app_told(event)
        action = self._known_action(act, app)
        args = self._ids.anything(event.args) if action is None else self._ids.arguments(action, event.args, self._n)
        write = event.write if action is None else action.write
        refusal = Refusal(FAILED_THERE, shortened(error, _LONGEST_ERROR))
        return Done(app, event.function, args, write, None, refusal, [])

    def _is_astray(self, act: Act) -> bool:
        front = _FRONT.search(act.call.front) if act.call is not None and act.actor == "user" else None
        if front is None:
            return False
        app, screen = self._apps.get(front[1].strip(), ""), front[2]
        frame = self.world.frames(self.world.phone.active)[-1]
        return app != self.world.phone.active or (screen is not None and screen != frame.screen)

    # Finding apps and actions

    @property
    def _n(self) -> int:
        return len(self.moments)

    def _app(self, event: ForeignEvent) -> str:
        """Return our name for the app of an event; empty if the phone has no such app."""
        ours = self._apps.get(event.app) or app_of(event.app)
        return ours if ours in self.world.apps else ""

    def _app_told(self, event: ForeignEvent) -> str:
        """Return our name for the app, or its foreign name if the phone has no such app."""
        return self._app(event) or shortened(" ".join(event.app.replace(",", " ").split()), 60) or HOME

    def _known_action(self, act: Act, app_name: str) -> Action | None:
        app = self.world.apps.get(app_name)
        if app is None:
            return None
        if act.actor == "user":
            return self._tap_action(app_name, act.event.function)
        return (app.tools if act.actor == "assistant" else app.events).get(act.event.function)

    def _tap_action(self, app_name: str, function: str) -> Action | None:
        """Return the user's action of this name; None if the app has no such action.

        Actions that are possible everywhere come first, then those of the current screen, then those of other screens.
        """
        home = self.world.apps[HOME].everywhere
        if function in home and app_name:
            return home[function]
        app = self.world.apps.get(app_name)
        if app is None:
            return None
        if function in app.everywhere:
            return app.everywhere[function]
        front = [type(self.world.screen)] if self.world.phone.active == app_name else []
        found = (taps_of(screen).get(function) for screen in (*front, *app.screens))
        return next((action for action in found if action is not None), None)

    def _opened(self, event: ForeignEvent) -> dict[str, Any]:
        """Return the event's arguments, with our name for the app if the event opens an app."""
        name = event.args.get("app_name")
        ours = self.world.apps.get(self._apps.get(name, "")) if isinstance(name, str) else None
        return event.args if ours is None else {**event.args, "app_name": ours.prefix}

    # Moments

    def _begin(self, time: float | None, turn: int | None) -> None:
        self.world.now = max(self.world.now, int(time or 0))
        # The original PARE counts turns from 0, but we count from 1.
        self._turn = max(self._turn, 0 if turn is None else turn + 1, 1)

    def _shown_before(self, act: Act) -> int | None:
        """Show the actor the notices that came before its model was asked, and return how many it has now seen.

        Return None for the environment, which gets no notices.
        """
        if act.actor == "environment":
            return None
        now = len(self.world.store.all(INBOXES[act.actor]))
        seen = now
        if act.call is not None and act.call.asked_at is not None:
            before = bisect_right(self._times, act.call.asked_at)
            seen = self._notices[act.actor][before - 1] if before else 0
        # A notice that was shown once stays shown, whatever the times in the logs say.
        seen = max(seen, self.world.seen(act.actor))
        show_inbox(self.world, act.actor, seen)
        return seen

    def _keep(self, act: Act, told: _Told, seen: int | None) -> None:
        event, done = act.event, told.done
        accepted = self.world.proposal_in("accepted")
        if told.why:
            self.untold[f"{event.called}: {told.why}"] += 1
        known = self._known_action(act, done.app) is not None
        moment = Acted(
            **self._stamp(),
            patches=patches_of(done.changes),
            envelope=self._envelope(act),
            actor=act.actor,
            app=done.app,
            name=done.name,
            args=plain(done.args),
            write=done.write,
            result=None if done.error is not None else event.result,
            error=done.error,
            phase=act.phase,
            proposal=accepted.id if act.actor == "assistant" and done.write and accepted is not None else "",
            seen=seen,
            tags=tuple(self._tags(act, told)),
            asked=None if known else shortened(event.called, 100),
        )
        self._add(self._parts.settle(moment), event.time)
        if act.actor == "user":
            self._shown.note(self.world)

    def _tags(self, act: Act, told: _Told) -> Iterator[str]:
        if told.why:
            yield UNTOLD
        elif is_estimated(told.done, act.actor == "user", act.output):
            yield ESTIMATED
        if told.fitted:
            yield FITTED

    def _envelope(self, act: Act) -> Envelope:
        return envelope_of(act.call, act.stage, self._models, act.event.raw)

    def _add(self, moment: Moment, time: float | None) -> None:
        self.moments.append(moment)
        before = self._times[-1] if self._times else 0.0
        self._times.append(max(before, time or 0.0))
        for side, counts in self._notices.items():
            counts.append(len(self.world.store.all(INBOXES[side])))

    def _stamp(self) -> dict[str, Any]:
        now = self.world.now
        return {"n": self._n, "at": now, "local": self.world.show(now), "turn": self._turn}
