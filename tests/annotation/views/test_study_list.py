"""The list of studies, its place in the navigation, and the one in the administration."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Item, Role, Study, StudyState
from simulator.models import Episode
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.views.leading import leading, read, text_of
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db


def test_without_studies_the_list_says_what_one_is_and_how_to_begin() -> None:
    page = read(signed_in("researcher"), "/studies/")
    assert "No studies yet" in page
    assert 'href="/studies/new/"' in page
    assert 'name="yaml"' in page


def test_a_viewer_is_told_who_builds_studies() -> None:
    page = read(signed_in("viewer"), "/studies/")
    assert "Only members of the group “researcher” can build studies" in page
    assert "/studies/new/" not in page


def test_every_study_stands_there_with_its_figures() -> None:
    client, mine = leading(title=f"Mine {SCRIPT}")
    open_one = study(title="Theirs", per_item=2, most_people=9)
    items(open_one, 5)
    items(open_one, 2, role=Role.GOLD)
    Item.objects.filter(study=open_one, number__lte=3).update(answered=1)
    rater(open_one)
    page = read(client, "/studies/")
    text = text_of(page)
    assert f"Mine {ESCAPED}" in page and SCRIPT not in page
    assert "Theirs study" in text and "Open 5 3 of 10, 2 per item 1 of 9 nobody" in text
    assert "Draft 0 no items yet" in text
    assert f"/studies/{mine.pk}/copy/" in page
    assert f"/studies/{open_one.pk}/copy/" not in page, "only leads copy: right answers come along"


def test_the_list_asks_as_much_for_many_as_for_few() -> None:
    client, _ = leading()
    read(client, "/studies/")
    with CaptureQueriesContext(connection) as few:
        read(client, "/studies/")
    for number in range(8):
        items(study(title=f"More {number}"), 2)
    with CaptureQueriesContext(connection) as many:
        assert "9 studies" in read(client, "/studies/")
    assert len(many) == len(few)


@pytest.mark.parametrize("who", ["viewer", "researcher", "administrator"])
def test_studies_stand_in_the_navigation_of_those_who_may_see_them(who: str) -> None:
    assert '<a href="/studies/">Studies</a>' in read(signed_in(who), "/")


def test_others_do_not_see_the_list() -> None:
    nobody = signed_in("nobody")
    assert 'href="/studies/"' not in markup_of(nobody.get("/scenarios/"))
    assert "group “viewer”" in read(nobody, "/studies/", 403)
    assert signed_in("anonymous").get("/studies/").status_code == 302


def test_the_administration_lists_studies_and_leads_to_the_form() -> None:
    made = study()
    items(made, 2)
    Episode.objects.filter(items__study=made).update(is_withheld=True)
    client = signed_in("administrator")
    assert client.get("/admin/annotation/study/add/")["Location"] == "/studies/new/"
    assert f'href="/studies/{made.pk}/"' in read(client, "/admin/annotation/study/")
    assert "decision" in read(client, f"/admin/annotation/study/{made.pk}/change/")
    client.post(f"/admin/annotation/study/{made.pk}/delete/", {"post": "yes"})
    assert not Study.objects.exists()
    assert not Episode.objects.filter(is_withheld=True).exists()


def test_a_draft_of_ones_own_opens_where_it_is_built_others_where_they_are_followed() -> None:
    client, mine = leading()
    other = study(StudyState.DRAFT, title="Theirs")
    page = read(client, "/studies/")
    assert f'href="/studies/{mine.pk}/edit/">Offers' in page
    assert f'href="/studies/{other.pk}/">Theirs' in page
