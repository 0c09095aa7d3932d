"""Renders the phone as HTML, with one function for live runs, replay, annotation and export."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.showing.phone_picture import Banner, PhonePicture
from simulator.showing.tap_highlight import TapHighlight, UserTap, just_before

# The template for views that have no template of their own.
PLAIN = "phone/plain_view.html"


def render_phone(picture: PhonePicture, tapped: UserTap | None = None) -> SafeString:
    """Return the phone with its frame. With a tap, the tapped control is ringed and typed text is filled in."""
    shown = picture if tapped is None else just_before(picture, tapped)
    context = {"picture": shown, "view": shown.view, "tapped": tapped, "highlight": TapHighlight(tapped)}
    return render_to_string([template_for(shown.app, shown.kind), PLAIN], context)


class PlayedPhone(NamedTuple):
    """Notifications, and the expiry of an open offer, for the phone of a person who plays the user."""

    banners: tuple[Banner, ...] = ()
    """Notifications that are new since the person's last tap, oldest first."""
    lapses: str = ""
    """Local time at which a pending offer expires; empty if it does not expire."""


def render_played_phone(picture: PhonePicture, playing: PlayedPhone) -> SafeString:
    """Return the phone for a person who plays the user. A script of the page makes the controls work."""
    context = {"picture": picture, "view": picture.view, "highlight": TapHighlight(None), "playing": playing}
    return render_to_string([template_for(picture.app, picture.kind), PLAIN], context)


def template_for(app: str, kind: str) -> str:
    """Return the template for a view of an app: `phone/email/mailbox_page.html` for `email` and `MailboxPage`.

    The screens of deleted records share one template.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()
    return "phone/gone_view.html" if kind == "GoneView" else f"phone/{app}/{name}.html"
