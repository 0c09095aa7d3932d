"""People, their answers and the links that let them in: for those who lead the study, and for nobody else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from annotation.models import Invitation, Rater, RaterKind, Role, StudyState
from annotation.people.invite_links import invitation_of
from annotation.results.study_progress import progress_of
from annotation.studies.item_roles import move_practice
from annotation.views.people_page import activity_of
from tests.annotation.answered import answered, filled_study
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.views.followed import OTHERS, lead_of, words
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db


def test_everybody_is_listed_with_how_they_came() -> None:
    made = study(panel_parameter="PID")
    shared = Invitation.objects.create(study=made, nonce="n1", label="First wave")
    own = Invitation.objects.create(study=made, nonce="n2", pseudonym="Wren")
    rater(made, "Kestrel", invitation=shared)
    rater(made, "Wren", invitation=own)
    rater(made, "Tansy", panel_id="p77")
    rater(made, "Maple", ready=False)
    rater(made, "Gone", withdrawn_at=timezone.now())
    said = words(lead_of(made).get(f"/studies/{made.pk}/people/").content.decode())
    assert "5 joined" in said
    assert re.search("Kestrel.*First wave.*Wren.*own link.*Tansy.*panel p77.*Maple.*joined", said)
    assert "Gone answers deleted withdrawn" in said


NOW = timezone.now()
MANY, ONE = timedelta(minutes=4, seconds=1), timedelta(seconds=10)


def test_whoever_had_finished_has_not_once_there_is_more_to_do() -> None:
    made = study()
    items(made, 2)
    rater(made, finished_at=NOW, last_seen_at=NOW)
    (seen,) = progress_of(made).people
    assert activity_of(seen, made, False, NOW).words == "last seen"
    made.state = StudyState.CLOSED
    assert activity_of(seen, made, False, NOW).words == "finished"


@pytest.mark.parametrize(
    ("fields", "held", "said"),
    [
        ({"last_seen_at": NOW}, None, "last seen"),
        ({}, None, "joined"),
        ({"passed_at": None}, None, "practising"),
        ({"passed_at": None, "failed_at": NOW}, None, "failed the practice"),
        ({"finished_at": NOW}, None, "finished"),
        ({"finished_at": NOW}, MANY, "item open, 5 min left"),
        ({"last_seen_at": NOW}, ONE, "item open, 1 min left"),
        ({"user": None}, None, "answered elsewhere"),
        ({"user": None, "withdrawn_at": NOW}, MANY, "withdrawn"),
    ],
)
def test_what_somebody_does_now(fields: dict[str, Any], held: timedelta | None, said: str) -> None:
    made = study()
    who = rater(made)
    Rater.objects.filter(pk=who.pk).update(**fields)
    seen = next(one for one in progress_of(made).people if one.rater == who)
    seen = seen._replace(held_until=None if held is None else NOW + held)
    assert activity_of(seen, made, True, NOW).words == said


def test_personal_links_are_made_with_names_of_their_own_or_given_ones() -> None:
    made = study()
    client = lead_of(made)
    client.post(f"/studies/{made.pk}/invite/", {"kind": "personal", "count": "3"})
    names = set(Invitation.objects.values_list("pseudonym", flat=True))
    assert len(names) == 3 and "" not in names
    page = client.post(f"/studies/{made.pk}/invite/", {"kind": "personal", "names": "Otter 1\n\n Vole 2 "}, follow=True)
    assert "2 links made" in words(page.content.decode())
    assert {"Otter 1", "Vole 2"} < set(Invitation.objects.values_list("pseudonym", flat=True))
    html = page.content.decode()
    assert html.count('<li class="new">') == 2
    for token in re.findall(r'value="http://testserver/join/([^"/]+)/"', html):
        assert invitation_of(token) is not None


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"count": ""}, "Enter the number of links"),
        ({"count": "0"}, "1 to 200 links"),
        ({"count": "201"}, "1 to 200 links"),
        ({"count": "x"}, "Enter the number of links"),
        ({"count": "9" * 5000}, "Enter the number of links"),
        ({"names": "Ot\x00ter"}, "can’t be displayed"),
        ({"names": "Otter\nOtter"}, "“Otter” is already taken"),
        ({"names": "x" * 61}, "too long"),
    ],
)
def test_links_that_cannot_be_made_say_why_and_none_is_made(given: dict[str, str], problem: str) -> None:
    made = study()
    answer = lead_of(made).post(f"/studies/{made.pk}/invite/", {"kind": "personal", **given})
    assert answer.status_code == 409
    assert problem in answer.content.decode()
    assert not Invitation.objects.exists()


def test_an_open_link_has_the_place_for_the_panels_number_and_the_sites_own_address(settings: LazySettings) -> None:
    settings.BASE_URL = "https://studio.example/pare"
    made = study(panel_parameter="PROLIFIC_PID")
    client = lead_of(made)
    page = client.post(f"/studies/{made.pk}/invite/", {"kind": "open", "label": SCRIPT}, follow=True).content.decode()
    assert re.search(r'value="https://studio.example/pare/join/[^"]+/\?PROLIFIC_PID=\{\{%PROLIFIC_PID%\}\}"', page)
    assert ESCAPED in page and SCRIPT not in page
    assert Invitation.objects.get().pseudonym == ""


def test_a_revoked_link_is_told_apart_and_one_of_another_study_is_not_found() -> None:
    made, other = study(), study(title="Other")
    mine = Invitation.objects.create(study=made, nonce="a", pseudonym="Otter")
    theirs = Invitation.objects.create(study=other, nonce="b")
    client = lead_of(made)
    page = client.post(f"/studies/{made.pk}/invite/{mine.pk}/revoke/", follow=True).content.decode()
    assert "1 revoked" in words(page) and "No links yet." in page
    message = page.partition('class="note success"')[2].partition("</p>")[0]
    assert "The link is revoked." in message and "#check" in message, "a success has a tick, not a warning sign"
    assert client.post(f"/studies/{made.pk}/invite/{theirs.pk}/revoke/").status_code == 404
    assert Invitation.objects.get(pk=theirs.pk).revoked_at is None


def test_the_answers_of_a_person_have_their_revisions_and_times() -> None:
    made = study()
    one, other, third = items(made, 3)
    (gold,) = items(made, 1, Role.GOLD)
    who = rater(made)
    answered(who, one, "accept", seconds=9, reason="At first sight")
    answered(who, one, "reject", seconds=4, reason="It is too late by then")
    answered(who, other, seconds=1)
    answered(who, gold, "reject")
    answered(who, third)
    answered(who, third, "")
    client = lead_of(made)
    html = client.get(f"/studies/{made.pk}/people/{who.pk}/").content.decode()
    said = words(html)
    assert "Earlier revisions" in said
    assert "It is too late by then" in said and "At first sight" in said
    assert "wrong" in said
    assert "taken back" in said
    assert re.search(r'tag warn">.*?1\.0 s', html, re.DOTALL)
    fast = words(client.get(f"/studies/{made.pk}/people/{who.pk}/?show=fast").content.decode())
    assert "too late by then" not in fast


@pytest.mark.parametrize("left_out", [False, True])
def test_the_page_of_somebody_with_no_agreement_to_show_opens(left_out: bool) -> None:
    made = study()
    items(made, 1)
    who = rater(made, left_out=left_out)
    said = words(lead_of(made).get(f"/studies/{made.pk}/people/{who.pk}/").content.decode())
    assert "Same as others none yet not counted" in said


def test_whoever_withdrew_has_nothing_left_to_show() -> None:
    made = study()
    gone = rater(made, "Gone", withdrawn_at=timezone.now())
    page = lead_of(made).get(f"/studies/{made.pk}/people/{gone.pk}/").content.decode()
    assert "Gone has withdrawn." in page
    assert "Leave out" not in page


def test_a_model_whose_answers_were_taken_in_is_named_but_has_no_page() -> None:
    made = study()
    (item,) = items(made, 1)
    judge = rater(made, "Judge", kind=RaterKind.MODEL)
    answered(judge, item, "reject", seconds=1)
    client = lead_of(made)
    page = client.get(f"/studies/{made.pk}/items/{item.number}/").content.decode()
    assert "Judge model" in words(page) and f"/people/{judge.pk}/" not in page
    assert client.get(f"/studies/{made.pk}/people/{judge.pk}/").status_code == 404


def test_an_address_of_pictures_is_of_one_item_whatever_its_number_becomes() -> None:
    made = study(StudyState.DRAFT)
    one, _ = items(made, 2, Role.PRACTICE, trouble="Nobody has played it.")
    client, frames = lead_of(made), re.compile(r'data-frames="([^"]+)"')
    before = frames.findall(client.get(f"/studies/{made.pk}/items/{one.number}/").content.decode())
    move_practice(made, one.number, "later")
    after = frames.findall(client.get(f"/studies/{made.pk}/items/{one.number}/").content.decode())
    assert len(before) == len(after) == 1 and before != after


def test_somebody_of_another_study_is_not_found() -> None:
    made, other = study(), study(title="Other")
    stranger = rater(other, "Stranger")
    client = lead_of(made)
    assert client.get(f"/studies/{made.pk}/people/{stranger.pk}/").status_code == 404
    assert client.post(f"/studies/{made.pk}/people/{stranger.pk}/leave-out/", {"left_out": "yes"}).status_code == 404
    assert not Rater.objects.get(pk=stranger.pk).left_out


@pytest.mark.parametrize(("who", "status"), OTHERS)
def test_only_those_who_lead_a_study_see_and_change_its_people(who: str, status: int) -> None:
    made = filled_study(people=2, count=2, gold=0)
    lead_of(made)
    somebody, link = Rater.objects.all()[0], Invitation.objects.create(study=made, nonce="a", pseudonym="Otter")
    client = signed_in(who)
    for address in ("people/", f"people/{somebody.pk}/", "invite/"):
        assert client.get(f"/studies/{made.pk}/{address}").status_code == status
    for address in (f"people/{somebody.pk}/leave-out/", "invite/", f"invite/{link.pk}/revoke/"):
        answer = client.post(f"/studies/{made.pk}/{address}", {"left_out": "yes", "count": "2", "kind": "personal"})
        assert answer.status_code == status
    link.refresh_from_db()
    somebody.refresh_from_db()
    assert (link.revoked_at, somebody.left_out, Invitation.objects.count()) == (None, False, 1)
