"""Studies made from plans, changed, copied, opened and closed; what would not be fair is refused."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import Item, Role, Study, StudyState, StudyText, TextKind
from annotation.plan.plan_reading import plan_from, read_plan
from annotation.plan.plan_writing import write_plan
from annotation.plan.schema import StudyPlan
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import draw_batch
from annotation.studies.item_roles import move_practice, set_role
from annotation.studies.lifecycle import (
    BadStudy,
    CannotChange,
    change_study,
    close_study,
    copy_study,
    make_study,
    new_text,
    open_study,
    plan_of,
    reopen,
)
from simulator.models import Episode
from tests.annotation.played import played
from tests.annotation.pools import offering
from tests.annotation.study_fixtures import items, rater, study
from tests.simulator.views.cast import person

PLAN = plan_from({"title": "Offers", "questions": "decision,missed", "pass_mark": 0})


def _changed(of: Study, **values: Any) -> StudyPlan:
    return plan_of(of).model_copy(update=values)


def test_a_study_has_the_settings_and_texts_of_its_plan_and_a_lead(db: None) -> None:
    lead = person("researcher")
    made = make_study(PLAN, lead)
    assert (made.state, made.per_item, made.title) == (StudyState.DRAFT, 3, "Offers")
    assert list(made.leads.all()) == [lead] and made.made_by == lead
    assert {(text.kind, text.version) for text in made.texts.all()} == {("guidelines", 1), ("consent", 1)}
    assert plan_of(made) == PLAN


def test_a_plan_with_samples_practice_and_gold_makes_the_same_study_again(db: None) -> None:
    for name in ("oracle", "eager"):
        played(assistant=name)
    first = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=2),)}))
    draw_batch(first, SampleSpec(size=3, kinds="both", seed=5))
    chosen = list(first.items.filter(kind="offer").order_by("number"))
    set_role(chosen[0], Role.GOLD, {"decision": "accept"})
    set_role(chosen[1], Role.PRACTICE, {"decision": "reject"}, "It is too early.")
    plan = plan_of(first)
    assert len(plan.samples) == 2 and len(plan.gold) == len(plan.practice) == 1
    again = make_study(read_plan(write_plan(plan)))
    assert plan_of(again) == plan
    kept = ("number", "identity", "role", "moment", "probability", "right_answers", "explanation")
    assert list(again.items.values_list(*kept)) == list(first.items.values_list(*kept))
    assert not set(again.items.values_list("code")) & set(first.items.values_list("code"))


def test_practice_that_was_there_before_a_sample_is_there_before_it_again(db: None) -> None:
    """A copy brings practice and gold along, and what is drawn then is drawn beside them."""
    for seed in range(6):
        offering("oracle", "accept", "reject", "accept", seed=seed)
    source = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=5),)}))
    for number, role in ((1, Role.PRACTICE), (3, Role.GOLD), (4, Role.PRACTICE)):
        set_role(source.items.get(number=number), role, {"decision": "accept"}, "So it is.")
    copy = copy_study(source)
    draw_batch(copy, SampleSpec(size=4, seed=1))
    draw_batch(copy, SampleSpec(size=4, seed=1))
    plan = plan_of(copy)
    assert {one.after for one in (*plan.practice, *plan.gold)} == {0}
    again = make_study(read_plan(write_plan(plan)))
    kept = ("number", "identity", "role", "probability")
    assert list(again.items.values_list(*kept)) == list(copy.items.values_list(*kept))
    assert plan_of(again) == plan


def test_what_was_left_out_of_a_sample_is_left_out_again(db: None) -> None:
    offering("oracle", "accept", "reject", "accept")
    first = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=3),)}))
    set_role(first.items.get(number=2), Role.DROPPED)
    plan = plan_of(first)
    assert plan.left_out == (first.items.get(number=2).identity,)
    again = make_study(read_plan(write_plan(plan)))
    assert list(again.items.values_list("number", "role")) == [(1, "real"), (2, "dropped"), (3, "real")]
    assert plan_of(again) == plan
    assert make_study(plan_from({"title": "x", "left_out": ["a" * 64]})).items.count() == 0


def test_the_order_of_practice_is_part_of_a_plan(db: None) -> None:
    for seed in range(4):
        offering("oracle", "accept", seed=seed)
    first = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=4),)}))
    for number in (1, 2, 4):
        set_role(first.items.get(number=number), Role.PRACTICE, {"decision": "accept"}, "So it is.")
    move_practice(first, 4, "earlier")
    again = make_study(read_plan(write_plan(plan_of(first))))
    assert list(again.items.values_list("number", "identity")) == list(first.items.values_list("number", "identity"))


def test_a_plan_names_runs_as_they_are_named_everywhere(db: None) -> None:
    played(assistant="eager")
    row = played(assistant="oracle")
    first = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=9, runs=(row.pk,)),)}))
    plan = plan_of(first)
    assert plan.samples[0].runs == (f"{row.content_hash[:16]}-{row.config_hash[:8]}",)
    again = make_study(read_plan(write_plan(plan)))
    assert set(again.items.values_list("episode", flat=True)) == {row.pk}
    assert plan_of(again) == plan


def test_runs_that_came_to_the_same_are_told_apart_by_how_they_were_played(db: None) -> None:
    """An assistant that rightly keeps quiet is as silent as one that knows nothing else."""
    for name in ("oracle", "silent"):
        offering(name, silences=2, content_hash="ab" * 32)
    spec = SampleSpec(size=9, kinds="silences", runs=(Episode.objects.get(assistant_player="oracle").pk,))
    first = make_study(PLAN.model_copy(update={"samples": (spec,)}))
    again = make_study(read_plan(write_plan(plan_of(first))))
    assert {item.model for item in again.items.all()} == {"oracle"} and again.items.count() == 2
    both = make_study(PLAN.model_copy(update={"samples": (spec.model_copy(update={"runs": ("ab" * 8,)}),)}))
    assert both.items.count() == 4, "by what happened alone, it is both"


def test_a_plan_of_items_that_are_not_here_makes_nothing(db: None) -> None:
    marked = [{"identity": "a" * 64, "right_answers": {"decision": "accept"}}]
    with pytest.raises(BadStudy, match="Import the traces"):
        make_study(plan_from({"title": "x", "gold": marked}))
    with pytest.raises(BadStudy, match="nothing to draw"):
        make_study(plan_from({"title": "x", "samples": [{"size": 3}]}))
    assert not Study.objects.exists()


def test_gold_that_no_sample_has_is_taken_from_its_run(db: None) -> None:
    row = played(assistant="oracle")
    first = make_study(PLAN.model_copy(update={"samples": (SampleSpec(size=1),)}))
    marked = {"identity": first.items.get().identity, "right_answers": {"decision": "accept"}}
    second = make_study(plan_from({"title": "x", "gold": [marked]}))
    item = second.items.get()
    assert (item.role, item.episode_id, item.probability, item.batch.spec) == ("gold", row.pk, 1, {"picked": True})
    assert plan_of(second).samples == () and len(plan_of(second).gold) == 1


def test_a_copy_has_settings_texts_practice_and_gold_but_no_people_nor_what_they_judged(db: None) -> None:
    row = played(assistant="oracle")
    first = study(per_item=5, title="March", hide_goal=True)
    items(first, 3, episode=row)
    items(first, 2, Role.GOLD, episode=row)
    items(first, 1, Role.PRACTICE, episode=row, explanation="So it is.")
    rater(first)
    lead = person("researcher")
    made = copy_study(first, lead)
    assert (made.title, made.state, made.per_item, made.hide_goal) == ("March (copy)", StudyState.DRAFT, 5, True)
    assert sorted(made.items.values_list("role", flat=True)) == ["gold", "gold", "practice"]
    assert set(made.items.values_list("identity")) <= set(first.items.values_list("identity"))
    assert made.items.get(role=Role.PRACTICE).explanation == "So it is."
    assert not made.raters.exists() and list(made.leads.all()) == [lead]
    assert plan_of(made).guidelines == plan_of(first).guidelines
    assert first.items.count() == 6 and Episode.objects.get().is_withheld


def test_a_draft_may_be_changed_in_all(db: None) -> None:
    made = make_study(PLAN)
    plan = plan_from(
        {"title": "April", "questions": "timing", "per_item": 1, "hide_goal": True, "guidelines": "Think."}
    )
    change_study(made, plan)
    made.refresh_from_db()
    assert plan_of(made) == plan
    assert made.texts.get(kind=TextKind.GUIDELINES, version=2).text == "Think."
    assert made.texts.filter(kind=TextKind.CONSENT).count() == 1, "what did not change is no new version"


def test_questions_of_a_draft_stay_fit_for_right_answers(db: None) -> None:
    made = study(StudyState.DRAFT)
    items(made, 1, Role.GOLD)
    with pytest.raises(BadStudy, match="no question 'decision'"):
        change_study(made, plan_from({"title": "x", "questions": "timing"}))
    assert plan_of(made).questions[0].key == "decision"


@pytest.mark.parametrize(
    "values",
    [
        {"per_item": 4},
        {"per_person": None},
        {"most_people": 20},
        {"completion_code": "DONE"},
        {"guidelines": "Think twice."},
        {"title": "Other"},
    ],
)
def test_an_open_study_may_grow_and_be_told_better(db: None, values: dict[str, Any]) -> None:
    made = study(per_person=5, most_people=10)
    change_study(made, _changed(made, **values))
    assert plan_of(Study.objects.get()) == _changed(made, **values)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"per_item": 2}, "per_item can only be raised. It is 3"),
        ({"per_person": 4}, "per_person can only be raised. It is 5"),
        ({"most_people": 10}, "most_people can only be raised. It is unlimited"),
        ({"hide_goal": True}, "hide_goal can’t change"),
        ({"seed": 5}, "seed can’t change"),
        ({"questions": plan_from({"title": "x", "questions": "timing"}).questions}, "questions can’t change"),
    ],
)
def test_what_would_make_answers_unlike_is_refused_in_an_open_study(
    db: None, values: dict[str, Any], said: str
) -> None:
    made = study(per_person=5)
    with pytest.raises(CannotChange, match=said):
        change_study(made, _changed(made, guidelines="New.", **values))
    assert StudyText.objects.count() == 2, "nothing of a change that is refused is kept"


def test_a_closed_study_stays_as_it_is(db: None) -> None:
    made = study(StudyState.CLOSED)
    with pytest.raises(CannotChange, match="closed"):
        change_study(made, _changed(made, per_item=9))
    with pytest.raises(CannotChange, match="closed"):
        new_text(made, TextKind.GUIDELINES, "New.")
    change_study(made, plan_of(made))


def test_a_study_whose_guidelines_were_emptied_cannot_be_opened(db: None) -> None:
    made = study(StudyState.DRAFT)
    items(made, 1)
    new_text(made, TextKind.GUIDELINES, "")
    with pytest.raises(BadStudy, match="guidelines are empty"):
        open_study(made)


def test_opening_says_all_that_is_missing(db: None) -> None:
    made = make_study(PLAN.model_copy(update={"pass_mark": 0.8, "guidelines": ""}))
    with pytest.raises(BadStudy) as caught:
        open_study(made)
    assert len(caught.value.sentences) == 3
    assert "Draw a sample" in str(caught.value) and "guidelines are empty" in str(caught.value)
    assert "set the pass mark to 0" in str(caught.value)
    assert Study.objects.get().state == StudyState.DRAFT


def test_items_that_nothing_is_asked_about_keep_a_study_from_opening(db: None) -> None:
    made = study(StudyState.DRAFT, pass_mark=0)
    items(made, 1)
    items(made, 1, kind="silence", offer="", simulated="")
    with pytest.raises(BadStudy, match="No question asks about silences"):
        open_study(made)


def test_a_study_goes_from_draft_to_open_to_closed_and_back(db: None) -> None:
    made = study(StudyState.DRAFT, pass_mark=0)
    items(made, 1)
    opened = open_study(made).opened_at
    assert made.state == StudyState.OPEN and opened is not None
    with pytest.raises(CannotChange, match="The study is open; only a draft study can be opened"):
        open_study(made)
    assert close_study(made).closed_at is not None
    assert (reopen(made).opened_at, made.closed_at) == (opened, None)
    made.refresh_from_db()
    assert (made.state, made.closed_at) == (StudyState.OPEN, None)


def test_items_get_their_roles_in_a_draft(db: None) -> None:
    item = items(study(StudyState.DRAFT), 1)[0]
    gold = set_role(item, Role.GOLD, {"decision": "reject"}, "Look again.")
    assert (gold.role, gold.right_answers, gold.explanation) == ("gold", {"decision": "reject"}, "Look again.")
    real = set_role(item, Role.REAL, {"decision": "reject"}, "Look again.")
    assert (real.right_answers, real.explanation) == ({}, "")


@pytest.mark.parametrize(
    ("role", "right", "said"),
    [
        (Role.GOLD, {}, "The right answer is missing"),
        (Role.GOLD, {"decision": "maybe"}, "'maybe' is not an answer to decision"),
        (Role.PRACTICE, {"mood": "good"}, "no question 'mood'"),
        ("golden", {"decision": "accept"}, "Unknown role 'golden'"),
    ],
)
def test_right_answers_must_be_answers_to_what_is_asked(db: None, role: str, right: dict[str, str], said: str) -> None:
    item = items(study(StudyState.DRAFT), 1)[0]
    with pytest.raises(BadStudy, match=said):
        set_role(item, role, right)
    assert Item.objects.get().role == Role.REAL


def test_in_an_open_study_items_can_be_left_out_and_taken_in_again_but_not_made_gold(db: None) -> None:
    made = study()
    item = items(made, 1)[0]
    assert set_role(item, Role.DROPPED).role == Role.DROPPED
    assert set_role(item, Role.REAL).role == Role.REAL
    with pytest.raises(CannotChange, match="people may be answering"):
        set_role(item, Role.GOLD, {"decision": "accept"})
    Study.objects.update(state=StudyState.CLOSED)
    with pytest.raises(CannotChange, match="closed"):
        set_role(item, Role.DROPPED)
