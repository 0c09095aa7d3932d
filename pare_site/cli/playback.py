"""The play-by-play: one line for each moment, in words, as it happens or from a trace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from pare_site.cli.output import Console, counted, one_line
from simulator.phone.registry import all_apps
from simulator.phone.when import WEEKDAYS
from simulator.scenario.story import Story
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Skipped

MARKS = {"user": "●", "environment": "▲", "assistant": "◆"}
LEGEND = "● user   ▲ environment   ◆ assistant"
ENDINGS = {
    "turn_limit": "The turns are used up.",
    "quiet": "The phone lies down and nothing more will happen.",
    "stopped": "Stopped.",
    "crashed": "The episode crashed",
    "unknown": "The trace ends here.",
}
_LONGEST_VALUE, _LONGEST_RESULT, _LONGEST_NEWS = 160, 160, 240
_ID = re.compile(r"\b[a-z]+_[0-9a-z]+\b")
_NAMING = ("title", "subject", "name", "first_name", "content")
_WAITS = {"wait": "watches.", "wait_for_notification": "waits for something to happen."}
_ANSWERS = {
    "accept_proposal": ("accepts", "answer"),
    "reject_proposal": ("turns it down", "answer"),
    "send_message_to_agent": ("writes to the assistant", "answer"),
}


class Line(NamedTuple):
    """What a moment says, and the style that makes it stand out or step back."""

    text: str
    style: str = ""


class Playback:
    """Shows moments in order; a new turn and a new day get a line of their own."""

    def __init__(self, console: Console, names: Mapping[str, str]) -> None:
        self._console = console
        self._names = names
        self._turn = 0
        self._day = ""

    def show(self, moment: Moment) -> None:
        if isinstance(moment, Acted | Remembered | Skipped | Forked):
            self._show_header(moment)
            actor = moment.actor if isinstance(moment, Acted | Remembered) else "environment"
            line = tell(moment, self._names)
            prefix = f"{moment.n:>4}  {moment.local[11:]}  {MARKS[actor]} "
            self._console.say(line.text, prefix=prefix, style=line.style, prefix_style=actor)
        elif isinstance(moment, Ended):
            self._console.say()
            text = f"{ENDINGS[moment.reason]}: {moment.error}" if moment.error else ENDINGS[moment.reason]
            self._console.say(text, style="bad" if moment.reason == "crashed" else "dim")

    def _show_header(self, moment: Moment) -> None:
        if moment.turn != self._turn:
            self._console.heading(f"Turn {moment.turn} · {spelled_day(moment.local)} {moment.local[11:16]}")
        elif moment.local[:10] != self._day:
            self._console.say(spelled_day(moment.local), prefix="      ", style="bold")
        self._turn, self._day = moment.turn, moment.local[:10]


def spelled_day(local: str) -> str:
    return f"{WEEKDAYS[date.fromisoformat(local[:10]).weekday()]} {local[:10]}"


def names_of(story: Story) -> dict[str, str]:
    """For each opaque id the label or name that a reader of the scenario knows."""
    people = {person.user_id: person.name for person in story.people.values() if person.user_id}
    return people | {record_id: label for label, (_, record_id) in story.labels.items()}


def tell(moment: Moment, names: Mapping[str, str]) -> Line:
    if isinstance(moment, Forked):
        return Line(f"forked from {moment.parent} after step {moment.parent_moment}.", "bold")
    if isinstance(moment, Remembered):
        return Line(f"notes for itself: {short(moment.note, names)}", "dim")
    if isinstance(moment, Skipped):
        return Line(f"does not come: {moment.why}. [{moment.event}]", "dim")
    assert isinstance(moment, Acted)
    if moment.misread:
        return Line(f"gives a reply from which no action can be read. ✗ {moment.misread}", "bad")
    if moment.error is not None:
        return Line(f"{_call(moment, names)} ✗ {moment.error.message}", "bad")
    if moment.actor == "environment":
        return Line(_news(moment, names))
    if moment.app == "assistant" and "content" in moment.args:
        return _spoken(moment)
    if moment.name in _ANSWERS:
        return Line(f"{_ANSWERS[moment.name][0]}.", _ANSWERS[moment.name][1])
    if moment.actor == "assistant" and moment.name in _WAITS:
        return Line(_WAITS[moment.name], "dim")
    return Line(f"{_call(moment, names)} {_result(moment, names)}".rstrip())


def short(value: Any, names: Mapping[str, str], longest: int = _LONGEST_VALUE) -> str:
    """A value as a few words: names for ids, counts for lists."""
    if isinstance(value, str):
        return one_line(_ID.sub(lambda found: names.get(found[0], found[0]), value), longest)
    if isinstance(value, list | tuple):
        if all(isinstance(item, str | int | float) for item in value) and len(value) <= 5:
            return one_line(", ".join(short(item, names) for item in value), longest) or "none"
        return one_line(f"{counted(len(value), 'item')}: {', '.join(_named(value))}".rstrip(": "), longest)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} {short(item, names)}" for key, item in value.items() if item not in (None, "", []))
        return one_line(pairs, longest)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def _spoken(moment: Acted) -> Line:
    content = one_line(str(moment.args["content"]))
    said, style = _ANSWERS.get(moment.name, ("offers", "offer"))
    if any(patch.table == "phone.card" and patch.fields.get("kind") == "report" for patch in moment.patches):
        said, style = "reports", "bold"
    return Line(f"{said}: “{content}”" if content else f"{said}.", style)


def _call(moment: Acted, names: Mapping[str, str]) -> str:
    app = all_apps().get(moment.app)
    title = app.title if app is not None else moment.app
    args = [f"{name} {short(value, names)}" for name, value in moment.args.items()]
    if len(moment.args) == 1:
        args = [short(value, names) for value in moment.args.values()]
    given = f" ({', '.join(args)})" if args else ""
    return f"{title}: {moment.name.replace('_', ' ')}{given}."


def _result(moment: Acted, names: Mapping[str, str]) -> str:
    """The result if it says more than the id of the record that the call was about."""
    value = moment.result
    if value in (None, "") or (isinstance(value, str) and value in moment.args.values()):
        return "Done."
    text = short(value, names, _LONGEST_RESULT)
    return text if isinstance(value, str) and " " in value else f"→ {text}"


def _news(moment: Acted, names: Mapping[str, str]) -> str:
    """What the world did: as the phone announced it, otherwise as the event itself put it."""
    label = f" [{moment.event}]" if moment.event else ""
    for table in ("phone.inbox_assistant", "phone.inbox_user"):
        for patch in moment.patches:
            if patch.table == table and patch.fields.get("title"):
                text = str(moment.args.get("content") or patch.fields.get("text", ""))
                return f"{patch.fields['title']}{' · ' if text else ''}{short(text, names, _LONGEST_NEWS)}{label}"
    return f"{_call(moment, names)} {_result(moment, names)}{label}"


def _named(items: Any) -> list[str]:
    """The first few things of a list by what they are called."""
    found = []
    for item in list(items)[:3]:
        if isinstance(item, Mapping):
            called = next((str(item[key]) for key in _NAMING if item.get(key)), "")
            found += [one_line(called, 40)] if called else []
    return [*found, "…"] if found and len(items) > len(found) else found
