"""Tags for all pages: icons, chips, the parts of an outcome, times in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from simulator.access import only_judges
from simulator.blame.rules import Party
from simulator.models import Episode, State, Wish
from simulator.models.current_blame import current_blame
from simulator.showing.config_words import cast_of, publicly
from simulator.showing.outcome_words import PARTS
from simulator.showing.record_names import plain_words
from simulator.templatetags.phone import app_symbol
from simulator.words import english, times

register = template.Library()
# Functions that format a time for the tag `when`, by the name of the form.
_TIMES: Mapping[str, Callable[[datetime, datetime], str]] = {
    "age": lambda at, now: times.since((now - at).total_seconds()),
    "ago": lambda at, now: times.ago((now - at).total_seconds()),
    "short": times.day_or_clock,
    "day": lambda at, now: times.full_day(at),
    "minute": times.day_and_clock,
    "second": lambda at, now: f"{times.day_and_clock(at, now)}:{at:%S}",
    "full": lambda at, now: times.full_utc(at),
}
# Sentences about a run start with their actor, which the page shows as an icon instead.
_SUBJECTS = {"The user ": "user", "The assistant ": "assistant"}


class Chip(NamedTuple):
    """A state in a few words, with its tone and icon. A chip without an icon has a pulsing dot."""

    tone: str
    sign: str
    word: str


class PartMark(NamedTuple):
    tone: str
    sign: str
    says: str


_CHIPS = {
    State.QUEUED: Chip("plain", "clock", "Queued"),
    State.RUNNING: Chip("good", "", "Live"),
    State.PAUSED: Chip("plain", "pause", "Paused"),
    State.WAITING: Chip("user", "user", "Waiting for a person"),
    State.FINISHED: Chip("plain", "check", "Finished"),
    State.STOPPED: Chip("plain", "stop", "Stopped"),
    State.INTERRUPTED: Chip("warn", "clock", "Interrupted, continues soon"),
    State.FAILED: Chip("warn", "alert", "Failed"),
    State.ABANDONED: Chip("plain", "clock", "Abandoned"),
}
_SUCCESS, _MISS = Chip("good", "check", "Success"), Chip("bad", "cross", "No success")
_UNDECIDED = Chip("warn", "ask", "Undecided")
_FOREIGN = Chip("plain", "upload", "Imported")
_PARTY_SIGNS: Mapping[Party, tuple[str, str]] = {
    "provider": ("warn", "alert"),
    "engine": ("warn", "alert"),
    "scenario": ("plain", "phone"),
    "reader": ("warn", "ask"),
    "user": ("user", "user"),
    "assistant": ("assistant", "assistant"),
    "undetermined": ("plain", "open"),
}
_WISHED = {Wish.PAUSE: Chip("plain", "pause", "Pausing"), Wish.STOP: Chip("plain", "stop", "Stopping")}


@register.simple_tag
@lru_cache(maxsize=256)
def sign(name: str, classes: str = "icon") -> SafeString:
    """Return an icon from static/site/icons.svg: `{% sign "check" %}`."""
    # Cached, because pages have hundreds of the same few icons.
    sprite = static("site/icons.svg")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, sprite, name)


@register.simple_tag
@lru_cache(maxsize=256)
def app_sign(name: str) -> SafeString:
    """Return the icon of an app of the phone."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#i-{}"/></svg>', static("phone/icons.svg"), app_symbol(name)
    )


@register.inclusion_tag("_chip.html")
def chip(episode: Episode) -> dict[str, Any]:
    return {"chip": chip_of(episode)}


def chip_of(episode: Episode) -> Chip:
    """Return a chip with the outcome of a finished run, or with the state of any other run."""
    state = State(episode.state)
    found = _CHIPS[state]
    if state == State.FINISHED and episode.success is not None:
        found = _UNDECIDED if episode.undecided else _SUCCESS if episode.success else _MISS
    # Runs of other systems are not judged here, so they never show an outcome.
    if episode.is_foreign:
        found = _FOREIGN
    # A request takes effect between two moments; until then the chip shows that it was received.
    if state == State.RUNNING:
        found = _WISHED.get(Wish(episode.wish), found)
    return found


@register.inclusion_tag("_last_words.html")
def last_words(sentence: str) -> dict[str, str]:
    """Split the sentence about a run's last step into its actor and the other words.

    A sentence that starts with neither the user nor the assistant is about the environment.
    """
    for subject, actor in _SUBJECTS.items():
        if sentence.startswith(subject):
            return {"actor": actor, "word": actor.capitalize(), "rest": sentence.removeprefix(subject)}
    return {"actor": "world", "word": "Environment", "rest": sentence}


@register.inclusion_tag("_parts.html")
def parts_of(episode: Episode) -> dict[str, Any]:
    """Return the parts of the outcome as marks. Foreign runs, and runs without an outcome, show none."""
    outcome = (episode.result or {}).get("outcome")
    # Some older versions did not judge restraint.
    parts = [part for part in PARTS if outcome is None or part in outcome]
    marks = [_mark(outcome, part, PARTS[part].lower()) for part in parts]
    none = episode.is_foreign or episode.state in (State.FAILED, State.STOPPED, State.ABANDONED)
    return {"marks": marks, "none": none, "says": ", ".join(mark.says for mark in marks)}


register.filter("in_words", english.in_words)
register.filter("only_judges", only_judges)
register.filter("blamed", current_blame)
register.filter("plainly", lambda text: plain_words(text, now=""))


@register.filter
def assistant(run: Episode, private: bool) -> str:
    """Return the assistant's player with its models in brackets. `private`: server addresses may be shown."""
    player = run.assistant_player if private else publicly(run.assistant_player)
    return cast_of({**run.config_now, "assistant": player}).assistant


@register.filter
def party_sign(party: Party) -> str:
    return _PARTY_SIGNS[party][1]


@register.filter
def party_tone(party: Party) -> str:
    """Return the CSS class for the colour of a party that can be blamed."""
    return _PARTY_SIGNS[party][0]


@register.simple_tag
def when(at: datetime | None, form: str = "age") -> SafeString:
    """Render a wall-clock time, by default as its age, such as `4 min`. The tooltip has the full time."""
    if at is None:
        return SafeString("")
    at, now = at.astimezone(UTC), timezone.now()
    shown = _TIMES[form](at, now)
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), times.full_utc(at), shown)


@register.filter
def simulated_clock(local: str) -> str:
    """Return weekday and time of a local time: `Thu 13:20` for `2026-06-11 13:20:40`."""
    try:
        return f"{datetime.fromisoformat(local):%a %H:%M}"
    except ValueError:
        return local


def _mark(outcome: Mapping[str, Any] | None, part: str, word: str) -> PartMark:
    # Some older versions did not judge restraint.
    found = None if outcome is None else outcome.get(part)
    if found is None:
        return PartMark("", "open", f"{word} open")
    if found["ok"] and found.get("doubts"):
        return PartMark("warn", "ask", f"{word} undecided")
    met = bool(found["ok"])
    return PartMark("good", "check", f"{word} yes") if met else PartMark("bad", "cross", f"{word} no")
