"""Pieces of a run for its page, as JSON: a stretch of the story, one step, several steps at once, a raw moment."""

from __future__ import annotations

from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from simulator.jobs.stored import moments_of
from simulator.showing.detail import raw_of
from simulator.views.access import SEE, P, View, episode_for, need, open_for_reading, sees_all
from simulator.views.pieces import Stretch, step_of, story_of, without_repeats
from simulator.views.reels import CannotShow, reel_of

MOST_MOMENTS, MOST_STEPS = 200, 50


class BadSlice(Exception):
    """What was asked for is not there or too much; says which and what there is."""


def _or_a_problem(view: View[P]) -> View[P]:
    """What cannot be given is told in a sentence."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except BadSlice as problem:
            return JsonResponse({"problem": str(problem)}, status=400)
        except CannotShow as problem:
            return JsonResponse({"problem": f"This run cannot be shown. {problem}"}, status=409)

    return answered


@require_safe
@open_for_reading
@_or_a_problem
def story_slice(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Items and marks from a step to before another; a stretch that reaches beyond the end is given up to it."""
    shared = reel_of(episode_for(request, pk))
    first, to = _number(request, "from"), _number(request, "to")
    asked = _stretch(first, to, len(shared.reel), MOST_MOMENTS)
    with shared.lock:
        found = story_of(shared, asked, sees_all(request.user))
    return JsonResponse(
        {"items": "".join(found.items), "marks": "".join(found.marks), "from": asked.first, "to": asked.to}
    )


@require_safe
@open_for_reading
@_or_a_problem
def step_slice(request: HttpRequest, pk: int) -> HttpResponseBase:
    """So many steps from one on, fewer at the end, each as `parts` gives it."""
    shared = reel_of(episode_for(request, pk))
    first, count = _number(request, "from"), _number(request, "count")
    asked = _stretch(first, first + count, len(shared.reel), MOST_STEPS)
    private = sees_all(request.user)
    return JsonResponse({"steps": without_repeats([step_of(shared, n, private) for n in range(*asked)])})


@require_safe
@open_for_reading
@_or_a_problem
def step_parts(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """What changes on the page when one goes to a step."""
    shared = reel_of(episode_for(request, pk))
    if step >= len(shared.reel):
        return JsonResponse({"problem": f"There is no step {step} yet."}, status=404)
    return JsonResponse(step_of(shared, step, sees_all(request.user)))


@require_safe
def step_raw(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """All that is recorded of a step. It holds thoughts, so that public reading does not open it."""
    need(request.user, SEE)
    found = moments_of(episode_for(request, pk).pk, after=step - 1, upto=step)
    if not found:
        raise Http404(f"Run {pk} has no step {step}.")
    return HttpResponse(raw_of(found[0]), content_type="application/json; charset=utf-8")


def _number(request: HttpRequest, name: str) -> int:
    given = request.GET.get(name, "")
    # What int() reads beyond plain digits is no number of a step.
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise BadSlice(f"“{name}” must be a whole number from 0 on, as in ?{name}=0.")
    return int(given)


def _stretch(first: int, to: int, count: int, most: int) -> Stretch:
    if to <= first:
        raise BadSlice(f"Ask for at least one step: what is asked for ends at step {to}, before it begins at {first}.")
    if to - first > most:
        raise BadSlice(f"Ask for {most} steps at most; these are {to - first}.")
    if first >= count:
        there = f"Its steps go from 0 to {count - 1}" if count else "Nothing has happened in this run yet"
        raise BadSlice(f"There is no step {first}. {there}.")
    return Stretch(first, min(to, count))
