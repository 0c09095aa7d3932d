"""The information-and-consent page: asked again when its text has changed, before anything else."""

from __future__ import annotations

import pytest

from annotation.models import Rater, StudyText, TextKind
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
