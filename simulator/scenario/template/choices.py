"""Reads an author's choices for a new scenario. An error about a wrong choice says what to write instead."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

from simulator.phone import when
from simulator.phone.registry import all_apps
from simulator.scenario.base import LONGEST_LABEL, is_label
from simulator.scenario.problems import close_to, listed
from simulator.scenario.schema import CATEGORIES, PATTERNS

DEFAULT_OWNER = "Sam Berger"
DEFAULT_TIME_ZONE = "Europe/Luxembourg"
DEFAULT_START = "2026-03-05 08:20"
_SEVERAL_APPS = "cross-app-orchestration"
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_TEXT = 200


class ChoiceError(ValueError):
    """A choice is not allowed; the message says what to write instead."""


class AuthorChoices(NamedTuple):
    """An author's choices for a new scenario file."""

    id: str
    title: str
    apps: tuple[str, ...]
    category: str
    pattern: str | None
    owner_name: str
    time_zone: str
    start: str


def known_apps() -> list[str]:
    """Return the apps that a scenario may list."""
    return [name for name, app in all_apps().items() if not app.system]


def usual_title(scenario: str) -> str:
    return scenario.replace("_", " ").strip().capitalize()


def usual_category(apps: Collection[str]) -> str:
    """Return cross-app-orchestration for several apps, otherwise the category of the app, or else communication."""
    if len(apps) > 1:
        return _SEVERAL_APPS
    known = all_apps()
    return next((known[app].category for app in apps if app in known and known[app].category), "communication")


def read_id(text: str, taken: Collection[str]) -> str:
    if not is_label(text):
        raise ChoiceError(
            f"'{text}' is not an id; write at most {LONGEST_LABEL} lowercase letters, digits and _, "
            "starting with a letter, such as late_train."
        )
    if text in taken:
        raise ChoiceError(f"There is already a scenario '{text}'; choose a different id.")
    return text


def read_text(text: str, what: str) -> str:
    """Return a title or a name without spaces around it. Raise ChoiceError if it is empty, too long or unprintable.

    `what`: the noun for error messages.
    """
    line = text.strip()
    if not line:
        raise ChoiceError(f"The {what} is empty; write a few words.")
    if not line.isprintable():
        raise ChoiceError(f"The {what} contains characters that cannot be shown; remove them.")
    if len(line) > _LONGEST_TEXT:
        raise ChoiceError(f"The {what} has {len(line)} characters; write at most {_LONGEST_TEXT}.")
    return line


def read_apps(text: str) -> tuple[str, ...]:
    known = known_apps()
    apps = tuple(dict.fromkeys(word for word in re.split(r"[\s,]+", text) if word))
    if not apps:
        raise ChoiceError(f"Name at least one app: {listed(known)}.")
    for app in apps:
        if app not in known:
            raise ChoiceError(f"There is no app '{app}'{close_to(app, known)}; apps are: {listed(known)}.")
    return apps


def read_category(text: str) -> str:
    return _one_of(text, CATEGORIES, "category", "categories")


def read_pattern(text: str) -> str:
    return _one_of(text, PATTERNS, "pattern", "patterns")


def read_time_zone(text: str) -> str:
    try:
        return when.zone(text.strip()).key
    except when.TimeError as error:
        raise ChoiceError(str(error)) from None


def read_start(text: str, time_zone: str) -> str:
    """Return the start with its weekday, so that the author sees which day it is."""
    tz = when.zone(time_zone)
    if not _DATE.search(text):
        raise ChoiceError(f"'{text.strip()}' has no date; write date and time, such as {DEFAULT_START}.")
    try:
        at = when.parse_author_time(text, 0, tz)
    except when.TimeError as error:
        raise ChoiceError(str(error)) from None
    return f"{when.weekday(at, tz)[:3]} {when.show(at, tz).removesuffix(':00')}"


def address_of(name: str) -> str:
    """Return an e-mail address for a name, at a domain that does not exist."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    local = ".".join(re.findall(r"[a-z0-9]+", ascii_only.lower()))
    return f"{local[:60].strip('.') or 'owner'}@home.example"


def _one_of(text: str, known: tuple[str, ...], kind: str, plural: str) -> str:
    word = text.strip()
    if word not in known:
        raise ChoiceError(f"There is no {kind} '{word}'{close_to(word, known)}; {plural} are: {listed(known, word)}.")
    return word
