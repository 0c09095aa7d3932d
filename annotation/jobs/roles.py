"""What an item is for: to be judged, gold, practice, or nothing any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction

from annotation.jobs.bad_study import BadStudy, CannotChange
from annotation.jobs.candidates import portions
from annotation.jobs.checking import questions_of
from annotation.models import Item, Role, Study, StudyState
from annotation.plan.contradictions import wrong_answers
from annotation.questions import asked_about

MARKED = (Role.GOLD, Role.PRACTICE)
_WHILE_OPEN = (Role.REAL, Role.DROPPED)


def set_role(item: Item, role: str, right_answers: Mapping[str, str] | None = None, explanation: str = "") -> Item:
    """Gold and practice need right answers. In an open study items can only be left out and taken in again."""
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).get(pk=item.study_id)
        item = Item.objects.select_for_update(no_key=True).get(pk=item.pk)
        _refuse(study, item, role)
        right = dict(right_answers or {}) if role in MARKED else {}
        if role in MARKED:
            refuse_wrong(study, item, right)
        item.role, item.right_answers = role, right
        item.explanation = explanation.replace("\x00", "").strip() if role in MARKED else ""
        item.save(update_fields=["role", "right_answers", "explanation"])
    return item


def left_out_of(study: Study) -> list[str]:
    """Identities of what was drawn and is not judged."""
    dropped = study.items.filter(role=Role.DROPPED).order_by("number")
    return list(dropped.values_list("identity", flat=True))


def leave_out(study: Study, identities: Sequence[str]) -> None:
    """As far as they were drawn at all: what is not there needs no leaving out."""
    wanted = set(identities)
    items = [pk for pk, identity in study.items.values_list("pk", "identity") if identity in wanted]
    for some in portions(items):
        study.items.filter(pk__in=some).update(role=Role.DROPPED)


def refuse_wrong(study: Study, item: Item, right: Mapping[str, str]) -> None:
    questions = asked_about(questions_of(study), item.kind)
    if said := list(wrong_answers(right, questions)):
        raise BadStudy(f"Item {item.number}:", *said)


def _refuse(study: Study, item: Item, role: str) -> None:
    if role not in Role.values:
        raise BadStudy(f"There is no role '{role}'.", "Choose real, gold, practice or dropped.")
    if study.state == StudyState.CLOSED:
        raise CannotChange("The study is closed, so its items stay as they are.")
    is_small = item.role in _WHILE_OPEN and role in _WHILE_OPEN
    if study.state == StudyState.OPEN and not is_small:
        raise CannotChange(
            "People may be answering already: in an open study an item can be left out or taken in again, no more.",
            "To change practice or gold, copy the study.",
        )
