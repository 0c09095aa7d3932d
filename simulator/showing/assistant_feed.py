"""The feed of a person who plays the assistant: everything that the assistant was told, and its own calls, by turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION
from simulator.phone.registry import all_apps
from simulator.phone.state import Notice
from simulator.showing.action_words import spoken_text
from simulator.showing.readable_values import Cell, text_of_value
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import Parts, plain, strong
from simulator.showing.told_moment import Lane, Shape
from simulator.showing.verbs import did, does, verb_phrase
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted
from simulator.words.english import capital

_HEAD = re.compile(r"([A-Z][a-z]{1,11}): (.*)")
_ANSWERS: Mapping[str, tuple[Shape, str]] = {
    "accepted": ("accept", " accepts your offer"),
    "rejected": ("reject", " rejects your offer"),
    "user_message": ("user", " writes to you"),
}


class FeedLine(NamedTuple):
    """One line of the feed: a notice, or a call of the assistant's own."""

    step: int
    turn: int
    local: str
    lane: Lane
    shape: Shape
    parts: Parts
    facts: tuple[Cell, ...] = ()
    """Arguments of the user's action that are not in another field."""
    result: str = ""
    """The result of the user's action."""
    text: str = ""
    """The full text of a notice, an offer or a message."""
    about: str = ""
    """Id of the record that the line is about."""
    is_new: bool = False
    call: int = 0
    """For a call of the assistant's own: its number, counted from 1, if the page shows its result; otherwise 0."""


class CallResult(NamedTuple):
    """A call of the assistant's own, with its result or the reason why it failed."""

    number: int
    step: int
    turn: int
    name: str
    """Name of the tool as the assistant sees it."""
    args: Mapping[str, Any]
    write: bool
    result: Any
    error: str

    @property
    def short(self) -> str:
        """Return the tool's name without the app's."""
        return _short(self.name)

    @property
    def deed(self) -> str:
        """Return the tool's name in words for a list of what was done, such as `Sent message`."""
        return capital(did(verb_phrase(self.short)))


def own_acts(history: RunHistory) -> Iterator[Acted]:
    """Return the calls of the assistant so far, also those of the player before a person took over."""
    return (moment for moment in history.moments if isinstance(moment, Acted) and moment.actor == "assistant")


def called(act: Acted) -> str:
    """Return the name under which the assistant called a tool."""
    if act.asked is not None or act.misread:
        return act.asked or act.name
    return f"{all_apps()[act.app].prefix}__{act.name}"


def results_of(history: RunHistory) -> list[CallResult]:
    """Return the calls whose results the assistant has, oldest first; without offers, reports and waits."""
    shown = [act for act in own_acts(history) if _has_result(act)]
    return [
        CallResult(
            number=number,
            step=act.n,
            turn=act.turn,
            name=called(act),
            args=act.args,
            write=act.write,
            result=act.result,
            error="" if act.error is None else act.error.message,
        )
        for number, act in enumerate(shown, 1)
    ]


def feed_of(history: RunHistory, told: int, turn: int) -> list[FeedLine]:
    """Return the lines of the feed in order: the first `told` notices of the assistant's inbox, and its own calls.

    The lines say no more than a program is told in `AssistantFacts`: the words of the run's story would name people and
    records that the assistant may not know. Later notices are left out, because a program gets them only when it has to
    decide. Notices since the assistant's last decision before `turn` are new; with turn 0, none are.
    """
    last = max((act.n for act in own_acts(history) if act.turn < turn), default=-1) if turn else len(history)
    owner = history.story.scenario.owner.name.split()[0]
    inbox = history.episode.world.inbox("assistant")[:told]
    lines = [_notice(history, owner, notice, number, last) for number, notice in enumerate(inbox, 1)]
    numbers = {result.step: result.number for result in results_of(history)}
    lines += [_own(act, numbers.get(act.n, 0)) for act in own_acts(history)]
    # A notice that the assistant's own call caused, such as a sent message that was answered, comes after the call.
    return sorted(lines, key=lambda line: (line.step, line.lane != "assistant"))


def _has_result(act: Acted) -> bool:
    return act.error is not None or not (act.app == CARD or act.name == WAIT_FOR_NOTIFICATION.rpartition("__")[2])


def _notice(history: RunHistory, owner: str, notice: Notice, number: int, last: int) -> FeedLine:
    step = history.brought_by("assistant", number)
    moment = history.moments[step]
    about = notice.about[1] if notice.about is not None else ""
    heads, text = _without_heads(notice.text) if notice.title else ((), "")
    line = FeedLine(
        step=step,
        turn=moment.turn,
        local=history.episode.world.show(notice.at),
        lane="world",
        shape="world",
        parts=(strong(notice.title),) if notice.title else (plain(notice.text),),
        facts=tuple(head for head in heads if head.text != about),
        text=text,
        about=about,
        is_new=step > last,
    )
    if not isinstance(moment, Acted) or moment.actor != "user":
        return line
    if notice.kind in _ANSWERS:
        shape, does_what = _ANSWERS[notice.kind]
        parts = (strong(owner), plain(does_what))
        return line._replace(lane="user", shape=shape, parts=parts, text=spoken_text(moment))
    return _of_user(line, owner, moment)


def _without_heads(text: str) -> tuple[tuple[Cell, ...], str]:
    """Split the lines at the top of a mail, such as `From: …`, from its text."""
    top, gap, rest = text.partition("\n\n")
    lines = [_HEAD.fullmatch(line) for line in top.split("\n")]
    if not gap or None in lines:
        return (), text
    return tuple(Cell(line[1], line[2]) for line in lines if line is not None), rest.strip()


def _of_user(line: FeedLine, owner: str, act: Acted) -> FeedLine:
    """Return the line about an action on the phone: its name in words, its arguments and its result."""
    text = spoken_text(act)
    about = next((str(value) for name, value in act.args.items() if name.endswith("_id") and value), "")
    others = ((name, text_of_value(value)) for name, value in act.args.items())
    return line._replace(
        lane="user",
        shape="user",
        parts=(
            strong(owner),
            plain(f" {does(verb_phrase(act.name.removesuffix('_by_id').removesuffix('_by_index')))}"),
        ),
        facts=tuple(Cell(name, value) for name, value in others if value and value not in (text, about)),
        result=text_of_value(act.result),
        text=text,
        about=about,
    )


def _own(act: Acted, call: int) -> FeedLine:
    line = FeedLine(act.n, act.turn, act.local, "assistant", "read", (), call=call)
    name = called(act)
    if act.error is not None:
        return line._replace(shape="error", parts=(strong(_short(name)), plain(" failed")))
    if name == WAIT:
        return line._replace(shape="silent", parts=(plain("You stayed silent"),))
    if name == WAIT_FOR_NOTIFICATION:
        seconds = act.args.get("timeout", 0)
        limit = f", for {seconds} seconds at most" if seconds else ""
        return line._replace(shape="silent", parts=(plain(f"You waited for news{limit}"),))
    if name == SAY:
        offered = any(patch.op == "add" and patch.table == "phone.proposal" for patch in act.patches)
        parts = (strong("You made an offer" if offered else "You reported"),)
        return line._replace(shape="proposal" if offered else "report", parts=parts, text=spoken_text(act))
    shape: Shape = "assistant" if act.write else "read"
    return line._replace(shape=shape, parts=(plain("You called "), strong(_short(name))))


def _short(name: str) -> str:
    return name.partition("__")[2] or name
