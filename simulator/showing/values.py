"""What the arguments of an action mean to a reader: names for ids, people for addresses, spelled times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone.apps.email.records import FOLDER_TITLES
from simulator.phone.apps.messaging.records import Conversation
from simulator.phone.registry import all_apps
from simulator.phone.state import UserNotice
from simulator.phone.store import Record
from simulator.showing import times
from simulator.showing.names import name_of, notice_name
from simulator.showing.parts import Part, Parts, plain, strong
from simulator.showing.plain_words import is_id
from simulator.showing.scene import Scene
from simulator.trace.moments import Acted

_MOST_NAMED = 3


class Values:
    """Looks up what a phrase asks for: arguments, what the screen was about, the result, the record it touched."""

    def __init__(self, scene: Scene, moment: Acted) -> None:
        self._scene = scene
        self._moment = moment

    def get(self, key: str, field: str = "", spec: str = "") -> Parts:
        """The parts to put in place of `{key.field:spec}`; none if there is nothing to say."""
        if key == "found":
            return _counted(self._moment.result, spec)
        value = self._value(key)
        if field:
            value = self._field(value, field)
        if isinstance(value, Record):
            value = name_of(self._scene.look, value)
        if spec in ("chat", "group"):
            return self._chat(value, spec)
        text = self.text(value, key, spec)
        return (strong(text),) if text else ()

    def text(self, value: Any, key: str = "", spec: str = "") -> str:
        """A value in words; empty if it says nothing, or nothing that a reader could know."""
        if value is None or value in ("", [], (), {}):
            return ""
        match value:
            case bool():
                return "yes" if value else "no"
            case int() if spec == "duration":
                return times.duration(value)
            case float():
                return f"{value:,.2f}"
            case str():
                return self._word(value, key, spec)
            case list() | tuple():
                return listed([self.text(item, key, spec) for item in value])
            case Mapping():
                return listed([self.text(item) for item in value.values()])
        return str(value)

    def _value(self, key: str) -> Any:
        if key == "result":
            return self._moment.result
        if key == "touched":
            return self._scene.touched
        if key == "screen":
            look = self._scene.look
            return look.screen.view(look).title
        if key in self._moment.args:
            return self._moment.args[key]
        if self._moment.actor == "user":
            for frame in (self._scene.screen_before, self._scene.screen_after):
                if frame is not None and frame.context.get(key) not in (None, "", []):
                    return frame.context[key]
        return None

    def _field(self, value: Any, field: str) -> Any:
        if isinstance(value, Mapping):
            return value.get(field)
        record = self._scene.find(value) if isinstance(value, str) else value
        return getattr(record, field, None)

    def _word(self, text: str, key: str, spec: str) -> str:
        look = self._scene.look
        if key == "app_name":
            return _app_title(text)
        if key == "notification_id":
            notice = look.store.get(UserNotice, text)
            return "" if notice is None else notice_name(notice)
        if "path" in key:
            return text.rpartition("/")[2]
        if times.is_local(text):
            spelled = times.day_of if spec == "day" else times.spelled
            return spelled(text, look.show(look.now))
        if "@" in text and " " not in text:
            return self._scene.person_at(text)
        if is_id(text):
            return self._scene.called(text)
        return FOLDER_TITLES.get(text, text)  # type: ignore[call-overload, no-any-return]  # any word may be asked for

    def _chat(self, value: Any, spec: str) -> Parts:
        """`the chat with Ada` for two people, `the chat Sunday futsal` for a group."""
        chat = self._scene.find(value) if isinstance(value, str) else None
        if not isinstance(chat, Conversation) or (spec == "group" and not chat.is_group):
            return ()
        name = strong(name_of(self._scene.look, chat))
        if spec == "group":
            return (name,)
        return (plain("the chat " if chat.title else "the chat with "), name)


def listed(named: Iterable[str]) -> str:
    """`Ada, Ben and Cleo`, `Ada, Ben, Cleo and 4 more`; each once, without those that say nothing."""
    words = list(dict.fromkeys(filter(None, named)))
    if len(words) > _MOST_NAMED + 1:
        words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def counted(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count or 'no'} {plural}"


def _counted(result: Any, noun: str) -> Parts:
    """How many things a read gave: the items of a list, or of the list in it."""
    if isinstance(result, Mapping):
        result = next((inner for inner in result.values() if isinstance(inner, list)), result)
    return (Part(counted(len(result), noun)),) if isinstance(result, list | Mapping) else ()


def _app_title(name: str) -> str:
    wanted = name.strip().casefold()
    for app in all_apps().values():
        if wanted in (app.prefix.casefold(), app.title.casefold(), app.name):
            return app.title
    return name
