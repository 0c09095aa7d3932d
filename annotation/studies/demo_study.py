"""Makes the demo study, so that a new installation has items to judge and a study to lead."""

from __future__ import annotations

from django.contrib.auth.models import User

from annotation.demo.hasty_policy import NAME, DemoAnswer, demo_answers, offers_by_scenario
from annotation.models import Item, Study
from annotation.people.invite_links import make_invitation
from annotation.plan.schema import StudyPlan
from annotation.questions import DECISION
from annotation.sampling.spec import SampleSpec
from annotation.studies.item_roles import set_role
from annotation.studies.lifecycle import make_study, open_study
from simulator.models import DecisionPoint, Episode

NOTE = "Demo"
TITLE = "Offers in daily life"


def seed_study(note: str, lead: User) -> Study | None:
    """Make and open the demo study, with all offers from runs with this note.

    Return None if there is a demo study already, or if there are no offers.
    """
    runs = tuple(Episode.objects.filter(note=note).order_by("pk").values_list("pk", flat=True))
    offers = DecisionPoint.objects.filter(episode__in=runs, kind="offer").count()
    if not offers or Study.objects.filter(note=NOTE).exists():
        return None
    spec = SampleSpec(size=offers, runs=runs, source="runs of the demo")
    study = make_study(StudyPlan(title=TITLE, gold_every=8, pass_mark=0.6, samples=(spec,)), lead)
    Study.objects.filter(pk=study.pk).update(note=NOTE)
    for one in demo_answers():
        _mark(study, one)
    make_invitation(study, label="For everybody who wants to try it", by=lead)
    return open_study(study)


def _mark(study: Study, one: DemoAnswer) -> None:
    """Set the role of a demo item; do nothing if the item is not in the study, because its scenario was not played."""
    item = _item_of(study, one)
    if item is not None:
        set_role(item, one.role, {DECISION.key: one.answer}, one.because)


def _item_of(study: Study, one: DemoAnswer) -> Item | None:
    items = study.items.filter(scenario=one.scenario).order_by("moment")
    if one.news is None:
        return items.exclude(model=NAME).first()
    return items.filter(model=NAME, offer=offers_by_scenario()[one.scenario][one.news]).first()
