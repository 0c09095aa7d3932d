"""Studies in which people have said all sorts of things, for tests of files."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotation.models import Answer, Assignment, Item, Rater, Role, Study
from annotation.questions import DECISION, TIMING
from tests.annotation.study_fixtures import items, rater, study

NOW = timezone.now().replace(microsecond=123456)


def say(item: Item, who: Rater, value: str, revision: int = 1, latest: bool = True, **fields: Any) -> Answer:
    known = {"key": "decision", "reason": "", "guidelines": 1, "given_at": NOW, "seconds": 3.25, "attempt": 0}
    return Answer.objects.create(
        study_id=item.study_id,
        item=item,
        episode_id=item.episode_id,
        moment=item.moment,
        rater=who,
        value=value,
        revision=revision,
        is_latest=latest,
        **{**known, **fields},
    )


def hold(item: Item, who: Rater, place: int, revision: int = 1, answered: bool = True) -> None:
    at = NOW + timedelta(seconds=revision)
    Assignment.objects.create(
        item=item,
        rater=who,
        place=place,
        claimed_at=NOW - timedelta(seconds=9),
        lease_until=at,
        answered_at=at if answered else None,
        revision=revision,
    )
    if answered:
        Item.objects.filter(pk=item.pk).update(answered=item.answered + 1)
        item.refresh_from_db()


def told_study(**fields: Any) -> Study:
    """Two people, an answer changed, one taken back, gold, practice in two attempts, texts that try everything."""
    made = study(asks=(DECISION, TIMING), **fields)
    one, two, three = items(made, 3, offer='=cmd("x"),\n"quoted"')
    gold, practice = items(made, 1, Role.GOLD)[0], items(made, 1, Role.PRACTICE)[0]
    sorrel = rater(made, "Sorrel")
    tansy = rater(made, "Ünsal 2", left_out=True, consent_version=None, panel_id="P-17")
    say(practice, sorrel, "reject", 1, False, attempt=1)
    say(practice, sorrel, "accept", 2, attempt=2)
    say(one, sorrel, "reject", 1, False)
    say(one, sorrel, "right", 1, False, key="timing")
    say(one, sorrel, "gather_context", 2, reason="'=why\r\nnot\t;", given_at=NOW + timedelta(seconds=2), seconds=0.1)
    say(one, sorrel, "late", 2, key="timing", given_at=NOW + timedelta(seconds=2))
    hold(one, sorrel, 1, 2)
    say(two, sorrel, "accept", 1, False)
    say(two, sorrel, "", 2, seconds=0, given_at=NOW + timedelta(seconds=2))
    hold(two, sorrel, 2, 2, answered=False)
    say(one, tansy, "reject", given_at=NOW + timedelta(seconds=1), guidelines=0)
    hold(one, tansy, 2)
    say(gold, tansy, "accept", given_at=NOW + timedelta(seconds=1))
    hold(gold, tansy, 1)
    say(three, tansy, "accept", given_at=NOW + timedelta(seconds=1), reason="-3")
    hold(three, tansy, 3)
    return made


def copy_of(one: Study) -> Study:
    """The same items on another site, with nobody in it."""
    made = study(asks=(DECISION, TIMING), title="Copy")
    for item in one.items.order_by("number"):
        (new,) = items(made, 1, Role(item.role), offer=item.offer, episode=item.episode)
        Item.objects.filter(pk=new.pk).update(identity=item.identity)
    return made
