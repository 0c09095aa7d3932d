"""The page with the personal code of somebody who came from a panel."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs.joining import needs_code
from annotation.jobs.personal_codes import as_code, new_code, renew
from annotation.views.access import rater_for
from annotation.views.browser_code import FIELD, held_code, keep_code
from annotation.views.own_page import own_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def personal_code(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the personal code of a panel participant; the form replaces it."""
    rater = rater_for(request, pk)
    if not needs_code(rater):
        raise Http404("Only people who come from a panel have a personal code. You come back by your own link.")
    fresh = as_code(request.POST.get(FIELD, "")) or new_code()
    if request.method != "POST":
        return own_page(request, rater, "join/personal_code.html", {"fresh": fresh})
    # The code in hand is the new one already if the form was sent twice.
    if held_code(request, rater) != fresh and not renew(rater, fresh):
        messages.warning(request, "Your code was replaced in the meantime, so this one was not made.")
        return redirect("personal_code", pk)
    messages.success(
        request, "This is your new code. The old one no longer works, and your other browsers need this one."
    )
    response = redirect("personal_code", pk)
    keep_code(response, rater, fresh)
    return response
