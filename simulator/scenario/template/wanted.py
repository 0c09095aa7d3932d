"""What someone wants to start a scenario with; what cannot be is refused with what would be right."""

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
# The category that comes to mind for an app alone; for an app that is not here, the first author decides.
_USUAL_CATEGORIES = {
    "apartment": "housing",
    "cab": "transport",
    "calendar": "scheduling",
    "contacts": "contacts-hygiene",
    "note": "knowledge-notes",
    "reminder": "reminders-tasks",
    "shopping": "commerce",
}
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_TEXT = 200


class WantedError(ValueError):
    """A wish that no scenario can fulfil, in one sentence."""


class Wanted(NamedTuple):
    id: str
    title: str
    apps: tuple[str, ...]
    category: str
    pattern: str | None
    owner_name: str
    time_zone: str
    start: str


def known_apps() -> list[str]:
    """The apps that a scenario may list."""
    return [name for name, app in all_apps().items() if not app.system]


def usual_title(scenario: str) -> str:
    return scenario.replace("_", " ").strip().capitalize()


def usual_category(apps: Collection[str]) -> str:
    """A good guess."""
    if len(apps) > 1:
        return _SEVERAL_APPS
    return next((_USUAL_CATEGORIES[app] for app in apps if app in _USUAL_CATEGORIES), "communication")


def read_id(text: str, taken: Collection[str]) -> str:
    if not is_label(text):
        raise WantedError(
            f"'{text}' is not an id; write small letters, digits and _, a letter first, at most {LONGEST_LABEL}, "
            "such as late_train."
        )
    if text in taken:
        raise WantedError(f"There is a scenario '{text}' already; choose another id.")
    return text


def read_text(text: str, what: str) -> str:
    """A title or a name: one line that can be shown."""
    line = text.strip()
    if not line:
        raise WantedError(f"The {what} is empty; write a few words.")
    if not line.isprintable():
        raise WantedError(f"The {what} has characters that cannot be shown; leave them out.")
    if len(line) > _LONGEST_TEXT:
        raise WantedError(f"The {what} has {len(line)} characters; write at most {_LONGEST_TEXT}.")
    return line


def read_apps(text: str) -> tuple[str, ...]:
    known = known_apps()
    apps = tuple(dict.fromkeys(word for word in re.split(r"[\s,]+", text) if word))
    if not apps:
        raise WantedError(f"Name at least one app: {listed(known)}.")
    for app in apps:
        if app not in known:
            raise WantedError(f"There is no app '{app}'{close_to(app, known)}; apps are: {listed(known)}.")
    return apps


def read_category(text: str) -> str:
    return _one_of(text, CATEGORIES, "category", "categories")


def read_pattern(text: str) -> str:
    return _one_of(text, PATTERNS, "pattern", "patterns")


def read_time_zone(text: str) -> str:
    try:
        return when.zone(text.strip()).key
    except when.TimeError as error:
        raise WantedError(str(error)) from None


def read_start(text: str, time_zone: str) -> str:
    """With the weekday, so that the author sees which day it is."""
    tz = when.zone(time_zone)
    if not _DATE.search(text):
        raise WantedError(f"'{text.strip()}' has no date; write date and time, such as {DEFAULT_START}.")
    try:
        at = when.parse_author_time(text, 0, tz)
    except when.TimeError as error:
        raise WantedError(str(error)) from None
    return f"{when.weekday(at, tz)[:3]} {when.show(at, tz).removesuffix(':00')}"


def address_of(name: str) -> str:
    """An e-mail address that a person of this name might have, at a place that does not exist."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    local = ".".join(re.findall(r"[a-z0-9]+", ascii_only.lower()))
    return f"{local[:60].strip('.') or 'owner'}@home.example"


def _one_of(text: str, known: tuple[str, ...], kind: str, plural: str) -> str:
    word = text.strip()
    if word not in known:
        raise WantedError(f"There is no {kind} '{word}'{close_to(word, known)}; {plural} are: {listed(known, word)}.")
    return word
