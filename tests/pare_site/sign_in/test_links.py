"""One-time links: good once, for a while, for one person; and the owner who gets one at every start."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection

from pare_site.sign_in.links import LinkState, is_first_start, link_state, link_url, make_link, owner, redeem
from simulator.models import SignInLink


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice")


def test_a_link_is_good_once(alice: User) -> None:
    token = make_link(alice)
    assert link_state(token) is LinkState.GOOD
    assert redeem(token) == alice
    assert link_state(token) is LinkState.USED
    assert redeem(token) is None


def test_a_link_expires(alice: User) -> None:
    token = make_link(alice, timedelta(0))
    assert link_state(token) is LinkState.EXPIRED
    assert redeem(token) is None


def test_a_link_nobody_made_is_unknown(alice: User) -> None:
    make_link(alice)
    assert link_state("nonsense") is LinkState.UNKNOWN
    assert redeem("nonsense") is None


def test_a_link_of_somebody_who_is_switched_off_lets_nobody_in(alice: User) -> None:
    token = make_link(alice)
    User.objects.update(is_active=False)
    assert link_state(token) is LinkState.UNKNOWN
    assert redeem(token) is None


def test_the_database_does_not_know_the_secret(alice: User) -> None:
    token = make_link(alice)
    assert token not in str(SignInLink.objects.values().get())


def test_links_that_are_long_over_are_forgotten(alice: User) -> None:
    make_link(alice, -timedelta(days=8))
    recent = make_link(alice, -timedelta(days=6))
    make_link(alice)
    assert SignInLink.objects.count() == 2
    assert link_state(recent) is LinkState.EXPIRED


@pytest.fixture
def redeemed_by_eight(transactional_db: None) -> Iterator[list[User | None]]:
    token = make_link(User.objects.create_user("alice"))

    def redeem_here(_: int) -> User | None:
        try:
            return redeem(token)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as people:
        yield list(people.map(redeem_here, range(8)))


def test_of_eight_who_use_a_link_at_once_one_gets_in(redeemed_by_eight: list[User | None]) -> None:
    assert sum(user is not None for user in redeemed_by_eight) == 1


def test_the_owner_is_made_once_and_has_no_password(db: None) -> None:
    assert is_first_start()
    found = owner()
    assert found.is_superuser
    assert found.is_staff
    assert not found.has_usable_password()
    assert owner() == found
    assert not is_first_start()


def test_an_owner_who_was_changed_stays_so(db: None) -> None:
    found = owner()
    User.objects.filter(pk=found.pk).update(is_superuser=False, is_active=False)
    again = owner()
    assert not again.is_superuser
    assert not again.is_active


def test_a_link_stands_below_the_address_of_the_site() -> None:
    assert link_url("abc", "https://lab.example/pare") == "https://lab.example/pare/enter/abc/"
