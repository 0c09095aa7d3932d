"""Links that let nobody in: each says why, kindly, and what to do next."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from annotation.jobs.joining import Door
from annotation.models import Study

CUT_OFF, SIGN_IN = "cut_off", "sign_in"


class Shut(NamedTuple):
    status: int
    sign: str
    title: str
    cause: str
    remedy: str


_SHUT = {
    CUT_OFF: Shut(
        404,
        "link",
        "This link is not complete",
        "Part of it may have been cut off when it was copied, or it belongs to another site.",
        "Open the link in the message that you were sent, or copy the whole of it. If it still fails, ask whoever sent "
        "it for a new one.",
    ),
    SIGN_IN: Shut(
        403,
        "user",
        "Sign in to go on",
        "You joined this study with an account of your own, and links do not sign into those.",
        "Sign in with your name and password; your answers are waiting.",
    ),
    Door.REVOKED: Shut(
        410,
        "never",
        "This link is no longer in use",
        "The people who lead the study have taken it back.",
        "If you would like to take part, or were in the middle of it, ask whoever sent it for a new one.",
    ),
    Door.WITHDRAWN: Shut(
        410,
        "check",
        "You have withdrawn from this study",
        "Your answers were deleted and nothing more is asked of you.",
        "If you changed your mind, ask whoever invited you for a new link.",
    ),
    Door.NOT_OPEN: Shut(
        403,
        "clock",
        "This study has not begun yet",
        "The people who lead it are still preparing it.",
        "Keep the link and try again later; it will work as soon as the study is open.",
    ),
    Door.CLOSED: Shut(
        410,
        "check",
        "This study is closed",
        "It has all the answers that it needs. Thank you for your interest.",
        "There is nothing to do. You can close this page.",
    ),
    Door.FULL: Shut(
        403,
        "user",
        "All places are taken",
        "As many people have joined this study as it needs. Thank you for your interest.",
        "There is nothing to do. If you have joined before, come back by the link that you joined with, in the same "
        "browser.",
    ),
    Door.NO_PANEL_ID: Shut(
        400,
        "info",
        "Your participant id is missing",
        "This study is for people who come from a panel, and the link did not say who you are there.",
        "Go back to the panel’s page and open the study from there.",
    ),
    Door.BAD_PANEL_ID: Shut(
        400,
        "info",
        "Your participant id cannot be read",
        "The link carries something that is not an id, perhaps because it was opened in a preview.",
        "Go back to the panel’s page and open the study from there. If it fails again, tell the panel’s support.",
    ),
}


def shut_page(request: HttpRequest, why: str, study: Study | None = None) -> HttpResponse:
    shut = _SHUT[why]
    shown = {
        "shut": shut,
        "study": study if why not in (Door.NOT_OPEN, Door.REVOKED) else None,
        "sign_in": reverse("annotate", args=[study.pk]) if why == SIGN_IN and study else "",
    }
    return render(request, "join/shut.html", shown, status=shut.status)
