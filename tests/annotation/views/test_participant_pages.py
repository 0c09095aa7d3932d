"""What belongs to somebody who takes part: their studies and answers, leaving, coming back, withdrawing, the end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.labelling.answering import answer
from annotation.labelling.claiming import Empty, claim
from annotation.models import Answer, Assignment, Rater, Study, StudyState
from annotation.people.invite_links import make_invitation
from annotation.people.joining import join
from annotation.views.ending import WORDS, way_to_panel
from tests.annotation.looks import with_looks
from tests.annotation.study_fixtures import browser_of, items, rater, study
from tests.markup import markup_of
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db


def judge(who: Rater, count: int, reason: str = "") -> None:
    for _ in range(count):
        answer(who, claim(who).held[0].item.code, {"decision": "accept"}, reason)


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return markup_of(response)


def test_home_leads_people_who_judge_to_their_studies() -> None:
    client = browser_of(rater(study(title="Offers at work")))
    assert client.get("/").headers["Location"] == "/annotate/"
    page = text(client, "/annotate/")
    assert "Offers at work" in page and "Sorrel" in page


def test_their_navigation_has_nothing_that_refuses_them() -> None:
    made = study()
    items(made, 1)
    client = browser_of(rater(made))
    for path in ("/annotate/", f"/annotate/{made.pk}/answers/", "/runs/", "/nowhere/"):
        page = markup_of(client.get(path))
        for address in ('href="/runs/', 'href="/scenarios/', 'href="/sweeps/', 'href="/studies/', 'href="/admin/'):
            assert address not in page, (path, address)


def test_a_lead_who_judges_keeps_their_navigation_elsewhere() -> None:
    lead = person("researcher")
    join(make_invitation(study()), lead, version=1)
    client = Client()
    client.force_login(lead)
    assert 'href="/runs/"' in text(client, "/annotate/")
    assert 'href="/annotate/"' in text(client, "/studies/")


def test_whoever_takes_part_in_nothing_is_told_what_to_do() -> None:
    client = Client()
    client.force_login(person("viewer"))
    assert "Open the link that you were sent" in text(client, "/annotate/")


def test_answers_are_listed_and_the_last_ten_can_be_changed() -> None:
    made = study()
    items(made, 12)
    one, other = rater(made), rater(made, "Plover")
    judge(one, 12, "As I like it")
    judge(other, 1, "Nobody else's business")
    page = text(browser_of(one), f"/annotate/{made.pk}/answers/")
    assert page.count("<q>As I like it</q>") == 12 and page.count(">Edit</a>") == 10
    assert "Nobody else" not in page and "Plover" not in page
    Study.objects.update(state=StudyState.CLOSED)
    assert ">Edit</a>" not in text(browser_of(one), f"/annotate/{made.pk}/answers/")


def test_many_answers_come_in_parts() -> None:
    made = study()
    items(made, 52)
    one = rater(made)
    judge(one, 52)
    client, path = browser_of(one), f"/annotate/{made.pk}/answers/"
    assert text(client, path).count('class="chip good"') == 50
    assert text(client, f"{path}?count=100").count('class="chip good"') == 52
    assert "Show earlier" not in text(client, f"{path}?count=100")
    assert text(client, f"{path}?count=x").count('class="chip good"') == 50


def test_leaving_gives_back_what_is_held_and_says_how_to_come_back(client: Client) -> None:
    made = study()
    items(made, 3)
    joined = join(make_invitation(made), version=1)
    held = claim(joined).held
    assert len(held) == 2
    browser, path = browser_of(joined), f"/annotate/{made.pk}/leave/"
    assert "http://testserver/join/" not in text(browser, path), "looking makes no link"
    assert Assignment.objects.filter(lease_until__gt=timezone.now()).count() == 2
    assert browser.post(path).headers["Location"] == path
    assert not Assignment.objects.filter(lease_until__gt=timezone.now()).exists()
    page = text(browser, path)
    link = page.partition('<code id="link">http://testserver')[2].partition("<")[0]
    client.post(link)
    assert client.session["_auth_user_id"] == str(joined.user_id)


def test_a_shared_device_forgets_whoever_leaves_it() -> None:
    made = study()
    browser = browser_of(rater(made))
    assert "signed out on this device" in markup_of(browser.post(f"/annotate/{made.pk}/leave/", {"forget": "1"}))
    assert "_auth_user_id" not in browser.session


def test_withdrawing_is_explained_and_then_done() -> None:
    made = study()
    items(made, 2)
    one = rater(made, panel_id="5f3a")
    judge(one, 2)
    browser, path = browser_of(one), f"/annotate/{made.pk}/withdraw/"
    page = text(browser, path)
    assert "your 2 answers" in page and "participant id" in page and "your account here is deleted" in page
    assert Answer.objects.count() == 2
    assert "You have withdrawn" in markup_of(browser.post(path))
    assert not Answer.objects.exists() and not User.objects.exists()
    assert browser.get(f"/annotate/{made.pk}/").headers["Location"].startswith("/sign-in/")


def test_people_with_an_account_of_their_own_keep_it() -> None:
    made = study()
    lead = person("researcher")
    join(make_invitation(made), lead, version=1)
    client = Client()
    client.force_login(lead)
    client.post(f"/annotate/{made.pk}/withdraw/")
    assert client.get("/runs/").status_code == 200
    assert client.get(f"/annotate/{made.pk}/").status_code == 404


def test_the_end_has_thanks_numbers_and_the_code() -> None:
    made = study(per_person=2, completion_code="C0DE", return_url="https://panel.example/complete?study=7")
    with_looks(items(made, 4))
    one = rater(made)
    client, path = browser_of(one), f"/annotate/{made.pk}/"
    assert "C0DE" not in text(client, path)
    judge(one, 2)
    page = text(client, path)
    assert "Done. Thank you!" in page and "<b>2</b> of 2" in page and '<code id="code">C0DE</code>' in page
    assert 'href="https://panel.example/complete?study=7&amp;cc=C0DE" rel="noreferrer"' in page


def test_what_is_left_but_held_by_others_says_when_to_come_back() -> None:
    made = study(per_item=1, lease_seconds=600, completion_code="C0DE")
    items(made, 1)
    claim(rater(made, "Plover"))
    page = text(browser_of(rater(made)), f"/annotate/{made.pk}/")
    until = Assignment.objects.get().lease_until
    assert "Other people have the remaining items open" in page and f'<time datetime="{until:%Y-%m-%dT%H:%M:%S}' in page
    assert "C0DE" not in page and until - timezone.now() > timedelta(minutes=9)


def test_of_a_study_that_closed_early_whoever_worked_gets_their_code() -> None:
    made = study(completion_code="C0DE")
    items(made, 4)
    worked, came = rater(made), rater(made, "Plover")
    judge(worked, 1)
    Study.objects.update(state=StudyState.CLOSED)
    Assignment.objects.filter(answered_at=None).update(lease_until=timezone.now())
    assert "C0DE" in text(browser_of(worked), f"/annotate/{made.pk}/")
    assert "C0DE" not in text(browser_of(came), f"/annotate/{made.pk}/")


def test_every_reason_for_an_empty_queue_has_words() -> None:
    assert set(WORDS) == set(Empty) - {Empty.CONSENT, Empty.PRACTICE}


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://panel.example/done", "https://panel.example/done?cc=A%26B"),
        ("https://panel.example/done?cc=A%26B", "https://panel.example/done?cc=A%26B"),
        ("https://panel.example/done/{code}", "https://panel.example/done/A%26B"),
        ("http://panel.example/done", ""),
        ("javascript:alert(1)", ""),
        ("https://", ""),
        ("https://[panel", ""),
        ("", ""),
    ],
)
def test_the_way_back_to_the_panel_carries_the_code(address: str, found: str) -> None:
    assert way_to_panel(address, "A&B") == found
