"""Signing in and out, and the door of the administration."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from pare_site.machine import own_command
from tests.simulator.views.cast import ESCAPED, PASSWORD, SCRIPT, person, signed_in

pytestmark = pytest.mark.django_db


def _sign_in(name: str, password: str = PASSWORD, next_page: str = "") -> HttpResponse:
    return Client().post("/sign-in/", {"username": name, "password": password, "next": next_page})  # type: ignore[return-value]


def test_the_page_tells_of_the_link_in_the_terminal() -> None:
    html = Client().get("/sign-in/").content.decode()
    assert "shows a link that signs you in" in html and f"<code>{own_command()} sign-in</code>" in html


def test_a_name_and_a_password_lead_to_the_start_page() -> None:
    person("viewer")
    assert _sign_in("viewer").headers["Location"] == "/"


def test_the_way_back_is_kept() -> None:
    person("viewer")
    assert _sign_in("viewer", next_page="/runs/?state=failed").headers["Location"] == "/runs/?state=failed"


@pytest.mark.parametrize(
    "elsewhere",
    ["//evil.example/", "https://evil.example/", "\\\\evil.example", "javascript:alert(1)", "///evil.example"],
)
def test_nobody_is_sent_to_another_site(elsewhere: str) -> None:
    person("viewer")
    assert _sign_in("viewer", next_page=elsewhere).headers["Location"] == "/"


@pytest.mark.parametrize(("name", "password"), [("viewer", "wrong"), ("unknown", PASSWORD), ("inactive", PASSWORD)])
def test_a_refusal_does_not_say_what_was_wrong(name: str, password: str) -> None:
    person("viewer")
    person("inactive")
    response = _sign_in(name, password)
    assert response.status_code == 200
    assert "No active account has this name and password." in response.content.decode()


def test_what_was_typed_as_a_name_stays_and_is_escaped() -> None:
    html = _sign_in(f'"{SCRIPT}').content.decode()
    assert SCRIPT not in html and ESCAPED in html


def test_whoever_is_signed_in_goes_on() -> None:
    assert signed_in("viewer").get("/sign-in/").headers["Location"] == "/"


def test_signing_out_is_a_deed_not_a_look() -> None:
    client = signed_in("viewer")
    assert client.get("/sign-out/").status_code == 405
    assert client.get("/runs/").status_code == 200
    assert client.post("/sign-out/").headers["Location"] == "/sign-in/"
    assert client.get("/runs/").status_code == 302


def test_the_administration_has_the_same_door() -> None:
    response = Client().get("/admin/simulator/episode/", follow=True)
    assert response.redirect_chain[-1][0] == "/sign-in/?next=/admin/simulator/episode/"
    assert 'value="/admin/simulator/episode/"' in response.content.decode()


@pytest.mark.parametrize("path", ["/admin/", "/admin/simulator/episode/", "/admin/queues/", "/admin/queues/queues/0/"])
@pytest.mark.parametrize("role", ["nobody", "viewer", "researcher"])
def test_people_without_staff_status_are_told_so(role: str, path: str) -> None:
    response = signed_in(role).get(path, follow=True)
    assert response.status_code == 403 and "The administration pages are for staff." in response.content.decode()


def test_the_door_of_the_administration_leads_to_no_other_site() -> None:
    person("administrator")
    response = Client().get("/admin/login/", {"next": "//evil.example/"})
    page = Client().get(response.headers["Location"]).content.decode()
    assert 'name="next" value=""' in page
