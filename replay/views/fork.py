"""The page that forks a run: the fork continues from one of the run's steps, with the options in the form."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from replay.views.fork_form import ForkForm
from replay.views.fork_place import ForkPlace, NoSuchStep, place_at
from simulator.access import START, episode_for, need
from simulator.jobs.fork_run import CannotFork
from simulator.models import Seat
from simulator.rendering.run_histories import CannotShow
from simulator.views.play_start import open_seat

_MAY_NOT = "You can watch this run, but not fork it. Ask an administrator to add you to the group “researcher”."


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """Show the form with the current settings, or make the fork and redirect to it."""
    need(request.user, START, _MAY_NOT)
    row = episode_for(request, pk)
    try:
        return _forked(request, place_at(row, step))
    except NoSuchStep as missing:
        context = {"episode": row, "step": step, "last": missing.last}
        return render(request, "run/no_step.html", context, status=404)
    except CannotShow as problem:
        return render(request, "run/cannot_show.html", {"pk": pk, "problem": problem}, status=409)
    except CannotFork as problem:
        return render(request, "fork/cannot.html", {"episode": row, "step": step, "problem": problem}, status=409)


def _forked(request: HttpRequest, place: ForkPlace) -> HttpResponse:
    form = ForkForm(request.POST if request.method == "POST" else None, place)
    if form.is_bound and form.is_valid():
        made = form.fork(request.user)
        is_mine = Seat.objects.filter(episode=made.row, player=request.user.pk).exists()
        return open_seat(request, made) if is_mine else redirect(made.row)
    context = {"form": form, "place": place, "episode": place.row}
    return render(request, "fork/fork.html", context, status=422 if form.is_bound else 200)
