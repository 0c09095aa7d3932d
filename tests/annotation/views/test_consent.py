"""The information-and-consent page: asked again when its text has changed, before anything else."""

from __future__ import annotations

import pytest

from annotation.labelling.claiming import Empty, claim
from annotation.models import Rater, StudyText, TextKind
from annotation.people.joining import consent_text
from annotation.people.participants import needs_consent
from annotation.studies.lifecycle import new_text
from tests.annotation.study_fixtures import browser_of, items, rater, study

pytestmark = pytest.mark.django_db


def test_a_new_text_comes_before_the_next_item() -> None:
    made = study()
    items(made, 1)
    client = browser_of(rater(made))
    path = f"/annotate/{made.pk}/consent/"
    assert "You agreed to this text on" in client.get(path).content.decode()
    StudyText.objects.create(study=made, kind=TextKind.CONSENT, version=2, text="Now it is *recorded*.")
    for page in (f"/annotate/{made.pk}/", f"/annotate/{made.pk}/practice/"):
        assert client.get(page).headers["Location"] == path
    text = client.get(path).content.decode()
    assert "has changed since you agreed" in text and "Now it is <em>recorded</em>." in text
    client.post(path, {"version": "1"})
    assert Rater.objects.get().consent_version == 1, "that is not the text that is shown"
    assert client.post(path, {"version": "2"}).headers["Location"] == f"/annotate/{made.pk}/"
    assert Rater.objects.get().consent_version == 2


def test_where_nothing_is_to_be_read_nothing_is_asked() -> None:
    made = study()
    StudyText.objects.all().delete()
    client = browser_of(rater(made, ready=False))
    assert client.get(f"/annotate/{made.pk}/consent/").headers["Location"] == f"/annotate/{made.pk}/"


def test_people_are_not_asked_to_agree_to_an_emptied_text() -> None:
    made = study()
    items(made, 1)
    person = rater(made)
    new_text(made, TextKind.CONSENT, " \n")
    Rater.objects.update(consented_at=None, consent_version=None)
    client = browser_of(person)
    assert client.get(f"/annotate/{made.pk}/consent/").headers["Location"] == f"/annotate/{made.pk}/"
    assert not needs_consent(Rater.objects.get())
    assert claim(person).empty is None and claim(person).held


def test_a_text_written_after_an_emptied_one_is_asked_again() -> None:
    made = study()
    items(made, 1)
    person = rater(made)
    for text in ("", "Be kind again."):
        new_text(made, TextKind.CONSENT, text)
    assert needs_consent(person)
    assert claim(person).empty == Empty.CONSENT


def test_joining_shows_no_emptied_text() -> None:
    made = study()
    new_text(made, TextKind.CONSENT, "")
    assert consent_text(made) is None
