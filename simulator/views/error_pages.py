"""Error pages, which say what happened, why, and what to do next. No error page shows a traceback."""

from __future__ import annotations

import sys
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import DisallowedHost, PermissionDenied, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from simulator.views.trouble import trouble_behind

_NEXT = "Go back and try again, or open the start page."


class ErrorPage(NamedTuple):
    status: int
    title: str
    cause: str
    remedy: str


class PageRefusal(PermissionDenied):
    """A refusal with its own error page, instead of the usual page for missing rights."""

    def __init__(self, problem: ErrorPage) -> None:
        super().__init__(problem.cause)
        self.problem = problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        cause = "The address uses a host name that is not configured for this site."
        remedy = (
            "Use the address shown in the terminal, or add this host name to PARE_ALLOWED_HOSTS and restart the studio."
        )
        return plain_page(request, ErrorPage(400, "Unknown host name", cause, remedy))
    if isinstance(exception, TooManyFilesSent):
        cause = f"At most {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files can be sent at once, so no file was stored."
        return plain_page(request, ErrorPage(413, "Too many files", cause, "Go back and send fewer files at a time."))
    return plain_page(request, ErrorPage(400, "Bad request", "The server can’t read your browser’s request.", _NEXT))


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, PageRefusal):
        return _page(request, exception.problem)
    cause = str(exception) or "Your account does not have permission to do this."
    remedy = "Nothing was changed. If you have another account, sign out and sign in with that account."
    return _page(request, ErrorPage(403, "You are not allowed to do this", cause, remedy))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    cause = "You signed in or out after opening the form, or your browser blocks cookies for this site."
    remedy = (
        "Go back, reload the page and send the form again. Behind a proxy, set PARE_BASE_URL to the public address."
    )
    return _page(request, ErrorPage(403, "The form is out of date", cause, remedy))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    told = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    cause = told or f"There is no page at {request.path}."
    return _page(
        request, ErrorPage(404, "Not found", cause, "Check the address, or search the lists of runs and scenarios.")
    )


class NotAllowedPage(MiddlewareMixin):
    """Shows a page for "method not allowed" in place of Django's empty response."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # A response to HEAD has no body to replace.
        if not isinstance(response, HttpResponseNotAllowed) or request.method == "HEAD":
            return response
        cause = f"The address {request.path} does not accept {request.method} requests."
        page = _page(request, ErrorPage(405, "Method not allowed", cause, _NEXT))
        page["Allow"] = response["Allow"]
        return page


def failed(request: HttpRequest) -> HttpResponse:
    """Show the page for a problem of the machine, such as a full disk, or for an unexpected error."""
    # Django calls this function inside its `except` block, so the exception is still available.
    trouble = trouble_behind(sys.exc_info()[1])
    if trouble is not None:
        response = plain_page(request, ErrorPage(503, trouble.title, trouble.cause, trouble.remedy))
        response["Retry-After"] = "10"
        return response
    cause = "An unexpected error occurred in the server. Runs are not affected: other processes play them."
    remedy = "Try again. If the error happens again, report it with the lines that the server wrote to its log."
    return plain_page(request, ErrorPage(500, "Something went wrong", cause, remedy))


def _page(request: HttpRequest, problem: ErrorPage) -> HttpResponse:
    return _answer(request, "errors/error.html", problem)


def plain_page(request: HttpRequest, problem: ErrorPage) -> HttpResponse:
    """Return a page that needs neither the database nor the session, because these may have caused the error."""
    return _answer(request, "errors/plain.html", problem)


def _answer(request: HttpRequest, template: str, problem: ErrorPage) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        # static/site/site.js shows plain text of an error as a message. A whole page would not fit there.
        text = f"{problem.title}. {problem.cause} {problem.remedy}"
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=problem.status)
    return render(request, template, {"problem": problem}, status=problem.status)
