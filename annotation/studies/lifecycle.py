"""Makes, changes, copies, opens and closes studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.labelling.answer_checks import questions_of
from annotation.models import Role, Study, StudyKind, StudyState, StudyText, TextKind
from annotation.plan.schema import SETTINGS, TEXTS, StudyPlan
from annotation.play_studies.opening import lacks_of_play, use_current_versions, withhold_runs
from annotation.questions import asked_about
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import PICKED, By, account, draw_batch
from annotation.studies.candidate_pool import marks_of, pool_of
from annotation.studies.item_roles import (
    MARKED,
    arrange_practice,
    leave_out,
    left_out_of,
    marked_in,
    pick,
    pick_from,
    refuse_wrong,
)
from annotation.studies.study_error import BadStudy, CannotChange

__all__ = [
    "ANY_TIME",
    "UPWARDS",
    "BadStudy",
    "CannotChange",
    "change_study",
    "close_study",
    "copy_study",
    "make_study",
    "new_text",
    "open_study",
    "plan_of",
    "refuse_unfair",
    "reopen",
]

# Settings that leads can raise, but not lower, while the study is open; an empty value means no limit.
UPWARDS = ("per_item", "per_person", "most_people")
# Settings that can change in any way while the study is open, because no answer depends on them.
ANY_TIME = ("title", "completion_code", "screened_code", "return_url", "shows_leaderboard")
_ARTICLES = {StudyState.DRAFT: "a draft", StudyState.OPEN: "an open", StudyState.CLOSED: "a closed"}
_DONE = {StudyState.DRAFT: "opened", StudyState.OPEN: "closed", StudyState.CLOSED: "opened again"}


def make_study(plan: StudyPlan, by: By = None) -> Study:
    """Make a draft with its texts, samples, practice and gold. If a part fails, raise BadStudy and store nothing."""
    # Before the transaction: searching all runs takes a while, and SQLite would block everybody who answers.
    pools = [pool_of(spec) for spec in plan.samples]
    with transaction.atomic():
        study = _made(plan, by)
        for drawn, (spec, pool) in enumerate(zip(plan.samples, pools, strict=True)):
            # Items that are in the study already are not drawn again, so the order of picking and drawing matters.
            pick(study, plan, drawn, by)
            draw_batch(study, spec, by, pool)
        pick(study, plan, len(plan.samples), by)
        arrange_practice(study, [one.identity for one in plan.practice])
        leave_out(study, plan.left_out)
    return study


def copy_study(study: Study, by: By = None, title: str = "") -> Study:
    """Make a draft with the same settings, texts, practice and gold, without real items, people and answers."""
    plan = plan_of(study)
    title = title.strip() or f"{study.title[:180]} (copy)"
    with transaction.atomic():
        made = _made(plan.model_copy(update={"title": title[:200]}), by)
        pick_from(study, made, by)
    return made


def plan_of(study: Study) -> StudyPlan:
    """Return a plan that makes this study again on any site that has the same runs."""
    specs = study.batches.order_by("number").values_list("spec", flat=True)
    marked = marked_in(study)
    return StudyPlan.model_validate(
        {
            **{name: getattr(study, name) for name in SETTINGS},
            **{name: text_of(study, TextKind(name)) for name in TEXTS},
            "samples": [portable(SampleSpec.model_validate(spec)) for spec in specs if spec and spec != PICKED],
            "practice": marked.practice,
            "gold": marked.gold,
            "left_out": left_out_of(study),
        }
    )


def portable(spec: SampleSpec) -> SampleSpec:
    """Return the specification with content hashes instead of run numbers, which are valid in this store only."""
    return spec.model_copy(update={"runs": tuple(marks_of(spec.runs))})


def change_study(study: Study, plan: StudyPlan, by: By = None) -> Study:
    """Change the settings and texts of a study. Raise CannotChange for a setting or text that is fixed.

    Raise BadStudy if right answers of practice or gold do not fit the new questions.
    """
    with transaction.atomic():
        locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        values = _columns(plan)
        before = {name: getattr(locked, name) for name in SETTINGS}
        changed = refuse_unfair(locked, before, values)
        for name in changed:
            setattr(locked, name, values[name])
        locked.save(update_fields=[*changed])
        # Right answers of gold and practice may name choices that the new questions no longer have.
        if "questions" in changed:
            for item in locked.items.filter(role__in=MARKED):
                refuse_wrong(locked, item, item.right_answers)
        for name in TEXTS:
            # A text that has always been empty gets no version.
            if getattr(plan, name) or locked.texts.filter(kind=name).exists():
                new_text(locked, TextKind(name), getattr(plan, name), by)
    return locked


def new_text(study: Study, kind: TextKind, text: str, by: By = None) -> StudyText:
    """Return the newest version if it has this text, else store and return a new version.

    Raise CannotChange if a closed study would get a new version.
    """
    text = text.replace("\r\n", "\n").strip("\n").rstrip()
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        newest = study.texts.filter(kind=kind).order_by("-version").first()
        if newest is not None and newest.text == text:
            return newest
        if study.state == StudyState.CLOSED:
            raise CannotChange("The study is closed, so its texts can’t change. Reopen or copy the study.")
        version = newest.version + 1 if newest is not None else 1
        return StudyText.objects.create(study=study, kind=kind, version=version, text=text, made_by=account(by))


def text_of(study: Study, kind: TextKind) -> str:
    """Return the text in force, or "" if there is none."""
    found = study.texts.filter(kind=kind).order_by("-version").first()
    return found.text if found is not None else ""


def open_study(study: Study) -> Study:
    """Open a draft, so that people can answer. Raise BadStudy with a sentence for everything that is missing."""
    return _moved(study, StudyState.DRAFT, StudyState.OPEN)


def close_study(study: Study) -> Study:
    """Close an open study: no more items are handed out, but people may still answer the items they hold."""
    return _moved(study, StudyState.OPEN, StudyState.CLOSED)


def reopen(study: Study) -> Study:
    return _moved(study, StudyState.CLOSED, StudyState.OPEN)


def _made(plan: StudyPlan, by: By) -> Study:
    study = Study.objects.create(made_by=account(by), **_columns(plan))
    if (lead := account(by)) is not None:
        study.leads.add(lead)
    for name in TEXTS:
        if text := getattr(plan, name):
            new_text(study, TextKind(name), text, by)
    return study


def _columns(plan: StudyPlan) -> dict[str, Any]:
    return {name: plan.model_dump(mode="json", include={name})[name] for name in SETTINGS}


def refuse_unfair(study: Study, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the names of the settings that differ. Raise CannotChange if one of them is fixed in this state."""
    changed = [name for name in before if before[name] != after[name]]
    if study.state == StudyState.DRAFT:
        return changed
    if changed and study.state == StudyState.CLOSED:
        raise CannotChange("The study is closed, so its settings can’t change. Copy the study instead.")
    for name in changed:
        if name in UPWARDS and (after[name] is None or (before[name] is not None and after[name] > before[name])):
            continue
        if name in UPWARDS:
            is_now = before[name] or "unlimited"
            raise CannotChange(f"The study is open: {name} can only be raised. It is {is_now} now.")
        if name not in ANY_TIME:
            raise CannotChange(
                f"The study is open, so {name} can’t change: earlier and later data would not be comparable.",
                "Copy the study to change it.",
            )
    return changed


def _moved(study: Study, before: StudyState, after: StudyState) -> Study:
    with transaction.atomic():
        locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        if locked.state != before:
            is_now = locked.get_state_display().lower()
            raise CannotChange(f"The study is {is_now}; only {_ARTICLES[before]} study can be {_DONE[before]}.")
        now, is_play = timezone.now(), locked.kind == StudyKind.PLAY
        if after == StudyState.OPEN:
            refuse_unready(locked)
            if is_play and locked.opened_at is None:
                use_current_versions(locked)
            locked.opened_at = locked.opened_at or now
        locked.closed_at = now if after == StudyState.CLOSED else None
        locked.state = after
        locked.save(update_fields=["state", "opened_at", "closed_at"])
        if is_play:
            withhold_runs(locked, is_withheld=after == StudyState.OPEN)
    study.state, study.opened_at, study.closed_at = locked.state, locked.opened_at, locked.closed_at
    return study


def refuse_unready(study: Study) -> None:
    if missing := list(lacks_of(study)):
        raise BadStudy(*missing)


def lacks_of(study: Study) -> Iterator[str]:
    """Yield a sentence with a remedy for everything that keeps the study from being opened."""
    if study.kind == StudyKind.PLAY:
        yield from lacks_of_play(study)
        return
    items = study.items.filter(trouble="")
    if not items.filter(role=Role.REAL).exists():
        yield "There are no items to judge. Draw a sample first."
    if not text_of(study, TextKind.GUIDELINES):
        yield "The guidelines are empty. Write how people should answer."
    if study.pass_mark > 0 and not items.filter(role=Role.PRACTICE).exists():
        yield "There is a pass mark but no practice. Mark some items as practice, or set the pass mark to 0."
    questions = questions_of(study)
    for kind in sorted(set(items.exclude(role=Role.DROPPED).order_by().values_list("kind", flat=True))):
        if not asked_about(questions, kind):
            yield f"No question asks about {kind}s. Add a question about {kind}s, or leave out these items."
