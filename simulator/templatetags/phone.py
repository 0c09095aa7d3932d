"""Tags for the phone's templates: controls that can be tapped, typed text, icons, times, files and colours."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from simulator.phone.registry import all_apps
from simulator.phone.state import HOME
from simulator.showing.assistant_card import CARD_APP
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.plain_view import PlainView
from simulator.showing.plain_view import plain_view as plain_parts
from simulator.showing.record_names import plain_words
from simulator.showing.tap_highlight import TapHighlight
from simulator.words import times

register = template.Library()
_SPRITE = "phone/icons.svg"
_FILES = "files"
_TONES = "abcdefgh"
_STEPS = ("B", "kB", "MB", "GB")
# tabindex="-1": the controls show taps of the simulated user. People can't use them, so the Tab key skips them.
_MARKS = {
    "tap": 'data-tap="{}" data-args="{}" tabindex="-1"',
    "also": 'data-also="{}" data-also-args="{}"',
}
_KINDS = {"pdf": "PDF", "jpg": "Photo", "jpeg": "Photo", "png": "Picture", "heic": "Photo", "txt": "Text", "md": "Text"}
_KINDS |= {"doc": "Document", "docx": "Document", "odt": "Document", "xls": "Table", "xlsx": "Table", "csv": "Table"}


@register.simple_tag(takes_context=True)
def tap(context: Context, name: str, key: str = "", value: Any = None, /, **args: Any) -> SafeString:
    """Mark a control: `<button {% tap "open_email_by_id" email_id=row.id %}>`. A tapped control gets a ring.

    Arguments that are left out match any value, so a search field needs only `{% tap "search_emails" %}`. If a
    variable holds the argument's name, write `{% tap action arg value %}`. Only the first matching control gets a ring.
    """
    return _marked(context, "tap", name, {**args, key: value} if key else args)


@register.simple_tag(takes_context=True)
def also(context: Context, name: str, /, **args: Any) -> SafeString:
    """Mark a control with a second action, after its `tap`: a row, for example, may open by its id or its position."""
    return _marked(context, "also", name, args)


@register.simple_tag(takes_context=True)
def typed(context: Context, name: str, value: Any = "", action: str = "") -> Any:
    """Return the content of a field: the text that the user just typed for this argument, or the given value."""
    highlight: TapHighlight = context["highlight"]
    return highlight.typed(name, value, action)


@register.simple_tag
def call(value: Any, method: str, /, *args: Any) -> Any:
    """Call a method of a view or row: `{% call row "due_time" picture.now as due %}`.

    Use the tag for values that depend on the time or on typed text. Templates read all other values directly.
    """
    return getattr(value, method)(*args)


@register.simple_tag
def plain_view(picture: PhonePicture) -> PlainView:
    """Return the content of a screen that has no template: facts, lists and controls."""
    return plain_parts(picture)


@register.simple_tag
def icon(name: str, classes: str = "") -> SafeString:
    return _use(_SPRITE, f"i-{name}", f"ph-i {classes}".strip())


@register.simple_tag
def app_icon(app: str, classes: str = "") -> SafeString:
    """Return the icon of an app, given the app's name or prefix; for any other text, return a bell."""
    key = app_key(app)
    if key not in (*all_apps(), CARD_APP) or key == HOME:
        return icon("reminder", classes)
    return icon(app_symbol(key), classes)


def app_symbol(app: str) -> str:
    """Return the name of an app's icon in the sprite."""
    if app == _FILES:
        return "file"
    # An app from another package has no icon in our sprite.
    return app if f"i-{app}" in _symbols() else "box"


@register.simple_tag
def picture(name: str, classes: str) -> SafeString:
    """Return a drawing from the phone's sprite, such as `wall` or `p-mug`."""
    return _use(_SPRITE, name, classes)


# Times are relative to the simulated now, never to the clock of the server: a replay shows what the live page showed.
@register.simple_tag(takes_context=True)
def listed_when(context: Context, local: str) -> str:
    """Return a time for a list, as short as possible: 17:41, Yesterday, Wed, 12 May, 12 May 2025."""
    return times.listed_when(local, context["picture"].now)


@register.simple_tag(takes_context=True)
def at_time(context: Context, local: str) -> str:
    """Return a time for a sentence: 17:41, tomorrow 09:00, Fri 22 May 09:00."""
    return times.at_time(local, context["picture"].now)


@register.simple_tag(takes_context=True)
def on_day(context: Context, local: str) -> str:
    """Return a day for a sentence: today, tomorrow, yesterday, Fri 22 May, 22 May 2025."""
    return times.on_day(local, context["picture"].now)


@register.simple_tag(takes_context=True)
def plainly(context: Context, text: str) -> str:
    """Return a message of an app without ids, and with short dates and times."""
    return plain_words(str(text), context["picture"].now)


@register.filter
def app_key(app: str) -> str:
    """Return the name of an app, given the app's name or prefix: `Emails` → `email`."""
    return next((key for key, one in all_apps().items() if app in (key, one.prefix)), app)


@register.filter
def app_title(app: str) -> str:
    found = all_apps().get(app_key(app))
    return app.capitalize() if found is None else found.title


@register.filter
def spellings(app: str) -> tuple[str, ...]:
    """Return all names by which the user can open an app."""
    found = all_apps().get(app_key(app))
    return (app,) if found is None else (found.title, found.prefix, found.name)


@register.filter
def clock(local: str) -> str:
    """Return the time of day: `17:41`."""
    return local[11:16]


@register.filter
def day(local: str) -> str:
    """Return the day in a short form: `Thu 14 May`."""
    at = _read(local)
    return f"{at:%a} {at.day} {at:%b}"


@register.filter
def long_day(local: str) -> str:
    """Return the day in full words: `Thursday 14 May`."""
    at = _read(local)
    return f"{at:%A} {at.day} {at:%B}"


@register.filter
def full_when(local: str) -> str:
    """Return day, year and time: `Tuesday 26 May 2026, 12:00`; empty if there is no time yet."""
    return f"{long_day(local)} {_read(local).year}, {clock(local)}" if local else ""


@register.filter
def iso(local: str) -> str:
    """Return a local time in the form for the `datetime` attribute of `<time>`."""
    return local.replace(" ", "T")


@register.filter
def initials(name: str) -> str:
    """Return the initials of a name, from its first and last word: `NH` for Nadia Haddad."""
    words = [word for word in name.split() if word[0].isalnum()]
    picked = words if len(words) < 2 else [words[0], words[-1]]
    return "".join(word[0] for word in picked).upper() or "?"


@register.filter
def tone(name: str) -> str:
    """Return a CSS class for the colour of a person or a thing, which is the same on every screen."""
    # Not Python's hash(), which differs between processes: live page and replay must show the same colours.
    return f"ph-tone-{_TONES[hashlib.sha256(name.encode()).digest()[0] % len(_TONES)]}"


@register.filter
def mail_address(text: str) -> str:
    """Return an e-mail address with a possible line break before the @, for narrow screens."""
    name, sign, place = text.partition("@")
    return format_html("{}<wbr>{}{}", name, sign, place) if sign else text


@register.filter
def file_size(count: int) -> str:
    """Return a size with its unit: `850 B`, `1.2 MB`, `34 kB`."""
    size, step = float(count), 0
    while size >= 1000 and step < len(_STEPS) - 1:
        size, step = size / 1000, step + 1
    return f"{size:.0f} {_STEPS[step]}" if size >= 10 or step == 0 else f"{size:.1f} {_STEPS[step]}"


@register.filter
def file_kind(name: str) -> str:
    """Return the kind of a file: `PDF`, `Photo`, another short extension in capitals, else `File`."""
    stem, _, ending = name.rpartition(".")
    return _KINDS.get(ending.lower(), ending.upper()) if stem and 0 < len(ending) <= 5 else "File"


@register.filter
def file_icon(name: str) -> str:
    return "image" if file_kind(name) in ("Photo", "Picture") else "file"


@register.filter
def words(name: str) -> str:
    """Return an action in words: `open_email_by_id` → `Open email by id`."""
    return name.replace("_", " ").strip().capitalize()


@register.filter
def rows(text: str, columns: int = 40) -> int:
    """Return how many lines a text needs in a field of this width, so that the field needs no scrollbar."""
    return sum(1 + max(0, len(line) - 1) // columns for line in str(text).split("\n"))


@register.filter
def or_also(value: str, other: str) -> tuple[str, ...]:
    """Return two values, either of which matches an argument of `tap`: `folder_name=tab.folder|or_also:tab.title`."""
    return tuple(filter(None, (value, other)))


@register.filter
def less(number: int, other: int) -> int:
    """Return the difference of two numbers, or 0 if it is negative."""
    return max(0, number - other)


@lru_cache(maxsize=1)
def _symbols() -> frozenset[str]:
    """Return the names of all drawings in the phone's sprite."""
    file = finders.find(_SPRITE)
    return frozenset(re.findall(r'id="([^"]+)"', Path(str(file)).read_text(encoding="utf-8")))


# A screen has dozens of icons, and building markup with escapes is slow.
@lru_cache(maxsize=512)
def _use(sprite: str, name: str, classes: str) -> SafeString:
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, static(sprite), name)


def _marked(context: Context, mark: str, name: str, args: Mapping[str, Any]) -> SafeString:
    given = {key: value for key, value in args.items() if value is not None}
    # Of several values that match, the first is the one that scripts and tests read.
    shown = json.dumps({k: v[0] if isinstance(v, tuple) else v for k, v in given.items()}, ensure_ascii=False)
    marked = format_html(_MARKS[mark], name, shown)
    highlight: TapHighlight = context["highlight"]
    return marked + mark_safe(" data-tapped") if highlight.fits(name, given) else marked


def _read(local: str) -> datetime:
    return datetime.fromisoformat(local)
