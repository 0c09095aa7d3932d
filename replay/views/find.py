"""Searches and filters the steps of a run, and returns JSON: hits, steps that pass the filters, and failed steps."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from replay.moment_search import BadQuery, MomentQuery, SearchTexts, counts, parse_query, search, texts_of
from simulator.access import episode_for, open_for_reading, sees_all
from simulator.phone.registry import all_apps
from simulator.rendering.run_histories import CannotShow, SharedHistory, history_of
from simulator.showing.run_history import RunHistory

_ASKED = ("q", "hide", "actor", "app")
# Search texts by history, for the histories in memory. Building these texts takes longer than the search itself.
_texts: WeakKeyDictionary[RunHistory, list[SearchTexts]] = WeakKeyDictionary()


@require_safe
@open_for_reading
def find(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Search the steps of a run. Thoughts and replies are searched only for people who may read them."""
    row = episode_for(request, pk)
    try:
        query = parse_query(**{name: request.GET.get(name, "") for name in _ASKED})
        shared = history_of(row)
    except BadQuery as problem:
        return JsonResponse({"problem": str(problem)}, status=400)
    except CannotShow as problem:
        return JsonResponse({"problem": f"This run can’t be shown. {problem}"}, status=409)
    return JsonResponse(_answer(shared, query, sees_all(request.user)))


def _answer(shared: SharedHistory, query: MomentQuery, private: bool) -> dict[str, Any]:
    # Copied under the lock, so that the search itself does not hold up other viewers.
    with shared.lock:
        told, texts = shared.history.told[:], _texts_in(shared.history) if query.words else []
    found = search(query, told, texts, private)
    numbers = counts(told)
    apps = [{"name": name, "title": _title(name), "count": count} for name, count in numbers.pop("apps").items()]
    return {**msgspec.to_builtins(found), **numbers, "apps": apps, "words": query.words, "steps": len(told)}


def _texts_in(history: RunHistory) -> list[SearchTexts]:
    """Return the search texts of all moments. The caller holds the history's lock."""
    kept = _texts.setdefault(history, [])
    kept += map(texts_of, history.told[len(kept) :], history.moments[len(kept) :])
    return kept[:]


def _title(app: str) -> str:
    known = all_apps().get(app)
    return app if known is None else known.title
