"""The phone at every step that led to a moment, for whoever judges it. It never changes, so browsers may keep it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from annotation.jobs.preparing import show_of
from annotation.models import Assignment, Item, Rater, Role
from annotation.showing.building import CannotBeShown
from annotation.views.access import rater_for

_DAY = 86_400


@require_safe
def item_frames(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    return frames_sent(_item(rater_for(request, pk), code))


def frames_sent(item: Item) -> HttpResponse:
    """A JSON list of HTML, packed as it is in the store."""
    try:
        show = show_of(item)
    except CannotBeShown as problem:
        raise Http404(f"This item cannot be shown. {problem}") from None
    response = HttpResponse(bytes(show.frames), content_type="application/json")
    response["Content-Encoding"] = "gzip"
    patch_cache_control(response, private=True, max_age=_DAY)
    return response


def _item(rater: Rater, code: str) -> Item:
    """One that was handed to this person, or any that is for practice."""
    item = Item.objects.filter(study=rater.study_id, code=code, trouble="").first()
    is_theirs = item is not None and (
        item.role == Role.PRACTICE or Assignment.objects.filter(rater=rater, item=item).exists()
    )
    if item is None or not is_theirs:
        raise Http404("There is no such item in your hands.")
    return item
