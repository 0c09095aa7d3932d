"""Reasons of an outcome as people read them: records by their names, and of what is forbidden, what that is."""

from __future__ import annotations

import re

from simulator.phone.call import Look
from simulator.scenario.story import Story
from simulator.showing.names import name_of
from simulator.showing.scene import Scene
from simulator.showing.story_words import StoryWords
from simulator.trace.moments import Moment

_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'|\(([a-z][a-z0-9_]*)\)")
_STOPS = (".", "!", "?")


class Reasons:
    """Of one story: its rulings and the labels of its records."""

    def __init__(self, story: Story) -> None:
        self._labels = story.labels
        rulings = zip(story.scenario.forbidden, StoryWords(story).forbidden, strict=True)
        self._forbidden = {_said(ruling.say): line.says for ruling, line in rulings if ruling.say.strip()}

    def readable(self, reason: str, look: Look, moment: Moment) -> str:
        """What the author says about a ruling is why it is there, so that what was done stands before it."""
        claim, found, why = reason.partition("Forbidden: ")
        if found and why in self._forbidden:
            return f"{claim}{found}{self._forbidden[why]}, because: {why}"
        named = _LABEL.sub(lambda label: self._name(label, look) or label[0], reason)
        return Scene(look, moment).plainly(named)

    def _name(self, label: re.Match[str], look: Look) -> str:
        table, record_id = self._labels.get(label[1] or label[2], ("", ""))
        record = look.store.tables().get(table, {}).get(record_id)
        name = "" if record is None else name_of(look, record)
        if not name:
            return ""
        return f"“{name}”" if label[1] else f"(“{name}”)"


def _said(say: str) -> str:
    """As the engine writes it into a reason: with a full stop."""
    text = say.strip()
    return text if text.endswith(_STOPS) else f"{text}."
