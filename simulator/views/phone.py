"""The phone as HTML: one function for live runs, replay, annotation and export."""

from __future__ import annotations

import re

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.showing.ring import Ring
from simulator.showing.shot import Shot, Tapped, about_to_tap


def render_phone(shot: Shot, tapped: Tapped | None = None) -> SafeString:
    """The phone with its frame; with a tap, the control that was tapped is ringed and what was typed is filled in."""
    shown = shot if tapped is None else about_to_tap(shot, tapped)
    context = {"shot": shown, "view": shown.view, "tapped": tapped, "ring": Ring(tapped)}
    return render_to_string(template_for(shown.app, shown.kind), context)


def template_for(app: str, kind: str) -> str:
    """`email`, `MailboxPage` → `phone/email/mailbox_page.html`; a record that is gone looks alike everywhere."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()
    return "phone/gone_view.html" if kind == "GoneView" else f"phone/{app}/{name}.html"
