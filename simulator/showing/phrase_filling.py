"""Fills the phrases of the apps: `reply to {email_id.sender}[, {email_id!q}]` (see `simulator.phone.words.Phrases`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from simulator.phone.registry import all_apps, record_words, words_of
from simulator.phone.state import UserNotice
from simulator.phone.store import Record
from simulator.showing.moment_context import MomentContext
from simulator.showing.record_names import is_id, name_of, notice_name
from simulator.showing.sentence_parts import Parts, SentencePart, plain, quoted, strong
from simulator.trace.moments import Acted
from simulator.words import times
from simulator.words.english import counted, spoken

_BRACKETS = re.compile(r"\[([^\]]*)\]")
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?(!q)?(?::(\w+))?\}")
_MOST_NAMED = 3


class _Place(NamedTuple):
    """A placeholder `{key.field!q:spec}` in a phrase."""

    key: str
    field: str
    quoted: bool
    spec: str


class _Stretch(NamedTuple):
    pieces: tuple[str | _Place, ...]
    optional: bool


def filled(phrases: str | Sequence[str], values: PhraseValues) -> Parts | None:
    """Return the first phrase for which all values are known, filled in; None if every phrase lacks a value.

    An optional part in brackets is dropped if a value in it is unknown.
    """
    for phrase in (phrases,) if isinstance(phrases, str) else phrases:
        parts = _fill(phrase, values)
        if parts is not None:
            return parts
    return None


class PhraseValues:
    """Looks up the values for a phrase: in the arguments, the result, the changed record or the user's screen."""

    def __init__(self, context: MomentContext, moment: Acted) -> None:
        self._context = context
        self._moment = moment

    def get(self, key: str, field: str = "", spec: str = "") -> Parts:
        """Return the sentence parts for `{key.field:spec}`; empty if the value is unknown."""
        if key == "found":
            return _counted(self._moment.result, spec)
        value = self._value(key)
        if field:
            value = self._field(value, field)
        if spec in _forms():
            return self._form(value, spec)
        if isinstance(value, Record):
            value = name_of(self._context.look, value)
        text = self.text(value, key, spec)
        if not text:
            return ()
        return (plain(text) if spec == "plain" else strong(text),)

    def text(self, value: Any, key: str = "", spec: str = "") -> str:
        """Return a value in words; empty if the value is missing or an id without a name."""
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
            return self._context.touched
        if key == "screen":
            look = self._context.look
            return look.screen.view(look).title
        if key in self._moment.args:
            return self._moment.args[key]
        # A tap may lack an argument because the screen knows it: "Delete" deletes the record that the screen shows.
        if self._moment.actor == "user":
            for frame in (self._context.screen_before, self._context.screen_after):
                if frame is not None and frame.context.get(key) not in (None, "", []):
                    return frame.context[key]
        return None

    def _field(self, value: Any, field: str) -> Any:
        if isinstance(value, Mapping):
            return value.get(field)
        record = self._context.find(value) if isinstance(value, str) else value
        told = record_words(type(record)).values if isinstance(record, Record) else {}
        return told[field](self._context.look, record) if field in told else getattr(record, field, None)

    def _word(self, text: str, key: str, spec: str) -> str:
        look = self._context.look
        if key == "app_name":
            return _app_title(text)
        if key == "notification_id":
            notice = look.store.get(UserNotice, text)
            return "" if notice is None else notice_name(notice)
        # People know a file by its name, not by its folder.
        if "path" in key:
            return text.rpartition("/")[2]
        if times.is_local(text):
            spelled = times.day_of if spec == "day" else times.spelled
            return spelled(text, look.show(look.now))
        if "@" in text and " " not in text:
            return self._context.person_at(text)
        # An id without a name becomes an empty text, so that a more general phrase is chosen.
        if is_id(text):
            return self._context.called(text)
        return words_of(self._moment.app).codes.get(text, text)

    def _form(self, value: Any, form: str) -> Parts:
        """Return a record's name in a given form, such as `the chat with Ada`; empty if the record lacks this form."""
        record = self._context.find(value) if isinstance(value, str) else value
        if not isinstance(record, Record):
            return ()
        call = record_words(type(record)).forms.get(form)
        called = None if call is None else call(self._context.look, record)
        return () if called is None else (*((plain(called.before),) if called.before else ()), strong(called.name))


def listed(named: Iterable[str]) -> str:
    """Return names joined: `Ada, Ben and Cleo`, `Ada, Ben, Cleo and 4 more`. Repeated and empty names are dropped."""
    words = list(dict.fromkeys(filter(None, named)))
    if len(words) > _MOST_NAMED + 1:
        words = [*words[:_MOST_NAMED], f"{len(words) - _MOST_NAMED} more"]
    return spoken(words)


def _counted(result: Any, noun: str) -> Parts:
    """Return the number of items in a list or mapping with the noun, such as `2 mails`; empty for any other result.

    In a mapping with a list, such as a page of results, count the items of the first list; otherwise the entries.
    """
    if isinstance(result, Mapping):
        result = next((inner for inner in result.values() if isinstance(inner, list)), result)
    return (SentencePart(counted(len(result), noun, none="no")),) if isinstance(result, list | Mapping) else ()


def _app_title(name: str) -> str:
    wanted = name.strip().casefold()
    # Models write `Emails`, `Email` or `email`.
    for app in all_apps().values():
        if wanted in (app.prefix.casefold(), app.title.casefold(), app.name):
            return app.title
    return name


@cache
def _forms() -> frozenset[str]:
    """Return the names of all `forms` of records, such as `chat` in `{conversation_id:chat}`."""
    return frozenset(
        form for app in all_apps().values() for words in app.words.records.values() for form in words.forms
    )


# A page describes hundreds of moments with the same few phrases, so each phrase is parsed once.
@cache
def _parsed(phrase: str) -> tuple[_Stretch, ...]:
    pieces = _BRACKETS.split(phrase)
    return tuple(_Stretch(_places(text), index % 2 == 1) for index, text in enumerate(pieces) if text)


def _places(text: str) -> tuple[str | _Place, ...]:
    found: list[str | _Place] = []
    end = 0
    for place in _PLACE.finditer(text):
        found += [text[end : place.start()]] if place.start() > end else []
        found.append(_Place(place[1], place[2] or "", place[3] is not None, place[4] or ""))
        end = place.end()
    return (*found, text[end:]) if end < len(text) else tuple(found)


def _fill(phrase: str, values: PhraseValues) -> Parts | None:
    parts: list[SentencePart] = []
    for stretch in _parsed(phrase):
        filling = _fill_stretch(stretch, values)
        if filling is not None:
            parts += filling
        elif not stretch.optional:
            return None
    return tuple(parts)


def _fill_stretch(stretch: _Stretch, values: PhraseValues) -> list[SentencePart] | None:
    parts: list[SentencePart] = []
    for piece in stretch.pieces:
        if isinstance(piece, str):
            parts.append(plain(piece))
            continue
        said = values.get(piece.key, piece.field, piece.spec)
        if not said:
            return None
        parts += [quoted(part.text) for part in said] if piece.quoted else said
    return parts
