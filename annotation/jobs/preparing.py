"""Items as they are shown: worked out from the run once, kept for everybody, and said of those that cannot be shown."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Sequence
from itertools import groupby

import msgspec
from django.db import DatabaseError, IntegrityError, transaction

from annotation.jobs.checking import questions_of
from annotation.models import Assignment, Item, ItemShow, Role, Study
from annotation.questions import asked_about
from annotation.showing.building import CannotBeShown, build, shot_at
from annotation.showing.item_view import ItemView
from simulator.jobs.queues import queue_named
from simulator.jobs.stored import config_of, moments_of, storable, story_of
from simulator.models import Episode, Queue
from simulator.showing.reel import Reel
from simulator.summary import describe
from simulator.views.phone import render_phone

_log = logging.getLogger(__name__)
_LONGEST_TROUBLE = 500
_JOB = "annotation.jobs.preparing.prepare"


def show_of(item: Item) -> ItemShow:
    """How an item looks; worked out now if nobody has yet. Raises CannotBeShown; the item is skipped from then on."""
    known = ItemShow.objects.filter(pk=item.pk).first()
    return known or _make_all([item])[0]


def view_of(show: ItemShow) -> ItemView:
    return msgspec.convert(show.body, ItemView)


def frames_of(show: ItemShow) -> list[str]:
    """The phone at every step, as HTML."""
    frames: list[str] = msgspec.json.decode(gzip.decompress(bytes(show.frames)))
    return frames


def prepare(study_id: int, again: bool = False) -> int:
    """Every item of a study that has no look yet; says how many could be shown. A job, and safe to run twice.

    `again`: also those that could not be shown before, because what was in the way may be mended."""
    if again:
        Item.objects.filter(study=study_id).exclude(trouble="").update(trouble="")
    items = Item.objects.filter(study=study_id, show=None, trouble="").exclude(role=Role.DROPPED)
    made = 0
    # Moments of the same run lie together, so that it is told only once.
    for _, of_run in groupby(items.order_by("episode_id", "moment"), key=lambda item: item.episode_id):
        try:
            made += len(_make_all(list(of_run), strict=False))
        except (IntegrityError, Study.DoesNotExist):
            # Somebody took these items back meanwhile. If only some, the others are made when they are asked for.
            _log.info("Items of study %s are gone while they were prepared.", study_id)
    return made


def prepare_soon(study_id: int) -> None:
    """Let a worker do it. Without one nothing is lost: what is asked for is made when it is asked for."""

    def enqueue() -> None:
        try:
            about = f"items of study {study_id}"
            queue_named(Queue.BATCH).enqueue(_JOB, study_id, job_timeout=-1, result_ttl=0, description=about)
        except Exception as problem:
            _log.warning("The items of study %s are prepared one by one: %s", study_id, problem)

    transaction.on_commit(enqueue)


def _make_all(items: Sequence[Item], strict: bool = True) -> list[ItemShow]:
    """Items of one run in the order of their moments."""
    teller = _Teller(Episode.objects.select_related("version").get(pk=items[0].episode_id), items[0].study)
    made: list[ItemShow] = []
    for item in items:
        try:
            made.append(teller.show(item))
        except DatabaseError:
            # Says nothing about the item.
            raise
        except Exception as problem:
            _set_aside(item, problem if isinstance(problem, CannotBeShown) else CannotBeShown(describe(problem)))
            if strict:
                raise CannotBeShown(item.trouble) from problem
    # Somebody else may have been quicker; what came first stays, so that all see the same.
    ItemShow.objects.bulk_create(made, ignore_conflicts=True)
    return list(ItemShow.objects.filter(pk__in=[show.pk for show in made]))


class _Teller:
    """A run that is told up to one item after the other, and never further."""

    def __init__(self, episode: Episode, study: Study) -> None:
        self._episode = episode
        self._questions = questions_of(study)
        self._reel: Reel | None = None
        self._phones: dict[int, str] = {}
        """Pictures by moment: they are the same whatever comes later, and items of one run share most of them."""

    def show(self, item: Item) -> ItemShow:
        if not asked_about(self._questions, item.kind):
            raise CannotBeShown(f"The study asks nothing about a {item.kind}.")
        reel = self._told(item.moment)
        built = build(reel, item.kind, self._episode.has_phone, self._episode.is_foreign)
        phones = [self._phone(reel, n) for n in built.frames]
        return ItemShow(
            item=item,
            body=storable(msgspec.to_builtins(built.view)),
            phone=storable(phones[-1]) if phones else "",
            frames=gzip.compress(json.dumps(phones, ensure_ascii=False).encode(), mtime=0),
        )

    def _told(self, moment: int) -> Reel:
        row = self._episode
        reel = self._reel = self._reel or Reel(story_of(row.version), config_of(row))
        reel.feed(moments_of(row.pk, len(reel) - 1, moment))
        if len(reel) != moment + 1 and not reel.broken:
            raise CannotBeShown(f"The run has no moment {moment}.")
        return reel

    def _phone(self, reel: Reel, n: int) -> str:
        if n not in self._phones:
            self._phones[n] = render_phone(shot_at(reel, n))
        return self._phones[n]


def _set_aside(item: Item, problem: CannotBeShown) -> None:
    """Nobody gets it from now on, and whoever holds it has a place less to fill."""
    item.trouble = str(problem)[:_LONGEST_TROUBLE] or "It cannot be shown."
    _log.warning("Item %s of study %s cannot be shown: %s", item.number, item.study_id, item.trouble)
    with transaction.atomic():
        Item.objects.filter(pk=item.pk).update(trouble=item.trouble)
        Assignment.objects.filter(item=item, answered_at=None).delete()
