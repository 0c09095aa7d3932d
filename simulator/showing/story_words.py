"""A scenario in words for people who have never seen its file: what happens, what would help, what counts as done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from simulator.phone.registry import all_apps, app_of_table
from simulator.phone.wording import counted, spoken
from simulator.scenario.goals.language import Goal, Ruling
from simulator.scenario.schema import Answer, EventPart, Need
from simulator.scenario.story import Scheduled, Story
from simulator.showing import times
from simulator.showing.goal_words import brief_ruling, claim_words, goal_words, mentions_words, ruling_words
from simulator.showing.names import name_of
from simulator.showing.news import SPOKEN
from simulator.showing.parts import LONGEST_NAME, excerpt, shortened
from simulator.showing.schedule import titles_of

_PLUS = re.compile(r"\s*\+\s*")
_DAYS_ON = re.compile(r"\+(\d+)d (\d\d:\d\d)")
_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'|\b([a-z][a-z0-9_]*)\b")
_UNITS = {"s": "s", "m": "min", "h": "h", "d": "d"}
_KINDS = {"conversation": "chat", "item": "variant", "line": "thing in the cart"}
_UNTOLD = ("read",)
"""Marks that no screen shows as things of their own."""
_SAID = {"accept": "accepts", "change": "accepts with a change", "reject": "turns it down"}


class AppLine(NamedTuple):
    """An app on the phone and what it holds at the start."""

    name: str
    title: str
    holds: str


class EventLine(NamedTuple):
    """Something that the world does, and when."""

    title: str
    when: str
    quote: str


class NeedLine(NamedTuple):
    """Help that would be welcome, and what the user says to it."""

    title: str
    window: str
    welcome: str
    answers: tuple[str, ...]


class GoalLine(NamedTuple):
    """A goal in its author's words where there are any, and what is checked; or what a ruling is about, and why."""

    says: str
    checked: str
    because: str = ""


def record_counts(story: Story) -> dict[str, dict[str, int]]:
    """Per app on the phone, how many records of each kind it starts with."""
    counts: dict[str, dict[str, int]] = {name: {} for name in story.scenario.apps}
    for table, rows in story.blank.store.tables().items():
        app = app_of_table(table)
        if rows and app in story.blank.apps and app != "home":
            counts.setdefault(app, {})[table.partition(".")[2]] = len(rows)
    return counts


class StoryWords:
    """Tells the parts of one story: people by name, events by their number, times by day and clock."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._people = {label: person.name for label, person in story.people.items()}
        self._events = {event.part.label: f"event {number}" for number, event in enumerate(story.events, 1)}
        self._start = story.blank.show(story.start)

    @property
    def begins(self) -> str:
        """`Thursday 11 June 2026, 13:20`"""
        return f"{times.long_day(self._start)}, {self._start[11:16]}"

    @property
    def apps(self) -> list[AppLine]:
        known = all_apps()
        counts = record_counts(self._story)
        return [AppLine(name, known[name].title, _holdings(kinds)) for name, kinds in counts.items()]

    @property
    def events(self) -> list[EventLine]:
        """In the order of the file, which is the order of the story."""
        titles = titles_of(self._story)
        return [
            EventLine(titles[event.part.label], _sentence(self._when(event.part)), _quote(event))
            for event in self._story.events
        ]

    @property
    def needs(self) -> list[NeedLine]:
        return [
            NeedLine(
                _sentence(need.label.replace("_", " ")),
                self._window(need),
                self._named(mentions_words(need.welcome.mentions)),
                tuple(_sentence(self._answer(answer)) for answer in need.answer),
            )
            for need in self._story.scenario.needs
        ]

    @property
    def goals(self) -> list[GoalLine]:
        return [self._line(goal.say, claim_words(goal)) for goal in self._story.scenario.goals]

    @property
    def allowed(self) -> list[GoalLine]:
        return [self._ruling(ruling) for ruling in self._story.scenario.allowed]

    @property
    def forbidden(self) -> list[GoalLine]:
        return [self._ruling(ruling) for ruling in self._story.scenario.forbidden]

    def _ruling(self, ruling: Ruling) -> GoalLine:
        """What it is about comes first: its author says why it is there, which may sound like the opposite."""
        whole = ruling_words(ruling.model_copy(update={"say": ""}))
        brief = brief_ruling(ruling)
        checked = "" if brief == whole else self._named(whole)
        return GoalLine(_sentence(self._named(brief)), checked, ruling.say.strip().rstrip("."))

    def _line(self, says: str, checked: str) -> GoalLine:
        checked = self._named(checked)
        return GoalLine(says.strip().rstrip("."), checked) if says else GoalLine(_sentence(checked), "")

    def _when(self, event: EventPart) -> str:
        if event.at is not None:
            text = f"at {self._time(event.at)}"
        elif event.after is not None:
            text = self._after(event.after)
        else:
            assert event.when is not None
            claim = self._condition(event.when)
            text = f"{_span(event.delay)} after {claim}" if event.delay else f"once {claim}"
        text += f", not after {self._time(event.until)}" if event.until else ""
        return text + (f", unless {self._condition(event.unless)}" if event.unless else "")

    def _after(self, written: str) -> str:
        """`start + 40s` → `40 s after the start`."""
        anchor, *delay = _PLUS.split(written, maxsplit=1)
        about = "the start" if anchor == "start" else self._anchor(anchor)
        return f"{_span(delay[0])} after {about}" if delay else f"right after {about}"

    def _window(self, need: Need) -> str:
        evident = [self._anchor(label) for label in need.evident_after]
        since = "from the start" if need.evident_after == ["start"] else f"after {spoken(evident)}"
        late = f"; too late after {self._anchor(need.too_late_after)}" if need.too_late_after else ""
        return f"Can be seen {since}{late}."

    def _answer(self, answer: Answer) -> str:
        kind, text = next((kind, text) for kind in _SAID if (text := getattr(answer, kind)) is not None)
        before = f"before {self._anchor(answer.before)}, " if answer.before else ""
        look = f"first looks at {answer.look.replace('_', ' ')}, then " if answer.look else ""
        return f"{before}{look}{_SAID[kind]}: “{text}”" if text else f"{before}{look}{_SAID[kind]}."

    def _condition(self, goal: Goal) -> str:
        return self._named(goal_words(goal))

    def _anchor(self, written: str) -> str:
        """An event or a time."""
        return self._events.get(written) or self._time(written)

    def _time(self, written: str) -> str:
        """`+1d 12:00` → `Fri 12 Jun, 12:00`; other times say themselves."""
        found = _DAYS_ON.fullmatch(written)
        if found is None:
            return written
        day = datetime.fromisoformat(self._start[:10]) + timedelta(days=int(found[1]))
        return times.spelled(f"{day:%Y-%m-%d} {found[2]}", self._start)

    def _named(self, words: str) -> str:
        """The same words with names for the labels of people, numbers for those of events, and days for distances."""
        dated = _DAYS_ON.sub(lambda found: self._time(found[0]), words)
        return _LABEL.sub(lambda found: self._label(found[1], found[2]) or found[0], dated)

    def _label(self, quoted: str | None, bare: str | None) -> str:
        if quoted is not None:
            return self._events.get(quoted) or self._record(quoted)
        return self._people.get(bare or "", "")

    def _record(self, label: str) -> str:
        """A thing on the phone by what it is called there."""
        table, record_id = self._story.labels.get(label, ("", ""))
        record = self._story.blank.store.tables().get(table, {}).get(record_id)
        name = "" if record is None else name_of(self._story.blank, record)
        return f"“{shortened(name, LONGEST_NAME)}”" if name else ""


def _holdings(kinds: Mapping[str, int]) -> str:
    told = (
        _people(number) if kind == "user" else counted(number, _KINDS.get(kind, kind).replace("_", " "))
        for kind, number in kinds.items()
        if kind not in _UNTOLD
    )
    return ", ".join(told) or "empty"


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def _quote(event: Scheduled) -> str:
    said = next((event.args[name] for name in SPOKEN if event.args.get(name)), "")
    return excerpt(str(said)) if said else ""


def _span(written: str) -> str:
    """`1h30m` → `1 h 30 min`."""
    return " ".join(f"{number} {_UNITS[unit]}" for number, unit in re.findall(r"(\d+)\s*([smhd])", written)) or written


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
