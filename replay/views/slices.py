"""Pieces of a run for its page, as JSON: a part of the story, one step, several steps, or a raw moment."""

from __future__ import annotations

from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from simulator.access import SEE, P, View, episode_for, need, open_for_reading, sees_all
from simulator.jobs.serialization import moments_of
from simulator.rendering.run_histories import CannotShow, history_of
from simulator.rendering.run_pieces import Stretch, step_of, story_of, without_repeats
from simulator.showing.step_detail import raw_of
from simulator.words.numbers import LARGEST_INTEGER, whole_number

MOST_MOMENTS, MOST_STEPS = 200, 50


class BadSlice(Exception):
    """Raised if the requested part of a run is empty, does not exist, is too large or is not given in numbers."""


def _or_a_problem(view: View[P]) -> View[P]:
    """Decorate a view: BadSlice and CannotShow become a JSON response that says what is wrong."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except BadSlice as problem:
            return JsonResponse({"problem": str(problem)}, status=400)
        except CannotShow as problem:
            return JsonResponse({"problem": f"This run can’t be shown. {problem}"}, status=409)

    return answered


@require_safe
@open_for_reading
@_or_a_problem
def story_slice(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the story's items and marks for the steps from `from` to `to` (excluded); fewer at the end of the run."""
    shared = history_of(episode_for(request, pk))
    first, to = _number(request, "from"), _number(request, "to")
    asked = _stretch(first, to, len(shared.history), MOST_MOMENTS)
    with shared.lock:
        found = story_of(shared, asked, sees_all(request.user))
    return JsonResponse(
        {"items": "".join(found.items), "marks": "".join(found.marks), "from": asked.first, "to": asked.to}
    )


@require_safe
@open_for_reading
@_or_a_problem
def step_slice(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return `count` steps starting at step `from`, each as `step_parts` returns it; fewer at the end of the run."""
    shared = history_of(episode_for(request, pk))
    first, count = _number(request, "from"), _number(request, "count")
    asked = _stretch(first, first + count, len(shared.history), MOST_STEPS)
    private = sees_all(request.user)
    return JsonResponse({"steps": without_repeats([step_of(shared, n, private) for n in range(*asked)])})


@require_safe
@open_for_reading
@_or_a_problem
def step_parts(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """Return the parts of the run page that change when someone goes to a step."""
    shared = history_of(episode_for(request, pk))
    if step >= len(shared.history):
        return JsonResponse({"problem": f"The run has no step {step} yet."}, status=404)
    return JsonResponse(step_of(shared, step, sees_all(request.user)))


@require_safe
def step_raw(request: HttpRequest, pk: int, step: int) -> HttpResponseBase:
    """Return all recorded data of a step. This needs a permission even for public runs: the data contains thoughts."""
    need(request.user, SEE)
    found = moments_of(episode_for(request, pk).pk, after=step - 1, upto=step)
    if not found:
        raise Http404(f"Run {pk} has no step {step}.")
    return HttpResponse(raw_of(found[0]), content_type="application/json; charset=utf-8")


def _number(request: HttpRequest, name: str) -> int:
    number = whole_number(request.GET.get(name, ""), LARGEST_INTEGER)
    if number is None:
        raise BadSlice(f"“{name}” must be a whole number of 0 or more, as in ?{name}=0.")
    return number


def _stretch(first: int, to: int, count: int, most: int) -> Stretch:
    if to <= first:
        raise BadSlice(f"Ask for at least one step: the request starts at step {first} and ends before step {to}.")
    if to - first > most:
        raise BadSlice(f"Ask for at most {most} steps; this request asks for {to - first} steps.")
    if first >= count:
        there = f"The run has steps 0 to {count - 1}" if count else "Nothing has happened in this run yet"
        raise BadSlice(f"There is no step {first}. {there}.")
    return Stretch(first, min(to, count))
