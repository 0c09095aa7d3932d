"""Writes the offers of simple assistants: questions about a notification or about a call of a tool."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.people import is_mail_address
from simulator.phone.roles import Ref
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.words import times
from simulator.words.english import spoken

# A placeholder of an app's phrase, see `simulator.phone.words.Phrases`, and a part that may be left out.
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?(!q)?(?::\w+)?\}")
_OPTIONAL = re.compile(r"\[[^\]]*\]")
# Fields of records that name the person who wrote.
_WRITERS = ("sender", "sender_id")


def question_about(notice: Notice, look: Look) -> str:
    """Return an offer to answer the message that a notice announces; without a message, to remind the user of the news.

    The offer contains no ids.
    """
    record = None if notice.about is None else _record(look, *notice.about)
    if record is None:
        return "Shall I remind you of this?"
    name = _name_of(look, record)
    writer = next((str(getattr(record, field)) for field in _WRITERS if hasattr(record, field)), "")
    if not writer:
        return f"Shall I remind you of “{name}”?" if name else "Shall I remind you of this?"
    noun = _noun_of(look, record)
    who = _person(look, writer)
    if who:
        return f"Shall I answer the {noun} from {who}?"
    return f"Shall I answer the {noun} “{name}”?" if name else f"Shall I answer this {noun}?"


def question_for(action: Action, args: Mapping[str, Any], look: Look) -> str:
    """Return an offer to call a tool, in the words of the tool's app, with names instead of ids."""
    phrases = look.apps[action.app].words.deeds.get(action.name, ())
    for phrase in (phrases,) if isinstance(phrases, str) else phrases:
        filled = _filled(_OPTIONAL.sub("", phrase), action, args, look)
        if filled:
            return f"Shall I {filled}?"
    return f"Shall I {action.name.replace('_', ' ')}?"


def _filled(phrase: str, action: Action, args: Mapping[str, Any], look: Look) -> str:
    """Return the phrase with its placeholders filled; empty if a value is missing."""
    parts: list[str] = []
    end = 0
    for place in _PLACE.finditer(phrase):
        key, field, quoted = place[1], place[2], place[3]
        # Drop the full stop of a title, which would end the question too early.
        text = _text(args.get(key), action, key, field, look).rstrip(".?! ")
        if not text:
            return ""
        parts += [phrase[end : place.start()], f"“{text}”" if quoted else text]
        end = place.end()
    return "".join((*parts, phrase[end:]))


def _text(value: Any, action: Action, key: str, field: str | None, look: Look) -> str:
    """Return an argument in words; empty for a missing argument, a flag, an object, or an id without a name."""
    if value is None or isinstance(value, bool | Mapping):
        return ""
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts = [_text(item, action, key, field, look) for item in value]
        return spoken(list(dict.fromkeys(texts))) if all(texts) else ""
    role = action.params[key].role
    if isinstance(role, Ref):
        record = _record(look, role.table, str(value))
        if record is None or field is None:
            return "" if record is None else _name_of(look, record)
        value = getattr(record, field, None)
    elif field is not None:
        return ""
    text = "" if value is None else str(value)
    if times.is_local(text):
        return times.spelled(text, look.show(look.now))
    return (_person(look, text) or text) if is_mail_address(text) else text


def _record(look: Look, table: str, record_id: str) -> Record | None:
    return look.store.tables().get(table, {}).get(record_id)


def _name_of(look: Look, record: Record) -> str:
    for app in look.apps.values():
        if type(record) in app.words.records:
            return app.words.records[type(record)].name(look, record)
    return ""


def _noun_of(look: Look, record: Record) -> str:
    nouns = [app.words.records[type(record)].noun for app in look.apps.values() if type(record) in app.words.records]
    return nouns[0] if nouns else "message"


def _person(look: Look, writer: str) -> str:
    """Return the name of the person with this address or id; empty if the phone does not know the person."""
    for app in look.apps.values():
        name = None if app.words.person_at is None else app.words.person_at(look, writer)
        if name:
            return name
        for cls in app.records:
            if not is_mail_address(writer) and writer.startswith(f"{cls.prefix}_"):
                record = _record(look, cls.table, writer)
                if record is not None:
                    return _name_of(look, record)
    return ""
