"""Pages with a filtered list. When htmx replaces the list on a page, it gets only the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def show_list(
    request: HttpRequest, folder: str, asked: Form, rows: Sequence[Any] | QuerySet[Any], per_page: int, **more: Any
) -> HttpResponse:
    """Render `<folder>/<folder>.html`, or only `<folder>/_list.html` if htmx replaces the list on a page.

    A page number out of range gets the last page, and a page that is not a number gets the first.
    """
    page = Paginator(rows, per_page).get_page(request.GET.get("page"))
    filtered = any(value for name, value in request.GET.items() if name in asked.fields)
    part = request.headers.get("HX-Target") == "list"
    template = f"{folder}/_list.html" if part else f"{folder}/{folder}.html"
    shown = {"filter": asked, "page": page, "filtered": filtered, "part": part}
    response = render(request, template, {**shown, **more})
    # The same URL returns a whole page or only its list, and a cache must not mix up the two.
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    if part:
        _keep_address(request, response)
    return response


def _keep_address(request: HttpRequest, response: HttpResponse) -> None:
    """Add changed filters and order to the browser's history, but not every typed letter of a search."""
    address, before = _address(request), urlsplit(request.headers.get("HX-Current-URL", ""))
    if f"{before.path}?{before.query}".rstrip("?") == address:
        response["HX-Push-Url"] = "false"
    elif parse_qs(before.query).get("q", [""])[0] != request.GET.get("q", ""):
        response["HX-Replace-Url"] = address
    else:
        response["HX-Push-Url"] = address


def _address(request: HttpRequest) -> str:
    """Return the path and query of the request, without empty parameters."""
    given = urlencode([(name, value) for name, value in request.GET.items() if value])
    return f"{request.path}?{given}" if given else request.path
