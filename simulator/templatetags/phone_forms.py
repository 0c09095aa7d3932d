"""Fields of a form that are typed all at once: what the user has just typed, or what the screen has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.template import Context
from django.utils.html import format_html

from simulator.phone.apps.contacts.records import EDITABLE
from simulator.phone.apps.contacts.views import LABELS, EditField
from simulator.showing.ring import Ring

register = template.Library()
_WIDE = ("description", "address")
_ALWAYS = ("first_name", "last_name", "phone", "email")


class Filled(NamedTuple):
    name: str
    label: str
    value: Any
    choices: tuple[str, ...]
    wide: bool
    """A longer text, which needs lines of its own."""


@register.simple_tag(takes_context=True)
def updated_fields(context: Context, fields: Sequence[EditField]) -> list[Filled]:
    """The fields of a card with the changes that are just being saved."""
    ring: Ring = context["ring"]
    updates = ring.typed("updates", {}, "update_contact")
    changes = updates if isinstance(updates, Mapping) else {}
    return [_filled(field.name, field.label, changes.get(field.name, field.value), field.choices) for field in fields]


@register.simple_tag(takes_context=True)
def new_fields(context: Context) -> list[Filled]:
    """The fields of a new card as they were typed."""
    ring: Ring = context["ring"]
    values = {name: ring.typed(name, "", "create_contact") for name in EDITABLE}
    shown = [name for name, value in values.items() if value or name in _ALWAYS]
    return [_filled(name, LABELS[name], values[name], ()) for name in shown]


@register.filter
def mail_address(text: str) -> str:
    """An address that, if it has to, breaks before the sign that parts it."""
    name, sign, place = text.partition("@")
    return format_html("{}<wbr>{}{}", name, sign, place) if sign else text


def _filled(name: str, label: str, value: Any, choices: tuple[str, ...]) -> Filled:
    return Filled(name, label, "" if value is None else value, choices, name in _WIDE)
