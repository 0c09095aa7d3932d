"""What a language model was told for one step and what it said. It holds private goals and thoughts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from simulator.jobs.stored import kept_parts, moments_of
from simulator.models import Episode as EpisodeRow
from simulator.showing.exchange import Talk, talk_of
from simulator.trace.parts import parts_used
from simulator.views.access import SEE, episode_for, need


@require_safe
def exchange(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """A page of its own, or only the part that the run's page shows. Public reading does not open it."""
    need(request.user, SEE)
    row = episode_for(request, pk)
    talk = _talk(row, step)
    if talk is None:
        raise Http404(f"No language model was asked in step {step} of run {pk}.")
    part = request.headers.get("HX-Request") == "true"
    context = {"talk": talk, "episode": row, "step": step, "part": part}
    return render(request, "run/_exchange.html" if part else "run/exchange.html", context)


def exchange_html(row: EpisodeRow, step: int) -> str:
    """The part that the run's page shows of an exchange; empty if no model was asked."""
    talk = _talk(row, step)
    return "" if talk is None else render_to_string("run/_exchange.html", {"talk": talk, "episode": row, "step": step})


def _talk(row: EpisodeRow, step: int) -> Talk | None:
    found = moments_of(row.pk, after=step - 1, upto=step)
    return talk_of(found[0], kept_parts(parts_used(found[0]))) if found else None
