"""What has changed on the page of a study since it was last asked. Costs next to nothing while nothing has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.views.access import study_for
from annotation.views.following import Following


@require_safe
def study_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Those parts that are not as the page has them. Without marks all of them: another question is looked at."""
    row = study_for(request, pk)
    following = Following(request, row, may_lag="pulse" in request.GET)
    if request.GET.get("pulse") == following.pulse:
        return HttpResponse(status=204)
    parts = following.parts()
    changed = [part.html for name, part in parts.items() if part.mark != request.GET.get(name)]
    shown = {"parts": parts, "changed": changed, "pulse": following.pulse, "goes_on": following.goes_on}
    response = render(request, "studies/_follow_changed.html", {**following.shown, **shown})
    if "pulse" not in request.GET:
        query = following.asked.query()
        response["HX-Replace-Url"] = f"{row.get_absolute_url()}{'?' if query else ''}{query}"
    return response
