"""The page behind a link: looking makes nothing, one button lets in, and nobody is signed out unasked."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from annotation.labelling.own_progress import progress_of
from annotation.models import Invitation, Rater, Role, Study, StudyState, StudyText, TextKind
from annotation.people.invite_links import make_invitation, revoke, token_of
from annotation.people.joining import join
from annotation.people.withdrawal import withdraw
from annotation.questions import MISSED
from tests.annotation.study_fixtures import browser_of, items, rater, study
from tests.markup import markup_of
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db
PANEL: dict[str, Any] = {"panel_parameter": "PROLIFIC_PID"}


def address(invitation: Invitation, query: str = "") -> str:
    return reverse("join", args=[token_of(invitation)]) + query


def page(client: Client, invitation: Invitation, query: str = "") -> str:
    response = client.get(address(invitation, query))
    assert response.status_code == 200
    return markup_of(response)


def begin(client: Client, invitation: Invitation, query: str = "", **given: str) -> Any:
    return client.post(address(invitation, query), {"version": "1", **given})


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def annotate(made: Study) -> str:
    return reverse("annotate", args=[made.pk])


def test_the_page_says_what_it_is_how_long_it_takes_and_what_one_agrees_to(client: Client) -> None:
    made = study(title="Offers in daily life", per_person=30)
    items(made, 40)
    items(made, 3, Role.PRACTICE)
    text = page(client, make_invitation(made, "Sorrel"))
    for words in ("Offers in daily life", "known as <b>Sorrel</b>", "Accept, Reject or More info", "30 moments"):
        assert words in text
    assert "about 12 minutes" in text and "to judge, and 3 practice moments before them." in text
    assert "Be <em>kind</em>." in text
    assert "kept quiet" not in text
    assert text.count("<button") - text.count('type="button"') == 1 and "I agree, start" in text


def test_the_page_says_so_if_there_are_silences_to_judge(client: Client) -> None:
    made = study(asks=(MISSED,))
    items(made, 1, kind="silence", offer="")
    text = page(client, make_invitation(made))
    assert "made no offer: <b>say whether it should have offered help.</b>" in text and "Accept" not in text


def test_the_number_of_items_is_the_one_that_is_counted_later(client: Client) -> None:
    made = study(gold_every=8)
    items(made, 27)
    items(made, 3, Role.GOLD)
    assert progress_of(rater(made)).of == 30
    assert "There are about 30 moments to judge" in page(client, make_invitation(made))


def test_looking_makes_nothing(client: Client) -> None:
    for invitation in (make_invitation(study()), make_invitation(study(), "Sorrel")):
        for ask in (client.get, client.head):
            assert ask(address(invitation), headers={"Sec-Purpose": "prefetch"}).status_code == 200
    assert not Rater.objects.exists() and not User.objects.exists() and not client.session.keys()


def test_one_button_lets_in(client: Client) -> None:
    made = study()
    response = begin(client, make_invitation(made, "Sorrel"))
    assert response.headers["Location"] == annotate(made)
    joined = Rater.objects.get()
    assert who(client) == str(joined.user_id) and joined.consent_version == 1


def test_the_name_on_the_page_is_the_one_that_is_given(client: Client) -> None:
    made = study()
    invitation = make_invitation(made)
    name = client.get(address(invitation)).context["pseudonym"]
    begin(client, invitation, pseudonym=name)
    assert Rater.objects.get().pseudonym == name


def test_a_form_of_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert begin(strict, make_invitation(study())).status_code == 403
    assert not Rater.objects.exists()


def test_a_personal_link_works_on_any_device(client: Client) -> None:
    made = study()
    invitation = make_invitation(made, "Sorrel")
    begin(client, invitation)
    other = Client()
    text = page(other, invitation)
    assert "Welcome back, Sorrel" in text and who(other) is None
    assert begin(other, invitation).headers["Location"] == annotate(made)
    assert who(other) == who(client) is not None and Rater.objects.count() == 1


def test_an_open_link_makes_a_new_person_except_in_a_browser_that_joined(client: Client) -> None:
    made = study()
    invitation = make_invitation(made)
    begin(client, invitation)
    begin(Client(), invitation)
    assert Rater.objects.count() == 2
    assert client.get(address(invitation)).headers["Location"] == annotate(made)
    assert begin(client, invitation).headers["Location"] == annotate(made)
    assert Rater.objects.count() == 2


def test_whoever_comes_from_a_panel_resumes_by_their_id_in_the_same_browser(client: Client) -> None:
    invitation = make_invitation(study(**PANEL))
    begin(client, invitation, "?PROLIFIC_PID=5f3a&STUDY_ID=1")
    assert Rater.objects.get().panel_id == "5f3a"
    client.cookies.pop(settings.SESSION_COOKIE_NAME)
    assert "Welcome back" in page(client, invitation, "?PROLIFIC_PID=5f3a&STUDY_ID=2")
    begin(client, invitation, "?PROLIFIC_PID=5f3a&STUDY_ID=2")
    assert who(client) == str(Rater.objects.get().user_id)
    begin(Client(), invitation, "?PROLIFIC_PID=6b2c")
    assert Rater.objects.count() == 2


def test_another_panel_id_in_the_same_browser_is_another_person(client: Client) -> None:
    invitation = make_invitation(study(**PANEL))
    begin(client, invitation, "?PROLIFIC_PID=5f3a")
    assert "Somebody is signed in here as" in page(client, invitation, "?PROLIFIC_PID=6b2c")
    begin(client, invitation, "?PROLIFIC_PID=6b2c", **{"as": "new"})
    assert who(client) == str(Rater.objects.get(panel_id="6b2c").user_id)


def closed(made: Study, state: StudyState) -> Invitation:
    made.state = state
    made.save()
    return make_invitation(made)


@pytest.mark.parametrize(
    ("case", "status", "words"),
    [
        ("cut off", 404, "copy the whole link"),
        ("forged", 404, "not complete"),
        ("revoked", 410, "ask the sender for a new link"),
        ("draft", 403, "Keep the link and try again later"),
        ("closed", 410, "nothing to do"),
        ("full", 403, "All places are taken"),
        ("no id", 400, "open the study from there"),
        ("silly id", 400, "can’t be read"),
        ("withdrawn", 410, "You have withdrawn"),
    ],
)
def test_a_link_that_lets_nobody_in_says_why_and_what_to_do(case: str, status: int, words: str, client: Client) -> None:
    made = study(title="Secret title", most_people=0 if case == "full" else None)
    if case.endswith("id"):
        made.panel_parameter = "PROLIFIC_PID"
        made.save()
    invitation = make_invitation(made, "Sorrel" if case == "withdrawn" else "")
    if case in ("draft", "closed"):
        invitation = closed(made, StudyState(case))
    elif case == "revoked":
        revoke(invitation)
    elif case == "withdrawn":
        withdraw(join(invitation))
    path = address(invitation, "?PROLIFIC_PID=%7B%7Bid%7D%7D" if case == "silly id" else "")
    if case in ("cut off", "forged"):
        token = token_of(invitation)
        path = reverse("join", args=[token[:-8] if case == "cut off" else f"{invitation.nonce}.{'A' * 43}"])
    people = Rater.objects.count()
    for response in (client.get(path), client.post(path, {"version": "1"})):
        assert response.status_code == status and words in markup_of(response)
    assert Rater.objects.count() == people and who(client) is None
    is_told = "Secret title" in markup_of(client.get(path))
    assert is_told == (case not in ("cut off", "forged", "revoked", "draft"))


def test_a_text_that_changed_meanwhile_is_shown_again(client: Client) -> None:
    made = study()
    invitation = make_invitation(made)
    StudyText.objects.create(study=made, kind=TextKind.CONSENT, version=2, text="Now it is recorded.")
    response = begin(client, invitation, pseudonym="Plover")
    assert response.status_code == 409
    assert "read the text again" in markup_of(response) and "Now it is recorded." in markup_of(response)
    assert "known as <b>Plover</b>" in markup_of(response) and not Rater.objects.exists()
    begin(client, invitation, version="2")
    assert Rater.objects.get().consent_version == 2


def test_a_lead_stays_signed_in_unless_they_say_otherwise(client: Client) -> None:
    lead = person("researcher")
    client.force_login(lead)
    invitation = make_invitation(study())
    assert "signed in here as <b>researcher</b>" in page(client, invitation)
    assert begin(client, invitation).status_code == 200, "they are asked"
    assert who(client) == str(lead.pk) and not Rater.objects.exists()
    begin(client, invitation, **{"as": "me"})
    assert Rater.objects.get().user == lead and who(client) == str(lead.pk)


def test_a_lead_may_begin_as_somebody_new(client: Client) -> None:
    lead = person("researcher")
    client.force_login(lead)
    begin(client, make_invitation(study()), **{"as": "new"})
    assert Rater.objects.get().user != lead and who(client) == str(Rater.objects.get().user_id)


def test_somebody_elses_link_signs_nobody_out_unasked(client: Client) -> None:
    lead = person("researcher")
    invitation = make_invitation(study(), "Sorrel")
    begin(Client(), invitation)
    client.force_login(lead)
    assert "Sign out and continue as Sorrel" in page(client, invitation)
    for answered in ({}, {"as": "me"}):
        begin(client, invitation, **answered)
        assert who(client) == str(lead.pk)
    begin(client, invitation, **{"as": "new"})
    assert who(client) == str(Rater.objects.get().user_id)


def test_a_link_never_signs_into_an_account_of_its_own_right(client: Client) -> None:
    """Whoever made the link knows it, and would come in as an administrator who has joined by it."""
    invitation = make_invitation(study(), "Sorrel")
    administrator = person("administrator")
    join(invitation, administrator)
    for response in (
        client.get(address(invitation)),
        begin(client, invitation),
        begin(client, invitation, **{"as": "new"}),
    ):
        assert response.status_code == 403 and "Sign in to continue" in markup_of(response)
        assert who(client) is None


def test_an_account_from_a_link_is_for_one_study(client: Client) -> None:
    first, second = make_invitation(study(), "Sorrel"), make_invitation(study())
    begin(client, first)
    assert "can come back with their own link" in page(client, second)
    begin(client, second, **{"as": "me"})
    assert Rater.objects.count() == 1
    begin(client, second, **{"as": "new"})
    assert Rater.objects.get(study=second.study_id).user != Rater.objects.get(study=first.study_id).user


def test_pages_of_people_are_kept_nowhere_and_their_addresses_told_nobody(client: Client) -> None:
    invitation = make_invitation(study())
    join(invitation)
    browser = browser_of(Rater.objects.get())
    made = invitation.study_id
    for path in (address(invitation), "/annotate/", f"/annotate/{made}/consent/", f"/annotate/{made}/answers/"):
        response = (client if path.startswith("/join") else browser).get(path)
        assert response.status_code == 200
        assert "no-store" in response.headers["Cache-Control"] and "private" in response.headers["Cache-Control"]
        assert response.headers["Referrer-Policy"] == "same-origin"


def test_text_of_the_lead_can_do_no_harm(client: Client) -> None:
    made = study(title="<script>alert(1)</script>")
    StudyText.objects.create(study=made, kind=TextKind.CONSENT, version=2, text="<img src=x onerror=alert(1)>")
    text = page(client, make_invitation(made))
    assert "<script>alert" not in text and "<img" not in text
