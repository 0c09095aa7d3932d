"""The site with pages that break, each in its own way."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest
from django.urls import path
from redis.exceptions import ConnectionError as RedisGone

from pare_site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

PROBLEMS = {
    "mistake": ZeroDivisionError("a secret of ours"),
    "odd": SuspiciousOperation("forged"),
    "denied": PermissionDenied("Only the cook may do that."),
    "denied-silently": PermissionDenied(),
    "gone": Http404("There is no soup 7."),
    "redis": RedisGone("connection refused"),
    "database": OperationalError("could not connect to server"),
    "disk": OSError(28, "No space left on device"),
}


def _breaking(problem: Exception) -> Callable[[HttpRequest], NoReturn]:
    def view(request: HttpRequest) -> NoReturn:
        raise problem

    return view


urlpatterns = [*(path(f"break/{name}/", _breaking(problem)) for name, problem in PROBLEMS.items()), *urlpatterns]
