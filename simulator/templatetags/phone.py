"""What the phone's templates are written with: controls that can be tapped, icons, times and tones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_TONES = "abcdefgh"
_STEPS = ("B", "kB", "MB", "GB")


@register.simple_tag(takes_context=True)
def tap(context: Context, name: str, **args: Any) -> SafeString:
    """Marks a control: `<button {% tap "open_email_by_id" email_id=row.id %}>`. Rings it if it was just tapped."""
    given = {key: value for key, value in args.items() if value is not None}
    marked = format_html('data-tap="{}" data-args="{}"', name, json.dumps(given, default=str))
    return marked + mark_safe(" data-tapped") if _is_tapped(context, name, given) else marked


@register.simple_tag(takes_context=True)
def typed(context: Context, name: str, value: Any = "") -> Any:
    """What a field shows: what the user has just typed for this argument, or the value that the screen has."""
    tapped = context.get("tapped")
    return tapped.args.get(name, value) if tapped is not None else value


@register.simple_tag
def icon(name: str, classes: str = "") -> SafeString:
    return _use("phone/icons.svg", f"i-{name}", f"ph-i {classes}".strip())


@register.simple_tag
def picture(name: str, classes: str) -> SafeString:
    """One of the drawn pictures, such as `wall` or `p-mug`."""
    return _use("phone/icons.svg", name, classes)


@register.simple_tag(takes_context=True)
def listed_when(context: Context, local: str) -> str:
    """A time in a list, as short as it can be told: 17:41, Yesterday, Wed, 12 May, 12 May 2025."""
    at, now = _read(local), _read(context["shot"].now)
    days = (now.date() - at.date()).days
    if days == 0:
        return f"{at:%H:%M}"
    if days == 1:
        return "Yesterday"
    if 1 < days < 7:
        return f"{at:%a}"
    return f"{at.day} {at:%b}" if at.year == now.year else f"{at.day} {at:%b} {at.year}"


@register.filter
def clock(local: str) -> str:
    return local[11:16]


@register.filter
def day(local: str) -> str:
    """Thu 14 May"""
    at = _read(local)
    return f"{at:%a} {at.day} {at:%b}"


@register.filter
def long_day(local: str) -> str:
    """Thursday 14 May"""
    at = _read(local)
    return f"{at:%A} {at.day} {at:%B}"


@register.filter
def iso(local: str) -> str:
    return local.replace(" ", "T")


@register.filter
def initials(name: str) -> str:
    words = [word for word in name.split() if word[0].isalnum()]
    picked = words if len(words) < 2 else [words[0], words[-1]]
    return "".join(word[0] for word in picked).upper() or "?"


@register.filter
def tone(name: str) -> str:
    """A colour for a person or a thing, the same wherever it stands."""
    return f"ph-tone-{_TONES[hashlib.sha256(name.encode()).digest()[0] % len(_TONES)]}"


@register.filter
def file_size(count: int) -> str:
    size, step = float(count), 0
    while size >= 1000 and step < len(_STEPS) - 1:
        size, step = size / 1000, step + 1
    return f"{size:.0f} {_STEPS[step]}" if size >= 10 or step == 0 else f"{size:.1f} {_STEPS[step]}"


def _use(sprite: str, name: str, classes: str) -> SafeString:
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, static(sprite), name)


def _is_tapped(context: Context, name: str, args: Mapping[str, Any]) -> bool:
    tapped = context.get("tapped")
    if tapped is None or tapped.name != name:
        return False
    return all(str(tapped.args.get(key, "")) == str(value) for key, value in args.items())


def _read(local: str) -> datetime:
    return datetime.fromisoformat(local)
