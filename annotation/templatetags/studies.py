"""Template tags for the pages of studies: Markdown texts, states, and actions of simulated users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.safestring import SafeString, mark_safe

from annotation.markdown import as_html
from annotation.models import Role, Study, StudyState
from simulator.templatetags.site import Chip

register = template.Library()

_STATES: Mapping[str, Chip] = {
    StudyState.DRAFT: Chip("plain", "open", "Draft"),
    StudyState.OPEN: Chip("good", "check", "Open"),
    StudyState.CLOSED: Chip("plain", "stop", "Closed"),
}
_ROLES: Mapping[str, Chip] = {
    Role.REAL: Chip("", "", "To be judged"),
    Role.GOLD: Chip("warn", "key", "Gold"),
    Role.PRACTICE: Chip("user", "again", "Practice"),
    Role.DROPPED: Chip("plain", "never", "Left out"),
}
_OUTCOMES: Mapping[str, Chip] = {
    "success": Chip("good", "check", "Success"),
    "miss": Chip("bad", "cross", "No success"),
}


class ReactionMark(NamedTuple):
    """The sign and the word for the simulated user's first reaction to an offer."""

    sign: str
    word: str


_DEEDS = {
    "accept": ReactionMark("accept", "accepted"),
    "reject": ReactionMark("reject", "rejected"),
    "gather_context": ReactionMark("search", "looked for more"),
    "none": ReactionMark("open", "did nothing"),
}


@register.filter
def markdown(text: str) -> SafeString:
    """Render Markdown: `{{ guidelines.text|markdown }}` inside an element of class `prose`."""
    return mark_safe(as_html(text))


@register.inclusion_tag("_chip.html")
def study_chip(study: Study) -> dict[str, Any]:
    return {"chip": _STATES[study.state]}


@register.inclusion_tag("studies/_chip.html")
def role_chip(role: str) -> dict[str, Any]:
    # Most items are real: a visible chip on each row would make the other roles hard to spot.
    return {"chip": _ROLES[role], "quiet": role == Role.REAL}


@register.inclusion_tag("studies/_chip.html")
def outcome_chip(outcome: str) -> dict[str, Any]:
    """Render the outcome of a run: success, miss, or unknown for a run that is undecided or was not judged."""
    return {"chip": _OUTCOMES.get(outcome, Chip("plain", "open", "Unknown"))}


@register.inclusion_tag("studies/_deed.html")
def deed(simulated: str) -> dict[str, Any]:
    """Render the simulated user's first reaction to an offer; nothing for a silence."""
    return {"deed": _DEEDS.get(simulated)}


@register.filter
def deed_word(simulated: str) -> str:
    return _DEEDS[simulated].word if simulated in _DEEDS else "silence"


@register.filter
def percent(share: float | str | None) -> str:
    """Return a share in whole percent: `80 %` for 0.8."""
    # Django passes "" if a lookup goes through None, as for the agreement of a person without answers.
    return "" if share is None or isinstance(share, str) else f"{share * 100:.0f} %"
