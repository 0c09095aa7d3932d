"""The list of runs. Filters, search, order and page are all in the URL, so people can share a list as a link."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from simulator.access import open_for_reading, sees_all, visible_episodes
from simulator.views.list_page import show_list
from simulator.views.run_filter import RunFilter, headings, in_order, sorts

PER_PAGE = 50
NEWEST_FIRST = "-run"


@open_for_reading
@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    asked = RunFilter(request.GET, visible_episodes(request.user), private=sees_all(request.user))
    wanted = request.GET.get("sort") or NEWEST_FIRST
    sort = wanted if sorts(wanted) else NEWEST_FIRST
    rows = in_order(asked.found(request.user), sort).select_related("version").defer("version__source")
    order = {"headings": headings(sort), "sort": sort, "unsorted": "" if sort == wanted else wanted}
    return show_list(request, "runs", asked, rows, PER_PAGE, **order)
