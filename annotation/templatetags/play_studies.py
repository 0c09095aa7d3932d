"""Template tags for the pages of play studies: intervals in percent, and times."""

from __future__ import annotations

from django import template

from annotation.models import PlayAssignment
from annotation.templatetags.study_forms import field_label
from simulator.statistics.figure import Figure

register = template.Library()
# Labels of fields that the form of a play study names differently from the form of a study of judgements.
_LABELS = {
    "per_person": "Runs per person",
    "per_item": "Quota per scenario",
    "shows_leaderboard": "Leaderboard",
    "seed_rule": "Seeds",
}


@register.filter
def play_label(name: str) -> str:
    return _LABELS.get(name) or field_label(name)


@register.filter
def percent_interval(share: Figure) -> str:
    """Return the interval of a share: `21 to 79 %`."""
    if share.low is None or share.high is None:
        return ""
    return f"{100 * share.low:.0f} to {100 * share.high:.0f} %"


@register.filter
def play_minutes(minutes: float | str | None) -> str:
    """Return a duration such as `< 1 min`, `12 min` or `3.5 h`; nothing for a run that has not ended."""
    # Django passes "" if a lookup in a template finds nothing.
    if minutes is None or isinstance(minutes, str):
        return ""
    if minutes < 1:
        return "< 1 min"
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} h"


@register.filter
def run_minutes(one: PlayAssignment) -> float | None:
    """Return the minutes from the start of a run to its end; None while it lasts."""
    if one.episode is None or one.episode.ended_at is None:
        return None
    return (one.episode.ended_at - one.given_at).total_seconds() / 60
