"""People from a panel: their id signs nobody in, the browser that joined keeps a code, and any other has to type it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Answer, Invitation, Rater
from annotation.people.invite_links import make_invitation, token_of, way_back
from annotation.people.joining import join
from annotation.people.personal_codes import MOST_WRONG, PAUSE, fits, hash_of, issue, new_code
from tests.annotation.study_fixtures import browser_of, rater, study
from tests.annotation.views.panel_fixtures import CODE, QUERY, Panel, cookie, who
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(db: None) -> Panel:
    return Panel()


def before_codes(rater: Rater) -> None:
    """As the version before this one left people."""
    Rater.objects.filter(pk=rater.pk).update(code_hash="")


# The hole: the open link and the id of somebody else.


def test_the_open_link_and_a_panel_id_sign_nobody_in_as_that_person(panel: Panel) -> None:
    other = Client(headers={"accept": "text/html"})
    for response in (
        other.get(panel.link),
        panel.post(other),
        panel.post(other, version="1"),
        panel.post(other, version="1", **{"as": "new"}),
        panel.post(other, version="1", **{"as": "me"}, secret=new_code(), pseudonym=panel.rater.pseudonym),
    ):
        page = response.content.decode()
        assert "Type your personal code" in page and "write to the people who lead the study" in page
        assert panel.rater.pseudonym not in page, "an id must not lead to the name in the exports"
    assert who(other) is None and not panel.is_in(other)
    other.post(panel.own("withdraw"))
    panel.rater.refresh_from_db()
    assert panel.rater.withdrawn_at is None and Answer.objects.count() == Rater.objects.count() == 1


def test_the_browser_that_joined_comes_back_even_when_its_session_is_over(panel: Panel) -> None:
    assert panel.is_in(panel.anna)
    assert panel.anna.get(panel.link).headers["Location"] == panel.own("annotate")
    panel.anna.cookies.pop(settings.SESSION_COOKIE_NAME)
    assert "Welcome back" in panel.anna.get(panel.link).content.decode()
    assert panel.post(panel.anna).headers["Location"] == panel.own("annotate")
    assert panel.is_in(panel.anna)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(settings: LazySettings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    panel = Panel()
    kept = cookie(panel.anna, panel.study)
    assert (kept["httponly"], kept["samesite"], kept["secure"]) == (True, "Lax", True)
    assert int(kept["max-age"]) > 300 * 86400 and kept["path"] == settings.SESSION_COOKIE_PATH
    assert fits(panel.rater, kept.value)


def test_the_database_does_not_know_the_code(panel: Panel, settings: LazySettings) -> None:
    code = panel.code()
    assert code not in str(Rater.objects.values().get()) and panel.rater.code_hash == hash_of(code)
    settings.SECRET_KEY = "another"
    assert not fits(panel.rater, code), "the hash is keyed"


def test_a_join_button_that_is_pressed_twice_lets_the_same_browser_in_both_times() -> None:
    """The second request leaves before the answer to the first brings its cookies."""
    invitation = make_invitation(study(panel_parameter="PROLIFIC_PID"))
    link = reverse("join", args=[token_of(invitation)]) + QUERY
    first, second = Client(), Client()
    given = {"version": "1", "secret": first.get(link).context["fresh"]}
    for client in (first, second):
        assert client.post(link, given).status_code == 302 and who(client) is not None
    assert (
        Rater.objects.count() == 1 and cookie(first, invitation.study).value == cookie(second, invitation.study).value
    )


def test_nothing_is_kept_in_a_browser_that_only_looks() -> None:
    invitation = make_invitation(study(panel_parameter="PROLIFIC_PID"))
    client = Client()
    client.get(reverse("join", args=[token_of(invitation)]) + QUERY)
    assert cookie(client, invitation.study) is None and not Rater.objects.exists()


def test_another_person_in_the_same_browser_takes_its_place(panel: Panel) -> None:
    link = panel.link.replace("5f3a", "6b2c")
    panel.anna.post(link, {"version": "1", "as": "new"})
    assert who(panel.anna) == str(Rater.objects.get(panel_id="6b2c").user_id)
    assert "Type your personal code" in panel.anna.get(panel.link).content.decode()


def test_a_code_is_worth_nothing_in_another_study(panel: Panel) -> None:
    other = Panel()
    client = Client(headers={"accept": "text/html"})
    client.cookies[f"{settings.SESSION_COOKIE_NAME}_code_{other.study.pk}"] = panel.code()
    assert "Type your personal code" in client.get(other.link).content.decode()
    assert other.post(client, code=panel.code()).status_code == 403 and who(client) is None


# A second device: the code is typed.


@pytest.mark.parametrize("change", [str, str.lower, lambda code: code.replace("-", " "), lambda code: f" {code} "])
def test_the_code_lets_a_second_browser_in(change: Any, panel: Panel) -> None:
    phone = Client(headers={"accept": "text/html"})
    code = panel.code()
    assert panel.post(phone, code=change(code)).headers["Location"] == panel.own("annotate")
    assert panel.is_in(phone) and panel.is_in(panel.anna) and panel.code(phone) == code
    assert "my secret reason" in phone.get(panel.own("my_answers")).content.decode()


@pytest.mark.parametrize(
    "typed", ["", "7KQM", "not a code at all", "U" * 16, "7KQM-2WPX-9RTD-HB4N", "x" * 5000, "\x00"]
)
def test_a_wrong_code_lets_nobody_in_and_says_what_to_do(typed: str, panel: Panel) -> None:
    client = Client(headers={"accept": "text/html"})
    response = panel.post(client, code=typed)
    assert response.status_code == 403 and who(client) is None
    assert re.search("not your current personal code|has 16 letters and digits", response.content.decode())
    assert cookie(client, panel.study) is None


def test_the_code_of_one_person_is_not_that_of_another(panel: Panel) -> None:
    other = Client(headers={"accept": "text/html"})
    other.post(panel.link.replace("5f3a", "6b2c"), {"version": "1"})
    code = panel.code(other)
    assert code != panel.code()
    client = Client()
    assert panel.post(client, code=code).status_code == 403 and who(client) is None


def test_guessing_is_slowed_down_whatever_is_typed(panel: Panel) -> None:
    """Also the right code is refused then: else a guess would be as good as ever."""
    client = Client(headers={"accept": "text/html"})
    statuses = [panel.post(client, code=new_code()).status_code for _ in range(MOST_WRONG + 2)]
    assert statuses == [403] * MOST_WRONG + [429] * 2
    refused = panel.post(client, code=panel.code())
    assert refused.status_code == 429 and "Try again in 15 minutes" in refused.content.decode()
    assert panel.post(Client(), code=panel.code()).status_code == 429, (
        "it is the person who is guarded, not the browser"
    )
    assert panel.is_in(panel.anna), "who holds the code need not wait"
    Rater.objects.update(wrong_since=timezone.now() - PAUSE - timedelta(seconds=1))
    assert panel.post(client, code=panel.code()).status_code == 302
    assert Rater.objects.get().wrong_codes == 0


def test_typos_that_cannot_be_a_code_do_not_count(panel: Panel) -> None:
    for _ in range(MOST_WRONG + 1):
        panel.post(Client(), code="7KQM-2WPX")
    assert panel.post(Client(), code=panel.code()).status_code == 302


def test_a_form_of_another_site_brings_no_code(panel: Panel) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert panel.post(strict, code=panel.code()).status_code == 403 and who(strict) is None
    assert Rater.objects.get().wrong_codes == 0


def test_somebody_who_is_signed_in_is_asked_before_they_are_signed_out(panel: Panel) -> None:
    lead = person("researcher")
    client = Client(headers={"accept": "text/html"})
    client.force_login(lead)
    assert "Sign out and continue" in client.get(panel.link).content.decode()
    assert panel.post(client, code=panel.code()).status_code == 200 and who(client) == str(lead.pk)
    assert panel.post(client, code=panel.code(), **{"as": "new"}).status_code == 302
    assert who(client) == str(panel.rater.user_id)


# A new code locks out everybody else.


def test_a_new_code_keeps_this_browser_and_locks_out_the_others(panel: Panel) -> None:
    phone, old = Client(headers={"accept": "text/html"}), panel.code()
    panel.post(phone, code=old)
    response = panel.anna.post(panel.own("personal_code"), follow=True)
    assert "This is your new code" in response.content.decode()
    new = panel.code()
    assert new != old and panel.is_in(panel.anna) and not panel.is_in(phone)
    locked = phone.get(panel.own("annotate"))
    assert locked.status_code == 403 and "needs your personal code" in locked.content.decode()
    for name in ("answer", "undo", "draft", "beat", "leave", "withdraw", "personal_code"):
        assert phone.post(panel.own(name), headers={"accept": "application/json"}).status_code == 403, name
    assert "Offers at work" not in phone.get("/annotate/").content.decode()
    assert "Type your personal code" in phone.get(panel.link).content.decode()
    assert panel.post(phone, code=old).status_code == 403
    assert panel.post(phone, code=new).status_code == 302 and panel.is_in(phone)


def test_a_button_for_a_new_code_that_is_pressed_twice_makes_one(panel: Panel) -> None:
    fresh = panel.anna.get(panel.own("personal_code")).context["fresh"]
    again = Client(headers={"accept": "text/html"})
    again.cookies.load({name: morsel.value for name, morsel in panel.anna.cookies.items()})
    for client in (panel.anna, again):
        assert client.post(panel.own("personal_code"), {"secret": fresh}).status_code == 302
    assert panel.code() == panel.code(again) == fresh


def test_signing_out_on_a_shared_device_forgets_the_code(panel: Panel) -> None:
    code = panel.code()
    page = panel.anna.post(panel.own("leave"), {"forget": "1"}).content.decode()
    assert "type your personal code" in page
    assert "Type your personal code" in panel.anna.get(panel.link).content.decode()
    assert panel.post(panel.anna, code=code).status_code == 302


def test_leaving_shows_the_code_and_makes_no_link(panel: Panel) -> None:
    """A link would be a second secret, and one that leads see."""
    panel.anna.post(panel.own("leave"))
    page = panel.anna.get(panel.own("leave")).content.decode()
    assert panel.code() in page and "testserver/join/" not in page
    assert Invitation.objects.get() == panel.invitation


def test_only_people_from_a_panel_have_a_code() -> None:
    made = study()
    client = browser_of(rater(made))
    assert client.get(f"/annotate/{made.pk}/code/").status_code == 404
    assert client.post(f"/annotate/{made.pk}/code/").status_code == 404
    assert not CODE.search(client.get(f"/annotate/{made.pk}/answers/").content.decode())
    assert Rater.objects.get().code_hash == ""


def test_somebody_with_an_account_of_their_own_needs_no_code() -> None:
    invitation = make_invitation(study(panel_parameter="PROLIFIC_PID"))
    viewer = person("viewer")
    joined = join(invitation, viewer, "5f3a", 1)
    assert joined.code_hash == ""
    client = Client(headers={"accept": "text/html"})
    client.force_login(viewer)
    assert client.get(f"/annotate/{joined.study_id}/answers/").status_code == 200
    link = reverse("join", args=[token_of(invitation)]) + QUERY
    assert "Sign in to continue" in Client().get(link).content.decode()
    client.post(f"/annotate/{joined.study_id}/withdraw/")
    assert Rater.objects.get().withdrawn_at is not None


# Withdrawing.


def test_withdrawing_needs_a_browser_that_holds_the_code(panel: Panel) -> None:
    stranger = browser_of(panel.rater)
    assert stranger.post(panel.own("withdraw")).status_code == 403
    assert stranger.get(panel.own("my_answers")).status_code == 403
    assert Answer.objects.count() == 1
    panel.post(stranger, code=panel.code())
    assert "You have withdrawn" in stranger.post(panel.own("withdraw")).content.decode()
    gone = Rater.objects.get()
    assert (gone.code_hash, gone.panel_id, gone.user) == ("", "", None) and not Answer.objects.exists()
    assert cookie(stranger, panel.study).value == ""


# People who joined before there were codes.


def test_somebody_who_joined_before_withdraws_only_from_a_page_that_gave_them_their_code(panel: Panel) -> None:
    before_codes(panel.rater)
    browser = browser_of(panel.rater)
    assert browser.post(panel.own("withdraw")).status_code == 403 and Answer.objects.exists()
    assert browser.get(panel.own("withdraw")).status_code == 200
    assert "You have withdrawn" in browser.post(panel.own("withdraw")).content.decode()


def test_of_somebody_who_joined_before_the_first_browser_that_is_signed_in_gets_a_code(panel: Panel) -> None:
    before_codes(panel.rater)
    desk, phone = browser_of(panel.rater), browser_of(panel.rater)
    assert desk.get(panel.link).headers["Location"] == panel.own("annotate")
    code = panel.code(desk)
    assert panel.code(desk) == code and cookie(desk, panel.study).value == code
    assert not panel.is_in(phone) and panel.is_in(desk)
    panel.post(phone, code=code)
    assert panel.is_in(phone)


def test_of_somebody_who_joined_before_the_id_alone_is_no_way_in(panel: Panel) -> None:
    before_codes(panel.rater)
    client = Client(headers={"accept": "text/html"})
    assert "Type your personal code" in client.get(panel.link).content.decode()
    for typed in (new_code(), "", "0000-0000-0000-0000"):
        assert panel.post(client, code=typed).status_code == 403
    assert who(client) is None and Rater.objects.get().code_hash == ""
    code = issue(panel.rater)
    assert panel.post(client, code=code).status_code == 302 and panel.is_in(client)


def test_an_own_link_from_before_works_until_there_is_a_code(panel: Panel) -> None:
    before_codes(panel.rater)
    own = reverse("join", args=[token_of(way_back(panel.rater))])
    desk, stranger = Client(headers={"accept": "text/html"}), Client(headers={"accept": "text/html"})
    assert desk.post(own).status_code == 302
    assert panel.is_in(desk)
    assert "Type your personal code" in stranger.get(own).content.decode()
    stranger.post(own)
    assert who(stranger) is None
    desk.post(panel.own("personal_code"))
    assert "no longer in use" in stranger.get(own).content.decode()
