"""Parts of an item as HTML. They are the same for everybody and rendered once, so that going on costs next to none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from annotation.jobs.checking import questions_of
from annotation.jobs.preparing import show_of, view_of
from annotation.models import Item, ItemShow, Study
from annotation.questions import Question, asked_about
from annotation.showing.item_view import ItemView, without_goal

MOST_KEPT = 512
"""Items; each takes some thirty thousand bytes."""
LATEST, FEW = 7, 3
"""Lines of what happened that stand open; older ones are behind a click, unless they are few."""


class Parts(NamedTuple):
    phone: SafeString
    told: SafeString
    ask: SafeString


class Asked(NamedTuple):
    """A question as it stands on the page."""

    question: Question
    text: str
    chosen: str
    is_active: bool


def parts_of(item: Item, study: Study) -> Parts:
    """Raises CannotBeShown, and the item is skipped from then on."""
    # A database that was put back to an earlier state may give the same numbers to other studies and items.
    key = (item.pk, item.code, study.pk, study.created_at)
    known = _kept.get(key)
    if known is None or known.settings != (study.hide_goal, study.questions):
        known = _kept.put(key, study, show_of(item))
    return known.parts


def asking(item: Item, study: Study, given: Mapping[str, str]) -> SafeString:
    """The questions, with some of them answered; the next one is asked."""
    return _asking(_view(show_of(item), study), study, given)


class _Known(NamedTuple):
    settings: tuple[bool, object]
    """What of the study the parts depend on; it can be changed as long as the study is a draft."""
    parts: Parts


class _Kept:
    """What was rendered of late."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], _Known] = {}
        self._lock = Lock()

    def get(self, key: tuple[object, ...]) -> _Known | None:
        with self._lock:
            known = self._known.pop(key, None)
            if known is not None:
                # As the youngest: what was not asked for longest goes first.
                self._known[key] = known
        return known

    def put(self, key: tuple[object, ...], study: Study, show: ItemShow) -> _Known:
        known = _Known((study.hide_goal, study.questions), _render(show, study))
        with self._lock:
            self._known[key] = known
            while len(self._known) > MOST_KEPT:
                self._known.pop(next(iter(self._known)))
        return known


_kept = _Kept()


def _render(show: ItemShow, study: Study) -> Parts:
    view = _view(show, study)
    folded = len(view.happened) - LATEST
    folded = folded if folded > FEW else 0
    told = {"view": view, "earlier": view.happened[:folded], "latest": view.happened[folded:]}
    # The phone was rendered by templates, which escape what they are given, and has been in our own store since.
    phone = {"view": view, "phone": mark_safe(show.phone)}
    return Parts(
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
        Asked(
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
    """The keys that answer questions of a study, with what they say, as JSON."""
    return _keys(questions_of(study))


def _letters_first(entry: tuple[str, list[str]]) -> bool:
    """Otherwise they stay in the order of the questions."""
    return entry[0].isdigit()
