"""Marks the views that accept large uploads, and shows a page if the server refused the body of a request."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.deprecation import MiddlewareMixin

from simulator.views.error_pages import ErrorPage, plain_page

# Key in a request's scope. The value is the reason why the server discarded the body: a `BodyRefusal` or an exception.
REFUSAL = "pare.body_refusal"
_MARK = "accepts_uploads"
_View = TypeVar("_View", bound=Callable[..., Any])


class BodyRefusal(Enum):
    """Reasons why the server refuses the body of a request."""

    NOT_AN_IMPORT = auto()
    SIGNED_OUT = auto()
    TOO_LARGE = auto()
    NO_SPACE = auto()


def accepts_uploads(view: _View) -> _View:
    """Let signed-in people send up to PARE_MOST_UPLOAD_MB megabytes to this view. Apply the decorator in urls.py."""
    setattr(view, _MARK, True)
    return view


def is_upload_path(path: str) -> bool:
    """Return whether the view at this path was declared with `accepts_uploads`."""
    try:
        return getattr(resolve(path).func, _MARK, False)
    except Resolver404:
        return False


class RefusedBodyPage(MiddlewareMixin):
    """Answers requests whose body the server refused, so that no view is called for them."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        refusal = getattr(request, "scope", {}).get(REFUSAL)
        if refusal is None:
            return None
        if isinstance(refusal, Exception):
            # Raised here, where Django turns it into the page for a full disk or a missing database.
            raise refusal
        response = plain_page(request, _problem(refusal))
        # The rest of the body may still arrive, so the connection can't be used for another request.
        response["Connection"] = "close"
        if refusal is BodyRefusal.NO_SPACE:
            response["Retry-After"] = "60"
        return response


def _problem(refusal: BodyRefusal) -> ErrorPage:
    title = "Too large"
    small, large, space = (
        f"{size / 1_000_000:g} MB" for size in (settings.MOST_BODY, settings.MOST_UPLOAD, settings.UPLOAD_SPACE)
    )
    if refusal is BodyRefusal.NOT_AN_IMPORT:
        cause = f"This page accepts at most {small}, so nothing was stored."
        return ErrorPage(413, title, cause, "Send less data at once. To import runs or answers, use the import pages.")
    if refusal is BodyRefusal.SIGNED_OUT:
        cause = f"Without signing in, at most {small} can be sent, so nothing was stored."
        return ErrorPage(413, title, cause, "Sign in, then send the files again.")
    if refusal is BodyRefusal.TOO_LARGE:
        cause = f"At most {large} can be sent at once, so nothing was stored."
        remedy = "Send fewer files at once. For larger files, an administrator can raise PARE_MOST_UPLOAD_MB."
        return ErrorPage(413, title, cause, remedy)
    cause = f"Other uploads use all of the {space} reserved for uploads, so nothing was stored."
    remedy = "Try again in a minute. An administrator can raise PARE_UPLOAD_SPACE_MB."
    return ErrorPage(503, "Too many uploads at once", cause, remedy)
