"""A scenario in words for people who have not read its file: apps, events, needs, goals and rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from simulator.phone.registry import all_apps, app_of_table, record_words
from simulator.phone.store import Record
from simulator.scenario.goals.goal import Goal, Ruling
from simulator.scenario.need_evidence import events_of_evidence
from simulator.scenario.schema import EventPart, Need, OfferAnswer
from simulator.scenario.story import Scheduled, Story
from simulator.showing.action_words import SPOKEN
from simulator.showing.event_schedule import titles_of
from simulator.showing.goal_words import brief_ruling, claim_words, goal_words, mentions_words, ruling_words
from simulator.showing.record_names import name_of
from simulator.showing.sentence_parts import LONGEST_NAME, excerpt, shortened
from simulator.words import times
from simulator.words.english import capital, counted, spoken

_PLUS = re.compile(r"\s*\+\s*")
_DAYS_ON = re.compile(r"\+(\d+)d (\d\d:\d\d)")
_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'|\b([a-z][a-z0-9_]*)\b")
_UNITS = {"s": "s", "m": "min", "h": "h", "d": "d"}
# Maximum number of names per kind of record: phones of hard scenarios have hundreds of records.
_MOST_NAMED = 30
_SAID = {"accept": "accepts", "change": "accepts with a change", "reject": "rejects it"}


class KindLine(NamedTuple):
    """The records of one kind in an app at the start: their number in words, and the names of the first records."""

    held: str
    names: tuple[str, ...]
    more: int
    """Number of names that are left out."""


class AppLine(NamedTuple):
    """An app on the phone with the number of its records at the start, and their names."""

    name: str
    title: str
    holds: str
    kinds: tuple[KindLine, ...]
    """The kinds of records that have names; chat messages, for example, have none."""


class EventLine(NamedTuple):
    """An event of the timeline, and the time or condition at which it happens."""

    title: str
    when: str
    quote: str


class NeedLine(NamedTuple):
    """A need: when help is welcome, which offers are welcome, and how the user answers."""

    title: str
    window: str
    welcome: str
    answers: tuple[str, ...]


class GoalLine(NamedTuple):
    """A goal in its author's words with the check behind it, or an allowed or forbidden change with its reason."""

    says: str
    checked: str
    because: str = ""


def record_counts(story: Story) -> dict[str, dict[str, int]]:
    """Return the number of records at the start, by app and kind of record."""
    counts: dict[str, dict[str, int]] = {name: {} for name in story.scenario.apps}
    for table, rows in story.blank.store.tables().items():
        app = app_of_table(table)
        # The home screen's records are part of every phone and say nothing about the scenario.
        if rows and app in story.blank.apps and app != "home":
            counts.setdefault(app, {})[table.partition(".")[2]] = len(rows)
    return counts


class ScenarioWords:
    """Words for the parts of one scenario. Names of people and records and numbers of events replace the labels."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._people = {label: person.name for label, person in story.people.items()}
        self._events = {event.part.label: f"event {number}" for number, event in enumerate(story.events, 1)}
        self._start = story.blank.show(story.start)

    @property
    def begins(self) -> str:
        """Return the start of the story: `Thursday 11 June 2026, 13:20`."""
        return f"{times.long_day(self._start)}, {self._start[11:16]}"

    @property
    def apps(self) -> list[AppLine]:
        """Return the apps on the phone with their contents at the start."""
        known = all_apps()
        counts = record_counts(self._story)
        return [
            AppLine(name, known[name].title, self._holdings(name, kinds), self._kinds(name, kinds))
            for name, kinds in counts.items()
        ]

    def _holdings(self, app: str, kinds: Mapping[str, int]) -> str:
        told = (self._held(app, kind, number) for kind, number in kinds.items())
        return ", ".join(filter(None, told)) or "empty"

    def _held(self, app: str, kind: str, number: int) -> str:
        return _held(self._story.blank.store.type_of(f"{app}.{kind}"), kind, number)

    def _kinds(self, app: str, kinds: Mapping[str, int]) -> tuple[KindLine, ...]:
        lines = []
        for kind, number in kinds.items():
            rows = self._story.blank.store.tables()[f"{app}.{kind}"].values()
            # Each name once: the mails of a thread share their subject, for example.
            names = list(dict.fromkeys(filter(None, (name_of(self._story.blank, row) for row in rows))))
            held = self._held(app, kind, number)
            if names and held:
                shown = tuple(shortened(name, LONGEST_NAME) for name in names[:_MOST_NAMED])
                lines.append(KindLine(held, shown, len(names) - len(shown)))
        return tuple(lines)

    @property
    def events(self) -> list[EventLine]:
        """Return the events in the order of the file, by which they are numbered."""
        titles = titles_of(self._story)
        return [
            EventLine(titles[event.part.label], capital(self._when(event.part)), _quote(event))
            for event in self._story.events
        ]

    @property
    def needs(self) -> list[NeedLine]:
        """Return the needs, each with the offers that meet it and the user's answers."""
        return [
            NeedLine(
                capital(need.label.replace("_", " ")),
                self._window(need),
                self._named(_wanted(need)),
                tuple(capital(self._answer(answer)) for answer in need.answer),
            )
            for need in self._story.scenario.needs
        ]

    @property
    def goals(self) -> list[GoalLine]:
        """Return the goals of the scenario in words."""
        return [self._line(goal.say, claim_words(goal)) for goal in self._story.scenario.goals]

    @property
    def allowed(self) -> list[GoalLine]:
        """Return the changes and messages that the assistant may make although no goal asks for them."""
        return [self._ruling(ruling) for ruling in self._story.scenario.allowed]

    @property
    def forbidden(self) -> list[GoalLine]:
        """Return the changes and messages that the assistant must not make."""
        return [self._ruling(ruling) for ruling in self._story.scenario.forbidden]

    def _ruling(self, ruling: Ruling) -> GoalLine:
        """Return a ruling with the change or message that it covers as the heading, and its `say` as the reason.

        The `say` alone could be read as the opposite rule.
        """
        # The line below the heading repeats the check only if the heading leaves something out.
        whole = ruling_words(ruling.model_copy(update={"say": ""}))
        brief = brief_ruling(ruling)
        checked = "" if brief == whole else self._named(whole)
        return GoalLine(capital(self._named(brief)), checked, ruling.say.strip().rstrip("."))

    def _line(self, says: str, checked: str) -> GoalLine:
        checked = self._named(checked)
        return GoalLine(says.strip().rstrip("."), checked) if says else GoalLine(capital(checked), "")

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
        """Return a delay in words: `40 s after the start` for `start + 40s`."""
        anchor, *delay = _PLUS.split(written, maxsplit=1)
        about = "the start" if anchor == "start" else self._anchor(anchor)
        return f"{_span(delay[0])} after {about}" if delay else f"right after {about}"

    def _window(self, need: Need) -> str:
        waits = need.not_before.event if need.not_before is not None else ()
        events = [event for event in (*events_of_evidence(need, self._story), *waits) if event != "start"]
        events = list(dict.fromkeys(events))
        since = f"after {spoken([self._anchor(label) for label in events])}" if events else "from the start"
        late = f"; too late after {self._anchor(need.too_late_after)}" if need.too_late_after else ""
        return f"Evident {since}{late}."

    def _answer(self, answer: OfferAnswer) -> str:
        kind, text = next((kind, text) for kind in _SAID if (text := getattr(answer, kind)) is not None)
        before = f"before {self._anchor(answer.before)}, " if answer.before else ""
        look = f"first looks at {answer.look.replace('_', ' ')}, then " if answer.look else ""
        return f"{before}{look}{_SAID[kind]}: “{text}”" if text else f"{before}{look}{_SAID[kind]}."

    def _condition(self, goal: Goal) -> str:
        return self._named(goal_words(goal))

    def _anchor(self, written: str) -> str:
        """Return the name of the event with this label, such as `event 2`; read any other text as a time."""
        return self._events.get(written) or self._time(written)

    def _time(self, written: str) -> str:
        """Return a time such as `+1d 12:00` with its date: `Fri 12 Jun, 12:00`; return other times unchanged."""
        found = _DAYS_ON.fullmatch(written)
        if found is None:
            return written
        day = datetime.fromisoformat(self._start[:10]) + timedelta(days=int(found[1]))
        return times.spelled(f"{day:%Y-%m-%d} {found[2]}", self._start)

    def _named(self, words: str) -> str:
        """Return the words with names and event numbers instead of labels, and with dates instead of `+1d`."""
        # Dates first: a label must not match inside `+1d 12:00`.
        dated = _DAYS_ON.sub(lambda found: self._time(found[0]), words)
        return _LABEL.sub(lambda found: self._label(found[1], found[2]) or found[0], dated)

    def _label(self, quoted: str | None, bare: str | None) -> str:
        # In the words of a goal, labels of events and records are in quotation marks, but labels of people are not.
        if quoted is not None:
            return self._events.get(quoted) or self._record(quoted)
        # Labels of records inside values, such as `5 × jars_gold`, have no quotation marks.
        # A label without an underscore could be an ordinary word.
        return self._people.get(bare or "", "") or (self._record(bare) if bare and "_" in bare else "")

    def _record(self, label: str) -> str:
        """Return a record's name in quotation marks; empty if it has no name, or if an event adds it later."""
        table, record_id = self._story.labels.get(label, ("", ""))
        record = self._story.blank.store.tables().get(table, {}).get(record_id)
        name = "" if record is None else name_of(self._story.blank, record)
        return f"“{shortened(name, LONGEST_NAME)}”" if name else ""


def _held(record: type[Record], kind: str, number: int) -> str:
    """Return the number of records of a kind in words; empty for kinds that no screen shows, such as read marks."""
    held = record_words(record).held
    if held is None:
        return ""
    if held == "person":
        return counted(number, "person", "people")
    return counted(number, held or kind.replace("_", " "))


def _quote(event: Scheduled) -> str:
    said = next((event.args[name] for name in SPOKEN if event.args.get(name)), "")
    return excerpt(str(said)) if said else ""


def _span(written: str) -> str:
    """Return a duration as pages write it: `1 h 30 min` for `1h30m`."""
    return " ".join(f"{number} {_UNITS[unit]}" for number, unit in re.findall(r"(\d+)\s*([smhd])", written)) or written


def _wanted(need: Need) -> str:
    """Return the offers that meet a need, in words: from `say`, or in older scenarios from the facts to mention."""
    if need.welcome is None:
        return f"An offer that {need.say}"
    return f"Offers that mention {mentions_words(need.welcome.mentions)}"
