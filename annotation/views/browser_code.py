"""Reads, stores and deletes the cookie that holds the personal code of a panel participant."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from annotation.models import Rater
from annotation.people.joining import needs_code
from annotation.people.personal_codes import as_code, bind_first, is_held, new_code

# Name of the form field that carries the code the browser is to store.
FIELD = "secret"
# Browsers limit cookies to 400 days.
_LASTS = timedelta(days=400)


class OwnCode(NamedTuple):
    """The personal code as a participant's pages show it."""

    is_needed: bool
    """False for people who came by a personal link or signed in: their link or password is the secret."""
    code: str = ""
    """Empty if this browser does not hold the code."""
    is_new: bool = False
    """True if the browser does not store the code yet."""


def codes_in(request: HttpRequest, study_id: int) -> tuple[str, str]:
    """Return the code in the browser's cookie and the code in the sent form, both unchecked."""
    # If a form is sent twice, the second request leaves before the first response sets the cookie, so only the form has
    # the code.
    return as_code(request.COOKIES.get(_name(study_id), "")), as_code(request.POST.get(FIELD, ""))


def held_code(request: HttpRequest, rater: Rater) -> str:
    """Return the participant's code if this browser holds the code, else ""."""
    return next((code for code in codes_in(request, rater.study_id) if is_held(rater, code)), "")


def is_locked_out(request: HttpRequest, rater: Rater) -> bool:
    """Return whether this browser, signed in as the participant, lacks the code that the participant's pages need."""
    return bool(rater.code_hash) and not held_code(request, rater) and needs_code(rater)


def own_code(request: HttpRequest, rater: Rater) -> OwnCode:
    """Return the code for the participant's pages.

    Participants who joined before there were codes get a code here, in the first browser in which they are still signed
    in. Ending their sessions instead would lock them out in the middle of a study.
    """
    code = held_code(request, rater)
    if code or not needs_code(rater):
        return OwnCode(bool(code), code)
    # `bind_first` is a conditional update, so of two tabs that open at once only one gets a code.
    fresh = new_code()
    is_new = not rater.code_hash and bind_first(rater, fresh)
    return OwnCode(True, fresh if is_new else "", is_new)


def keep_code(response: HttpResponseBase, rater: Rater, code: str) -> None:
    """Store the code in a cookie, one per study, because a browser is signed in as one person at a time."""
    response.set_cookie(
        _name(rater.study_id),
        code,
        max_age=_LASTS,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        # Not "Strict": people come from the panel's page, and the browser would not send the cookie on that request.
        samesite="Lax",
    )


def forget_code(response: HttpResponseBase, rater: Rater) -> None:
    response.delete_cookie(_name(rater.study_id), path=settings.SESSION_COOKIE_PATH, samesite="Lax")


def _name(study_id: int) -> str:
    # Based on the session cookie's name, which differs by site: two sites on one machine share a host and its cookies.
    return f"{settings.SESSION_COOKIE_NAME}_code_{study_id}"
