"""Answers of a study as a table of ratings, and what they agree on; worked out once for each new answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable
from threading import Lock

from django.db.models import Count, Max

from annotation.agreement.ratings import Answer, Ratings, ratings_from, votes_of
from annotation.agreement.whole import Agreement, agreement
from annotation.export.processed import processed_columns, processed_rows
from annotation.export.writing import csv_of
from annotation.jobs.checking import questions_of
from annotation.jobs.progress import flagged_people
from annotation.models import Item, Rater, RaterKind, Role, Study, Verdict
from annotation.questions import DECISION, Question

_KEPT = 32
_known: OrderedDict[Hashable, Agreement] = OrderedDict()
_lock = Lock()


def ratings_of(study: Study, key: str = DECISION.key, without: Collection[int] = ()) -> Ratings:
    """The answers that stand, of people who neither withdrew nor were left out, about items that are to be judged.

    `without` names raters' rows to leave out as well. The simulated user is beside them where it was asked the same.
    """
    question = question_of(study, key)
    real = Item.objects.filter(study=study, role=Role.REAL, kind=question.about).order_by("number")
    items = list(real.values_list("pk", "identity", "number", "simulated"))
    identity = {pk: identity for pk, identity, _, _ in items}
    people = Rater.objects.filter(study=study, kind=RaterKind.PERSON, withdrawn_at=None, left_out=False)
    names = dict(people.exclude(pk__in=without).values_list("pk", "pseudonym"))
    standing = Verdict.objects.filter(study=study, is_latest=True, key=key).exclude(value="")
    given = standing.values_list("item_id", "rater_id", "value")
    known = ((item, who, said) for item, who, said in given if item in identity and who in names)
    answers = [Answer(identity[item], names[who], said) for item, who, said in known]
    did = {identity: simulated for _, identity, _, simulated in items} if key == DECISION.key else {}
    numbers = {identity: number for _, identity, number, _ in items}
    return ratings_from(answers, question.values, numbers, did)


def agreement_of(
    study: Study, key: str = DECISION.key, without_flagged: bool = False, without: Collection[int] = ()
) -> Agreement:
    """Costs a few small queries as long as nothing has changed since somebody asked before.

    `without` names raters' rows to leave out; `without_flagged` leaves out those whose answers give cause for doubt.
    """
    mark = (study.pk, key, without_flagged, frozenset(without), *_state(study))
    with _lock:
        if mark in _known:
            _known.move_to_end(mark)
            return _known[mark]
    flagged = flagged_people(study) if without_flagged else set()
    found = agreement(ratings_of(study, key, flagged.union(without)))
    with _lock:
        _known[mark] = found
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def as_csv_process(study: Study, key: str = "", without: Collection[int] = ()) -> bytes:
    """One row per item: how many said what, what most said, and what the simulated user did.

    Of the first question, unless another one is named.
    """
    ratings = ratings_of(study, key or questions_of(study)[0].key, without)
    about = {one: (scenario, model) for one, scenario, model in _about(study)}
    rows = processed_rows(votes_of(ratings), about)
    return b"".join(csv_of(rows, processed_columns(ratings.labels)))


def question_of(study: Study, key: str) -> Question:
    """As the study asks it."""
    known = {question.key: question for question in questions_of(study)}
    if key not in known:
        raise LookupError(f"Study {study.pk} asks no question {key!r}; it asks {', '.join(known)}.")
    return known[key]


def _about(study: Study) -> Iterable[tuple[str, str, str]]:
    return Item.objects.filter(study=study).values_list("identity", "scenario", "model")


def _state(study: Study) -> tuple[Hashable, ...]:
    """What agreement follows from. Verdicts are never changed, only added, and deleted when somebody withdraws."""
    verdicts = Verdict.objects.filter(study=study).aggregate(newest=Max("pk"), count=Count("pk"))
    people = Rater.objects.filter(study=study).values_list("pk", "pseudonym", "left_out", "withdrawn_at")
    items = Item.objects.filter(study=study).order_by("pk")
    apart = items.exclude(role=Role.REAL).values_list("pk", "role", "trouble", "right_answers")
    return (
        study.created_at,
        repr((study.questions, study.gold_mark, study.too_fast_seconds)),
        *verdicts.values(),
        tuple(people),
        items.count(),
        repr(list(apart)),
    )
