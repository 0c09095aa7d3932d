"""A lead issues a new personal code: it works once, and locks out every browser that was in before."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Answer
from annotation.people.personal_codes import MOST_WRONG, issue, new_code
from tests.annotation.study_fixtures import browser_of, rater, study
from tests.annotation.views.followed import OTHERS, lead_of
from tests.annotation.views.panel_fixtures import CODE, Panel, who
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(db: None) -> Panel:
    return Panel()


def issued(panel: Panel, client: Client) -> Any:
    return client.post(reverse("study_person_code", args=[panel.study.pk, panel.rater.pk]))


def test_a_lead_issues_a_code_which_works_once_and_locks_out_whoever_was_in(panel: Panel) -> None:
    lead, old = lead_of(panel.study), panel.code()
    looked = lead.get(reverse("study_person_code", args=[panel.study.pk, panel.rater.pk])).content.decode()
    assert "Issue a new code" in looked and not CODE.search(looked) and panel.is_in(panel.anna)
    response = issued(panel, lead)
    (code,) = set(CODE.findall(response.content.decode()))
    assert "no-store" in response.headers["Cache-Control"] and not panel.is_in(panel.anna)
    assert "not used yet" in lead.get(reverse("study_person", args=[panel.study.pk, panel.rater.pk])).content.decode()
    phone, other = Client(headers={"accept": "text/html"}), Client(headers={"accept": "text/html"})
    assert panel.post(phone, code=old).status_code == 403
    assert panel.post(phone, code=code).headers["Location"] == panel.own("personal_code")
    assert panel.is_in(phone) and panel.code(phone) not in (code, old)
    assert panel.post(other, code=code).status_code == 403, "the lead knows it"
    assert Answer.objects.count() == 1


def test_an_issued_code_is_worth_nothing_in_a_cookie(panel: Panel) -> None:
    """Else whoever issued it could come in without the person noticing."""
    code = issue(panel.rater)
    client = browser_of(panel.rater)
    client.cookies[f"{settings.SESSION_COOKIE_NAME}_code_{panel.study.pk}"] = code
    assert not panel.is_in(client)
    client.logout()
    client.cookies[f"{settings.SESSION_COOKIE_NAME}_code_{panel.study.pk}"] = code
    panel.post(client, secret=code)
    assert who(client) is None


def test_an_issued_code_that_is_sent_twice_lets_the_same_browser_in(panel: Panel) -> None:
    code = issue(panel.rater)
    first, second = Client(headers={"accept": "text/html"}), Client(headers={"accept": "text/html"})
    fresh = first.get(panel.link).context["fresh"]
    for client in (first, second):
        assert panel.post(client, code=code, secret=fresh).status_code == 302
        assert panel.is_in(client)


def test_an_issued_code_ends_a_pause(panel: Panel) -> None:
    for _ in range(MOST_WRONG):
        panel.post(Client(), code=new_code())
    assert panel.post(Client(), code=issue(panel.rater)).status_code == 302


@pytest.mark.parametrize(("who_asks", "status"), OTHERS)
def test_only_those_who_lead_the_study_issue_codes(who_asks: str, status: int, panel: Panel) -> None:
    lead_of(panel.study)
    client = signed_in(who_asks)
    for response in (
        client.get(reverse("study_person_code", args=[panel.study.pk, panel.rater.pk])),
        issued(panel, client),
    ):
        assert response.status_code == status and not CODE.search(response.content.decode())
    assert panel.is_in(panel.anna)


def test_neither_the_person_nor_a_stranger_issues_a_code(panel: Panel) -> None:
    assert issued(panel, panel.anna).status_code in (403, 404)
    assert "/sign-in/" in issued(panel, Client()).headers["Location"]
    assert panel.is_in(panel.anna)


def test_a_lead_of_another_study_and_people_without_a_code_are_refused(panel: Panel) -> None:
    other = study(title="Other")
    guest = rater(other, "Guest")
    gone = rater(other, "Gone", panel_id="9a", withdrawn_at=timezone.now())
    client = lead_of(other)
    assert issued(panel, client).status_code == 403
    for who_else in (panel.rater, guest, gone):
        assert client.post(reverse("study_person_code", args=[other.pk, who_else.pk])).status_code == 404
    assert panel.is_in(panel.anna)
