"""Renders items as HTML for annotators: the parts of the page, and the phone at each step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from annotation.labelling.answer_checks import questions_of
from annotation.labelling.claiming import Empty, Hand, claim
from annotation.models import Assignment, Item, ItemShow, Rater, Role, Study
from annotation.questions import Question, asked_about
from annotation.showing.item_builder import CannotBeShown
from annotation.showing.item_view import ItemView, without_goal
from annotation.studies.item_preparation import show_of, view_of
from annotation.views.access import rater_for

# An item's parts take about 30 kB, so a full cache takes about 15 MB.
MOST_KEPT = 512
# The LATEST lines of the history are always visible. Older lines are folded if there are more than FEW.
LATEST, FEW = 7, 3
# Each failed try sets an item aside; without a limit a broken study could keep a request busy for long.
_MOST_TRIES = 50
_DAY = 86_400


class ItemParts(NamedTuple):
    phone: SafeString
    told: SafeString
    ask: SafeString


class AskedQuestion(NamedTuple):
    """A question on the page, with the answer chosen so far."""

    question: Question
    text: str
    chosen: str
    is_active: bool


def parts_of(item: Item, study: Study) -> ItemParts:
    """Return the rendered parts of an item. Raise CannotBeShown if that fails; nobody gets the item then."""
    # Primary keys alone are not enough: a restored database may give them to other studies and items.
    key = (item.pk, item.code, study.pk, study.created_at)
    known = _recent.get(key)
    if known is None or known.settings != (study.hide_goal, study.questions):
        known = _recent.put(key, study, show_of(item))
    return known.parts


def asking(item: Item, study: Study, given: Mapping[str, str]) -> SafeString:
    """Return the questions as HTML with some answers filled in; the first unanswered question is active."""
    return _asking(_view(show_of(item), study), study, given)


class _Known(NamedTuple):
    settings: tuple[bool, object]
    """Settings that the parts depend on; they can change while the study is a draft."""
    parts: ItemParts


class _RecentParts:
    """Cache of rendered parts, least recently used first."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], _Known] = {}
        self._lock = Lock()

    def get(self, key: tuple[object, ...]) -> _Known | None:
        with self._lock:
            known = self._known.pop(key, None)
            if known is not None:
                # Put back at the end: the entry at the start is the least recently used one.
                self._known[key] = known
        return known

    def put(self, key: tuple[object, ...], study: Study, show: ItemShow) -> _Known:
        known = _Known((study.hide_goal, study.questions), _render(show, study))
        with self._lock:
            self._known[key] = known
            while len(self._known) > MOST_KEPT:
                self._known.pop(next(iter(self._known)))
        return known


_recent = _RecentParts()


def _render(show: ItemShow, study: Study) -> ItemParts:
    view = _view(show, study)
    folded = len(view.happened) - LATEST
    folded = folded if folded > FEW else 0
    told = {"view": view, "earlier": view.happened[:folded], "latest": view.happened[folded:]}
    # Safe: templates rendered the phone and escaped every text, and since then the HTML has only been in the database.
    phone = {"view": view, "phone": mark_safe(show.phone)}
    return ItemParts(
        render_to_string("annotate/_phone.html", phone),
        render_to_string("annotate/_told.html", told),
        _asking(view, study, {}),
    )


def _view(show: ItemShow, study: Study) -> ItemView:
    view = view_of(show)
    return without_goal(view) if study.hide_goal else view


def _asking(view: ItemView, study: Study, given: Mapping[str, str]) -> SafeString:
    questions = asked_about(questions_of(study), view.kind)
    first_open = next(
        (question for question in questions if not given.get(question.key)), questions[-1:] and questions[-1]
    )
    asked = [
        AskedQuestion(
            question,
            question.text.replace("{name}", view.first_name),
            given.get(question.key, ""),
            question == first_open,
        )
        for question in questions
    ]
    return render_to_string("annotate/_ask.html", {"view": view, "asked": asked})


@lru_cache(maxsize=64)
def _keys(questions: tuple[Question, ...]) -> str:
    said: dict[str, list[str]] = {}
    for question in questions:
        for place, choice in enumerate(question.choices, 1):
            said.setdefault(choice.letter, []).append(choice.label.lower())
            said.setdefault(str(place), []).append(choice.label.lower())
    ordered = sorted(said.items(), key=_letters_first)
    return json.dumps([{"key": key, "says": " / ".join(dict.fromkeys(labels))} for key, labels in ordered])


def keys_of(study: Study) -> str:
    """Return the keyboard keys that answer the questions of a study, with their labels, as JSON."""
    return _keys(questions_of(study))


def _letters_first(entry: tuple[str, list[str]]) -> bool:
    """Return a sort key that puts letters before digits; otherwise keys stay in the order of the questions."""
    return entry[0].isdigit()


class RenderedItem(NamedTuple):
    place: int
    item: Item
    parts: ItemParts
    draft: dict[str, Any]
    """Choices (`given`) and `reason` that the participant entered before."""


class RenderedHand(NamedTuple):
    shown: tuple[RenderedItem, ...]
    empty: Empty | None
    until: datetime | None


def rendered_hand(rater: Rater, take: Callable[[], Hand] | None = None) -> RenderedHand:
    """Render the items that `take` (by default `claim`) returns. If an item cannot be shown, claim items again."""
    hand = take() if take is not None else claim(rater)
    for _ in range(_MOST_TRIES):
        try:
            shown = tuple(
                RenderedItem(held.assignment.place, held.item, parts_of(held.item, rater.study), held.assignment.draft)
                for held in hand.held
            )
        except CannotBeShown:
            hand = claim(rater)
        else:
            return RenderedHand(shown, hand.empty, hand.until)
    return RenderedHand((), Empty.NO_ITEMS, None)


def item_json(shown: RenderedItem, with_parts: bool = True) -> dict[str, Any]:
    """Return an item as JSON for the page's script; without `parts` if the page already has the parts."""
    found = {"code": shown.item.code, "place": shown.place, "draft": shown.draft}
    return {**found, "parts": shown.parts._asdict()} if with_parts else found


@require_safe
def item_frames(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    return frames_sent(_item(rater_for(request, pk), code))


def frames_sent(item: Item) -> HttpResponse:
    """Return the stored frames, a gzipped JSON list of HTML, as a response. Raise Http404 if they can't be made."""
    try:
        show = show_of(item)
    except CannotBeShown as problem:
        raise Http404(f"This item can’t be shown. {problem}") from None
    response = HttpResponse(bytes(show.frames), content_type="application/json")
    # Frames are stored compressed; every browser can unpack them, so the server need not.
    response["Content-Encoding"] = "gzip"
    # The pictures of an item never change; private, because a shared cache must not hold them.
    patch_cache_control(response, private=True, max_age=_DAY)
    return response


def _item(rater: Rater, code: str) -> Item:
    """Return an item that was handed to this participant, or any practice item. Raise Http404 for other codes."""
    item = Item.objects.filter(study=rater.study_id, code=code, trouble="").first()
    is_theirs = item is not None and (
        item.role == Role.PRACTICE or Assignment.objects.filter(rater=rater, item=item).exists()
    )
    if item is None or not is_theirs:
        raise Http404("This item is not assigned to you. Continue with your current item.")
    return item
