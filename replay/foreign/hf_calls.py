"""Converts acts of a run for the format “hf”: apps get their published names, and argument values become text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid5

from replay.foreign.events import typed_value
from replay.foreign.states.classes import APP_CLASSES
from replay.foreign.states.clock import told_time
from simulator.phone.actions import Side
from simulator.phone.apps.messaging.records import Conversation
from simulator.phone.perform import NO_ACTION
from simulator.scenario.story import Scheduled, Story
from simulator.trace.moments import Acted, Moment

Kind = Literal["ENV", "USER", "AGENT"]
KINDS: dict[Side, Kind] = {"environment": "ENV", "user": "USER", "assistant": "AGENT"}
# Arguments that the original PARE does not have: its shop has only one way to pay.
_UNKNOWN_THERE = ("payment_method",)
# A fixed namespace, so that `uuid5` gives the same ids for the same run.
_NAMES = UUID("6e1f9a52-7d0b-4c38-9d6e-2f5b8a1c4e70")


class Noted(NamedTuple):
    """One action of a run, under the names that the format uses."""

    moment: Acted
    kind: Kind
    id: str
    app: str
    """Name in the original PARE, such as `Emails`."""
    class_name: str
    function: str
    args: dict[str, Any]
    result: Any

    @property
    def called(self) -> str:
        return f"{self.app}__{self.function}"

    @property
    def error(self) -> str | None:
        return None if self.moment.error is None else self.moment.error.message


class Sheet:
    """Converts the acts of one run. Ids are derived from the run, so that the same run gives the same file."""

    def __init__(self, story: Story, key: str) -> None:
        self.story = story
        self._key = key
        self._planned = {event.part.label: event for event in story.events}

    def ident(self, *parts: object) -> str:
        return str(uuid5(_NAMES, "|".join((self._key, *map(str, parts)))))

    def event_id(self, event: Scheduled) -> str:
        app, _ = self.names(event.app)
        return f"ENV-{app}.{event.name}-{self.ident('event', event.part.label)}"

    def names(self, app: str) -> tuple[str, str]:
        """Return the name and the class that an app has in the original PARE."""
        found = self.story.blank.apps.get(app)
        name = app if found is None else found.prefix
        return name or APP_CLASSES["home"], APP_CLASSES.get(app, name)

    def noted(self, moment: Acted) -> Noted:
        kind = KINDS[moment.actor]
        app, class_name = self.names(moment.app)
        original = moment.envelope.original if moment.envelope is not None else {}
        # An imported moment keeps its original event, so that an export has the original names and ids again.
        if isinstance(original.get("action"), dict):
            return _as_it_was(moment, kind, class_name, original)
        function = moment.name or NO_ACTION
        event = self._planned.get(moment.event) if moment.actor == "environment" else None
        event_id = (
            f"{kind}-{app}.{function}-{self.ident('moment', moment.n)}" if event is None else self.event_id(event)
        )
        args = {name: value for name, value in moment.args.items() if name not in _UNKNOWN_THERE}
        return Noted(moment, kind, event_id, app, class_name, function, args, _result(moment))

    def time(self, at: int) -> float:
        return told_time(at, self.story.tz)


def _as_it_was(moment: Acted, kind: Kind, class_name: str, original: Mapping[str, Any]) -> Noted:
    """Return an imported act with its original names and ids."""
    action = original["action"]
    args = {one["name"]: typed_value(one.get("value"), one.get("value_type") or "") for one in action.get("args") or ()}
    event_id, app = str(original.get("event_id") or ""), str(action.get("app") or "")
    return Noted(moment, kind, event_id, app, class_name, str(action.get("function")), args, moment.result)


def _result(moment: Acted) -> Any:
    """Return the result as the original PARE writes it. If a tap or event added a record, this is the record's id."""
    made = _made(moment)
    return made if moment.actor != "assistant" and made and moment.error is None else moment.result


def _made(moment: Acted) -> str:
    """Return the id of the record that the moment added to its app, or "".

    If the moment added a chat and a message, return the id of the chat.
    """
    made = [patch for patch in moment.patches if patch.op == "add" and patch.table.startswith(f"{moment.app}.")]
    chat = next((patch.id for patch in made if patch.table == Conversation.table), "")
    return chat or (made[0].id if made else "")


def argument(name: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {"name": name, "value": None, "value_type": None}
    # The original PARE writes lists and mappings as JSON, and everything else with `str`.
    written = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)
    return {"name": name, "value": written, "value_type": type(value).__name__}


def acts_in(moments: tuple[Moment, ...]) -> Iterator[Acted]:
    return (moment for moment in moments if isinstance(moment, Acted))
