"""Practice: all practice items in order, each followed by the right answer. People who pass can judge real items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from annotation.labelling.answer_checks import bounded, check
from annotation.labelling.refusals import Refused
from annotation.models import Answer, Item, Rater, Role
from annotation.people.participants import Empty, Participant, at_once, lock, refuse

State = Literal["none", "going", "again", "passed", "failed"]


class Practised(NamedTuple):
    """A practice item, with the answer given in this attempt."""

    item: Item
    values: dict[str, str]
    """Value by question; empty if not answered yet."""
    correct: bool | None
    """None if the item is not answered or has no right answer."""


class Score(NamedTuple):
    right: int
    of: int
    pass_mark: float

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 1.0

    @property
    def is_enough(self) -> bool:
        # Tolerance for rounding. The practice page uses it too, to compute how many right answers are needed.
        return self.share >= self.pass_mark - 1e-9


class Practice(NamedTuple):
    items: tuple[Practised, ...]
    attempt: int
    attempts: int
    state: State
    """"again": this attempt failed, and `practise_again` starts the next. "none": the study has no practice items."""
    score: Score
    """Score of this attempt so far."""

    @property
    def next(self) -> Item | None:
        """Return the first unanswered item of this attempt; None if no attempt is under way."""
        if self.state != "going":
            return None
        return next((one.item for one in self.items if not one.values), None)


class PracticeResult(NamedTuple):
    correct: bool | None
    right: dict[str, str]
    """Right value by question."""
    explanation: str
    done: bool
    """True after the last item of this attempt."""
    score: Score
    state: State


def practice_items(rater: Rater) -> Practice:
    """Return the practice items with the participant's answers in the current attempt, and the score so far."""
    rows = Item.objects.filter(study=rater.study_id, role=Role.PRACTICE, trouble="").order_by("number")
    said: dict[int, dict[str, str]] = {}
    answers = Answer.objects.filter(rater=rater, attempt=rater.practice_attempt, item__role=Role.PRACTICE)
    for item, key, value in answers.values_list("item", "key", "value"):
        said.setdefault(item, {})[key] = value
    items = tuple(Practised(item, said.get(item.pk, {}), _is_right(item, said.get(item.pk))) for item in rows)
    marks = [one.correct for one in items if one.correct is not None]
    # Items without a right answer can be practised, but not scored.
    whole = sum(bool(one.item.right_answers) for one in items)
    score = Score(sum(marks), whole, rater.study.pass_mark)
    state = _state(rater, items)
    return Practice(items, rater.practice_attempt, rater.study.practice_attempts, state, score)


def answer_practice(
    rater: Rater, code: str, given: Mapping[str, str], reason: str = "", seconds: float = 0
) -> PracticeResult:
    """Store an answer to a practice item and return its result. Raise Refused if the item is not the next item.

    A second answer to an item in the same attempt is not stored; the result of the first answer is returned.
    """
    with at_once():
        person = lock(rater)
        why = person.why_not()
        practice = practice_items(rater)
        one = next((one for one in practice.items if one.item.code == code), None)
        if one is None:
            raise Refused("not_held")
        if not one.values:
            if why not in (None, Empty.PRACTICE):
                raise refuse(why)
            if one.item != practice.next:
                raise Refused("practice", "Answer the practice items in order. Reload the page to see the next item.")
            _store(person, one.item, given, reason, seconds)
            practice = practice_items(rater)
            if practice.next is None:
                practice = _end(person, practice)
    (one,) = (one for one in practice.items if one.item.code == code)
    done = practice.next is None
    return PracticeResult(
        one.correct, dict(one.item.right_answers), one.item.explanation, done, practice.score, practice.state
    )


def practise_again(rater: Rater) -> Practice:
    """Start the next attempt if the current one failed, and return the state of the practice.

    A request that is sent twice starts only one attempt.
    """
    with at_once():
        person = lock(rater)
        why = person.why_not()
        if why not in (None, Empty.PRACTICE):
            raise refuse(why)
        if practice_items(rater).state == "again":
            rater.practice_attempt += 1
            rater.save(update_fields=["practice_attempt"])
        return practice_items(person.rater)


def _store(person: Participant, item: Item, given: Mapping[str, str], reason: str, seconds: float) -> None:
    checked = check(person.study, item, given, reason)
    attempt = person.rater.practice_attempt
    # Answers of earlier attempts stay on record.
    Answer.objects.filter(rater=person.rater, item=item).update(is_latest=False)
    took = bounded(seconds, (person.now - person.rater.joined_at).total_seconds())
    Answer.objects.bulk_create(
        Answer(
            study=person.study,
            item=item,
            episode_id=item.episode_id,
            moment=item.moment,
            key=key,
            value=value,
            reason=checked.reasons[key],
            rater=person.rater,
            revision=attempt,
            attempt=attempt,
            guidelines=person.texts.guidelines,
            given_at=person.now,
            seconds=took,
        )
        for key, value in checked.values.items()
    )


def _end(person: Participant, practice: Practice) -> Practice:
    rater = person.rater
    if practice.score.is_enough:
        rater.passed_at = person.now
    elif practice.attempt >= practice.attempts:
        rater.failed_at = person.now
    rater.save(update_fields=["passed_at", "failed_at"])
    return practice._replace(state=_state(rater, practice.items))


def _state(rater: Rater, items: tuple[Practised, ...]) -> State:
    if rater.failed_at is not None:
        return "failed"
    if rater.passed_at is not None:
        return "passed"
    if not items:
        return "none"
    return "going" if any(not one.values for one in items) else "again"


def _is_right(item: Item, said: Mapping[str, str] | None) -> bool | None:
    if not said or not item.right_answers:
        return None
    return all(said.get(key) == value for key, value in item.right_answers.items())
