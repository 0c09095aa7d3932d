"""The page of an exchange with a language model. The page is private, because it contains goals and thoughts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from simulator.access import SEE, episode_for, need
from simulator.jobs.serialization import kept_parts, moments_of
from simulator.models import Episode as EpisodeRow
from simulator.showing.model_exchange import ShownExchange, shown_exchange
from simulator.trace.exchange_parts import parts_used


@require_safe
def exchange(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """Show the exchange as a page, or as a part of the run page. This needs a permission even for public runs."""
    need(request.user, SEE)
    row = episode_for(request, pk)
    talk = _talk(row, step)
    if talk is None:
        raise Http404(f"No language model was asked at step {step} of run {pk}.")
    # The run page loads the exchange into a tab with htmx; other requests get a whole page.
    part = request.headers.get("HX-Request") == "true"
    context = {"talk": talk, "episode": row, "step": step, "part": part}
    return render(request, "run/_exchange.html" if part else "run/exchange.html", context)


def exchange_html(row: EpisodeRow, step: int) -> str:
    """Return the exchange as the run page shows it; empty if no model was asked."""
    talk = _talk(row, step)
    return "" if talk is None else render_to_string("run/_exchange.html", {"talk": talk, "episode": row, "step": step})


def _talk(row: EpisodeRow, step: int) -> ShownExchange | None:
    found = moments_of(row.pk, after=step - 1, upto=step)
    return shown_exchange(found[0], kept_parts(parts_used(found[0]))) if found else None
