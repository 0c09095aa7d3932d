"""How a chat is told: where a day begins, who speaks, and when a face stands beside a bubble."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django import template
from django.template import Context

from simulator.phone.apps.messaging.views import Bubble, ChatView

register = template.Library()


class Line(NamedTuple):
    """A bubble, and what stands around it; a run is what one person says before another does."""

    said: Bubble
    day: str
    """The day that begins here; empty within a day."""
    opens: bool
    closes: bool


@register.simple_tag(takes_context=True)
def chat_lines(context: Context, view: ChatView) -> list[Line]:
    rows = view.rows
    befores, afters = (None, *rows)[:-1], (*rows, None)[1:]
    today = context["shot"].now[:10]
    return [
        Line(
            said=said,
            day=_day(said.at, today) if before is None or before.at[:10] != said.at[:10] else "",
            opens=before is None or not _one_run(before, said),
            closes=after is None or not _one_run(said, after),
        )
        for before, said, after in zip(befores, rows, afters, strict=True)
    ]


@register.filter
def first_names(people: Sequence[str]) -> str:
    """`Ji-won, Lerato, you`; of many only some, so that the line can be read."""
    shown = [name.split()[0] for name in people if name.strip()]
    few = shown if len(shown) <= 4 else [*shown[:3], f"{len(shown) - 3} more"]
    return ", ".join([*few, "you"])


def _one_run(first: Bubble, second: Bubble) -> bool:
    return first.sender == second.sender and first.mine == second.mine and first.at[:10] == second.at[:10]


def _day(local: str, today: str) -> str:
    at, now = datetime.fromisoformat(local), datetime.fromisoformat(today)
    days = (now.date() - at.date()).days
    if 0 <= days < 2:
        return ("Today", "Yesterday")[days]
    year = "" if at.year == now.year else f" {at.year}"
    return f"{at:%A} {at.day} {at:%B}{year}"
