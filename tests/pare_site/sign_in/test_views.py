"""The page behind a link: in with a new session and on to the demo or home; out with a friendly page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pare_site.machine import own_command
from pare_site.sign_in.links import LinkState, link_state, make_link, owner

HOME = "/"


@pytest.fixture
def alice(db: None) -> User:
    return owner()


def enter(client: Client, token: str, **headers: str) -> tuple[int, str, str]:
    answer = client.get(reverse("enter", args=[token]), headers=headers)
    return answer.status_code, answer.headers.get("Location", ""), answer.content.decode()


def signed_in_as(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_good_link_signs_in_and_leads_home(client: Client, alice: User) -> None:
    status, place, _ = enter(client, make_link(alice))
    assert (status, place) == (302, HOME)
    assert signed_in_as(client) == str(alice.pk)


def test_the_session_is_a_new_one(client: Client, alice: User) -> None:
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    enter(client, make_link(alice))
    assert client.session.session_key != before


def test_nothing_that_the_visitor_says_decides_where_it_leads(client: Client, alice: User) -> None:
    address = reverse("enter", args=[make_link(alice)])
    answer = client.get(f"{address}?next=https://evil.example/")
    assert answer.headers["Location"] == HOME


@pytest.mark.parametrize(
    ("lifetime", "uses", "status", "words"),
    [(1, 1, 410, "has been used"), (0, 0, 410, "has expired")],
)
def test_a_link_that_is_over_says_how_to_get_another(
    client: Client, alice: User, lifetime: int, uses: int, status: int, words: str
) -> None:
    token = make_link(alice, timedelta(days=lifetime))
    for _ in range(uses):
        enter(Client(), token)
    found, _, page = enter(client, token)
    assert found == status
    assert words in page
    assert f"<code>{own_command()} sign-in</code>" in page
    assert signed_in_as(client) is None


def test_a_link_nobody_made_is_refused(client: Client, alice: User) -> None:
    status, _, page = enter(client, "x" * 43)
    assert status == 403
    assert f"<code>{own_command()} sign-in</code>" in page
    assert signed_in_as(client) is None


def test_whoever_is_in_already_may_use_the_link_again(client: Client, alice: User) -> None:
    token = make_link(alice)
    enter(client, token)
    assert enter(client, token)[:2] == (302, HOME)


def test_a_browser_that_looks_ahead_does_not_use_it_up(client: Client, alice: User) -> None:
    token = make_link(alice)
    assert enter(client, token, sec_purpose="prefetch;prerender")[0] == 503
    assert client.head(reverse("enter", args=[token])).status_code == 405
    assert client.post(reverse("enter", args=[token])).status_code == 405
    assert link_state(token) is LinkState.GOOD


def test_no_page_about_links_is_kept_by_browsers(client: Client, alice: User) -> None:
    assert "no-store" in client.get(reverse("enter", args=["x"])).headers["Cache-Control"]
