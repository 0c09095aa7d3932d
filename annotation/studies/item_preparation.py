"""Prepares the views of items. A view is computed once and stored, so that everybody sees the same view."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Sequence
from itertools import groupby

import msgspec
from django.db import DatabaseError, IntegrityError, transaction

from annotation.labelling.answer_checks import questions_of
from annotation.models import Assignment, Item, ItemShow, Role, Study
from annotation.questions import asked_about
from annotation.showing.item_builder import CannotBeShown, build_item, picture_at
from annotation.showing.item_view import ItemView
from simulator.episode.trace_lines import describe
from simulator.jobs.queues import queue_named
from simulator.jobs.serialization import config_of, moments_of, storable, story_of
from simulator.models import Episode, Queue
from simulator.rendering.phone_html import render_phone
from simulator.showing.run_history import RunHistory

_log = logging.getLogger(__name__)
# Characters; the column `trouble` has the same limit.
_LONGEST_TROUBLE = 500
_JOB = "annotation.studies.item_preparation.prepare"


def show_of(item: Item) -> ItemShow:
    """Return an item as annotators see it, computed if needed. If that fails, mark the item and raise CannotBeShown."""
    known = ItemShow.objects.filter(pk=item.pk).first()
    return known or _make_all([item])[0]


def view_of(show: ItemShow) -> ItemView:
    return msgspec.convert(show.body, ItemView)


def prepare(study_id: int, again: bool = False) -> int:
    """Prepare the items of a study that have no view yet; return the number of prepared items. Safe to run twice.

    `again` also retries items that could not be shown before, because the cause may be fixed.
    """
    if again:
        Item.objects.filter(study=study_id).exclude(trouble="").update(trouble="")
    items = Item.objects.filter(study=study_id, show=None, trouble="").exclude(role=Role.DROPPED)
    made = 0
    # Sorted by run and moment, so that each run is loaded and replayed only once.
    for _, of_run in groupby(items.order_by("episode_id", "moment"), key=lambda item: item.episode_id):
        try:
            made += len(_make_all(list(of_run), strict=False))
        except (IntegrityError, Study.DoesNotExist):
            # Somebody removed items of this run meanwhile. Those that remain are prepared when they are opened.
            _log.info("Items of study %s were removed while being prepared.", study_id)
    return made


def prepare_soon(study_id: int) -> None:
    """Queue `prepare` for a worker. Without a worker, items are prepared when somebody opens them."""

    def enqueue() -> None:
        try:
            about = f"items of study {study_id}"
            queue_named(Queue.BATCH).enqueue(_JOB, study_id, job_timeout=-1, result_ttl=0, description=about)
        except Exception as problem:
            _log.warning(
                "Items of study %s will be prepared when they are opened, because the job could not be queued: %s",
                study_id,
                problem,
            )

    transaction.on_commit(enqueue)


def _make_all(items: Sequence[Item], strict: bool = True) -> list[ItemShow]:
    """Prepare and return the views of items of one run, given in the order of their moments.

    Mark and skip an item that can't be shown; if `strict`, mark it and raise CannotBeShown.
    """
    teller = _Teller(Episode.objects.select_related("version").get(pk=items[0].episode_id), items[0].study)
    made: list[ItemShow] = []
    for item in items:
        try:
            made.append(teller.show(item))
        except DatabaseError:
            # A failing database is no reason to set the item aside.
            raise
        except Exception as problem:
            _set_aside(item, problem if isinstance(problem, CannotBeShown) else CannotBeShown(describe(problem)))
            if strict:
                raise CannotBeShown(item.trouble) from problem
    # Another process may have been quicker; the first result stays, so that everybody sees the same view.
    ItemShow.objects.bulk_create(made, ignore_conflicts=True)
    return list(ItemShow.objects.filter(pk__in=[show.pk for show in made]))


class _Teller:
    """Replays a run from item to item, and never past the current item."""

    def __init__(self, episode: Episode, study: Study) -> None:
        self._episode = episode
        self._questions = questions_of(study)
        self._history: RunHistory | None = None
        # Pictures by moment: items of one run share most of them.
        self._phones: dict[int, str] = {}

    def show(self, item: Item) -> ItemShow:
        if not asked_about(self._questions, item.kind):
            remedy = "Add a question about them, or leave out the item."
            raise CannotBeShown(f"The study has no question about {item.kind}s. {remedy}")
        history = self._told(item.moment)
        built = build_item(history, item.kind, self._episode.has_phone, self._episode.is_foreign)
        phones = [self._phone(history, n) for n in built.frames]
        return ItemShow(
            item=item,
            body=storable(msgspec.to_builtins(built.view)),
            phone=storable(phones[-1]) if phones else "",
            # mtime=0 keeps the bytes the same for the same frames.
            frames=gzip.compress(json.dumps(phones, ensure_ascii=False).encode(), mtime=0),
        )

    def _told(self, moment: int) -> RunHistory:
        row = self._episode
        history = self._history = self._history or RunHistory(story_of(row.version), config_of(row))
        history.feed(moments_of(row.pk, len(history) - 1, moment))
        if len(history) != moment + 1 and not history.broken:
            raise CannotBeShown(f"The run has no step {moment}. Leave out the item.")
        return history

    def _phone(self, history: RunHistory, n: int) -> str:
        if n not in self._phones:
            self._phones[n] = render_phone(picture_at(history, n))
        return self._phones[n]


def _set_aside(item: Item, problem: CannotBeShown) -> None:
    """Mark an item that cannot be shown, so that nobody gets it, and take the item from people who hold it."""
    item.trouble = str(problem)[:_LONGEST_TROUBLE] or "The item can’t be shown."
    _log.warning("Item %s of study %s cannot be shown: %s", item.number, item.study_id, item.trouble)
    with transaction.atomic():
        Item.objects.filter(pk=item.pk).update(trouble=item.trouble)
        Assignment.objects.filter(item=item, answered_at=None).delete()
