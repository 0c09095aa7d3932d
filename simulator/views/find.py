"""Search and filter in a run, as JSON: which moments have the words, which are shown, which failed."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from simulator.phone.registry import all_apps
from simulator.showing import finding
from simulator.showing.reel import Reel
from simulator.showing.texts import Texts, texts_of
from simulator.views.access import episode_for, open_for_reading, sees_all
from simulator.views.reels import CannotShow, SharedReel, reel_of

_ASKED = ("q", "hide", "actor", "app")
_texts: WeakKeyDictionary[Reel, list[Texts]] = WeakKeyDictionary()
"""Of the reels in memory that somebody has searched: reading them again takes longer than the search itself."""


@require_safe
@open_for_reading
def find(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Thoughts and replies are searched only for those who may read them."""
    row = episode_for(request, pk)
    try:
        question = finding.question_of(**{name: request.GET.get(name, "") for name in _ASKED})
        shared = reel_of(row)
    except finding.CannotFind as problem:
        return JsonResponse({"problem": str(problem)}, status=400)
    except CannotShow as problem:
        return JsonResponse({"problem": f"This run cannot be shown. {problem}"}, status=409)
    return JsonResponse(_answer(shared, question, sees_all(request.user)))


def _answer(shared: SharedReel, question: finding.Question, private: bool) -> dict[str, Any]:
    with shared.lock:
        told, texts = shared.reel.told[:], _texts_in(shared.reel) if question.words else []
    found = finding.find(question, told, texts, private)
    counts = finding.counts(told)
    apps = [{"name": name, "title": _title(name), "count": count} for name, count in counts.pop("apps").items()]
    return {**msgspec.to_builtins(found), **counts, "apps": apps, "words": question.words, "steps": len(told)}


def _texts_in(reel: Reel) -> list[Texts]:
    """For whoever holds the reel's lock."""
    kept = _texts.setdefault(reel, [])
    kept += map(texts_of, reel.told[len(kept) :], reel.moments[len(kept) :])
    return kept[:]


def _title(app: str) -> str:
    known = all_apps().get(app)
    return app if known is None else known.title
