"""Error pages: what happened, why, and what to do next. Never a traceback."""

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

_NEXT = "Go back and try again, or begin at the start page."


class ErrorPage(NamedTuple):
    status: int
    title: str
    cause: str
    remedy: str


class PageRefusal(PermissionDenied):
    """A refusal that brings its own text, where the usual page does not fit."""

    def __init__(self, problem: ErrorPage) -> None:
        super().__init__(problem.cause)
        self.problem = problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        cause = "The site was asked for by a name that it does not know as its own."
        remedy = "Use the address that the terminal shows, or add this name to PARE_ALLOWED_HOSTS and start again."
        return plain_page(request, ErrorPage(400, "This is not an address of this site", cause, remedy))
    if isinstance(exception, TooManyFilesSent):
        cause = f"At most {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files can be sent at once; none was taken in."
        return plain_page(request, ErrorPage(413, "These are too many files", cause, "Go back and send them in parts."))
    return plain_page(
        request, ErrorPage(400, "The request makes no sense", "The server cannot read what was sent.", _NEXT)
    )


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, PageRefusal):
        return _page(request, exception.problem)
    cause = str(exception) or "Your account does not have the right to do this."
    remedy = "What you were looking at is unchanged. If you have another account, sign out and sign in with that one."
    return _page(request, ErrorPage(403, "You may not do this", cause, remedy))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    cause = "The form was opened before you signed in or out, or the browser keeps no cookies for this site."
    remedy = "Go back, reload the page and send it again. Behind a proxy, set PARE_BASE_URL to the address people use."
    return _page(request, ErrorPage(403, "The form is out of date", cause, remedy))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    told = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    cause = told or f"There is no page at {request.path}."
    return _page(request, ErrorPage(404, "Not found", cause, "Check the address, or look for it in the lists."))


class NotAllowedPage(MiddlewareMixin):
    """Shows a page for "method not allowed" in place of Django's empty one."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponseNotAllowed) or request.method == "HEAD":
            return response
        cause = f"The address {request.path} is there, but not for this ({request.method})."
        page = _page(request, ErrorPage(405, "This address is for something else", cause, _NEXT))
        page["Allow"] = response["Allow"]
        return page


def failed(request: HttpRequest) -> HttpResponse:
    """Show the page for unforeseen errors. Django calls it while the exception is still at hand."""
    trouble = trouble_behind(sys.exc_info()[1])
    if trouble is not None:
        response = plain_page(request, ErrorPage(503, trouble.title, trouble.cause, trouble.remedy))
        response["Retry-After"] = "10"
        return response
    cause = "The server met a mistake of its own. Runs are not harmed by it: they are played by other processes."
    remedy = "Try again. If it happens again, the server's log says what it was; please report it with those lines."
    return plain_page(request, ErrorPage(500, "Something went wrong here", cause, remedy))


def _page(request: HttpRequest, problem: ErrorPage) -> HttpResponse:
    return _answer(request, "errors/error.html", problem)


def plain_page(request: HttpRequest, problem: ErrorPage) -> HttpResponse:
    """Return a page that needs neither the database nor the session: they may be what is broken."""
    return _answer(request, "errors/plain.html", problem)


def _answer(request: HttpRequest, template: str, problem: ErrorPage) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        text = f"{problem.title}. {problem.cause} {problem.remedy}"
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=problem.status)
    return render(request, template, {"problem": problem}, status=problem.status)
