"""Turns a transcript into moments.

Only the assistant's messages to the user, answers to offers, and silences are performed on the phone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from replay.foreign.lite_messages import ANSWERED, SPOKEN, LiteMessage, ReplyParts, answer_in, deed_in, heard_in
from replay.foreign.lite_originals import AGENT, ANSWER, BEFORE, MESSAGE
from replay.foreign.performing import speak
from replay.foreign.roles import ANSWERS, SPEAK
from replay.foreign.states.classes import app_of
from simulator.phone.actions import Side
from simulator.phone.apps.assistant import NAME as CARD
from simulator.phone.perform import Done, Refusal, user_does
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from simulator.phone.writable import shortened
from simulator.trace.exchange import Stage
from simulator.trace.moments import (
    FAILED_THERE,
    UNTOLD,
    Acted,
    Ended,
    Envelope,
    Moment,
    Phase,
    Said,
    Started,
    patches_of,
    plain,
)

_WAIT = "wait"
# Number of latest moments in which `_is_echo` looks for the same words.
_LATELY = 12
_CALLED = re.compile(r"\[[0-9 :-]+\] \w+__(\w+)\(")
_LONGEST_PROMPT, _LONGEST_ERROR, _LONGEST_NAME = 400, 4000, 100


class Used(NamedTuple):
    """Tokens and seconds of one reply."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None


class Transcript:
    """Builds the moments of a run from the messages of a transcript."""

    def __init__(
        self,
        world: World,
        stages: Mapping[str, Stage],
        used: Mapping[tuple[str, int], Used],
        original: dict[str, Any],
    ) -> None:
        """Start a run with its first moment. `original`: the part of the file that the first moment keeps."""
        self.world = world
        self.moments: list[Moment] = []
        self.turn = 0
        self._stages = stages
        self._used = used
        self._untold: list[dict[str, Any]] = []
        envelope = Envelope(original=original)
        self._add(Started(**self._stamp(), state_hash=world.state_hash(), envelope=envelope))

    def tell(self, message: LiteMessage, answer: LiteMessage | None) -> None:
        """Add a message of the transcript to the run. `answer`: the result of the call in the message, if any."""
        self.world.now = max(self.world.now, int(message.at or 0))
        deed = deed_in(message.text) if message.role == SPOKEN else ReplyParts("")
        if deed.name:
            self._add(self._acted(message, deed, answer))
        else:
            self._said(message)

    def end(self) -> None:
        self._add(Ended(**self._stamp(), reason="unknown", envelope=self._envelope(None)))

    # Actions of agents

    def _acted(self, message: LiteMessage, deed: ReplyParts, answer: LiteMessage | None) -> Acted:
        actor = self._actor(message)
        self.turn = max(self.turn + (actor == "user"), 1)
        prefix, _, function = deed.name.rpartition("__")
        app, text, failed = _app(prefix, function), *(("", False) if answer is None else answer_in(answer.text))
        is_answer = app == CARD and function in ANSWERS
        phase = self._phase(message)
        done = None if failed else self._performed(app, function, deed.args, actor, phase == "execute")
        return Acted(
            **self._stamp(),
            patches=patches_of(done.changes) if done is not None else (),
            envelope=self._envelope(message, deed.thought, answer),
            actor=actor,
            app=app or shortened(prefix, _LONGEST_NAME) or CARD,
            name=shortened(function, _LONGEST_NAME),
            args=plain(deed.args),
            write=_writes(app, function, actor),
            result=None if failed or answer is None else text,
            error=Refusal(FAILED_THERE, shortened(text, _LONGEST_ERROR)) if failed else None,
            phase=phase,
            # Only answers to offers get this tag. For all acts in apps, one warning says that they can't be shown.
            tags=(UNTOLD,) if is_answer and done is None and not failed else (),
            asked=None if app in self.world.apps else shortened(deed.name, _LONGEST_NAME),
        )

    def _performed(self, app: str, function: str, args: dict[str, Any], actor: Side, reports: bool) -> Done | None:
        """Perform a message to the user, an answer to an offer, or a silence. Return None if the act can't be shown.

        Only these acts can be performed, because they need no app except the assistant's card.
        """
        n, content = len(self.moments), str(args.get("content") or "")
        if app != CARD:
            return None
        if actor == "user" and function in ANSWERS:
            done = user_does(self.world, f"{self.world.apps[CARD].prefix}__{function}", {"content": content}, n)
            return done if done.error is None else None
        if actor == "assistant" and function == SPEAK:
            done = speak(self.world, content, n, reports)
            return done if done.error is None else None
        waits = actor == "assistant" and function == _WAIT
        return Done(app, function, args, False, None, None, []) if waits else None

    # Messages of agents and to agents

    def _said(self, message: LiteMessage) -> None:
        text = answer_in(message.text)[0] if message.role == ANSWERED else heard_in(message.text)
        if not text or (message.role != SPOKEN and self._is_echo(text)):
            self._untold.append({AGENT: message.agent, MESSAGE: message.raw})
            return
        told = shortened(text, _LONGEST_PROMPT) if message.role == "system" else text
        envelope, actor = self._envelope(message), self._actor(message)
        self._add(Said(**self._stamp(), envelope=envelope, actor=actor, role=message.role, text=told))

    def _is_echo(self, text: str) -> bool:
        """Return whether the text repeats recent words on the assistant's card, or only lists recent taps."""
        latest = [moment for moment in self.moments[-_LATELY:] if isinstance(moment, Acted)]
        words = [str(act.args.get("content") or "").strip() for act in latest if act.app == CARD]
        if any(said and said in text for said in words):
            return True
        done = {act.name for act in latest if act.actor == "user"}
        return all((called := _CALLED.match(line)) and called[1] in done for line in text.splitlines())

    # Moments

    def _actor(self, message: LiteMessage) -> Side:
        return "user" if self._stages[message.agent] == "user" else "assistant"

    def _phase(self, message: LiteMessage) -> Phase | None:
        stage = self._stages[message.agent]
        return None if stage == "user" else stage

    def _envelope(self, message: LiteMessage | None, thought: str = "", answer: LiteMessage | None = None) -> Envelope:
        original: dict[str, Any] = {}
        used = Used()
        if message is not None:
            original = {AGENT: message.agent, MESSAGE: message.raw}
            if message.role == SPOKEN:
                used = self._used.get((message.agent, message.spoken), used)
        if answer is not None:
            original[ANSWER] = answer.raw
        if self._untold:
            original[BEFORE], self._untold = self._untold, []
        latency = None if used.seconds is None else round(used.seconds * 1000, 1)
        return Envelope(
            latency_ms=latency, tokens_in=used.tokens_in, tokens_out=used.tokens_out, thought=thought, original=original
        )

    def _add(self, moment: Moment) -> None:
        self.moments.append(moment)

    def _stamp(self) -> dict[str, Any]:
        now = self.world.now
        return {"n": len(self.moments), "at": now, "local": self.world.show(now), "turn": self.turn}


def _app(prefix: str, function: str) -> str:
    """Return our name for the app of a call, found by the app's name or class in the call.

    Calls of the assistant's card may name no app.
    """
    card = all_apps()[CARD]
    if not prefix and function in {**card.everywhere, **card.tools}:
        return CARD
    named = next((app.name for app in all_apps().values() if prefix in (app.prefix, app.title)), "")
    return named or app_of(prefix)


def _writes(app: str, function: str, actor: Side) -> bool:
    known = all_apps().get(app)
    if known is None:
        return False
    taps = (*map(taps_of, known.screens), known.everywhere) if actor == "user" else (known.tools,)
    return any(function in offered and offered[function].write for offered in taps)
