"""Writes the notices since a model's last decision: as on the lock screen for the user, in full for the assistant.

The assistant's model reads an action of the user as the action's name, arguments and result; sentences for people are
in `simulator.showing`. A changed word here would change the prompts, and so every recorded exchange.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import indent

from simulator.agents.llm.conversation import json_text
from simulator.phone import when
from simulator.phone.call import Look
from simulator.phone.state import Notice
from simulator.trace.moments import Acted

_SAID_ON_THE_CARD = {"offer": "The assistant offers", "report": "The assistant reports"}
_ABOUT_OFFERS = ("accepted", "rejected", "timeout")


def time_line(look: Look, at: int) -> str:
    return f"It is {when.weekday(at, look.tz)} {when.show(at, look.tz)}."


def for_user(look: Look, notices: Sequence[Notice], now: int) -> str:
    """Return the user's new notices as of `now`; empty if there are none."""
    shown = _times(look, notices, now)
    lines = [f"{at} {_glanced(look, one)}" for at, one in zip(shown, notices, strict=True)]
    return _block("New notifications:", lines)


def for_assistant(look: Look, notices: Sequence[Notice], user_acts: Mapping[int, Acted], now: int) -> str:
    """Return the assistant's new notices as of `now`; empty if there are none."""
    shown = _times(look, notices, now)
    return _block("New:", [f"{at} {_in_full(look, one, user_acts)}" for at, one in zip(shown, notices, strict=True)])


def _glanced(look: Look, notice: Notice) -> str:
    if notice.kind in _SAID_ON_THE_CARD:
        return f'{_SAID_ON_THE_CARD[notice.kind]}: "{notice.text}"'
    said = ": ".join(part for part in (notice.title, notice.text) if part)
    return f"{look.apps[notice.app].title}: {said}"


def _in_full(look: Look, notice: Notice, user_acts: Mapping[int, Acted]) -> str:
    if notice.moment is not None:
        return _deed(look, user_acts[notice.moment])
    if notice.kind == "user_message":
        return f'The user writes to you: "{notice.text}"'
    if notice.kind in _ABOUT_OFFERS or notice.kind.startswith("offer_"):
        return notice.text
    return f"{look.apps[notice.app].title}, {notice.title}\n{notice.text}"


def _deed(look: Look, act: Acted) -> str:
    """Return an action of the user as a line: the app, the action's name, its arguments and its result."""
    args = f" {json_text(act.args)}" if act.args else ""
    return f"The user in {look.apps[act.app].title}: {act.name}{args} -> {json_text(act.result)}"


def _times(look: Look, notices: Sequence[Notice], now: int) -> list[str]:
    """Return the time of each notice: the time of day, or date and time for all if one of them is not from today."""
    times = [when.show(one.at, look.tz) for one in notices]
    today = when.show_day(now, look.tz)
    if all(time.startswith(today) for time in times):
        return [time.partition(" ")[2] for time in times]
    # All lines of a block get a date, so that nobody has to guess to which day a time without a date belongs.
    return [f"{when.weekday(one.at, look.tz)} {time}" for one, time in zip(notices, times, strict=True)]


def _block(heading: str, lines: Sequence[str]) -> str:
    """Return a heading with one list item per text, and indent further lines of a text; empty if there are no texts."""
    return "\n".join((heading, *(f"- {indent(line, '  ').lstrip()}" for line in lines))) if lines else ""
