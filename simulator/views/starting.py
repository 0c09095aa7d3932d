"""The page that starts a run."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from simulator.access import START, need
from simulator.views.start_form import StartForm


@require_http_methods(["GET", "HEAD", "POST"])
def start_run(request: HttpRequest) -> HttpResponse:
    """Show the form. For a POST request, start the run and redirect to it, or show the form with its errors."""
    need(request.user, START)
    if request.method != "POST":
        return render(request, "runs/start.html", {"form": StartForm(scenario=request.GET.get("scenario", ""))})
    form = StartForm(request.POST)
    run = form.start(request.user) if form.is_valid() else None
    return redirect(run) if run is not None else render(request, "runs/start.html", {"form": form}, status=422)
