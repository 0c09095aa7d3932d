"""Pages for links that cannot be used. Each page gives the reason and the next step."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.models import Study
from annotation.people.joining import Door

CUT_OFF, SIGN_IN = "cut_off", "sign_in"


class ClosedLink(NamedTuple):
    status: int
    sign: str
    title: str
    cause: str
    remedy: str


_CLOSED_LINKS = {
    CUT_OFF: ClosedLink(
        404,
        "link",
        "This link is not complete",
        "Part of the link may have been cut off when it was copied, or the link belongs to a different site.",
        "Open the link in the message that you were sent, or copy the whole link. If it still fails, ask the sender "
        "for a new link.",
    ),
    SIGN_IN: ClosedLink(
        403,
        "user",
        "Sign in to continue",
        "You joined this study with your own account, and links can’t sign you in to this account.",
        "Sign in with your user name and password. Everything that you have done is kept.",
    ),
    Door.REVOKED: ClosedLink(
        410,
        "never",
        "This link is no longer in use",
        "The people who lead the study have revoked the link.",
        "If you would like to take part or continue, ask the sender for a new link.",
    ),
    Door.WITHDRAWN: ClosedLink(
        410,
        "check",
        "You have withdrawn from this study",
        "What you gave to the study was deleted. You don’t need to do anything else.",
        "If you changed your mind, ask the person who invited you for a new link.",
    ),
    Door.NOT_OPEN: ClosedLink(
        403,
        "clock",
        "This study is not open yet",
        "The people who lead the study are still preparing it.",
        "Keep the link and try again later. The link works as soon as the study is open.",
    ),
    Door.CLOSED: ClosedLink(
        410,
        "check",
        "This study is closed",
        "Nobody can take part any more. Thank you for your interest.",
        "There is nothing to do. You can close this page.",
    ),
    Door.FULL: ClosedLink(
        403,
        "user",
        "All places are taken",
        "Enough people have joined this study. Thank you for your interest.",
        "There is nothing to do. If you have joined before, use the link that you joined with, in the same browser.",
    ),
    Door.NO_PANEL_ID: ClosedLink(
        400,
        "info",
        "Your participant id is missing",
        "This study is for people from a panel, and the link did not contain your participant id.",
        "Go back to the panel’s page and open the study from there.",
    ),
    Door.BAD_PANEL_ID: ClosedLink(
        400,
        "info",
        "Your participant id can’t be read",
        "The participant id in the link is not valid, perhaps because the link was opened in a preview.",
        "Go back to the panel’s page and open the study from there. If the link fails again, tell the panel’s support.",
    ),
}


def closed_link_page(request: HttpRequest, why: str, study: Study | None = None) -> HttpResponse:
    shut = _CLOSED_LINKS[why]
    shown = {
        "shut": shut,
        "study": study if why not in (Door.NOT_OPEN, Door.REVOKED) else None,
        "sign_in": reverse("annotate", args=[study.pk]) if why == SIGN_IN and study else "",
    }
    return render(request, "join/shut.html", shown, status=shut.status)
