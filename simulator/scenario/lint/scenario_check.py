"""The checker of one scenario, with the names that its file may use and the problems found so far."""

from __future__ import annotations

import re
from collections.abc import Iterable

from simulator.phone import when
from simulator.phone.store import Record
from simulator.scenario.base import LABEL
from simulator.scenario.problems import Path, ScenarioProblem, close_to, listed
from simulator.scenario.story import Story

OWNER, START = "owner", "start"
ANSWERS = ("offer", "accepted", "rejected")
# In seconds. Times further from the start are treated as typing errors.
FAR = 400 * when.DAY
_WORD = re.compile(LABEL)


def is_label(text: str) -> bool:
    return _WORD.match(text) is not None


class ScenarioCheck:
    """The checker of one scenario. Most methods check one name, and add a problem if the name is wrong."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.scenario = story.scenario
        self.apps = story.blank.apps
        self.events = [part.label for part in story.scenario.timeline]
        self.needs = [need.label for need in story.scenario.needs]
        self.problems: list[ScenarioProblem] = []

    def say(self, path: Path, text: str) -> None:
        self.problems.append(ScenarioProblem(path, text))

    def _unknown(self, path: Path, kind: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        self.say(path, f"there is no {kind} '{name}'{close_to(name, names)}; known: {listed(names, name)}")

    def event(self, path: Path, label: str) -> None:
        if label not in self.events:
            self._unknown(path, "event", label, self.events)

    def need(self, path: Path, label: str) -> None:
        if label not in self.needs:
            self._unknown(path, "need", label, self.needs)

    def record(self, path: Path, label: str, table: str | None = None) -> type[Record] | None:
        """Return the type of a labelled record; report a problem and return None if it is unknown or not in `table`."""
        found = self.story.labels.get(label)
        if found is None:
            fitting = [name for name, (other, _) in self.story.labels.items() if table in (None, other)]
            if label in self.story.people:
                self.say(path, f"'{label}' is a person, not a record; records are: {listed(fitting, label)}")
            else:
                self._unknown(path, "record labelled", label, fitting)
            return None
        if table not in (None, found[0]):
            self.say(path, f"'{label}' is a record of {found[0]}; use the label of a record of {table}")
            return None
        return self.story.blank.store.type_of(found[0])

    def table(self, path: Path, name: str) -> str | None:
        """Return the table that `name` means: the table itself, or the first table of an app.

        Report a problem and return None if there is no such table or app.
        """
        holders = {key: app for key, app in self.apps.items() if app.records and not app.system}
        if name in holders:
            return holders[name].records[0].table
        tables = [cls.table for app in holders.values() for cls in app.records]
        if name in tables:
            return name
        self._unknown(path, "app or kind of record on this phone called", name, [*holders, *tables])
        return None

    def place(self, path: Path, name: str) -> None:
        """Report a `name` that the user can't look at: it is neither a record's label nor an app with screens."""
        shown = [key for key, app in self.apps.items() if app.launchable]
        if name not in shown and name not in self.story.labels:
            self._unknown(path, "record or app", name, [*shown, *self.story.labels])

    def person(self, path: Path, who: str) -> None:
        if who not in self.story.people and who != OWNER and "@" not in who:
            people = [*self.story.people, OWNER]
            text = f"nobody is called '{who}'{close_to(who, people)}; write an address or one of: {listed(people, who)}"
            self.say(path, text)

    def derived(self, path: Path, value: object) -> bool:
        """Return True if a value is written as `=name`; report a name that is not a derived value."""
        if not isinstance(value, str) or not value.startswith("="):
            return False
        if value[1:] not in self.scenario.derived:
            self._unknown(path, "derived value", value[1:], self.scenario.derived)
        return True

    def time(self, path: Path, text: str) -> None:
        try:
            at = when.parse_author_time(text, self.story.start, self.story.tz)
        except when.TimeError as error:
            self.say(path, str(error))
            return
        if abs(at - self.story.start) > FAR:
            self.say(path, f"'{text}' is more than {FAR // when.DAY} days from the start; write a closer time")

    def moment(self, path: Path, text: str) -> None:
        """Report a `text` that is neither the label of an event nor a valid time. `start` itself is not allowed."""
        if text in self.events:
            return
        if text == START:
            self.say(path, "the start has always passed; write a later time such as start + 40s, or delete this field")
        elif text.isidentifier():
            self._unknown(path, "event", text, self.events)
        else:
            self.time(path, text)

    def anchor(self, path: Path, text: str) -> None:
        """Report a `text` that is not an event's label, a time or a moment of an offer, such as `NEED.accepted`."""
        need, dot, what = text.partition(".")
        if not dot:
            if text != START:
                self.moment(path, text)
        elif need not in self.needs:
            self._unknown(path, "need", need, self.needs)
        elif what not in ANSWERS:
            choices = ", ".join(f"{need}.{word}" for word in ANSWERS)
            self.say(path, f"'{text}' is not a moment of an offer; write one of: {choices}")
