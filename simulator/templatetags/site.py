"""What the pages are written with: signs, chips, the four parts of an outcome, times as people say them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from simulator.blame.rules import Party
from simulator.models import Episode, State, Wish
from simulator.models.standing import standing_of
from simulator.phone import wording
from simulator.showing.cast import cast_of, publicly
from simulator.showing.plain_words import plain_words
from simulator.showing.verdict import PARTS
from simulator.views.access import only_judges

register = template.Library()
_SUBJECTS = {"The user ": "user", "The assistant ": "assistant"}
_STEPS = ((86_400 * 365, "y"), (86_400, "d"), (3600, "h"), (60, "min"))


class Chip(NamedTuple):
    """A state in a word, with the tone and the sign that go with it. No sign: a pulsing dot."""

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
    State.INTERRUPTED: Chip("warn", "clock", "Interrupted, goes on soon"),
    State.FAILED: Chip("warn", "alert", "Failed"),
}
_SUCCESS, _MISS = Chip("good", "check", "Success"), Chip("bad", "cross", "No success")
_FOREIGN = Chip("plain", "upload", "Imported")
_PARTY_SIGNS: Mapping[Party, tuple[str, str]] = {
    "provider": ("warn", "alert"),
    "engine": ("warn", "alert"),
    "scenario": ("plain", "phone"),
    "user": ("user", "user"),
    "assistant": ("assistant", "assistant"),
    "undetermined": ("plain", "open"),
}
_WISHED = {Wish.PAUSE: Chip("plain", "pause", "Pausing"), Wish.STOP: Chip("plain", "stop", "Stopping")}


@register.simple_tag
@lru_cache(maxsize=256)
def sign(name: str, classes: str = "icon") -> SafeString:
    """One of the signs in static/site/icons.svg: `{% sign "check" %}`. Pages have hundreds of the same few."""
    sprite = static("site/icons.svg")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, sprite, name)


@register.simple_tag
@lru_cache(maxsize=256)
def app_sign(name: str) -> SafeString:
    """The sign of an app on the phone."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#i-{}"/></svg>', static("phone/icons.svg"), name
    )


@register.inclusion_tag("_chip.html")
def chip(episode: Episode) -> dict[str, Any]:
    return {"chip": chip_of(episode)}


def chip_of(episode: Episode) -> Chip:
    """Where a run stands; once it is over, what came of it."""
    state = State(episode.state)
    found = _CHIPS[state]
    if state == State.FINISHED and episode.success is not None:
        found = _SUCCESS if episode.success else _MISS
    if episode.is_foreign:
        found = _FOREIGN
    if state == State.RUNNING:
        found = _WISHED.get(Wish(episode.wish), found)
    return found


@register.inclusion_tag("_last_words.html")
def last_words(sentence: str) -> dict[str, str]:
    """What happened last with its actor's colour and sign; sentences about neither player are the world's."""
    for subject, actor in _SUBJECTS.items():
        if sentence.startswith(subject):
            return {"actor": actor, "word": actor.capitalize(), "rest": sentence.removeprefix(subject)}
    return {"actor": "world", "word": "Environment", "rest": sentence}


@register.inclusion_tag("_four.html")
def four(episode: Episode) -> dict[str, Any]:
    """The four parts of the outcome as marks; a run that failed, was stopped or came from another system has none."""
    outcome = (episode.result or {}).get("outcome")
    marks = [_mark(outcome, part, title.lower()) for part, title in PARTS.items()]
    none = episode.is_foreign or episode.state in (State.FAILED, State.STOPPED)
    return {"marks": marks, "none": none, "says": ", ".join(mark.says for mark in marks)}


register.filter("in_words", wording.in_words)
register.filter("only_judges", only_judges)
register.filter("blamed", standing_of)
register.filter("plainly", lambda text: plain_words(text, now=""))


@register.filter
def assistant(run: Episode, private: bool) -> str:
    """Who plays the assistant, with its models; `private` is for somebody who may know where a server stands."""
    player = run.assistant_player if private else publicly(run.assistant_player)
    return cast_of({**run.config_now, "assistant": player}).assistant


@register.filter
def party_sign(party: Party) -> str:
    return _PARTY_SIGNS[party][1]


@register.filter
def party_tone(party: Party) -> str:
    """The players have their own colours; nobody else has one."""
    return _PARTY_SIGNS[party][0]


@register.filter
def ago(at: datetime | None) -> str:
    """`now`, `4 min`, `2 h`, `3 d`: how long ago something was."""
    if at is None:
        return ""
    seconds = (timezone.now() - at).total_seconds()
    found = next(((size, unit) for size, unit in _STEPS if seconds >= size), None)
    return f"{int(seconds // found[0])} {found[1]}" if found else "now"


@register.filter
def simulated_clock(local: str) -> str:
    """`2026-06-11 13:20:40` → `Thu 13:20`."""
    try:
        return f"{datetime.fromisoformat(local):%a %H:%M}"
    except ValueError:
        return local


def _mark(outcome: Mapping[str, Any] | None, part: str, word: str) -> PartMark:
    if outcome is None:
        return PartMark("", "open", f"{word} open")
    met = bool(outcome[part]["ok"])
    return PartMark("good", "check", f"{word} yes") if met else PartMark("bad", "cross", f"{word} no")
