"""Answers of a study as a table of ratings, and their agreement.

Agreement is cached until answers, people, items or settings change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable
from threading import Lock

from annotation.agreement.question_agreement import Agreement, agreement
from annotation.agreement.ratings import GivenAnswer, Ratings, ratings_from, votes_of
from annotation.file_formats.columns import result_columns, result_rows
from annotation.file_formats.table_writing import csv_of
from annotation.labelling.answer_checks import questions_of
from annotation.models import Item, Role, Study
from annotation.questions import DECISION, Question
from annotation.results.change_token import agreement_token
from annotation.results.current_answers import current_answers
from annotation.results.study_progress import flagged_people

_KEPT = 32
_known: OrderedDict[Hashable, Agreement] = OrderedDict()
_lock = Lock()


def ratings_of(study: Study, key: str = DECISION.key, without: Collection[int] = ()) -> Ratings:
    """Return a table of the answers that count for figures, with the simulated user if it was asked the question.

    `without` has the primary keys of more raters to leave out, besides those whom the lead has left out.
    """
    question, current = question_of(study, key), current_answers(study)
    items = {one.pk: one for one in current.items.values() if one.role == Role.REAL and one.kind == question.about}
    answers = [
        GivenAnswer(items[one.item].identity, current.people[one.rater].pseudonym, one.value)
        for one in current.counting(key)
        if one.item in items and one.rater not in without
    ]
    # The question `decision` is the only one that the simulated user was asked too.
    did = {one.identity: one.simulated for one in items.values()} if key == DECISION.key else {}
    return ratings_from(answers, question.values, {one.identity: one.number for one in items.values()}, did)


def agreement_of(
    study: Study, key: str = DECISION.key, without_flagged: bool = False, without: Collection[int] = ()
) -> Agreement:
    """Return agreement on one question. If nothing has changed since the last call, this needs few queries.

    `without` has the primary keys of raters to leave out; `without_flagged` also leaves out flagged people.
    """
    token = (key, without_flagged, frozenset(without), agreement_token(study))
    with _lock:
        if token in _known:
            _known.move_to_end(token)
            return _known[token]
    flagged = flagged_people(study) if without_flagged else set()
    # Computed outside the lock, because it may take seconds and other studies must not wait for it.
    found = agreement(ratings_of(study, key, flagged.union(without)))
    with _lock:
        _known[token] = found
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def as_csv_process(study: Study, key: str = "", without: Collection[int] = ()) -> bytes:
    """Return a CSV file with one row per item: counts, majority, and the simulated user's action.

    The file is about the first question unless `key` names a different one.
    """
    ratings = ratings_of(study, key or questions_of(study)[0].key, without)
    about = {one: (scenario, model) for one, scenario, model in _about(study)}
    rows = result_rows(votes_of(ratings), about)
    return b"".join(csv_of(rows, result_columns(ratings.labels)))


def question_of(study: Study, key: str) -> Question:
    """Return the question with this key. Raise LookupError if the study does not ask it."""
    known = {question.key: question for question in questions_of(study)}
    if key not in known:
        raise LookupError(f"Study {study.pk} asks no question {key!r}; it asks {', '.join(known)}.")
    return known[key]


def _about(study: Study) -> Iterable[tuple[str, str, str]]:
    return Item.objects.filter(study=study).values_list("identity", "scenario", "model")
