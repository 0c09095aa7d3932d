"""Renders the phone as HTML, with one function for live runs, replay, annotation and export."""

from __future__ import annotations

import re

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import TapHighlight, UserTap, just_before

# The template for views that have no template of their own.
PLAIN = "phone/plain_view.html"


def render_phone(picture: PhonePicture, tapped: UserTap | None = None) -> SafeString:
    """Return the phone with its frame. With a tap, the tapped control is ringed and typed text is filled in."""
    shown = picture if tapped is None else just_before(picture, tapped)
    context = {"picture": shown, "view": shown.view, "tapped": tapped, "highlight": TapHighlight(tapped)}
    return render_to_string([template_for(shown.app, shown.kind), PLAIN], context)


def template_for(app: str, kind: str) -> str:
    """Return the template for a view of an app: `phone/email/mailbox_page.html` for `email` and `MailboxPage`.

    The screens of deleted records share one template.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()
    return "phone/gone_view.html" if kind == "GoneView" else f"phone/{app}/{name}.html"
